import { useContext, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { runEvent } from '../actions/run.ts';
import { useStable } from '../kit/hooks.ts';
import { failureText } from '../parts/read.ts';
import { PageContext, RuntimeContext } from './context.ts';
import type { PageContextValue, PageViewProps, Runtime } from './context.ts';
import { ErrorCard } from './error-card.tsx';
import { NodeHost } from './node-host.tsx';
import { useScope } from './use-scope.ts';
import { PageSkeleton } from './skeleton.tsx';

/** A page, from its key to pixels: loads its document and widgets, gives it a scope, draws its nodes. */
export function PageView(props: PageViewProps): ReactNode {
  const [state, retry] = useScope(props);
  if (state.kind === 'loading') return <PageSkeleton />;
  if (state.kind === 'failed') {
    return <div className="hz-page-message"><ErrorCard title="页面没有加载成功" text={failureText(state.failure)} place={props.pageKey} onRetry={retry} /></div>;
  }
  return <RunningPage key={state.number} runtime={state.runtime} view={props} />;
}

function RunningPage({ runtime, view }: { runtime: Runtime; view: PageViewProps }): ReactNode {
  const { scope, registry } = runtime;
  const { outlet, ports, load } = view;
  const emit = useStable((event: string, payload: unknown) => view.onEmit?.(event, payload));
  const around = useContext(PageContext)?.scope;
  useEffect(() => around?.hold(scope), [around, scope]);
  const tell = useStable((running: typeof scope | null) => view.onScope?.(running));
  useEffect(() => {
    scope.listen(emit);
    tell(scope);
    void runEvent({ scope, registry, locals: null }, scope.page.onOpen, null);
    return () => tell(null);
  }, [scope, registry, emit, tell]);
  const page = useMemo<PageContextValue>(() => ({
    scope, registry, outlet,
    embed: (pageKey, params, onEmit, onScope) => <PageView pageKey={pageKey} params={params} ports={ports} registry={registry} load={load} onEmit={onEmit} onScope={onScope} />,
  }), [scope, registry, outlet, ports, load]);
  return (
    <RuntimeContext.Provider value={runtime}>
      <PageContext.Provider value={page}><NodeHost id={scope.page.root} locals={null} /></PageContext.Provider>
    </RuntimeContext.Provider>
  );
}
