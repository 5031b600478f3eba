import {
  shownType,
  valueType,
  type FieldDescribe,
  type FieldType,
  type FilterOperator,
} from '../../contract/index.ts';

const TEXTS = [
  'eq',
  'ne',
  'contains',
  'ncontains',
  'starts',
  'ends',
  'in',
  'nin',
  'empty',
  'nempty',
] as const;
const ORDERED = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'empty', 'nempty'] as const;
const PICKS = ['eq', 'ne', 'in', 'nin', 'empty', 'nempty'] as const;
const SETS = ['hasAny', 'hasAll', 'hasNone', 'empty', 'nempty'] as const;
const DAYS = ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'today', 'empty', 'nempty'] as const;
const PRESENCE = ['empty', 'nempty'] as const;

const OPERATORS: Partial<Record<FieldType, readonly FilterOperator[]>> = {
  text: TEXTS,
  longText: ['contains', 'ncontains', 'empty', 'nempty'],
  email: TEXTS,
  phone: TEXTS,
  url: TEXTS,
  barcode: TEXTS,
  autoNumber: TEXTS,
  integer: ORDERED,
  decimal: ORDERED,
  currency: ORDERED,
  percent: ORDERED,
  rating: ORDERED,
  slider: ORDERED,
  boolean: ['eq', 'empty', 'nempty'],
  date: DAYS,
  time: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'empty', 'nempty'],
  yearMonth: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'empty', 'nempty'],
  singleSelect: PICKS,
  cascade: PICKS,
  area: PICKS,
  role: PICKS,
  dept: PICKS,
  lookup: PICKS,
  user: ['me', ...PICKS],
  multiSelect: SETS,
  users: SETS,
  depts: SETS,
  lookups: SETS,
};
/**
 * Operators a condition over a field can have and be written as an expression, the most used first.
 */
export const conditionOperators = (field: FieldDescribe): readonly FilterOperator[] =>
  OPERATORS[valueType(field)] ?? PRESENCE;

/** How the values of a field are written in an expression. */
export type LiteralKind = 'number' | 'boolean' | 'date' | 'text';
export function literalKind(field: FieldDescribe): LiteralKind {
  const type = shownType({ ...field, type: valueType(field) });
  if (['integer', 'decimal', 'currency', 'percent', 'rating', 'slider'].includes(type))
    return 'number';
  return type === 'boolean' || type === 'date' ? type : 'text';
}
