import type { ReactNode } from 'react';
import styles from './parts.module.css';

/** Line drawings of an empty place, in the text's own grey. */
const DRAWINGS = {
  box: (
    <path d="M12 34 24 20h48l12 14v34a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4V34Zm0 0h24l4 10h16l4-10h24" />
  ),
  search: <path d="M44 68a24 24 0 1 0 0-48 24 24 0 0 0 0 48Zm17-7 17 17M36 38h16M36 46h10" />,
  lock: (
    <path d="M26 42h44a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4H26a4 4 0 0 1-4-4V46a4 4 0 0 1 4-4Zm8 0v-8a14 14 0 0 1 28 0v8M48 54v10" />
  ),
  lost: (
    <path d="M48 78S74 56 74 38a26 26 0 1 0-52 0c0 18 26 40 26 40Zm-8-46a8 8 0 1 1 12 7c-3 2-4 3-4 6m0 7v.5" />
  ),
  done: <path d="M48 76a28 28 0 1 0 0-56 28 28 0 0 0 0 56ZM35 48l9 9 17-18" />,
  fault: <path d="M48 76a28 28 0 1 0 0-56 28 28 0 0 0 0 56Zm0-42v17m0 9v.5" />,
} as const;
export type DrawingName = keyof typeof DRAWINGS;

interface EmptyStateProps {
  drawing?: DrawingName;
  title: string;
  text?: string;
  action?: ReactNode;
  large?: boolean;
  tone?: 'success' | 'danger';
}
/** A drawing, what belongs here, and the next step. */
export function EmptyState({
  drawing = 'box',
  title,
  text,
  action,
  large = false,
  tone,
}: EmptyStateProps) {
  return (
    <div className={`${styles.blank} ${large ? styles.blankLarge : ''}`}>
      <svg
        aria-hidden
        viewBox="0 0 96 96"
        className={`${styles.drawing} ${tone ? styles[tone] : ''}`}
      >
        {DRAWINGS[drawing]}
      </svg>
      {title &&
        (large ? (
          <h1 className={styles.blankTitle}>{title}</h1>
        ) : (
          <p className={styles.blankTitle}>{title}</p>
        ))}
      {text && <p className={styles.blankText}>{text}</p>}
      {action && <div className={styles.blankAction}>{action}</div>}
    </div>
  );
}
