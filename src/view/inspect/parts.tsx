import type { ReactNode } from 'react';
import type { ExplainedPart } from '../../expression/index.ts';
import { shortText, type TracedValue } from './values.ts';
import styles from './inspect.module.css';

export function Section({
  title,
  open = false,
  children,
}: {
  title: string;
  open?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <details open={open} className={styles.section}>
      <summary className={styles.summary}>{title}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
export function Line({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles.line}>
      <span className={styles.key}>{name}</span>
      <span className={styles.value}>{children}</span>
    </div>
  );
}

/** An expression's parts, each with its value, nested as they are written. */
function Parts({ parts }: { parts: readonly ExplainedPart[] }): ReactNode {
  if (parts.length === 0) return null;
  return (
    <ul className={styles.parts}>
      {parts.map((part, i) => (
        <li key={i}>
          <code>{part.text}</code>{' '}
          <span className={styles.result}>{part.failure ?? shortText(part.value)}</span>
          <Parts parts={part.parts} />
        </li>
      ))}
    </ul>
  );
}
/** A value, how it was written, and why it is so. */
export function TracedValueView({
  told,
  named = false,
}: {
  told: TracedValue;
  named?: boolean;
}): ReactNode {
  return (
    <div className={styles.told}>
      {named && (
        <Line name={told.name}>
          <code>{shortText(told.value)}</code>
        </Line>
      )}
      {told.source !== undefined && <Parts parts={told.parts} />}
    </div>
  );
}
