import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { TONES, choiceOf, numberOf, textOf } from '../../src/values/index.ts';
import type { BadgeProps } from './index.ts';
import styles from './View.module.css';

const KINDS = ['count', 'dot', 'status'] as const;

/** The text of a count: nothing for nothing, 99+ for too much. */
function countText(count: unknown, max: number, showZero: boolean): string {
  if (typeof count !== 'number') return textOf(count);
  if (count <= 0 && !(showZero && count === 0)) return '';
  return count > max ? `${max}+` : String(count);
}

/** A number or dot at the corner of its content, or beside a word. */
export default function BadgeView({ node }: WidgetViewProps<BadgeProps>) {
  const kind = choiceOf(node.props.kind, KINDS, 'count');
  const tone = styles[choiceOf(node.props.tone, TONES, 'danger')];
  const label = textOf(node.props.label) || '数量';
  const { count } = node.props;
  const text = countText(count, numberOf(node.props.max, 99), node.props.showZero === true);
  if (kind === 'status')
    return (
      <span className={styles.status}>
        <span aria-hidden className={`${styles.dot} ${tone}`} />
        {textOf(node.props.text) || text}
      </span>
    );
  const empty = kind === 'dot' ? count === 0 || count === null || count === false : text === '';
  const says = kind === 'dot' ? label : `${label}：${text}`;
  const mark = !empty && (
    <span
      role="img"
      aria-label={says}
      title={says}
      className={`${kind === 'dot' ? styles.dot : styles.count} ${tone}`}
    >
      {kind === 'dot' ? null : text}
    </span>
  );
  if (!node.hasSlot('default')) return mark || null;
  const inset = numberOf(node.props.inset, 0);
  return (
    <span className={styles.anchor}>
      {node.slot('default')}
      {mark && (
        <span
          className={styles.corner}
          style={inset > 0 ? { top: inset, right: inset } : undefined}
        >
          {mark}
        </span>
      )}
    </span>
  );
}
