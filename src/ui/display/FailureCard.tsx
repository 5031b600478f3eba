import { Icon } from '../icons/icons.tsx';
import styles from './parts.module.css';

/** Shown in place of the content: what went wrong, and a button to try again. */
export function FailureCard({
  text,
  onRetry,
}: {
  text: string;
  onRetry?: (() => void) | undefined;
}) {
  return (
    <div role="alert" className={styles.failure}>
      <Icon name="exclamation-circle" className={styles.failureIcon} />
      <span>{text}</span>
      {onRetry && (
        <button type="button" className={styles.retry} onClick={onRetry}>
          重试
        </button>
      )}
    </div>
  );
}
