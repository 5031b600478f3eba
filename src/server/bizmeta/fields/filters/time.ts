import type { FilterOperator } from '../../../../contract/index.ts';
import type { FilterFamily, Operand } from '../kind.ts';
import { mismatch, none, one } from './operands.ts';

const SIGNS: Partial<Record<FilterOperator, string>> = {
  eq: '=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};
const EXPECTED = '时间（如 08:30）';
/** HH:mm:ss of HH:mm[:ss]; undefined for anything else. */
const read = (value: unknown): string | undefined =>
  typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value)
    ? value.padEnd(8, ':00')
    : undefined;

function test(op: FilterOperator, cell: string, operand: Operand): boolean {
  if (operand.kind === 'span') return cell >= operand.low && cell <= operand.high;
  if (operand.kind !== 'one') return mismatch(op);
  switch (op) {
    case 'eq':
      return cell === operand.value;
    case 'gt':
      return cell > operand.value;
    case 'gte':
      return cell >= operand.value;
    case 'lt':
      return cell < operand.value;
    default:
      return cell <= operand.value;
  }
}

/** Times of day; as HH:mm:ss their text has their order. */
export const timeFilter: FilterFamily = {
  operand(op, value, _field, _asker, refuse) {
    if (op === 'empty' || op === 'nempty') return none(value, refuse);
    if (op !== 'between') return one(value, read, EXPECTED, refuse);
    const [low, high] =
      Array.isArray(value) && value.length === 2 ? (value as unknown[]).map(read) : [];
    return low === undefined || high === undefined
      ? refuse(`值应为两个${EXPECTED}：[起, 止]`)
      : { kind: 'span', low, high };
  },
  sql(op, column, operand, bind) {
    if (operand.kind === 'none')
      return op === 'empty' ? `${column} IS NULL` : `${column} IS NOT NULL`;
    if (operand.kind === 'span')
      return `${column} BETWEEN ${bind(operand.low)}::time AND ${bind(operand.high)}::time`;
    return operand.kind === 'one'
      ? `${column} ${SIGNS[op] ?? mismatch(op)} ${bind(operand.value)}::time`
      : mismatch(op);
  },
  test(op, cell, operand) {
    if (operand.kind === 'none') return (cell === null) === (op === 'empty');
    return cell !== null && test(op, read(cell) ?? '', operand);
  },
  compare: (left, right) => (read(left) ?? '').localeCompare(read(right) ?? '', 'en'),
};
