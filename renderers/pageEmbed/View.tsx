import { usePage, useLeaveGuard } from '../../src/view/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { isRecord, textOf } from '../../src/values/index.ts';
import type { PageScope } from '../../src/runtime/scope/index.ts';
import type { PageEmbedProps } from './index.ts';

function passOn(node: NodeHandle<PageEmbedProps>, name: string, payload: unknown): void {
  if (name !== 'emit' && node.handles(name)) void node.emit(name, payload);
  if (node.handles('emit')) void node.emit('emit', { name, payload });
}

/**
 * Another page inside this one. What it emits runs the event of that name here, and `emit` with the
 * name in its payload.
 */
export default function PageEmbedView({ node }: WidgetViewProps<PageEmbedProps>) {
  const page = usePage();
  const pageKey = textOf(node.props.pageKey);
  const follow = useLeaveGuard();
  const params = isRecord(node.props.params) ? node.props.params : {};
  if (!pageKey) return null;
  const heard = (name: string, payload: unknown) => passOn(node, name, payload);
  const running = (scope: PageScope | null) => {
    follow(scope);
    if (node.props.inAddress === true)
      page.scope.address.share(node.domId('page'), scope?.address ?? null);
  };
  return <>{page.embed(pageKey, params, heard, running, node.props.skeletonHeight)}</>;
}
