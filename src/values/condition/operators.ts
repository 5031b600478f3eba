import {
  FIELDS,
  shownType,
  valueType,
  type FieldDescribe,
  type FilterOperator,
} from '../../contract/index.ts';

const PRESENCE = ['empty', 'nempty'] as const;
/**
 * Operators a condition over a field can have and be written as an expression, the most used first.
 */
export const conditionOperators = (field: FieldDescribe): readonly FilterOperator[] =>
  FIELDS[valueType(field)].conditions ?? PRESENCE;

/** How the values of a field are written in an expression. */
export type LiteralKind = 'number' | 'boolean' | 'date' | 'text';
export function literalKind(field: FieldDescribe): LiteralKind {
  const type = shownType({ ...field, type: valueType(field) });
  if (FIELDS[type].comparedAs === 'number') return 'number';
  return type === 'boolean' || type === 'date' ? type : 'text';
}

/** A value, or each of a list of values, that is a number made into another. */
export const eachNumber = (value: unknown, make: (value: number) => number): unknown =>
  Array.isArray(value)
    ? value.map((each) => eachNumber(each, make))
    : typeof value === 'number'
      ? make(value)
      : value;
