import styles from './notice.module.css';

/**
 * A full page of one sentence and one button, drawn with nothing but what is here: the server may
 * be out of reach.
 */
export function Notice({
  title,
  text,
  action,
  onAction,
  second,
  onSecond,
}: {
  title: string;
  text: string;
  action: string;
  onAction(): void;
  second?: string;
  onSecond?(): void;
}) {
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <p className={styles.actions}>
        <button type="button" className={styles.primary} onClick={onAction}>
          {action}
        </button>
        {second && (
          <button type="button" className={styles.second} onClick={onSecond}>
            {second}
          </button>
        )}
      </p>
    </main>
  );
}
