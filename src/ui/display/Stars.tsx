import { DEFAULT_RATING, MAX_RATING } from '../../contract/index.ts';
import { Icon } from '../icons/icons.tsx';
import styles from './display.module.css';

/** A rating as stars with its number; one beyond the stars shows in the number. */
export function Stars({
  value,
  most = DEFAULT_RATING,
}: {
  value: number;
  most?: number | undefined;
}) {
  const all = Math.min(MAX_RATING, Math.max(1, Math.trunc(most)));
  return (
    <span className={styles.stars} role="img" aria-label={`${value} 星，共 ${all} 星`}>
      {Array.from({ length: all }, (_, at) => (
        <Icon
          key={at}
          name={at < value ? 'star-fill' : 'star'}
          className={at < value ? styles.lit : styles.unlit}
        />
      ))}
      <span className={styles.said} aria-hidden>
        {value}
      </span>
    </span>
  );
}
