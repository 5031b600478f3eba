import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { EMPTY_TEXT, formatNumber } from '../../engine/display/index.ts';
import { textOf } from '../../engine/parts/index.ts';
import type { StatisticProps } from './index.ts';
import styles from './View.module.css';

/** Digits after the point, or as many as the number has. */
const digitsOf = (precision: unknown): number | undefined => (typeof precision === 'number' && precision >= 0 && precision <= 10 ? Math.floor(precision) : undefined);

/** One number that matters, with its name. */
export default function StatisticView({ node }: WidgetViewProps<StatisticProps>) {
  const { value, precision, tone, loading } = node.props;
  const shown = typeof value === 'number' ? formatNumber(value, digitsOf(precision)) : textOf(value) || EMPTY_TEXT;
  const hint = textOf(node.props.hint);
  return (
    <dl className={styles.box}>
      <dt className={styles.title}>{textOf(node.props.title)}</dt>
      <dd className={`${styles.value} ${(tone && styles[tone]) ?? ''}`}>
        {loading ? <span className={`hz-skeleton ${styles.bone}`} aria-label="加载中" role="status" /> : <>{textOf(node.props.prefix)}{shown}<span className={styles.suffix}>{textOf(node.props.suffix)}</span></>}
      </dd>
      {hint && <dd className={styles.hint}>{hint}</dd>}
    </dl>
  );
}
