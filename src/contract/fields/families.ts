import { MAX_FILES_PER_FIELD, MAX_REFS } from '../base/constants.ts';
import type { FieldDescriptor, FieldSettings, ValueSchema, ValueShape } from './descriptor.ts';
import { CALENDAR_OPS, DAY_COUNT_OPS, type FilterOperator } from './operators.ts';

/** What the types of a family share. Each spreads its family and says what is its own. */

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
  ...CALENDAR_OPS,
  ...DAY_COUNT_OPS,
  'empty',
  'nempty',
] as const;
export const PICK_OPS = ['eq', 'ne', 'in', 'nin', 'empty', 'nempty'] as const;
export const SET_OPS = ['hasAny', 'hasAll', 'hasNone', 'exactly', 'empty', 'nempty'] as const;
export const PRESENCE_OPS = ['empty', 'nempty'] as const;
export const SPAN_OPS = ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'empty', 'nempty'] as const;
export const SEARCH_OPS = ['contains', 'ncontains', 'empty', 'nempty'] as const;
export const SET_CONDITIONS = ['hasAny', 'hasAll', 'hasNone', 'empty', 'nempty'] as const;
type Traits = Partial<FieldDescriptor> & { operators: readonly FilterOperator[] };

/** One line of text. */
export const LINE = {
  group: '文本',
  family: 'text',
  reads: 'text',
  format: 'plain',
  read: 'line',
  operators: TEXT_OPS,
  conditions: [
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
  ],
  comparedAs: 'text',
  sortable: true,
  inRows: 'offered',
  typed: true,
} as const satisfies Traits;
export const textSchema =
  (most: number, pattern?: string) =>
  (field: FieldSettings): ValueSchema => ({
    type: 'string',
    maxLength: field.maxLength ?? most,
    ...(pattern !== undefined && { pattern }),
  });

export const NUMBER = {
  group: '数字',
  family: 'number',
  reads: 'number',
  format: 'number',
  read: 'number',
  operators: NUMBER_OPS,
  conditions: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'empty', 'nempty'],
  comparedAs: 'number',
  sortable: true,
  inRows: 'offered',
} as const satisfies Traits;
export const bounds = (field: FieldSettings, least?: number, most?: number): ValueSchema => {
  const minimum = field.min ?? least;
  const maximum = field.max ?? most;
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
};
/** A decimal: bounds as numbers, digits as `x-decimal` for checkDecimal. */
export function decimals(field: FieldSettings): ValueSchema {
  const { precision, scale } = field;
  return {
    type: 'number',
    ...bounds(field),
    ...(precision !== undefined && { 'x-decimal': { precision, scale: scale ?? 0 } }),
  };
}

export const DAY = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
export const MOMENT = {
  group: '日期',
  family: 'moment',
  operators: DATE_OPS,
  sortable: true,
  inRows: 'offered',
} as const satisfies Traits;

export const CHOICE = {
  group: '选择',
  family: 'option',
  reads: 'text',
  operators: PICK_OPS,
  conditions: PICK_OPS,
  inRows: 'offered',
} as const satisfies Traits;
interface Option {
  code: string;
  children?: Option[];
}
/** Codes of every option, those below others included. */
export const codes = (options: readonly Option[] = []): string[] =>
  options.flatMap((option) => [option.code, ...codes(option.children)]);

/** An id is opaque: only its length is known. */
export const ID_SCHEMA: ValueSchema = { type: 'string', minLength: 1, maxLength: 64 };
/** A person, a department, a role or a record by its id. */
export const REFERENCE = {
  group: '组织与关联',
  reads: 'text',
  schema: (): ValueSchema => ID_SCHEMA,
  format: 'names',
  read: 'names',
  operators: PICK_OPS,
  conditions: PICK_OPS,
  wording: 'pick',
  inRows: 'offered',
  picked: true,
} as const satisfies Traits;
/** Several of them. */
export const REFERENCES = {
  group: '组织与关联',
  reads: { list: 'text' },
  schema: (): ValueSchema => ({
    type: 'array',
    uniqueItems: true,
    maxItems: MAX_REFS,
    items: ID_SCHEMA,
  }),
  format: 'names',
  read: 'names',
  operators: SET_OPS,
  conditions: SET_CONDITIONS,
  many: true,
} as const satisfies Traits;

export const FILE: ValueShape = {
  fields: { fileId: 'text', name: 'text', size: 'number', mime: 'text' },
};
export const fileSchema: ValueSchema = {
  type: 'object',
  required: ['fileId'],
  additionalProperties: false,
  properties: {
    fileId: ID_SCHEMA,
    name: { type: 'string' },
    size: { type: 'integer', minimum: 0 },
    mime: { type: 'string' },
  },
};
/** Uploaded files. */
export const FILES = {
  family: 'files',
  reads: { list: FILE },
  schema: (field: FieldSettings): ValueSchema => ({
    type: 'array',
    maxItems: field.max ?? MAX_FILES_PER_FIELD,
    items: fileSchema,
  }),
  format: 'files',
  operators: PRESENCE_OPS,
  noCell: 'any',
} as const satisfies Traits;

/** Computed by the server; filters and display go by the type of the result. */
export const COMPUTED = {
  group: '高级',
  family: 'computed',
  schema: (): ValueSchema => ({}),
  format: 'plain',
  operators: PRESENCE_OPS,
  computed: true,
  noCell: 'any',
} as const satisfies Traits;

/** A value of the wrong type as its own text. */
export const plain = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
