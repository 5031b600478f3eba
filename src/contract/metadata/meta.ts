import { Type, type Static, type TSchema } from 'typebox';
import {
  FILTER_MAX_LEAVES,
  MAX_FIELDS,
  MAX_FILLS,
  MAX_FORMULA,
  MAX_LABEL,
  MAX_NAME,
  MAX_OPTION_LEVELS,
  MAX_OPTIONS,
  MAX_RECORD_KEYS,
  MAX_ROW_FIELDS,
  MAX_RULES,
  MAX_SEARCH_FIELDS,
  MAX_SECTIONS,
  MAX_SHOWN_BESIDE,
  MAX_TABS,
  MAX_UNIT,
  SORT_MAX,
} from '../base/constants.ts';
import { CODE_RESETS, CodeSegments } from '../company/code-rules.ts';
import { FIELD_TYPES, RESULT_TYPES, SHOWN_AS, type FilterOperator } from '../fields/field-types.ts';
import { TEXT_FORMAT_NAMES } from '../fields/text-formats.ts';
import { oneOf } from '../base/one-of.ts';
import { Closed } from '../base/closed.ts';
import { DraftRule, DraftValidation, FormRule, FormValidation, MAX_FORM_RULES } from './rules.ts';

export { oneOf };

/** A reference to something by its name. */
export const NameRef = Type.String({ maxLength: MAX_NAME });
/**
 * `x-kind` says what an input of a call names, for pages that make the call
 * (src/document/schema/kinds.ts): the object, or fields of the object that `object` beside them names.
 */
export const OBJECT_KIND = { 'x-kind': { kind: 'object' } } as const;
export const ObjectRef = Type.String({ maxLength: MAX_NAME, ...OBJECT_KIND });
export const FIELD_KIND = { 'x-kind': { kind: 'field', of: ['object'] } } as const;
export const FieldRef = Type.String({ maxLength: MAX_NAME, ...FIELD_KIND });
export const ApiName = Type.String({
  maxLength: MAX_NAME,
  description: 'English name: ^[a-z][A-Za-z0-9_]{0,39}$, not reserved',
});
export const Id = Type.String({ minLength: 1, maxLength: 64 });

/** `children` make a tree: the options of a cascade. */
export interface SelectOption {
  code: string;
  label: string;
  color?: string;
  disabled?: boolean;
  children?: SelectOption[];
}
const optionOf = (levels: number): TSchema =>
  Closed({
    code: Type.String({ minLength: 1, maxLength: 40 }),
    label: Type.String({ minLength: 1, maxLength: MAX_LABEL }),
    color: Type.Optional(Type.String({ maxLength: 20 })),
    disabled: Type.Optional(Type.Boolean()),
    ...(levels > 1 && {
      children: Type.Optional(Type.Array(optionOf(levels - 1), { maxItems: MAX_OPTIONS })),
    }),
  });
export const SelectOption = Type.Unsafe<SelectOption>(optionOf(MAX_OPTION_LEVELS));

/**
 * How an automatic number is made: by a code rule of the company (`rule` is its code), or by
 * segments of the field's own.
 */
export const NumberRule = Closed({
  rule: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  segments: Type.Optional(CodeSegments),
  /** When the running number restarts, in the time zone of the platform. */
  reset: Type.Optional(oneOf(CODE_RESETS)),
});
export type NumberRule = Static<typeof NumberRule>;

/**
 * An aggregate over the rows of a sub-table of this object (`via`: its apiName) or over the records
 * of another object whose lookup names this record (`via`: object.field). `field` is the aggregated
 * column; `where` an expression over a row.
 */
export const Rollup = Closed({
  via: Type.String({ minLength: 1, maxLength: 100 }),
  fn: oneOf(['count', 'sum', 'min', 'max', 'avg'] as const),
  field: Type.Optional(Type.String({ maxLength: 100 })),
  where: Type.Optional(Type.String({ maxLength: MAX_FORMULA })),
});
export type Rollup = Static<typeof Rollup>;

/**
 * A condition every record must meet: an expression over its fields that must be true, and what to
 * say when it is false.
 */
export const FieldRule = Closed({
  when: Type.String({ minLength: 1, maxLength: MAX_FORMULA }),
  message: Type.String({ minLength: 1, maxLength: 200 }),
});
export type FieldRule = Static<typeof FieldRule>;

export interface FilterLeaf {
  field: string;
  op: FilterOperator;
  value?: unknown;
  valueType?: 'const' | 'variable' | 'field';
}
export interface FilterGroup {
  op: 'and' | 'or';
  items: FilterNode[];
}
export type FilterNode = FilterLeaf | FilterGroup;
/**
 * Filter tree: {op: and|or, items} or one leaf {field, op, value}. Depth, leaves and lists are
 * limited (constants). The shape is checked by bizmeta, which says the path of what it refuses;
 * nothing is ever ignored.
 */
export const Filter = Type.Unsafe<FilterNode>({
  type: 'object',
  'x-kind': { kind: 'filter', of: ['object'] },
  description: `and/or tree of {field, op, value}; at most ${FILTER_MAX_LEAVES} leaves`,
});

/** A field of another object, as far as expressions over a lookup to it need to know it. */
export const ReferredField = Type.Object({
  apiName: Type.String({ maxLength: MAX_NAME }),
  label: Type.String({ maxLength: 200 }),
  type: oneOf(FIELD_TYPES),
  resultType: Type.Optional(oneOf(RESULT_TYPES)),
  showAs: Type.Optional(oneOf(SHOWN_AS)),
});
export type ReferredField = Static<typeof ReferredField>;

/**
 * Choosing a record takes the value of its field `from` into the field `to` beside the lookup.
 * `locked`: it cannot be changed there.
 */
export const Fill = Closed({
  from: Type.String({ minLength: 1, maxLength: MAX_NAME }),
  to: Type.String({ minLength: 1, maxLength: MAX_NAME }),
  locked: Type.Optional(Type.Boolean()),
});
export type Fill = Static<typeof Fill>;

/**
 * Where the value of a new record's field comes from when none is given: the present day or moment,
 * the person and their department, a formula over the record, what the person gave last, or the
 * address of the form that is filled in.
 */
export const DEFAULT_SOURCES = ['now', 'user', 'dept', 'last', 'address', 'formula'] as const;
export const DefaultFrom = Closed({
  source: oneOf(DEFAULT_SOURCES),
  formula: Type.Optional(Type.String({ maxLength: MAX_FORMULA })),
});
export type DefaultFrom = Static<typeof DefaultFrom>;

/** Parameters of an address that are read, and characters of each name and text. */
export const MAX_ADDRESS_VALUES = 50;
export const MAX_ADDRESS_NAME = 100;
export const MAX_ADDRESS_TEXT = 500;
/**
 * Parameters of the address a form was opened at, by field. Anyone can write an address: only
 * fields that a builder opened to it take theirs, each read as a typed text is.
 */
export const AddressValues = Type.Record(
  Type.String({ maxLength: MAX_ADDRESS_NAME }),
  Type.String({ maxLength: MAX_ADDRESS_TEXT }),
  { maxProperties: MAX_ADDRESS_VALUES },
);
export type AddressValues = Static<typeof AddressValues>;

/** A field of the records a lookup offers that is shown beside their titles. */
const ShownBeside = Closed({ field: NameRef });

/**
 * What the deletion of a record does to the records that point to it: it is refused, their lookups
 * are emptied, or they are deleted with it.
 */
export const ON_TARGET_DELETED = ['restrict', 'clear', 'cascade'] as const;
export type OnTargetDeleted = (typeof ON_TARGET_DELETED)[number];

const fieldSettings = {
  id: Type.Optional(Id),
  /**
   * Left out (not empty): made from the label's pinyin, camel case, with a number when taken. Empty
   * text is NAME_EMPTY.
   */
  apiName: Type.Optional(ApiName),
  label: Type.String({ maxLength: 200 }),
  type: oneOf(FIELD_TYPES),
  required: Type.Optional(Type.Boolean()),
  unique: Type.Optional(Type.Boolean()),
  help: Type.Optional(Type.String({ maxLength: 500 })),
  placeholder: Type.Optional(Type.String({ maxLength: 100 })),
  defaultValue: Type.Optional(Type.Unknown()),
  /** Instead of a constant. */
  defaultFrom: Type.Optional(DefaultFrom),
  options: Type.Optional(Type.Array(SelectOption, { maxItems: MAX_OPTIONS })),
  refObject: Type.Optional(NameRef),
  maxLength: Type.Optional(Type.Integer({ minimum: 1 })),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  precision: Type.Optional(Type.Integer()),
  scale: Type.Optional(Type.Integer()),
  currencyCode: Type.Optional(Type.String({ maxLength: 3 })),
  /** Numbers are shown in groups of three, by default. */
  thousands: Type.Optional(Type.Boolean()),
  /** Numbers: the unit they are shown with, after the number unless it is said to be before it. */
  unit: Type.Optional(Type.String({ maxLength: MAX_UNIT })),
  unitFirst: Type.Optional(Type.Boolean()),
  /** Numbers: from ten thousand on they are shown short, 1.2 万, 3.45 亿. */
  compact: Type.Optional(Type.Boolean()),
  /**
   * formula, rollup, slider: what a number of theirs is shown as; a rollup goes by the field it
   * counts over unless said otherwise.
   */
  showAs: Type.Optional(oneOf(SHOWN_AS)),
  /**
   * Values of the field add up to nothing: a unit price. Lists and tables then offer a mean instead
   * of a sum.
   */
  noSum: Type.Optional(Type.Boolean()),
  /** text: the format a value has; it is stored in capitals and without spaces then. */
  textFormat: Type.Optional(oneOf(TEXT_FORMAT_NAMES)),
  /** user, users: those whom a record names are sent no messages about it. */
  noNotice: Type.Optional(Type.Boolean()),
  /** time: HH:mm:ss instead of HH:mm. */
  seconds: Type.Optional(Type.Boolean()),
  /** cascade: only options without children can be chosen. */
  leafOnly: Type.Optional(Type.Boolean()),
  /** area: how deep one must choose; 1 province, 2 city, 3 district. */
  areaLevel: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
  /** slider: distance of two neighbouring values. */
  step: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  numberRule: Type.Optional(NumberRule),
  /** formula: an expression over the record's fields; `resultType` is derived from it. */
  formula: Type.Optional(Type.String({ maxLength: MAX_FORMULA })),
  resultType: Type.Optional(oneOf(RESULT_TYPES)),
  rollup: Type.Optional(Rollup),
  /** lookup: fields that are filled in when a record is chosen. */
  fills: Type.Optional(Type.Array(Fill, { maxItems: MAX_FILLS })),
  /** lookup, lookups: which records can be chosen, and fields shown beside their titles. */
  candidates: Type.Optional(Filter),
  shows: Type.Optional(Type.Array(ShownBeside, { maxItems: MAX_SHOWN_BESIDE })),
  /** lookup, lookups: `restrict` unless said otherwise. */
  onTargetDeleted: Type.Optional(oneOf(ON_TARGET_DELETED)),
  /** lookup: answered by the server, what expressions read of the record it names. */
  reads: Type.Optional(Type.Array(ReferredField, { maxItems: MAX_FIELDS })),
  /** An expression over the record's fields: while it is true the field must not be empty. */
  requiredWhen: Type.Optional(Type.String({ maxLength: MAX_FORMULA })),
  rules: Type.Optional(Type.Array(FieldRule, { maxItems: MAX_RULES })),
  /**
   * Answered by the server; the list's order counts, not the number. A field sent back with it is
   * taken whole: what it leaves out is taken away. A field without it is a patch: what it leaves
   * out stays.
   */
  order: Type.Optional(Type.Integer()),
  /**
   * Answered by the server: the change of its type, or of a column of the sub-table, that is being
   * made (typeChange.list).
   */
  changing: Type.Optional(Id),
  /** Only in an update: hides the field; its column and data stay. */
  removed: Type.Optional(Type.Boolean()),
};
/** What a field is called from now on, where `apiName` says what the request calls it. */
const newName = Type.Optional(ApiName);
/** A column of a sub-table: a field whose rows have no rows of their own. */
const RowInput = Closed({ ...fieldSettings, newName });
export type RowInput = Static<typeof RowInput>;
/**
 * A field as a builder gives it. What a type does not use (options of a text, say) is refused by
 * bizmeta with its path.
 */
export const FieldInput = Closed({
  ...fieldSettings,
  newName,
  /** subTable: the columns of its rows, merged like a describe's fields. */
  fields: Type.Optional(Type.Array(RowInput, { maxItems: MAX_ROW_FIELDS })),
});
export type FieldInput = Static<typeof FieldInput>;

const answered = { apiName: ApiName, id: Id, order: Type.Integer() };
const RowDescribe = Type.Object({ ...fieldSettings, ...answered });
/** A field as the server answers it: everything the type uses is filled in. */
export const FieldDescribe = Type.Object({
  ...fieldSettings,
  ...answered,
  /** The one who asks sees masked texts in place of its values: in all records, or in some. */
  masked: Type.Optional(Type.Literal(true)),
  maskedInSome: Type.Optional(Type.Literal(true)),
  fields: Type.Optional(Type.Array(RowDescribe)),
});
export type FieldDescribe = Static<typeof FieldDescribe>;

/** Only in a section of phones. */
const hidden = Type.Optional(Type.Boolean());
/** A field of a section. `span`: columns of the section it takes; left out, as its type does. */
const SectionItem = Closed({
  field: NameRef,
  span: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  hidden,
});
/**
 * Fields shown together on forms and records; fields in no section come after. Phones show the
 * sections marked `phone`, all others the rest; without any such, phones show the same. What is
 * `hidden` on phones is only not drawn: who may read it still does, in lists, exports and by the
 * calls. A form shows it when something in it is wrong.
 */
export const Section = Closed({
  /** Left out of a new one: made by the server. */
  id: Type.Optional(Id),
  label: Type.String({ maxLength: 200 }),
  /** Folded in at first. */
  collapsed: Type.Optional(Type.Boolean()),
  columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  /** Id of the tab it is in; left out or null: above the tabs. */
  tab: Type.Optional(Type.Union([Id, Type.Null()])),
  phone: Type.Optional(Type.Boolean()),
  hidden,
  items: Type.Array(SectionItem, { maxItems: MAX_FIELDS }),
});
export type Section = Static<typeof Section>;
/** A tab of an object's forms and records; it is not shown while no section is in it. */
export const LayoutTab = Closed({ id: Id, label: Type.String({ maxLength: 200 }) });
export type LayoutTab = Static<typeof LayoutTab>;

const describeHead = {
  label: Type.String({ maxLength: 200 }),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  icon: Type.Optional(Type.String({ maxLength: 40 })),
  /**
   * apiName of the field whose value names a record (links, titles); the first text field unless
   * given.
   */
  titleField: Type.Optional(NameRef),
  /**
   * apiNames of the fields a search looks in beside the title. Null, or left out of a new object:
   * those whose type or name says that they identify a record. Left out of an update: unchanged.
   */
  searchFields: Type.Optional(
    Type.Union([Type.Array(NameRef, { maxItems: MAX_SEARCH_FIELDS }), Type.Null()]),
  ),
  /** Left out of an update: they stay as they are. */
  sections: Type.Optional(Type.Array(Section, { maxItems: MAX_SECTIONS * 2 })),
  tabs: Type.Optional(Type.Array(LayoutTab, { maxItems: MAX_TABS })),
};
/**
 * Accepts everything a returned describe contains, so that a client may read, change and send back.
 * `fields` of an update are merged by id, else by apiName: a field not named is unchanged, so that
 * a client that knows less than the server destroys nothing; `removed: true` hides one.
 */
export const DescribeInput = Closed({
  /** Left out of a create: made from the label's pinyin. */
  apiName: Type.Optional(ApiName),
  ...describeHead,
  version: Type.Optional(Type.Integer({ description: '修改时必填：读到的版本' })),
  fields: Type.Array(FieldInput, { maxItems: MAX_FIELDS }),
  /**
   * What its fields do by the record's other values, and conditions every record must meet. Left
   * out of an update: they stay, and follow renamed fields.
   */
  rules: Type.Optional(Type.Array(DraftRule, { maxItems: MAX_FORM_RULES })),
  validations: Type.Optional(Type.Array(DraftValidation, { maxItems: MAX_FORM_RULES })),
  id: Type.Optional(Id),
  appId: Type.Optional(Type.Union([Id, Type.Null()])),
  /** Answered by the server; taken and not used in a write. */
  validator: Type.Optional(Type.String({ maxLength: 200 })),
  sharing: Type.Optional(Type.Literal(true)),
  ops: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 40 })),
});
export type DescribeInput = Static<typeof DescribeInput>;

export const ObjectDescribe = Type.Object({
  id: Id,
  apiName: Type.String(),
  ...describeHead,
  titleField: Type.String(),
  searchFields: Type.Optional(Type.Array(Type.String())),
  appId: Type.Union([Id, Type.Null()]),
  version: Type.Integer(),
  fields: Type.Array(FieldDescribe),
  rules: Type.Optional(Type.Array(FormRule)),
  validations: Type.Optional(Type.Array(FormValidation)),
  /**
   * Name of the record's precompiled validator module (bizmeta.validator.module); changes with what
   * it checks.
   */
  validator: Type.String(),
  sharing: Type.Optional(
    Type.Literal(true, {
      description: 'the object is closed: its records can be shared, by those who may',
    }),
  ),
  ops: Type.Optional(
    Type.Array(Type.String(), {
      description: 'operations the person may do with any record; left out: all',
    }),
  ),
});
export type ObjectDescribe = Static<typeof ObjectDescribe>;

/** Fields a list is asked for: those of an object, and paths into them. */
export const FieldNames = Type.Array(FieldRef, { maxItems: MAX_FIELDS * 2 });

export const Sort = Type.Array(Closed({ field: FieldRef, dir: oneOf(['asc', 'desc'] as const) }), {
  maxItems: SORT_MAX,
});
export type Sort = Static<typeof Sort>;

/**
 * A record on the wire: system fields and one key a field. Lookup, user, dept and role are ids
 * (text), users, depts and lookups arrays of them; decimals are numbers; dates YYYY-MM-DD, months
 * YYYY-MM, times HH:mm[:ss]; date-times ISO 8601 in UTC; ranges {from, to}, both inclusive;
 * attachments and images arrays of AttachmentRef, a signature one; rich text a document {type: doc,
 * content}; places {lng, lat, address?} in WGS-84. A sub-table is an array of rows in their order
 * (in a list its number of rows): a row written without id is new, one left out is removed.
 */
export const RecordValues = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: MAX_RECORD_KEYS,
});
export type RecordValues = Record<string, unknown>;
export const AttachmentRef = Type.Object({
  fileId: Id,
  name: Type.String(),
  size: Type.Integer(),
  mime: Type.String(),
});
export type AttachmentRef = Static<typeof AttachmentRef>;

/** Names for the ids an answer holds: {objectApiName | 'user' | 'dept': {id: label}}. */
export const Labels = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()));
export type Labels = Record<string, Record<string, string>>;
