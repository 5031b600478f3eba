import type { ReactNode } from 'react';
import './engine.css';

export interface ErrorCardProps {
  title: string;
  text: string;
  /** For builders: where in the page, what kind of error. */
  place?: string;
  onRetry?: () => void;
  children?: ReactNode;
}

/** A calm box in the place of what could not be drawn. */
export function ErrorCard({ title, text, place, onRetry, children }: ErrorCardProps): ReactNode {
  return (
    <div className="hz-error" role="alert">
      <div className="hz-error-title">{title}</div>
      <div className="hz-error-text">{text}</div>
      {place ? <code className="hz-error-place">{place}</code> : null}
      {children}
      {onRetry ? (
        <button type="button" className="hz-error-retry" onClick={onRetry}>
          重试
        </button>
      ) : null}
    </div>
  );
}

/**
 * Shown in place of a widget this application does not have; the node's JSON is preserved and
 * shown.
 */
export function UnknownWidget({
  id,
  type,
  near,
  json,
}: {
  id: string;
  type: string;
  near: string | undefined;
  json: string;
}): ReactNode {
  return (
    <ErrorCard
      title="组件不可用"
      text={`没有名为“${type}”的组件${near ? `，是否想写“${near}”` : ''}`}
      place={id}
    >
      <details className="hz-error-json">
        <summary>节点内容</summary>
        <pre>{json}</pre>
      </details>
    </ErrorCard>
  );
}
