import { Component } from 'react';
import type { ReactNode } from 'react';
import type { PageScope } from '../../runtime/scope/index.ts';
import { RuntimeContext, type Runtime } from '../context/context.ts';
import { ErrorCard } from './error-card.tsx';

/** A node threw while drawing: recorded on its page and reported to the application. */
export function reportNodeError(
  scope: PageScope,
  node: string,
  type: string,
  error: unknown,
): void {
  scope.faults.add({
    page: scope.page.key,
    node,
    type,
    error: error instanceof Error ? error : new Error(String(error)),
    at: scope.ports.now(),
  });
}

interface Props {
  id: string;
  type: string;
  onRetry: () => void;
  children: ReactNode;
}
interface State {
  failure: Error | null;
}

/** Keeps what a node throws while drawing inside its own place; the rest of the page lives on. */
export class NodeErrorBoundary extends Component<Props, State> {
  static override contextType = RuntimeContext;
  declare context: Runtime | null;
  override state: State = { failure: null };
  static getDerivedStateFromError(failure: unknown): Partial<State> {
    return { failure: failure instanceof Error ? failure : new Error(String(failure)) };
  }
  override componentDidCatch(error: unknown): void {
    if (this.context) reportNodeError(this.context.scope, this.props.id, this.props.type, error);
  }
  private readonly retry = (): void => {
    this.props.onRetry();
    this.setState({ failure: null });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <NodeErrorCard
        id={this.props.id}
        type={this.props.type}
        failure={failure}
        onRetry={this.retry}
      />
    );
  }
}

/**
 * Errors of ours say what happened in Chinese; those of a library or of JavaScript are for
 * builders.
 */
const isSentence = ({ message }: Error): boolean => /\p{Script=Han}/u.test(message);
/** In the place of a node that threw. */
export function NodeErrorCard({
  id,
  type,
  failure,
  onRetry,
}: {
  id: string;
  type: string;
  failure: Error;
  onRetry: () => void;
}): ReactNode {
  const plain = isSentence(failure);
  const place = [id, type, plain ? failure.name : `${failure.name}: ${failure.message}`].join(
    ' · ',
  );
  return (
    <ErrorCard
      title="此处无法显示"
      text={plain ? failure.message : '这个组件出了错，页面的其他部分不受影响。'}
      place={place}
      onRetry={onRetry}
    />
  );
}
