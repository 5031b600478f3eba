import {
  DEFAULT_RATING,
  INTEGER_MAX,
  INTEGER_MIN,
  MAX_FILES_PER_FIELD,
  MAX_LONG_TEXT,
  MAX_REFS,
  MAX_ROWS,
  MAX_TEXT,
  type FieldDescribe,
  type FieldType,
} from '../../contract/index.ts';
import type { Schema } from '../schema/types.ts';
import { allCodes } from '../../values/index.ts';

/**
 * How the value of each field type travels (RecordValues of the contract), as draft-07 JSON Schema.
 * The shapes are the ones the server's field types parse; a test on the server compares the two
 * over the same samples.
 */
const ID: Schema = { type: 'string', minLength: 1, maxLength: 64 };
const DAY = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const TIME = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,6})?)?';
/** ISO 8601 with a zone, or a wall-clock time that is read in the tenant's zone. */
const DATE_TIME = `^${DAY}(T${TIME}(Z|[+-](0\\d|1[0-4]):?[0-5]\\d)|[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?)$`;
const EMAIL =
  '^[^\\s@<>"(),:;[\\]\\\\]{1,64}@[^\\s@<>"(),:;[\\]\\\\.]+(\\.[^\\s@<>"(),:;[\\]\\\\.]+)+$';
const PHONE = '^\\+?[0-9(][0-9 ()-]{3,24}(转\\d{1,6})?$';
const URL = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$';

const text =
  (most: number, pattern?: string) =>
  (field: FieldDescribe): Schema => ({
    type: 'string',
    maxLength: field.maxLength ?? most,
    ...(pattern !== undefined && { pattern }),
  });
const codes = (field: FieldDescribe): string[] => allCodes(field.options);
const attachmentRef: Schema = {
  type: 'object',
  required: ['fileId'],
  additionalProperties: false,
  properties: {
    fileId: ID,
    name: { type: 'string' },
    size: { type: 'integer', minimum: 0 },
    mime: { type: 'string' },
  },
};

/**
 * A decimal: bounds as numbers, digits as `x-decimal` for checkDecimal. multipleOf would be wrong:
 * 1.1 is no multiple of 0.1 in floating point.
 */
function decimal(field: FieldDescribe): Schema {
  const { precision, scale } = field;
  return {
    type: 'number',
    ...bounds(field),
    ...(precision !== undefined && { 'x-decimal': { precision, scale: scale ?? 0 } }),
  } as Schema;
}
const bounds = (field: FieldDescribe, least?: number, most?: number): Schema => {
  const minimum = field.min ?? least;
  const maximum = field.max ?? most;
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
};

const refs = (): Schema => ({ type: 'array', uniqueItems: true, maxItems: MAX_REFS, items: ID });
/** A range of days, both inclusive. That it does not end before it begins is beyond JSON Schema. */
const dateRange: Schema = {
  type: 'object',
  required: ['from', 'to'],
  additionalProperties: false,
  properties: {
    from: { type: 'string', pattern: `^${DAY}$` },
    to: { type: 'string', pattern: `^${DAY}$` },
  },
};
const location: Schema = {
  type: 'object',
  required: ['lng', 'lat'],
  additionalProperties: false,
  properties: {
    lng: { type: 'number', minimum: -180, maximum: 180 },
    lat: { type: 'number', minimum: -90, maximum: 90 },
    address: { type: 'string', maxLength: MAX_TEXT },
  },
};
/** A rich text's outline; its content is checked by richTextFault, on both sides. */
const richText: Schema = {
  type: 'object',
  required: ['type'],
  additionalProperties: false,
  properties: { type: { const: 'doc' }, content: { type: 'array', items: { type: 'object' } } },
};
const files = (field: FieldDescribe): Schema => ({
  type: 'array',
  maxItems: field.max ?? MAX_FILES_PER_FIELD,
  items: attachmentRef,
});

/** A sub-table's rows: an existing row has its id. */
function rows(field: FieldDescribe): Schema {
  const columns = (field.fields ?? []).filter((column) => column.removed !== true);
  return {
    type: 'array',
    maxItems: MAX_ROWS,
    items: {
      type: 'object',
      additionalProperties: false,
      required: columns
        .filter((column) => column.required === true)
        .map((column) => column.apiName),
      properties: Object.fromEntries([
        ['id', ID],
        ...columns.map(
          (column) => [column.apiName, fieldSchema(column, column.required === true)] as const,
        ),
      ]),
    },
  };
}

const SCHEMAS: Record<FieldType, (field: FieldDescribe) => Schema> = {
  text: text(MAX_TEXT),
  longText: text(MAX_LONG_TEXT),
  email: text(254, EMAIL),
  phone: text(30, PHONE),
  url: text(MAX_TEXT, URL),
  integer: (field) => ({ type: 'integer', ...bounds(field, INTEGER_MIN, INTEGER_MAX) }),
  decimal,
  currency: decimal,
  percent: decimal,
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', pattern: `^${DAY}$`, format: 'date' }),
  dateTime: () => ({ type: 'string', pattern: DATE_TIME }),
  singleSelect: (field) => ({ type: 'string', enum: codes(field) }),
  multiSelect: (field) => ({
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', enum: codes(field) },
  }),
  user: () => ID,
  dept: () => ID,
  lookup: () => ID,
  attachment: () => ({ type: 'array', maxItems: MAX_FILES_PER_FIELD, items: attachmentRef }),
  richText: () => richText,
  time: (field) => ({
    type: 'string',
    pattern: field.seconds ? '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$' : '^([01]\\d|2[0-3]):[0-5]\\d$',
  }),
  yearMonth: () => ({ type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }),
  dateRange: () => dateRange,
  cascade: (field) => ({ type: 'string', enum: codes(field) }),
  area: () => ({ type: 'string', pattern: '^[1-9]\\d{5}$' }),
  users: refs,
  depts: refs,
  role: () => ID,
  lookups: refs,
  subTable: rows,
  image: files,
  signature: () => attachmentRef,
  rating: (field) => ({ type: 'integer', minimum: 1, maximum: field.max ?? DEFAULT_RATING }),
  slider: (field) => ({ type: 'number', ...bounds(field) }),
  location: () => location,
  barcode: text(MAX_TEXT),
  autoNumber: () => ({}),
  formula: () => ({}),
  rollup: () => ({}),
};

/** Schema of a present value. */
const valueSchema = (field: FieldDescribe): Schema => ({
  ...SCHEMAS[field.type](field),
  title: field.label,
});

/**
 * Schema of a field's place in a record: null, empty text and an empty list all mean no value,
 * unless it is required.
 */
export function fieldSchema(field: FieldDescribe, required: boolean): Schema {
  const schema = valueSchema(field);
  if (required)
    return {
      ...schema,
      ...(schema.type === 'string' && { minLength: 1 }),
      ...(schema.type === 'array' && { minItems: 1 }),
    };
  const { title, ...value } = schema;
  if (value.type === undefined) return schema;
  if (value.enum) return { title, type: ['string', 'null'], enum: [...value.enum, '', null] };
  const loose = value.pattern !== undefined || value.minLength !== undefined;
  return loose
    ? { title, anyOf: [value, { enum: ['', null] }] }
    : { title, ...value, type: [value.type as string, 'null'] };
}
