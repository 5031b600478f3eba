import { useEffect, useState } from 'react';
import { compilePage, type PageDocument, type PageModel } from '../../page/index.ts';
import type { PageGrant } from '../../contract/index.ts';
import { useStable } from '../../ui/hooks/index.ts';
import type { Registry } from '../registry/registry.ts';
import {
  guardedPorts,
  keysShared,
  missingParams,
  openBlocks,
  PageScope,
} from '../../runtime/scope/index.ts';
import { MAX_PAGES, type PageViewProps, type Runtime } from '../context/context.ts';

export type PageState =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: Error }
  | { kind: 'ready'; number: number; runtime: Runtime };

const LOADING: PageState = { kind: 'loading' };
let runs = 0;

const models = new WeakMap<PageDocument, PageModel>();
/** A document compiled once, however many times it is shown. */
function modelOf(document: PageDocument, registry: Registry): PageModel {
  let model = models.get(document);
  if (!model) models.set(document, (model = compilePage(document, { actions: registry.actions })));
  return model;
}

type Load = PageViewProps['load'];
interface Block {
  model: PageModel;
  grant: PageGrant;
}
type Blocks = ReadonlyMap<string, Block>;
/**
 * The blocks a page shares with, at any depth. They came with the page, so nothing is waited for;
 * one that is not there says so in its own place.
 */
async function blocksOf(
  page: PageModel,
  load: Load,
  registry: Registry,
  found = new Map<string, Block>(),
): Promise<Blocks> {
  const keys = keysShared(page).filter((key) => !found.has(key));
  if (found.size + keys.length > MAX_PAGES) return found;
  const answers = await Promise.allSettled(keys.map((key) => load(key)));
  const inner: PageModel[] = [];
  answers.forEach((answer, i) => {
    if (answer.status === 'rejected') return;
    const model = modelOf(answer.value.document, registry);
    found.set(keys[i]!, { model, grant: answer.value });
    inner.push(model);
  });
  for (const model of inner) await blocksOf(model, load, registry, found);
  return found;
}

function openScope(
  model: PageModel,
  grant: PageGrant,
  blocks: Blocks,
  { ports, params = {} }: PageViewProps,
): PageScope {
  const missing = missingParams(model.params, params);
  if (missing.length > 0) throw new Error(`缺少参数：${missing.join('、')}`);
  const broken = model.problems.find((problem) => problem.severity === 'error');
  if (broken) throw new Error(broken.msg);
  if (!model.nodes.has(model.root)) throw new Error('页面配置有误：没有根节点');
  const scope = new PageScope(model, guardedPorts(ports, grant), params);
  openBlocks(scope, grant, (key) => blocks.get(key));
  scope.open();
  return scope;
}

/**
 * The running scope of a page and a function to try again; the scope is disposed with the view or
 * when the key changes. `load`, `ports` and `registry` must be stable: a new one restarts the page.
 */
export function useScope(props: PageViewProps): [PageState, () => void] {
  const { pageKey, registry, ports, load, params } = props;
  const [attempt, setAttempt] = useState(0);
  const asked = `${pageKey} ${attempt}`;
  const [outcome, setOutcome] = useState<{ asked: string; state: PageState } | null>(null);
  const state = outcome?.asked === asked ? outcome.state : LOADING;
  const open = useStable((model: PageModel, grant: PageGrant, blocks: Blocks) =>
    openScope(model, grant, blocks, props),
  );

  useEffect(() => {
    let scope: PageScope | null = null;
    let isGone = false;
    const start = async (): Promise<void> => {
      const page = await load(pageKey);
      const model = modelOf(page.document, registry);
      const blocks = await blocksOf(model, load, registry);
      if (isGone) return;
      // The page's questions are on their way while the views' code comes.
      const types = [model, ...[...blocks.values()].map((block) => block.model)];
      const views = registry.preload(new Set(types.flatMap((each) => [...each.types])));
      scope = open(model, page, blocks);
      await views;
      if (isGone) return;
      setOutcome({ asked, state: { kind: 'ready', number: ++runs, runtime: { scope, registry } } });
    };
    start().catch((failure: unknown) => {
      if (!isGone)
        setOutcome({
          asked,
          state: {
            kind: 'failed',
            failure: failure instanceof Error ? failure : new Error(String(failure)),
          },
        });
    });
    return () => {
      isGone = true;
      scope?.dispose();
    };
  }, [asked, pageKey, registry, ports, load, open]);

  useEffect(() => {
    if (state.kind === 'ready') state.runtime.scope.setParams(params ?? {});
  }, [state, params]);
  return [state, () => setAttempt((count) => count + 1)];
}
