import { Suspense, lazy, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { runEvent } from '../../runtime/actions/index.ts';
import { useStable } from '../../ui/hooks/index.ts';
import { failureText } from '../../values/index.ts';
import { PageOpenerContext } from '../../ui/overlay/index.ts';
import {
  MAX_PAGES,
  MAX_PAGES_DEEP,
  PageContext,
  RuntimeContext,
  type PageContextValue,
  type PageViewProps,
  type Runtime,
} from '../context/context.ts';
import { ErrorCard } from './error-card.tsx';
import { FailedSources } from './failed-sources.tsx';
import { NodeHost } from './node-host.tsx';
import { useScope } from './use-scope.ts';
import { PageSkeleton, RoomSkeleton } from './skeleton.tsx';
import './print.css';

const OpenLayers = lazy(() => import('./layers.tsx'));
/** Nothing of it is drawn until someone asks. */
const Why = lazy(() => import('../inspect/Why.tsx'));
/** What actions opened over the page, once there is something. */
const Over = observer(function Over({ scope }: Pick<Runtime, 'scope'>): ReactNode {
  return scope.layers.open.length > 0 ? (
    <Suspense fallback={null}>
      <OpenLayers scope={scope} />
    </Suspense>
  ) : null;
});

/**
 * A page, from its key to pixels: loads its document and widgets, gives it a scope, draws its
 * nodes.
 */
export function PageView(props: PageViewProps): ReactNode {
  const around = useContext(PageContext);
  // Decided once: a page that is there stays.
  const [isTooMuch] = useState(
    () => around !== null && (around.depth >= MAX_PAGES_DEEP || around.family.pages >= MAX_PAGES),
  );
  if (!isTooMuch) return <LoadedPage {...props} />;
  return (
    <div className="hz-page-message">
      <ErrorCard
        title="页面没有加载成功"
        text={`页面中嵌套的页面超过 ${MAX_PAGES_DEEP} 层或 ${MAX_PAGES} 个`}
        place={props.pageKey}
      />
    </div>
  );
}

function LoadedPage(props: PageViewProps): ReactNode {
  const [state, retry] = useScope(props);
  if (state.kind === 'loading')
    return typeof props.room === 'number' ? <RoomSkeleton height={props.room} /> : <PageSkeleton />;
  if (state.kind === 'failed') {
    return (
      <div className="hz-page-message">
        <ErrorCard
          title="页面没有加载成功"
          text={failureText(state.failure)}
          place={props.pageKey}
          onRetry={retry}
        />
      </div>
    );
  }
  return <RunningPage key={state.number} runtime={state.runtime} view={props} />;
}

type Surroundings = Pick<PageViewProps, 'load' | 'onEmit' | 'onScope' | 'outlet' | 'trial'>;
interface RunningPageProps {
  runtime: Runtime;
  view: Surroundings;
  /** A block whose scope lives as long as its page's. */
  isSharing?: boolean;
}
/** A block that shares with its page: it begins to ask for data when it is first drawn. */
function SharingBlock({
  scope,
  registry,
  view,
}: Runtime & Pick<RunningPageProps, 'view'>): ReactNode {
  const runtime = useMemo(() => ({ scope, registry }), [scope, registry]);
  useLayoutEffect(() => scope.start(), [scope]);
  return <RunningPage runtime={runtime} view={view} isSharing />;
}
function RunningPage({ runtime, view, isSharing = false }: RunningPageProps): ReactNode {
  const { scope, registry } = runtime;
  const { outlet, load } = view;
  const { ports } = scope;
  const emit = useStable((event: string, payload: unknown) => view.onEmit?.(event, payload));
  const around = useContext(PageContext);
  const depth = (around?.depth ?? 0) + 1;
  const [family] = useState(() => around?.family ?? { pages: 0 });
  useEffect(() => {
    family.pages += 1;
    return () => {
      family.pages -= 1;
    };
  }, [family]);
  const outer = around?.scope;
  const isApart = view.trial === true || isSharing;
  useEffect(() => (isApart ? undefined : outer?.attachChild(scope)), [outer, scope, isApart]);
  const notifyScope = useStable((running: typeof scope | null) => view.onScope?.(running));
  useEffect(() => {
    scope.listen(emit);
    notifyScope(scope);
    void runEvent({ scope, registry, locals: null }, scope.page.onOpen, null);
    return () => notifyScope(null);
  }, [scope, registry, emit, notifyScope]);
  const page = useMemo<PageContextValue>(
    () => ({
      scope,
      registry,
      outlet,
      depth,
      family,
      load,
      embed: (pageKey, params, onEmit, onScope, room) => (
        <PageView
          pageKey={pageKey}
          params={params}
          ports={ports}
          registry={registry}
          load={load}
          onEmit={onEmit}
          onScope={onScope}
          room={room}
        />
      ),
      block: (node, onEmit, onScope) => {
        const inner = scope.blocks.get(node);
        return inner ? (
          <SharingBlock scope={inner} registry={registry} view={{ load, onEmit, onScope }} />
        ) : null;
      },
    }),
    [scope, registry, outlet, depth, family, ports, load],
  );
  return (
    <RuntimeContext.Provider value={runtime}>
      <PageContext.Provider value={page}>
        <PageOpenerContext.Provider value={scope.layers}>
          <NodeHost id={scope.page.root} locals={null} />
          <Over scope={scope} />
          <FailedSources scope={scope} />
          {depth === 1 && (
            <Suspense fallback={null}>
              <Why scope={scope} />
            </Suspense>
          )}
        </PageOpenerContext.Provider>
      </PageContext.Provider>
    </RuntimeContext.Provider>
  );
}
