import type { FilterOperator } from '../../../../contract/index.ts';
import type { FilterFamily, Operand, RefuseOperand } from '../kind.ts';
import { addDays, dayOf, isDay } from './calendar.ts';
import { mismatch, none } from './operands.ts';

/**
 * The days [from, to] an operand names: one day, or two in order. Inclusive here, as on the wire.
 */
function days(op: FilterOperator, value: unknown, refuse: RefuseOperand): Operand | undefined {
  if (op === 'covers')
    return typeof value === 'string' && isDay(value)
      ? { kind: 'span', low: value, high: value }
      : refuse('值应为日期（如 2026-01-31）');
  const pair: unknown =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [(value as { from?: unknown }).from, (value as { to?: unknown }).to]
      : value;
  const [low, high] = Array.isArray(pair) && pair.length === 2 ? (pair as unknown[]) : [];
  const fits =
    typeof low === 'string' &&
    typeof high === 'string' &&
    isDay(low) &&
    isDay(high) &&
    low <= high &&
    high < '9999-12-31';
  return fits ? { kind: 'span', low, high } : refuse('值应为两个日期：[起, 止]');
}

const SIGNS: Partial<Record<FilterOperator, string>> = {
  covers: '@>',
  today: '@>',
  overlaps: '&&',
  within: '<@',
};

/** Ranges of days: whether one covers a day, meets another range or lies in it. */
export const dateRangeFilter: FilterFamily = {
  operand(op, value, _field, evaluation, refuse) {
    if (op === 'empty' || op === 'nempty') return none(value, refuse);
    if (op !== 'today') return days(op, value, refuse);
    const day = dayOf(evaluation.now);
    return none(value, refuse) && { kind: 'span', low: day, high: day };
  },
  sql(op, column, operand, bind) {
    if (operand.kind === 'none')
      return op === 'empty' ? `${column} IS NULL` : `${column} IS NOT NULL`;
    if (operand.kind !== 'span') return mismatch(op);
    return `${column} ${SIGNS[op] ?? mismatch(op)} ${bind(`[${operand.low},${addDays(operand.high, 1)})`)}::daterange`;
  },
  test(op, cell, operand) {
    if (operand.kind === 'none') return (cell === null) === (op === 'empty');
    if (operand.kind !== 'span') return mismatch(op);
    if (cell === null) return false;
    const { from, to } = cell as { from: string; to: string };
    if (op === 'overlaps') return from <= operand.high && to >= operand.low;
    return op === 'within'
      ? from >= operand.low && to <= operand.high
      : from <= operand.low && to >= operand.high;
  },
};
