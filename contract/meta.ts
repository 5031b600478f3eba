import { Type, type Static, type TSchema } from 'typebox';
import { FILTER_MAX_LEAVES, MAX_FIELDS, MAX_FORMULA, MAX_LABEL, MAX_OPTION_LEVELS, MAX_OPTIONS, MAX_ROW_FIELDS, MAX_RULES, MAX_SECTIONS, SORT_MAX } from './constants.ts';

/** Field types a builder can choose, in the order the build centre offers them. */
export const FIELD_TYPES = [
  'text', 'longText', 'integer', 'decimal', 'currency', 'percent', 'boolean', 'date', 'dateTime',
  'singleSelect', 'multiSelect', 'user', 'dept', 'lookup', 'attachment', 'email', 'phone', 'url',
  'richText', 'time', 'yearMonth', 'dateRange', 'cascade', 'area', 'users', 'depts', 'role', 'lookups', 'subTable',
  'image', 'signature', 'rating', 'slider', 'location', 'barcode', 'autoNumber', 'formula', 'rollup',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
/** Types whose value the server works out: never written by a caller. */
export const COMPUTED_TYPES = ['autoNumber', 'formula', 'rollup'] as const satisfies readonly FieldType[];
export const isComputed = (type: FieldType): boolean => (COMPUTED_TYPES as readonly FieldType[]).includes(type);
/** Types a row of a sub-table may not have: rows have no rows, and what is worked out is worked out for the whole record. */
export const NOT_IN_ROWS = ['subTable', 'lookups', 'autoNumber', 'formula', 'rollup'] as const satisfies readonly FieldType[];
/** Types a formula or a rollup may answer. */
export const RESULT_TYPES = ['text', 'integer', 'decimal', 'boolean', 'date', 'dateTime'] as const satisfies readonly FieldType[];
export type ResultType = (typeof RESULT_TYPES)[number];
/** What a number that was worked out or slid to is shown as. */
export const SHOWN_AS = ['number', 'currency', 'percent'] as const satisfies readonly string[];
export type ShownAs = (typeof SHOWN_AS)[number];

/** Closed object: an unknown key is an error, never ignored. */
const Closed = <P extends Record<string, TSchema>>(p: P) => Type.Object(p, { additionalProperties: false });
export const oneOf = <const T extends readonly string[]>(values: T) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });

export const ApiName = Type.String({ description: 'English name: ^[a-z][A-Za-z0-9_]{0,39}$, not reserved' });
export const Id = Type.String({ minLength: 1, maxLength: 64 });

/** `children` make a tree: the options of a cascade. */
export interface SelectOption { code: string; label: string; color?: string; disabled?: boolean; children?: SelectOption[] }
const optionOf = (levels: number): TSchema => Closed({
  code: Type.String({ minLength: 1, maxLength: 40 }),
  label: Type.String({ minLength: 1, maxLength: MAX_LABEL }),
  color: Type.Optional(Type.String({ maxLength: 20 })),
  disabled: Type.Optional(Type.Boolean()),
  ...(levels > 1 && { children: Type.Optional(Type.Array(optionOf(levels - 1), { maxItems: MAX_OPTIONS })) }),
});
export const SelectOption = Type.Unsafe<SelectOption>(optionOf(MAX_OPTION_LEVELS));

/** How an automatic number is made: prefix, the day's digits, then a counter of at least `digits` digits. */
export const NumberRule = Closed({
  prefix: Type.Optional(Type.String({ maxLength: 20 })),
  date: Type.Optional(oneOf(['none', 'YYYY', 'YYYYMM', 'YYYYMMDD'] as const)),
  digits: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
  /** When the counter begins anew, in the tenant's time zone. */
  reset: Type.Optional(oneOf(['never', 'year', 'month', 'day'] as const)),
  start: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
});
export type NumberRule = Static<typeof NumberRule>;

/**
 * A figure over the rows of a sub-table of this object (`via`: its apiName) or over the records of another object whose
 * lookup names this record (`via`: object.field). `field` is the column counted over; `where` an expression over a row.
 */
export const Rollup = Closed({
  via: Type.String({ minLength: 1, maxLength: 100 }),
  fn: oneOf(['count', 'sum', 'min', 'max', 'avg'] as const),
  field: Type.Optional(Type.String({ maxLength: 100 })),
  where: Type.Optional(Type.String({ maxLength: MAX_FORMULA })),
});
export type Rollup = Static<typeof Rollup>;

/** A condition every record must meet: an expression over its fields that must be true, and what to say when it is false. */
export const FieldRule = Closed({ when: Type.String({ minLength: 1, maxLength: MAX_FORMULA }), message: Type.String({ minLength: 1, maxLength: 200 }) });
export type FieldRule = Static<typeof FieldRule>;

const fieldSettings = {
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
  /** Numbers are shown in groups of three; yes unless said otherwise. */
  thousands: Type.Optional(Type.Boolean()),
  /** formula, rollup, slider: what a number of theirs is shown as; a rollup goes by the field it counts over unless said otherwise. */
  showAs: Type.Optional(oneOf(SHOWN_AS)),
  /** Values of the field add up to nothing: a unit price. Lists and tables then offer a mean instead of a sum. */
  noSum: Type.Optional(Type.Boolean()),
  /** time: HH:mm:ss instead of HH:mm. */
  seconds: Type.Optional(Type.Boolean()),
  /** cascade: only options without children can be chosen. */
  leafOnly: Type.Optional(Type.Boolean()),
  /** area: how deep one must choose; 1 province, 2 city, 3 district. */
  areaLevel: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
  /** slider: distance of two neighbouring values. */
  step: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  numberRule: Type.Optional(NumberRule),
  /** formula: an expression over the record's fields; `resultType` is worked out from it. */
  formula: Type.Optional(Type.String({ maxLength: MAX_FORMULA })),
  resultType: Type.Optional(oneOf(RESULT_TYPES)),
  rollup: Type.Optional(Rollup),
  /** An expression over the record's fields: while it is true the field must not be empty. */
  requiredWhen: Type.Optional(Type.String({ maxLength: MAX_FORMULA })),
  rules: Type.Optional(Type.Array(FieldRule, { maxItems: MAX_RULES })),
  /**
   * Answered by the server; the list's order counts, not the number. A field sent back with it is taken whole: what it
   * leaves out is taken away. A field without it is a patch: what it leaves out stays.
   */
  order: Type.Optional(Type.Integer()),
  /** Only in an update: hides the field; its column and data stay. */
  removed: Type.Optional(Type.Boolean()),
};
/** A column of a sub-table: a field whose rows have no rows of their own. */
const RowInput = Closed(fieldSettings);
export type RowInput = Static<typeof RowInput>;
/** A field as a builder gives it. What a type does not use (options of a text, say) is refused by bizmeta with its path. */
export const FieldInput = Closed({
  ...fieldSettings,
  /** subTable: the columns of its rows, merged like a describe's fields. */
  fields: Type.Optional(Type.Array(RowInput, { maxItems: MAX_ROW_FIELDS })),
});
export type FieldInput = Static<typeof FieldInput>;

const answered = { apiName: ApiName, id: Id, order: Type.Integer() };
const RowDescribe = Type.Object({ ...fieldSettings, ...answered });
/** A field as the server answers it: everything the type uses is filled in. */
export const FieldDescribe = Type.Object({ ...fieldSettings, ...answered, fields: Type.Optional(Type.Array(RowDescribe)) });
export type FieldDescribe = Static<typeof FieldDescribe>;

/** The type a field's value has: a formula's and a rollup's result, else the field's own. Filters, sorting and display go by it. */
export const valueType = (field: { type: FieldType; resultType?: ResultType | undefined }): FieldType => field.resultType ?? field.type;

/** The type a field's values look like: an amount that a formula works out looks like an amount. */
export function shownType(field: { type: FieldType; resultType?: ResultType | undefined; showAs?: ShownAs | undefined }): FieldType {
  const type = valueType(field);
  const isPlain = type === 'integer' || type === 'decimal' || type === 'slider';
  return isPlain && field.showAs !== undefined && field.showAs !== 'number' ? field.showAs : type;
}

/** Fields that stand together on forms and records; fields in no section come after. */
export const Section = Closed({
  /** Left out of a new one: made by the server. */
  id: Type.Optional(Id),
  label: Type.String({ maxLength: 200 }),
  /** Folded in at first. */
  collapsed: Type.Optional(Type.Boolean()),
  columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  fieldApiNames: Type.Array(Type.String(), { maxItems: MAX_FIELDS }),
});
export type Section = Static<typeof Section>;

const describeHead = {
  label: Type.String({ maxLength: 200 }),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  icon: Type.Optional(Type.String({ maxLength: 40 })),
  /** apiName of the field whose value names a record (links, titles); the first text field unless given. */
  titleField: Type.Optional(Type.String()),
  /** Left out of an update: they stay as they are. */
  sections: Type.Optional(Type.Array(Section, { maxItems: MAX_SECTIONS })),
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
  'hasAny', 'hasAll', 'hasNone', 'exactly', 'me', 'inTree', 'covers', 'overlaps', 'within',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

const TEXT_OPS = ['contains', 'ncontains', 'eq', 'ne', 'starts', 'ends', 'in', 'nin', 'empty', 'nempty'] as const;
const NUMBER_OPS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'empty', 'nempty'] as const;
const DATE_OPS = ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'today', 'yesterday', 'tomorrow', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'thisYear', 'lastNDays', 'nextNDays', 'empty', 'nempty'] as const;
const PICK_OPS = ['eq', 'ne', 'in', 'nin', 'empty', 'nempty'] as const;
const SET_OPS = ['hasAny', 'hasAll', 'hasNone', 'exactly', 'empty', 'nempty'] as const;
const TREE_OPS = ['inTree', ...PICK_OPS] as const;
const PRESENCE_OPS = ['empty', 'nempty'] as const;
/**
 * Operators each field type takes, the most used first. `me` takes no value: the person who asks. `inTree` is a node and
 * all below it; a range `covers` a day, `overlaps` and lies `within` [from, to]. What is worked out is asked for by its
 * result: use filterOps.
 */
export const FILTER_OPS: Record<FieldType, readonly FilterOperator[]> = {
  text: TEXT_OPS, email: TEXT_OPS, phone: TEXT_OPS, url: TEXT_OPS, longText: ['contains', 'ncontains', 'empty', 'nempty'],
  integer: NUMBER_OPS, decimal: NUMBER_OPS, currency: NUMBER_OPS, percent: NUMBER_OPS,
  boolean: ['eq', 'empty', 'nempty'], date: DATE_OPS, dateTime: DATE_OPS,
  singleSelect: PICK_OPS, multiSelect: SET_OPS,
  user: ['eq', 'ne', 'in', 'nin', 'me', 'empty', 'nempty'], dept: PICK_OPS, lookup: PICK_OPS, attachment: PRESENCE_OPS,
  richText: ['contains', 'ncontains', 'empty', 'nempty'],
  time: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'empty', 'nempty'],
  yearMonth: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'thisMonth', 'lastMonth', 'thisYear', 'empty', 'nempty'],
  dateRange: ['covers', 'overlaps', 'within', 'today', 'empty', 'nempty'],
  cascade: TREE_OPS, area: TREE_OPS, users: ['hasAny', 'hasAll', 'hasNone', 'exactly', 'me', 'empty', 'nempty'], depts: SET_OPS, role: PICK_OPS, lookups: SET_OPS,
  subTable: PRESENCE_OPS, image: PRESENCE_OPS, signature: PRESENCE_OPS, rating: NUMBER_OPS, slider: NUMBER_OPS, location: PRESENCE_OPS,
  barcode: TEXT_OPS, autoNumber: TEXT_OPS, formula: PRESENCE_OPS, rollup: PRESENCE_OPS,
};
/** Operators a field takes. */
export const filterOps = (field: { type: FieldType; resultType?: ResultType | undefined }): readonly FilterOperator[] => FILTER_OPS[valueType(field)];

/** Field types a list can be sorted by: values with one order that a person expects. Selects sort by the order of their options. */
export const SORTABLE_TYPES = ['text', 'integer', 'decimal', 'currency', 'percent', 'boolean', 'date', 'dateTime', 'singleSelect', 'email', 'phone', 'url', 'time', 'yearMonth', 'dateRange', 'rating', 'slider', 'barcode', 'autoNumber'] as const satisfies readonly FieldType[];
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

/**
 * A record on the wire: system fields and one key a field. Lookup, user, dept and role are ids (text), users, depts and
 * lookups arrays of them; decimals are numbers; dates YYYY-MM-DD, months YYYY-MM, times HH:mm[:ss]; date-times ISO 8601 in
 * UTC; ranges {from, to}, both inclusive; attachments and images arrays of AttachmentRef, a signature one; rich text a
 * document {type: doc, content}; places {lng, lat, address?} in WGS-84. A sub-table is an array of rows in their order (in
 * a list its number of rows): a row written without id is new, one left out is removed.
 */
export const RecordValues = Type.Record(Type.String(), Type.Unknown());
export type RecordValues = Record<string, unknown>;
export const AttachmentRef = Type.Object({ fileId: Id, name: Type.String(), size: Type.Integer(), mime: Type.String() });
export type AttachmentRef = Static<typeof AttachmentRef>;

/** Names for the ids an answer holds: {objectApiName | 'user' | 'dept': {id: label}}. */
export const Labels = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()));
export type Labels = Record<string, Record<string, string>>;
