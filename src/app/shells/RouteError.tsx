import { Component, type ReactNode } from 'react';
import { useLocation, type Location } from 'react-router-dom';
import { Notice } from './Notice.tsx';

/** What a person sees when drawing itself failed outside of any node's own card. */
function RouteError() {
  return (
    <Notice
      title="页面出了点问题"
      text="请刷新后再试；若仍不行，请联系管理员。"
      action="刷新"
      onAction={() => location.reload()}
    />
  );
}

interface Guarded {
  at: Location;
  children: ReactNode;
}
interface Failure {
  at: Location;
  failed: boolean;
}
/** Another address may be drawn again. */
class Boundary extends Component<Guarded, Failure> {
  override state: Failure = { at: this.props.at, failed: false };
  static getDerivedStateFromError(): Partial<Failure> {
    return { failed: true };
  }
  static getDerivedStateFromProps({ at }: Guarded, before: Failure): Failure | null {
    return at === before.at ? null : { at, failed: false };
  }
  override componentDidCatch(error: unknown): void {
    console.error(error);
  }
  override render(): ReactNode {
    return this.state.failed ? <RouteError /> : this.props.children;
  }
}

export function RouteErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary at={useLocation()}>{children}</Boundary>;
}
