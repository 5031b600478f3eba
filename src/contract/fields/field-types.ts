import type { ColumnSettings, FieldDescriptor, FieldSettings, ValueSchema } from './descriptor.ts';
import { FLOW_STATE_OPTIONS } from '../base/flow-states.ts';
import { DESCRIPTORS } from './list.ts';
import type { FilterOperator } from './operators.ts';

export * from './operators.ts';
export type {
  FieldDescriptor,
  FormatName,
  ReaderName,
  ValueSchema,
  ViewUse,
} from './descriptor.ts';

type Descriptor = (typeof DESCRIPTORS)[number];
export type FieldType = Descriptor['type'];
/** Names of the inputs of field types. */
export type FieldInputName = Descriptor['input'];
/** Field types a builder can choose, in the order the build centre offers them. */
export const FIELD_TYPES: readonly FieldType[] = /* @__PURE__ */ DESCRIPTORS.map(
  ({ type }) => type,
);
/** What is known of each type. */
export const FIELDS = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ DESCRIPTORS.map((descriptor): [FieldType, FieldDescriptor] => [
    descriptor.type,
    descriptor,
  ]),
) as Readonly<Record<FieldType, FieldDescriptor>>;
/** The types of which something is true. */
export const typesWhere = (is: (descriptor: FieldDescriptor) => unknown): readonly FieldType[] =>
  FIELD_TYPES.filter((type) => Boolean(is(FIELDS[type])));

/** Types whose value the server computes: never written by a caller. */
export const isComputed = (type: FieldType): boolean => FIELDS[type].computed === true;
/** Whether a group may let people see values of the type masked. */
export const isMaskable = (type: FieldType): boolean => FIELDS[type].mask !== undefined;
/** Whether many records can get the same value at once: it is written, in a cell, and not unique. */
export const isBulkField = ({ type, unique }: { type: FieldType; unique?: boolean }): boolean =>
  !isComputed(type) && FIELDS[type].noCell !== 'any' && unique !== true;
/**
 * Whether a row of a sub-table may have a field of the type: rows have no rows of their own, and
 * nothing refers to a row that could be rolled up.
 */
export const fitsRows = (type: FieldType): boolean => FIELDS[type].inRows !== undefined;

/** Whether a field of the type names one record of another object. */
export const namesRecord = (type: FieldType): boolean =>
  FIELDS[type].names === 'record' && FIELDS[type].many !== true;
/** Whether a field of the type names any number of them. */
export const namesRecords = (type: FieldType): boolean =>
  FIELDS[type].names === 'record' && FIELDS[type].many === true;
/** Whether values of the type are rows, in a table of their own. */
export const holdsRows = (type: FieldType): boolean => FIELDS[type].rows === true;

export const isFieldType = (type: string): type is FieldType => Object.hasOwn(FIELDS, type);

/** Result types of formulas and rollups. */
export type ResultType = Extract<Descriptor, { result: true }>['type'];
export const RESULT_TYPES = /* @__PURE__ */ typesWhere(
  ({ result }) => result,
) as readonly ResultType[];
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
  return FIELDS[type]?.showAs && field.showAs !== undefined && field.showAs !== 'number'
    ? field.showAs
    : type;
}

/**
 * Whether the field's number is a percentage: stored, sent and displayed as the number before the
 * sign (5 is 5 %), read by the expressions of its object as the ratio (0.05).
 */
export const isPercent = (field: Parameters<typeof shownType>[0]): boolean =>
  shownType(field) === 'percent';

interface SystemField {
  readonly apiName: string;
  readonly label: string;
  readonly type: FieldType;
  readonly options?: { code: string; label: string; color: string }[];
}
const FLOW_OPTIONS = FLOW_STATE_OPTIONS.filter(({ code }) => code !== 'draft');
/**
 * Fields every record has besides the builder's. They can be read, filtered and sorted by, not
 * written, except the owner of a new record. A builder's field of the same name takes the place of
 * `owner` or `ownerDept`; one of a person named `owner` says who owns the record.
 */
export const SYSTEM_FIELDS = [
  { apiName: 'id', label: '编号', type: 'text' },
  { apiName: 'version', label: '版本', type: 'integer' },
  { apiName: 'owner', label: '负责人', type: 'user' },
  { apiName: 'ownerDept', label: '所属部门', type: 'dept' },
  { apiName: 'createdAt', label: '创建时间', type: 'dateTime' },
  { apiName: 'createdBy', label: '创建人', type: 'user' },
  { apiName: 'updatedAt', label: '更新时间', type: 'dateTime' },
  { apiName: 'updatedBy', label: '更新人', type: 'user' },
  { apiName: 'flowStatus', label: '流程状态', type: 'singleSelect', options: FLOW_OPTIONS },
] as const satisfies readonly SystemField[];

/** Those of the owner, which a builder's field may replace. */
export const OWNER_FIELDS: readonly string[] = ['owner', 'ownerDept'];
/** Those that only records have, and not rows of a sub-table. */
export const RECORD_FIELDS: readonly string[] = [...OWNER_FIELDS, 'flowStatus'];

/** Operators each field type takes, the most used first. Computed fields take those of their result. */
export const FILTER_OPS = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ FIELD_TYPES.map((type) => [type, FIELDS[type].operators]),
) as Readonly<Record<FieldType, readonly FilterOperator[]>>;
/** Operators a field takes, those of its result where it is computed. */
export const filterOps = (field: {
  type: FieldType;
  resultType?: ResultType | undefined;
}): readonly FilterOperator[] => FIELDS[valueType(field)].operators;

/** Whether a list can be sorted by the type. Selects sort by the order of their options. */
export const isSortable = (type: FieldType): boolean => FIELDS[type].sortable === true;

/** The JSON Schema of a present value; `column` makes that of a sub-table's column. */
export const schemaOfType = (
  field: FieldSettings & { type: FieldType },
  column: (column: ColumnSettings) => ValueSchema,
): ValueSchema => FIELDS[field.type].schema(field, column);
