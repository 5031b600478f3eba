import type { RecordValues } from '../../src/contract/index.ts';
import type { ListModel } from '../../src/runtime/models/index.ts';
import {
  fieldNamed,
  formatNumber,
  formatValue,
  isEmpty,
  type LabelSource,
  failureText,
} from '../../src/values/index.ts';
import { GridBand } from '../../src/ui/grid/index.ts';
import type { TableColumn } from './columns.tsx';
import { sumText } from './sums.tsx';
import styles from './View.module.css';

type Line = ListModel['grouping']['lines'][number];
const MORE = 'more ';

function heading(
  list: ListModel,
  line: Extract<Line, { kind: 'group' }>,
  labels: LabelSource,
  columns: readonly TableColumn[],
): GridBand {
  const { key, level, open, group } = line;
  const field = fieldNamed(list.describe, list.groupBy[level] ?? '');
  const value = group.values[level];
  // A dateTime groups by its day.
  const text = isEmpty(value)
    ? '（空）'
    : field
      ? formatValue(field.type === 'dateTime' ? { ...field, type: 'date' } : field, value, labels)
      : String(value);
  // A sum is under its column; where there is none, or the heading is, it follows the heading.
  const columnsWithRoom = columns.slice(1).filter(({ frozen }) => !frozen);
  const under = new Map<string, string>();
  const sums = group.summary.flatMap((sum) => {
    const of = fieldNamed(list.describe, sum.field);
    if (!of || isEmpty(sum.value)) return [];
    const isUnder = columnsWithRoom.some(({ id }) => id === sum.field);
    if (isUnder) under.set(sum.field, sumText(of, sum, labels));
    return [{ text: `${of.label}${sumText(of, sum, labels)}`, isUnder }];
  });
  return new GridBand(
    key,
    level,
    open,
    `${field?.label ?? ''} ${text}`,
    <>
      <span className={styles.groupField}>{field?.label}</span>
      <strong className={styles.groupValue}>{text}</strong>
      <span className={styles.groupCount}>{formatNumber(group.count)} 条</span>
      {sums.map(({ text: sum, isUnder }) => (
        <span key={sum} className={isUnder ? 'hz-hidden' : styles.groupSum}>
          {sum}
        </span>
      ))}
    </>,
    under,
  );
}
function note(line: Exclude<Line, { kind: 'group' | 'record' }>): GridBand {
  const text =
    line.kind === 'failed'
      ? `${failureText(line.failure)}，点击重试`
      : line.loading
        ? '加载中…'
        : `显示更多（还有 ${formatNumber(line.left)} 条）`;
  return new GridBand(
    `${MORE}${line.key}`,
    line.level + 1,
    false,
    text,
    <span className={styles.groupMore}>{text}</span>,
  );
}

/**
 * The rows of a grouped list: headings with count and sums, the records of open groups, and what is
 * still to come.
 */
export function groupRows(
  list: ListModel,
  labels: LabelSource,
  shown: (record: RecordValues) => RecordValues,
  columns: readonly TableColumn[],
): (RecordValues | GridBand)[] {
  const rows = list.grouping.lines.map((line) =>
    line.kind === 'record'
      ? shown(line.record)
      : line.kind === 'group'
        ? heading(list, line, labels, columns)
        : note(line),
  );
  if (list.groupsMore)
    rows.push(new GridBand('rest', 0, undefined, '更多分组', '还有更多分组没有列出，筛选后再看'));
  return rows;
}
/** A press on a heading opens or closes its group; on 显示更多 it fetches more. */
export const pressGroupHeader = (list: ListModel, key: string): void =>
  key.startsWith(MORE) ? list.grouping.more(key.slice(MORE.length)) : list.grouping.toggle(key);
