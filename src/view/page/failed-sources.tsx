import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import type { NodeModel, PageModel, ValueModel } from '../../page/index.ts';
import type { PageScope } from '../../runtime/scope/index.ts';

const shownFailures = new WeakMap<PageModel, ReadonlySet<string>>();
/** Sources whose failure some node shows: it is bound to them, or reads their error. */
function toldOf(page: PageModel): ReadonlySet<string> {
  let names = shownFailures.get(page);
  if (!names) shownFailures.set(page, (names = new Set([...page.nodes.values()].flatMap(toldBy))));
  return names;
}
function toldBy({ bind, props, when, on }: NodeModel): string[] {
  const values = [
    ...Object.values(props),
    ...(Object.values(when) as ValueModel[]),
    ...Object.values(on)
      .flat()
      .flatMap((step) => Object.values(step.args)),
  ];
  const read = values
    .flatMap((value) => value.dependencies)
    .filter((path) => path[1] === 'error')
    .map((path) => path[0]!);
  return bind ? [bind[0]!, ...read] : read;
}

/**
 * Shows that a part of the page failed to load where no node shows it, with a button to try again.
 */
export const FailedSources = observer(function FailedSources({
  scope,
}: {
  scope: PageScope;
}): ReactNode {
  const known = toldOf(scope.page);
  const failed = [...scope.declared].flatMap(([name, model]) =>
    model.kind === 'source' &&
    model.failure &&
    model.data === null &&
    !known.has(name) &&
    !(model.failure as { shown?: boolean }).shown
      ? [model]
      : [],
  );
  const [first] = failed;
  if (!first) return null;
  return (
    <div className="hz-page-notice" role="alert">
      <span>部分内容没有加载成功：{first.failure!.message}</span>
      <button
        type="button"
        className="hz-error-retry"
        onClick={() => failed.forEach((source) => void source.reload())}
      >
        重试
      </button>
    </div>
  );
});
