import { Component } from 'react';
import type { ReactNode } from 'react';
import type { NodeModel } from '../../page/index.ts';
import type { Registry, WidgetEntry } from '../registry/registry.ts';
import type { PageScope } from '../../runtime/scope/index.ts';
import { NodeHandleImpl, type DrawNodes } from './node-handle.ts';
import { NodeErrorCard, reportNodeError } from './node-error-boundary.tsx';

interface Props {
  model: NodeModel;
  entry: WidgetEntry;
  scope: PageScope;
  registry: Registry;
  draw: DrawNodes;
}
interface State {
  model: NodeModel | null;
  scope: PageScope | null;
  node: NodeHandleImpl | null;
  failure: Error | null;
}

/**
 * Nothing can hide or delay the node: it has no condition and no access rule, and its bind target
 * is permanent.
 */
export function isStatic({ when, access, problems, bind }: NodeModel, scope: PageScope): boolean {
  if (when.visible || access !== undefined || problems.length > 0) return false;
  if (!bind) return true;
  const form = bind.length === 2 ? scope.forms.get(bind[0]!) : undefined;
  const spec = scope.page.forms.get(bind[0]!);
  // Another object has other fields: only a form that stays with its own is certain.
  const isFixed = spec?.schema !== undefined || spec?.object?.kind === 'literal';
  return (
    isFixed &&
    form !== undefined &&
    form.started &&
    form.hasField(bind[1]!) &&
    form.ruledBy(bind[1]!) === null
  );
}

/**
 * Host and quarantine of a still node in one: no observer of its own, for there is nothing to
 * watch. A form of a thousand fields has two thousand components less.
 */
export class StaticNode extends Component<Props, State> {
  override state: State = { model: null, scope: null, node: null, failure: null };
  static getDerivedStateFromError(failure: unknown): Partial<State> {
    return { failure: failure instanceof Error ? failure : new Error(String(failure)) };
  }
  static getDerivedStateFromProps(
    { model, entry, scope, registry, draw }: Props,
    state: State,
  ): Partial<State> | null {
    if (state.model === model && state.scope === scope) return null;
    return {
      model,
      scope,
      node: new NodeHandleImpl(model, entry, scope, registry, null, draw),
      failure: null,
    };
  }
  override shouldComponentUpdate(_props: Props, { node, failure }: State): boolean {
    return node !== this.state.node || failure !== this.state.failure;
  }
  override componentDidCatch(error: unknown): void {
    reportNodeError(this.props.scope, this.props.model.id, this.props.model.type, error);
  }
  private readonly retry = (): void => {
    this.state.node!.watch.restart();
    this.setState({ failure: null });
  };

  override render(): ReactNode {
    const { node, failure } = this.state;
    const { model, entry } = this.props;
    if (failure)
      return (
        <NodeErrorCard id={model.id} type={model.type} failure={failure} onRetry={this.retry} />
      );
    return <entry.View node={node!} />;
  }
}
