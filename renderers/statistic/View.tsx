import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { EMPTY_TEXT, formatNumber, choiceOf, textOf } from '../../src/values/index.ts';
import { sourceOf } from '../../src/runtime/models/index.ts';
import { valueOf } from '../../src/ui/parts/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { StatisticProps } from './index.ts';
import styles from './View.module.css';

type StatisticNode = WidgetViewProps<StatisticProps>['node'];

const GOOD = ['up', 'down', 'none'] as const;
/** Digits after the point, or as many as the number has. */
const digitsOf = (precision: unknown): number | undefined =>
  typeof precision === 'number' && precision >= 0 && precision <= 10
    ? Math.floor(precision)
    : undefined;
const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const ungrouped = (text: string): string => text.replaceAll(',', '');

function lookOf(way: 'up' | 'down' | 'none', good: (typeof GOOD)[number]): string | undefined {
  if (way === 'none' || good === 'none') return styles.level;
  return way === good ? styles.better : styles.worse;
}

/** Up or down since before: an arrow, how much, and whether that is good. */
function Trend({
  by,
  unit,
  good,
  text,
}: {
  by: number;
  unit: string;
  good: (typeof GOOD)[number];
  text: string;
}) {
  const way = by > 0 ? 'up' : by < 0 ? 'down' : 'none';
  const look = lookOf(way, good);
  const trendLabel = way === 'up' ? '上升' : way === 'down' ? '下降' : '持平';
  return (
    <dd className={styles.hint}>
      <span className={look}>
        {way !== 'none' && (
          <Icon name={way === 'up' ? 'caret-up' : 'caret-down'} className={styles.arrow} />
        )}
        <span className="hz-hidden">{trendLabel}</span>
        {way === 'none' ? '持平' : `${formatNumber(Math.abs(by))}${unit}`}
      </span>
      {text && <span>{text}</span>}
    </dd>
  );
}

/** The value as text: a number in its digits, grouped unless the page says otherwise. */
function valueText(value: unknown, { precision, thousands }: StatisticProps): string {
  const text = typeof value === 'number' ? formatNumber(value, digitsOf(precision)) : '';
  if (!text) return textOf(value) || EMPTY_TEXT;
  return thousands === false ? ungrouped(text) : text;
}

function Figure({ node, waits, text }: { node: StatisticNode; waits: boolean; text: string }) {
  if (waits)
    return <span className={`hz-skeleton ${styles.bone}`} aria-label="加载中" role="status" />;
  return (
    <span className={styles.number}>
      {textOf(node.props.prefix)}
      {text}
      <span className={styles.suffix}>{textOf(node.props.suffix)}</span>
    </span>
  );
}

/** A key figure with its name and trend. */
export default function StatisticView({ node }: WidgetViewProps<StatisticProps>) {
  const { tone, trend, goodTrend } = node.props;
  const source = sourceOf(node.bound);
  const value = node.props.value ?? source?.data ?? valueOf(node.bound)?.value;
  const waits = node.props.loading === true || (source?.loading === true && value === undefined);
  const hint = textOf(node.props.hint);
  const icon = textOf(node.props.icon);
  return (
    <dl className={`${styles.box} ${node.props.size === 'large' ? styles.large : ''}`}>
      <dt className={styles.title}>
        {icon && <Icon name={icon} />}
        {textOf(node.props.title)}
      </dt>
      <dd className={`${styles.value} ${(tone && styles[tone]) ?? ''}`}>
        <Figure node={node} waits={waits} text={valueText(value, node.props)} />
        {node.hasSlot('extra') && <span className={styles.extra}>{node.slot('extra')}</span>}
      </dd>
      {isFiniteNumber(trend) && (
        <Trend
          by={trend}
          unit={textOf(node.props.trendUnit)}
          good={choiceOf(goodTrend, GOOD, 'up')}
          text={textOf(node.props.trendText)}
        />
      )}
      {hint && <dd className={styles.hint}>{hint}</dd>}
    </dl>
  );
}
