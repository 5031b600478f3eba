import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useKeyed } from '../../src/ui/hooks/index.ts';
import {
  SUMMARY_FNS,
  summaryFns,
  valueType,
  type FieldDescribe,
  type SummaryAsk,
  type SummaryFn,
  type SummaryValue,
} from '../../src/contract/index.ts';
import { equalData } from '../../src/runtime/models/index.ts';
import {
  fieldNamed,
  formatNumber,
  formatValue,
  isEmpty,
  type LabelSource,
  isRecord,
  recordsOf,
  textOf,
} from '../../src/values/index.ts';
import { Select } from '../../src/ui/inputs/index.ts';
import type { ColumnLayout } from '../../src/view/index.ts';
import type { TableColumn } from './columns.tsx';
import type { TableContent } from './content.ts';
import styles from './View.module.css';

const WORDS: Record<SummaryFn, string> = {
  count: '总数',
  filled: '已填写',
  empty: '未填写',
  sum: '求和',
  avg: '平均',
  min: '最小',
  max: '最大',
};
const DATE_WORDS: Partial<Record<SummaryFn, string>> = { min: '最早', max: '最晚' };
const isFn = (value: unknown): value is SummaryFn => SUMMARY_FNS.includes(value as SummaryFn);
/** Digits of a mean of whole numbers. */
const MEAN_SCALE = 2;

const wordOf = (field: FieldDescribe, fn: SummaryFn): string =>
  (valueType(field).startsWith('date') || valueType(field) === 'yearMonth'
    ? DATE_WORDS[fn]
    : undefined) ?? WORDS[fn];
function valueText(field: FieldDescribe, { fn, value }: SummaryValue, labels: LabelSource): string {
  if (isEmpty(value)) return '—';
  if (fn === 'count' || fn === 'filled' || fn === 'empty') return formatNumber(Number(value));
  const scale = fn === 'avg' ? Math.max(MEAN_SCALE, field.scale ?? 0) : field.scale;
  return formatValue({ ...field, ...(scale !== undefined && { scale }) }, value, labels);
}
/** 求和 ¥1,234.00 */
export const sumText = (field: FieldDescribe, sum: SummaryValue, labels: LabelSource): string =>
  `${wordOf(field, sum.fn)} ${valueText(field, sum, labels)}`;

/**
 * What is summed up: what the person chose for a column, else what the page gives; columns that are
 * not shown are left out.
 */
export function sumsOf(
  given: unknown,
  layout: ColumnLayout,
  columns: readonly TableColumn[],
): SummaryAsk {
  const first = new Map(
    recordsOf(given).flatMap((item): [string, SummaryFn][] =>
      isRecord(item) && isFn(item['fn']) ? [[textOf(item['field']), item['fn']]] : [],
    ),
  );
  return columns.flatMap(({ id, field }) => {
    const fn = layout.sums[id] === undefined ? first.get(id) : layout.sums[id];
    return fn && summaryFns(field).includes(fn) ? [{ field: id, fn }] : [];
  });
}
/** Asks the list for the sums, and for none where it cannot sum up. */
export function useSums({ list, describe }: TableContent, asked: SummaryAsk): void {
  const sums = asked.filter(({ field }) => fieldNamed(describe, field));
  const known = useKeyed(JSON.stringify(sums), () => sums);
  const own = useRef(false);
  useEffect(() => {
    // A table without sums leaves alone what others ask the list for.
    if (!list || (known.length === 0 && !own.current) || equalData(list.summaryAsk, known)) return;
    own.current = true;
    list.setSummary(known);
  }, [list, known]);
}

interface SumCellProps {
  column: TableColumn;
  /** How it is summed up, if it is. */
  fn: SummaryFn | undefined;
  /** 求和 ¥1,234.00, or why it is not known. */
  text: string;
  onPick(fn: SummaryFn | null): void;
}
/** Under a column: what it comes to, and the choice of how. */
function SumCell({ column, fn: chosen, text, onPick }: SumCellProps) {
  const { field } = column;
  const ways = summaryFns(field);
  const offered = SUMMARY_FNS.filter((fn) => ways.includes(fn));
  return (
    <Select<SummaryFn | ''>
      label={`${column.title}的汇总`}
      look="bare"
      title={text || undefined}
      className={`${styles.sum} ${chosen ? '' : styles.sumNone}`}
      value={chosen ?? ''}
      options={[
        { value: '', label: chosen ? '不汇总' : '汇总' },
        ...offered.map((fn) => ({ value: fn, label: chosen === fn ? text : wordOf(field, fn) })),
      ]}
      onChange={(fn) => onPick(fn === '' ? null : fn)}
    />
  );
}
/**
 * Draws the cells of the summary row; undefined where nothing is summed up, so that there is no row
 * at all.
 */
export function footerOf(
  { list }: TableContent,
  layout: ColumnLayout,
  asked: SummaryAsk,
  labels: LabelSource,
): ((column: TableColumn) => ReactNode) | undefined {
  if (!list || asked.length === 0) return undefined;
  const { values, failure } = list.summary;
  const textOfSum = (
    { field: describe }: TableColumn,
    { field, fn }: SummaryAsk[number],
  ): string => {
    const sum = values.find((each) => each.field === field && each.fn === fn);
    if (sum) return sumText(describe, sum, labels);
    return `${wordOf(describe, fn)} ${failure ? `未能得出：${failure.message}` : '…'}`;
  };
  return (column) => {
    if (column.field.masked) return null;
    const known = asked.find(({ field }) => field === column.id);
    return (
      <SumCell
        column={column}
        fn={known?.fn}
        text={known ? textOfSum(column, known) : ''}
        onPick={(fn) => layout.setSum(column.id, fn)}
      />
    );
  };
}
