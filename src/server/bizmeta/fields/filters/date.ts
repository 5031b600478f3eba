import { DAY_COUNT_OPS, type FilterOperator } from '../../../../contract/index.ts';
import type { EvaluationContext, Bind, FilterFamily, Operand, RefuseOperand } from '../kind.ts';
import {
  addDays,
  dayOf,
  instantOf,
  isDay,
  MAX_RELATIVE_DAYS,
  RELATIVE,
  startOf,
} from './calendar.ts';
import { mismatch, none } from './operands.ts';

/**
 * The span of time [from, to) of one value: a whole day for a date, a millisecond for a date-time
 * with its time.
 */
type TimeSpan = { from: string; to: string };
interface Scale {
  cast: 'date' | 'timestamptz';
  expected: string;
  span(value: unknown): TimeSpan | undefined;
  /** The first moment of a day. */
  start(day: string): string;
  order(cell: string): number;
}

const LAST_DAY = '9999-12-31';
const spanOfDay = (value: unknown): TimeSpan | undefined =>
  typeof value === 'string' && isDay(value) && value < LAST_DAY
    ? { from: value, to: addDays(value, 1) }
    : undefined;

function spanOfMonth(value: unknown): TimeSpan | undefined {
  if (
    typeof value !== 'string' ||
    !/^\d{4}-\d\d(-\d\d)?$/.test(value) ||
    !isDay(value.padEnd(10, '-01'))
  )
    return undefined;
  const from = `${value.slice(0, 7)}-01`;
  // 31 days after a first is always in the next month.
  return from < '9999-12-01' ? { from, to: `${addDays(from, 31).slice(0, 7)}-01` } : undefined;
}

function spanOfTime(value: unknown): TimeSpan | undefined {
  if (typeof value !== 'string') return undefined;
  const day = spanOfDay(value);
  if (day) return { from: startOf(day.from), to: startOf(day.to) };
  const from = instantOf(value);
  return from ? { from, to: new Date(Date.parse(from) + 1).toISOString() } : undefined;
}

const COUNTED: readonly FilterOperator[] = DAY_COUNT_OPS;

function relative(
  op: FilterOperator,
  value: unknown,
  scale: Scale,
  evaluation: EvaluationContext,
  refuse: RefuseOperand,
): Operand | undefined {
  const counted = COUNTED.includes(op);
  const days = Number.isInteger(value) ? Number(value) : 0;
  if (counted && (days < 1 || days > MAX_RELATIVE_DAYS))
    return refuse(`值应为 1 至 ${MAX_RELATIVE_DAYS} 的天数`);
  if (!counted && !none(value, refuse)) return undefined;
  const [from, to] = RELATIVE[op]?.(dayOf(evaluation.now), days) ?? mismatch(op);
  return {
    kind: 'range',
    ...(from !== undefined && { from: scale.start(from) }),
    ...(to !== undefined && { to: scale.start(to) }),
  };
}

function bounded(
  op: FilterOperator,
  value: unknown,
  scale: Scale,
  refuse: RefuseOperand,
): Operand | undefined {
  const pair = op === 'between';
  if (pair && (!Array.isArray(value) || value.length !== 2))
    return refuse(`值应为两个${scale.expected}：[起, 止]`);
  const [first, last] = (pair ? (value as unknown[]) : [value, value]).map((each) =>
    scale.span(each),
  );
  if (!first || !last) return refuse(`值应为${scale.expected}`);
  return { kind: 'range', ...boundsOf(op, first, last) };
}

function boundsOf(op: FilterOperator, first: TimeSpan, last: TimeSpan): Partial<TimeSpan> {
  switch (op) {
    case 'lt':
      return { to: first.from };
    case 'lte':
      return { to: first.to };
    case 'gt':
      return { from: first.to };
    case 'gte':
      return { from: first.from };
    default:
      return { from: first.from, to: last.to };
  }
}

function rangeSql(column: string, operand: Operand, cast: string, bind: Bind): string {
  if (operand.kind !== 'range') return mismatch('range');
  const parts = [
    ...(operand.from === undefined ? [] : [`${column} >= ${bind(operand.from)}::${cast}`]),
    ...(operand.to === undefined ? [] : [`${column} < ${bind(operand.to)}::${cast}`]),
  ];
  return parts.length > 1 ? `(${parts.join(' AND ')})` : parts.join('');
}

function family(scale: Scale): FilterFamily {
  return {
    operand(op, value, _field, evaluation, refuse) {
      if (op === 'empty' || op === 'nempty') return none(value, refuse);
      return Object.hasOwn(RELATIVE, op)
        ? relative(op, value, scale, evaluation, refuse)
        : bounded(op, value, scale, refuse);
    },
    sql(op, column, operand, bind) {
      if (operand.kind === 'none')
        return op === 'empty' ? `${column} IS NULL` : `${column} IS NOT NULL`;
      return rangeSql(column, operand, scale.cast, bind);
    },
    test(op, cell, operand) {
      if (operand.kind === 'none') return (cell === null) === (op === 'empty');
      if (operand.kind !== 'range') return mismatch(op);
      if (cell === null) return false;
      const at = scale.order(String(cell));
      return (
        (operand.from === undefined || at >= scale.order(operand.from)) &&
        (operand.to === undefined || at < scale.order(operand.to))
      );
    },
    compare: (left, right) => scale.order(String(left)) - scale.order(String(right)),
  };
}

/** Days. */
export const dateFilter = family({
  cast: 'date',
  expected: '日期（如 2026-01-31）',
  span: spanOfDay,
  start: (day) => day,
  order: (cell) => Date.parse(`${cell}T00:00:00Z`),
});
/** Months; a day means its month. */
export const yearMonthFilter = family({
  cast: 'date',
  expected: '年月（如 2026-01）',
  span: spanOfMonth,
  start: (day) => day,
  order: (cell) => Date.parse(`${cell.slice(0, 7)}-01T00:00:00Z`),
});
/** Instants; a value without a time means its whole day in the tenant's time zone. */
export const dateTimeFilter = family({
  cast: 'timestamptz',
  expected: '日期或时间（如 2026-01-31 或 2026-01-31 08:00:00）',
  span: spanOfTime,
  start: startOf,
  order: (cell) => Date.parse(cell),
});
