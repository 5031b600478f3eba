/** Field types a builder can choose, in the order the build centre offers them. */
export const FIELD_TYPES = [
  'text',
  'longText',
  'integer',
  'decimal',
  'currency',
  'percent',
  'boolean',
  'date',
  'dateTime',
  'singleSelect',
  'multiSelect',
  'user',
  'dept',
  'lookup',
  'attachment',
  'email',
  'phone',
  'url',
  'richText',
  'time',
  'yearMonth',
  'dateRange',
  'cascade',
  'area',
  'users',
  'depts',
  'role',
  'lookups',
  'subTable',
  'image',
  'signature',
  'rating',
  'slider',
  'location',
  'barcode',
  'autoNumber',
  'formula',
  'rollup',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
/** Types whose value the server computes: never written by a caller. */
const COMPUTED_TYPES = ['autoNumber', 'formula', 'rollup'] as const satisfies readonly FieldType[];
export const isComputed = (type: FieldType): boolean =>
  (COMPUTED_TYPES as readonly FieldType[]).includes(type);
/**
 * Types a row of a sub-table may not have: rows have no rows, and computed values are computed for
 * the whole record.
 */
export const NOT_IN_ROWS = [
  'subTable',
  'lookups',
  'autoNumber',
  'formula',
  'rollup',
] as const satisfies readonly FieldType[];
/** Result types of formulas and rollups. */
export const RESULT_TYPES = [
  'text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'dateTime',
] as const satisfies readonly FieldType[];
export type ResultType = (typeof RESULT_TYPES)[number];
/** Display of a computed number or a slider's. */
export const SHOWN_AS = ['number', 'currency', 'percent'] as const satisfies readonly string[];
export type ShownAs = (typeof SHOWN_AS)[number];

/**
 * The type a field's value has: a formula's and a rollup's result, else the field's own. Filters,
 * sorting and display go by it.
 */
export const valueType = (field: {
  type: FieldType;
  resultType?: ResultType | undefined;
}): FieldType => field.resultType ?? field.type;

/**
 * The type that determines a field's display: a formula whose result is an amount is displayed as
 * an amount.
 */
export function shownType(field: {
  type: FieldType;
  resultType?: ResultType | undefined;
  showAs?: ShownAs | undefined;
}): FieldType {
  const type = valueType(field);
  const isPlain = type === 'integer' || type === 'decimal' || type === 'slider';
  return isPlain && field.showAs !== undefined && field.showAs !== 'number' ? field.showAs : type;
}

/**
 * Fields every record has besides the builder's. They can be read, filtered and sorted by, not
 * written. id text, version integer, createdAt/updatedAt dateTime, createdBy/updatedBy user.
 */
export const SYSTEM_FIELDS = [
  { apiName: 'id', label: '编号', type: 'text' },
  { apiName: 'version', label: '版本', type: 'integer' },
  { apiName: 'createdAt', label: '创建时间', type: 'dateTime' },
  { apiName: 'createdBy', label: '创建人', type: 'user' },
  { apiName: 'updatedAt', label: '更新时间', type: 'dateTime' },
  { apiName: 'updatedBy', label: '更新人', type: 'user' },
] as const satisfies readonly { apiName: string; label: string; type: FieldType }[];

/**
 * Filter operators by what they mean; which a field type takes is FILTER_OPS. Dates are read in the
 * tenant's time zone.
 */
const FILTER_OPERATORS = [
  'eq',
  'ne',
  'in',
  'nin',
  'contains',
  'ncontains',
  'starts',
  'ends',
  'empty',
  'nempty',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'today',
  'yesterday',
  'tomorrow',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastNDays',
  'nextNDays',
  'hasAny',
  'hasAll',
  'hasNone',
  'exactly',
  'me',
  'inTree',
  'covers',
  'overlaps',
  'within',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

const TEXT_OPS = [
  'contains',
  'ncontains',
  'eq',
  'ne',
  'starts',
  'ends',
  'in',
  'nin',
  'empty',
  'nempty',
] as const;
const NUMBER_OPS = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'empty',
  'nempty',
] as const;
const DATE_OPS = [
  'eq',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'today',
  'yesterday',
  'tomorrow',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastNDays',
  'nextNDays',
  'empty',
  'nempty',
] as const;
const PICK_OPS = ['eq', 'ne', 'in', 'nin', 'empty', 'nempty'] as const;
const SET_OPS = ['hasAny', 'hasAll', 'hasNone', 'exactly', 'empty', 'nempty'] as const;
const TREE_OPS = ['inTree', ...PICK_OPS] as const;
const PRESENCE_OPS = ['empty', 'nempty'] as const;
/**
 * Operators each field type takes, the most used first. `me` takes no value: the current user.
 * `inTree` is a node and all below it; a range `covers` a day, `overlaps` and lies `within` [from,
 * to]. Computed fields take those of their result: use filterOps.
 */
export const FILTER_OPS: Record<FieldType, readonly FilterOperator[]> = {
  text: TEXT_OPS,
  email: TEXT_OPS,
  phone: TEXT_OPS,
  url: TEXT_OPS,
  longText: ['contains', 'ncontains', 'empty', 'nempty'],
  integer: NUMBER_OPS,
  decimal: NUMBER_OPS,
  currency: NUMBER_OPS,
  percent: NUMBER_OPS,
  boolean: ['eq', 'empty', 'nempty'],
  date: DATE_OPS,
  dateTime: DATE_OPS,
  singleSelect: PICK_OPS,
  multiSelect: SET_OPS,
  user: ['eq', 'ne', 'in', 'nin', 'me', 'empty', 'nempty'],
  dept: PICK_OPS,
  lookup: PICK_OPS,
  attachment: PRESENCE_OPS,
  richText: ['contains', 'ncontains', 'empty', 'nempty'],
  time: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'empty', 'nempty'],
  yearMonth: [
    'eq',
    'lt',
    'lte',
    'gt',
    'gte',
    'between',
    'thisMonth',
    'lastMonth',
    'thisYear',
    'empty',
    'nempty',
  ],
  dateRange: ['covers', 'overlaps', 'within', 'today', 'empty', 'nempty'],
  cascade: TREE_OPS,
  area: TREE_OPS,
  users: ['hasAny', 'hasAll', 'hasNone', 'exactly', 'me', 'empty', 'nempty'],
  depts: SET_OPS,
  role: PICK_OPS,
  lookups: SET_OPS,
  subTable: PRESENCE_OPS,
  image: PRESENCE_OPS,
  signature: PRESENCE_OPS,
  rating: NUMBER_OPS,
  slider: NUMBER_OPS,
  location: PRESENCE_OPS,
  barcode: TEXT_OPS,
  autoNumber: TEXT_OPS,
  formula: PRESENCE_OPS,
  rollup: PRESENCE_OPS,
};
/** Operators a field takes. */
export const filterOps = (field: {
  type: FieldType;
  resultType?: ResultType | undefined;
}): readonly FilterOperator[] => FILTER_OPS[valueType(field)];

/**
 * Field types a list can be sorted by: values with one order that a person expects. Selects sort by
 * the order of their options.
 */
const SORTABLE_TYPES = [
  'text',
  'integer',
  'decimal',
  'currency',
  'percent',
  'boolean',
  'date',
  'dateTime',
  'singleSelect',
  'email',
  'phone',
  'url',
  'time',
  'yearMonth',
  'dateRange',
  'rating',
  'slider',
  'barcode',
  'autoNumber',
] as const satisfies readonly FieldType[];
export const isSortable = (type: FieldType): boolean =>
  (SORTABLE_TYPES as readonly FieldType[]).includes(type);
