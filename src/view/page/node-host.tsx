import { Suspense, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { untracked } from 'mobx';
import { observer } from 'mobx-react-lite';
import type { NodeModel } from '../../page/index.ts';
import type { Registry } from '../registry/registry.ts';
import type { Locals, PageScope } from '../../runtime/scope/index.ts';
import { useRuntime } from '../context/context.ts';
import { ErrorCard, UnknownWidget } from './error-card.tsx';
import { NodeHandleImpl, type DrawNodes } from './node-handle.ts';
import { NodeErrorBoundary } from './node-error-boundary.tsx';
import { NodeSkeleton } from './skeleton.tsx';
import { StaticNode, isStatic } from './static-node.tsx';
import { VirtualSectionView } from '../window/VirtualSectionView.tsx';
import { longForms, canVirtualize, sectionsOf } from '../window/long-forms.ts';

interface HostProps {
  id: string;
  locals: Locals | null;
}
const drawOne = (id: string, locals: Locals | null): ReactNode => (
  <NodeHost key={id} id={id} locals={locals} />
);
/**
 * A node outside of rows: with a host that watches it, or without where nothing about it can turn.
 */
function drawPlain(id: string, scope: PageScope, registry: Registry): ReactNode {
  const model = scope.node(id);
  const entry = model && registry.widget(model.type);
  return model && entry?.isLoaded && untracked(() => isStatic(model, scope)) ? (
    <StaticNode
      key={id}
      model={model}
      entry={entry}
      scope={scope}
      registry={registry}
      draw={draw}
    />
  ) : (
    drawOne(id, null)
  );
}
/**
 * The nodes of a slot; runs of a long form's fields as virtual sections, which may be drawn as
 * text.
 */
const draw: DrawNodes = (ids, locals, scope, registry) => {
  if (locals) return ids.map((id) => drawOne(id, locals));
  const drawAlone = (id: string): ReactNode => drawPlain(id, scope, registry);
  const { page } = scope;
  if (longForms(page, registry).size === 0) return ids.map(drawAlone);
  return sectionsOf(ids, page, registry).map((run) =>
    run.length === 1 && !canVirtualize(page.nodes.get(run[0]!)!, page, registry) ? (
      drawAlone(run[0]!)
    ) : (
      <VirtualSectionView key={run[0]} ids={run} draw={drawAlone} />
    ),
  );
};

/** One node of the page: drawn when visible, in a quarantine of its own. */
export const NodeHost = observer(function NodeHost({ id, locals }: HostProps): ReactNode {
  const { scope, registry } = useRuntime();
  const model = scope.node(id);
  // Fixed while the node lives: the view of a chunk that was loaded late is another component, and
  // would lose the state.
  const [entry, setEntry] = useState(() => model && registry.widget(model.type));
  const node = useMemo(
    () => model && new NodeHandleImpl(model, entry, scope, registry, locals, draw),
    [model, entry, scope, registry, locals],
  );
  if (!node || !model) return null;
  if (model.problems.length > 0) return <BrokenNode model={model} />;
  const fault = faultOf(node);
  if (fault)
    return (
      <ErrorCard
        title="此处无法显示"
        text={fault.message}
        place={`${id} · ${model.type} · ${fault.name}`}
      />
    );
  if (!node.visible) return null;
  if (!entry)
    return (
      <UnknownWidget
        id={id}
        type={model.type}
        near={registry.nearestWidget(model.type)}
        json={jsonOf(scope, id)}
      />
    );
  if (node.pending) return <PendingNode node={node} />;
  const view = <entry.View node={node} />;
  return (
    <NodeErrorBoundary
      id={id}
      type={model.type}
      onRetry={() => {
        node.watch.restart();
        setEntry(registry.widget(model.type));
      }}
    >
      {entry.isLoaded ? view : <Suspense fallback={<NodeSkeleton />}>{view}</Suspense>}
    </NodeErrorBoundary>
  );
});

/**
 * What goes wrong before the view is even drawn: a condition over its limits, a bind that leads
 * nowhere.
 */
function faultOf(node: NodeHandleImpl): Error | null {
  try {
    return node.visible ? (void node.pending, null) : null;
  } catch (failure) {
    return failure instanceof Error ? failure : new Error(String(failure));
  }
}

function BrokenNode({ model }: { model: NodeModel }): ReactNode {
  const first = model.problems[0]!;
  return <ErrorCard title="此处配置有误" text={first.msg} place={`${model.id} · ${first.path}`} />;
}

/** The form behind a field is loading, or could not be loaded. */
function PendingNode({ node }: { node: NodeHandleImpl }): ReactNode {
  const form = node.pending!.form;
  if (form.status !== 'failed') return <NodeSkeleton />;
  return (
    <ErrorCard
      title="没有加载成功"
      text={form.failure?.message ?? ''}
      onRetry={() => void form.reload()}
    />
  );
}

/** The node as it was written. */
const jsonOf = (scope: PageScope, id: string): string =>
  JSON.stringify(scope.page.document.nodes[id], null, 2);
