import { Type, type Static, type TSchema } from 'typebox';
import { FILTER_MAX_LEAVES, MAX_FIELDS, MAX_LABEL, MAX_OPTIONS, SORT_MAX } from './constants.ts';

/** Field types a builder can choose, in the order the build centre offers them. */
export const FIELD_TYPES = [
  'text', 'longText', 'integer', 'decimal', 'currency', 'percent', 'boolean', 'date', 'dateTime',
  'singleSelect', 'multiSelect', 'user', 'dept', 'lookup', 'attachment', 'email', 'phone', 'url',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Closed object: an unknown key is an error, never ignored. */
const Closed = <P extends Record<string, TSchema>>(p: P) => Type.Object(p, { additionalProperties: false });
export const oneOf = <const T extends readonly string[]>(values: T) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });

export const ApiName = Type.String({ description: 'English name: ^[a-z][A-Za-z0-9_]{0,39}$, not reserved' });
export const Id = Type.String({ minLength: 1, maxLength: 64 });

export const SelectOption = Closed({
  code: Type.String({ minLength: 1, maxLength: 40 }),
  label: Type.String({ minLength: 1, maxLength: MAX_LABEL }),
  color: Type.Optional(Type.String({ maxLength: 20 })),
  disabled: Type.Optional(Type.Boolean()),
});
export type SelectOption = Static<typeof SelectOption>;

/** A field as a builder gives it. What a type does not use (options of a text, say) is refused by bizmeta with its path. */
export const FieldInput = Closed({
  id: Type.Optional(Id),
  /** Left out (not empty): made from the label's pinyin, camel case, with a number when taken. Empty text is NAME_EMPTY. */
  apiName: Type.Optional(ApiName),
  label: Type.String({ maxLength: 200 }),
  type: oneOf(FIELD_TYPES),
  required: Type.Optional(Type.Boolean()),
  unique: Type.Optional(Type.Boolean()),
  help: Type.Optional(Type.String({ maxLength: 500 })),
  placeholder: Type.Optional(Type.String({ maxLength: 100 })),
  defaultValue: Type.Optional(Type.Unknown()),
  options: Type.Optional(Type.Array(SelectOption, { maxItems: MAX_OPTIONS })),
  refObject: Type.Optional(Type.String()),
  maxLength: Type.Optional(Type.Integer({ minimum: 1 })),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  precision: Type.Optional(Type.Integer()),
  scale: Type.Optional(Type.Integer()),
  currencyCode: Type.Optional(Type.String({ maxLength: 3 })),
  /**
   * Answered by the server; the list's order counts, not the number. A field sent back with it is taken whole: what it
   * leaves out is taken away. A field without it is a patch: what it leaves out stays.
   */
  order: Type.Optional(Type.Integer()),
  /** Only in an update: hides the field; its column and data stay. */
  removed: Type.Optional(Type.Boolean()),
});
export type FieldInput = Static<typeof FieldInput>;

/** A field as the server answers it: everything the type uses is filled in. */
export const FieldDescribe = Type.Object({ ...FieldInput.properties, apiName: ApiName, id: Id, order: Type.Integer() });
export type FieldDescribe = Static<typeof FieldDescribe>;

const describeHead = {
  label: Type.String({ maxLength: 200 }),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  icon: Type.Optional(Type.String({ maxLength: 40 })),
  /** apiName of the field whose value names a record (links, titles); the first text field unless given. */
  titleField: Type.Optional(Type.String()),
};
/**
 * Takes whatever a describe's answer holds, so that a client may read, change and send back.
 * `fields` of an update are merged by id, else by apiName: a field not named stays as it is, so that a client that knows
 * less than the server destroys nothing; `removed: true` hides one.
 */
export const DescribeInput = Closed({
  /** Left out of a create: made from the label's pinyin. */
  apiName: Type.Optional(ApiName),
  ...describeHead,
  version: Type.Optional(Type.Integer()),
  fields: Type.Array(FieldInput, { maxItems: MAX_FIELDS }),
  id: Type.Optional(Id),
  appId: Type.Optional(Type.Union([Id, Type.Null()])),
  /** Answered by the server; taken and not used in a write. */
  validator: Type.Optional(Type.String({ maxLength: 200 })),
});
export type DescribeInput = Static<typeof DescribeInput>;

export const ObjectDescribe = Type.Object({
  id: Id,
  apiName: Type.String(),
  ...describeHead,
  titleField: Type.String(),
  appId: Type.Union([Id, Type.Null()]),
  version: Type.Integer(),
  fields: Type.Array(FieldDescribe),
  /** Name of the record's precompiled validator module (bizmeta.validator.module); changes with what it checks. */
  validator: Type.String(),
});
export type ObjectDescribe = Static<typeof ObjectDescribe>;

/**
 * Fields every record has besides the builder's. They can be read, filtered and sorted by, not written.
 * id text, version integer, createdAt/updatedAt dateTime, createdBy/updatedBy user.
 */
export const SYSTEM_FIELDS = [
  { apiName: 'id', label: '编号', type: 'text' },
  { apiName: 'version', label: '版本', type: 'integer' },
  { apiName: 'createdAt', label: '创建时间', type: 'dateTime' },
  { apiName: 'createdBy', label: '创建人', type: 'user' },
  { apiName: 'updatedAt', label: '更新时间', type: 'dateTime' },
  { apiName: 'updatedBy', label: '更新人', type: 'user' },
] as const satisfies readonly { apiName: string; label: string; type: FieldType }[];

/** Filter operators by what they mean; which a field type takes is FILTER_OPS. Dates are read in the tenant's time zone. */
export const FILTER_OPERATORS = [
  'eq', 'ne', 'in', 'nin', 'contains', 'ncontains', 'starts', 'ends', 'empty', 'nempty',
  'gt', 'gte', 'lt', 'lte', 'between',
  'today', 'yesterday', 'tomorrow', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'thisYear', 'lastNDays', 'nextNDays',
  'hasAny', 'hasAll', 'hasNone', 'exactly', 'me',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

const TEXT_OPS = ['contains', 'ncontains', 'eq', 'ne', 'starts', 'ends', 'in', 'nin', 'empty', 'nempty'] as const;
const NUMBER_OPS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'empty', 'nempty'] as const;
const DATE_OPS = ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'today', 'yesterday', 'tomorrow', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'thisYear', 'lastNDays', 'nextNDays', 'empty', 'nempty'] as const;
const PICK_OPS = ['eq', 'ne', 'in', 'nin', 'empty', 'nempty'] as const;
/** Operators each field type takes, the most used first. `me` takes no value: the person who asks. */
export const FILTER_OPS: Record<FieldType, readonly FilterOperator[]> = {
  text: TEXT_OPS, email: TEXT_OPS, phone: TEXT_OPS, url: TEXT_OPS, longText: ['contains', 'ncontains', 'empty', 'nempty'],
  integer: NUMBER_OPS, decimal: NUMBER_OPS, currency: NUMBER_OPS, percent: NUMBER_OPS,
  boolean: ['eq', 'empty', 'nempty'], date: DATE_OPS, dateTime: DATE_OPS,
  singleSelect: PICK_OPS, multiSelect: ['hasAny', 'hasAll', 'hasNone', 'exactly', 'empty', 'nempty'],
  user: ['eq', 'ne', 'in', 'nin', 'me', 'empty', 'nempty'], dept: PICK_OPS, lookup: PICK_OPS, attachment: ['empty', 'nempty'],
};

/** Field types a list can be sorted by: values with one order that a person expects. Selects sort by the order of their options. */
export const SORTABLE_TYPES = ['text', 'integer', 'decimal', 'currency', 'percent', 'boolean', 'date', 'dateTime', 'singleSelect', 'email', 'phone', 'url'] as const satisfies readonly FieldType[];
export const isSortable = (type: FieldType): boolean => (SORTABLE_TYPES as readonly FieldType[]).includes(type);

export interface FilterLeaf { field: string; op: FilterOperator; value?: unknown; valueType?: 'const' | 'variable' | 'field' }
export interface FilterGroup { op: 'and' | 'or'; items: FilterNode[] }
export type FilterNode = FilterLeaf | FilterGroup;
/**
 * Filter tree: {op: and|or, items} or one leaf {field, op, value}. Depth, leaves and lists are limited (constants).
 * The shape is checked by bizmeta, which says the path of what it refuses; nothing is ever ignored.
 */
export const Filter = Type.Unsafe<FilterNode>({ type: 'object', description: `and/or tree of {field, op, value}; at most ${FILTER_MAX_LEAVES} leaves` });

export const Sort = Type.Array(Closed({ field: Type.String(), dir: oneOf(['asc', 'desc'] as const) }), { maxItems: SORT_MAX });
export type Sort = Static<typeof Sort>;

/** A record on the wire: system fields and one key a field. Lookup, user and dept are ids (text); decimals are numbers; dates YYYY-MM-DD; date-times ISO 8601 in UTC; attachments arrays of AttachmentRef. */
export const RecordValues = Type.Record(Type.String(), Type.Unknown());
export type RecordValues = Record<string, unknown>;
export const AttachmentRef = Type.Object({ fileId: Id, name: Type.String(), size: Type.Integer(), mime: Type.String() });
export type AttachmentRef = Static<typeof AttachmentRef>;

/** Names for the ids an answer holds: {objectApiName | 'user' | 'dept': {id: label}}. */
export const Labels = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()));
export type Labels = Record<string, Record<string, string>>;
