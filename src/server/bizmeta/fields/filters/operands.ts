import { DEPT_OPS, FILTER_MAX_VALUES, type FilterOperator } from '../../../../contract/index.ts';
import { deptsOfSql } from '../../../upm/index.ts';
import type { Bind, EvaluationContext, Operand, RefuseOperand } from '../kind.ts';

const NONE: Operand = { kind: 'none' };
/** Reads one value of a filter; undefined when it does not fit the type. */
export type ReadOne = (value: unknown) => string | undefined;

/** The operand of an operator that takes one value. */
export function one(
  value: unknown,
  read: ReadOne,
  expected: string,
  refuse: RefuseOperand,
): Operand | undefined {
  const text = read(value);
  return text === undefined ? refuse(`值应为${expected}`) : { kind: 'one', value: text };
}

/** The operand of an operator that takes a list of values. */
export function many(
  value: unknown,
  read: ReadOne,
  expected: string,
  refuse: RefuseOperand,
): Operand | undefined {
  if (!Array.isArray(value) || value.length === 0) return refuse('值应为不为空的列表');
  if (value.length > FILTER_MAX_VALUES) return refuse(`一个条件最多 ${FILTER_MAX_VALUES} 个值`);
  const values: string[] = [];
  for (const each of value) {
    const text = read(each);
    if (text === undefined) return refuse(`列表中的值应为${expected}`);
    values.push(text);
  }
  return { kind: 'many', values };
}

/** The operand of an operator that takes no value: a given value is refused, not ignored. */
export function none(value: unknown, refuse: RefuseOperand): Operand | undefined {
  return value === undefined || value === null ? NONE : refuse('此条件不带值');
}

/** The reader's departments, for the operators that mean them. */
export const readersDepts = (
  op: FilterOperator,
  value: unknown,
  { userId }: EvaluationContext,
  refuse: RefuseOperand,
): Operand | undefined =>
  none(value, refuse) && { kind: 'deptsOf', userId, below: op === 'myDeptsBelow' };
export const isReadersDepts = (op: FilterOperator): boolean => DEPT_OPS.some((each) => each === op);
export const deptsSql = (
  { userId, below }: Extract<Operand, { kind: 'deptsOf' }>,
  bind: Bind,
): string => `ARRAY(${deptsOfSql(`${bind(userId)}::text`, below)})`;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
/** Text PostgreSQL can hold: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && !LONE_SURROGATE.test(text);

/** A programming error: an operator got an operand its family never makes. */
export const mismatch = (op: string): never => {
  throw new RangeError(`operator "${op}" got an operand of another kind`);
};
