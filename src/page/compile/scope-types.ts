import {
  FIELDS,
  RECORD_OPS,
  SYSTEM_FIELDS,
  valueType,
  type FieldDescribe,
  type ObjectDescribe,
} from '../../contract/index.ts';
import type { Type } from '../../expression/index.ts';
import type { CellType } from '../model/document.ts';
import { asText, own, put, type Schema } from '../../document/index.ts';
import { liveFields } from '../describe/record-schema.ts';

/** Types of the names an expression can read, as docs/page-schema.md lists them. */

const CELLS: Record<CellType, Type> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'dateTime',
  list: { list: 'any' },
  any: 'any',
};
export const cellType = (type: unknown): Type =>
  (own(CELLS, asText(type)) as Type | undefined) ?? 'any';

/** A value of such a type as a schema; nothing at all fits each of them. */
export const cellSchema = (type: unknown): Schema => SCHEMAS[asText(type) as CellType] ?? {};
const SCHEMAS: Record<CellType, Schema> = {
  text: { type: ['string', 'null'] },
  number: { type: ['number', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  date: { type: ['string', 'null'], format: 'date' },
  dateTime: { type: ['string', 'null'], format: 'date-time' },
  list: { type: ['array', 'null'] },
  any: {},
};

/** The type of one field's value: a sub-table's rows have the types of their columns. */
export function fieldType(field: FieldDescribe): Type {
  if (field.type !== 'subTable') return FIELDS[valueType(field)].reads;
  const columns: Record<string, Type> = { id: 'text' };
  for (const column of field.fields ?? [])
    if (column.removed !== true) put(columns, column.apiName, FIELDS[valueType(column)].reads);
  return { list: { fields: columns } };
}
/** A record of an object: system fields and its own. */
export function recordType(describe: ObjectDescribe): Type {
  const fields: Record<string, Type> = {};
  for (const field of SYSTEM_FIELDS) put(fields, field.apiName, FIELDS[field.type].reads);
  for (const field of liveFields(describe)) put(fields, field.apiName, fieldType(field));
  return { fields };
}

/** Deeper parts of a schema are `any`: recursive schemas end here too. */
const MAX_DEPTH = 6;
/** The type of values a JSON Schema allows; what cannot be said exactly is `any`. */
export function schemaType(schema: Schema | undefined, depth = 0): Type {
  if (!schema || depth > MAX_DEPTH || schema.$ref !== undefined) return 'any';
  const branches = (schema.anyOf ?? schema.oneOf)?.filter((branch) => branch.type !== 'null');
  if (branches) return branches.length === 1 ? schemaType(branches[0], depth + 1) : 'any';
  const types = [schema.type].flat().filter((each) => each !== 'null');
  return types.length === 1 ? typeNamed(types[0], schema, depth) : 'any';
}
function typeNamed(name: string | undefined, schema: Schema, depth: number): Type {
  if (name === 'string') return textType(schema);
  if (name === 'array')
    return { list: Array.isArray(schema.items) ? 'any' : schemaType(schema.items, depth + 1) };
  if (name === 'object') return objectType(schema, depth);
  return (own(SCALARS, name ?? '') as Type | undefined) ?? 'any';
}
const SCALARS: Readonly<Record<string, Type>> = {
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};
function textType({ format }: Schema): Type {
  if (format === 'date') return 'date';
  return format === 'date-time' ? 'dateTime' : 'text';
}
function objectType(schema: Schema, depth: number): Type {
  if (
    !schema.properties ||
    schema.patternProperties ||
    (schema.additionalProperties !== undefined && schema.additionalProperties !== false)
  )
    return 'any';
  const fields: Record<string, Type> = {};
  for (const [name, property] of Object.entries(schema.properties))
    put(fields, name, schemaType(property, depth + 1));
  return { fields };
}

export const USER_TYPE: Type = {
  fields: {
    id: 'text',
    realName: 'text',
    isSuper: 'boolean',
    isBuilder: 'boolean',
    functions: { list: 'text' },
    tenantName: 'text',
    headImgUrl: 'text',
    viewedBy: 'text',
  },
};
/** What the person may do with records. */
const CAN: Type = {
  fields: Object.fromEntries(RECORD_OPS.map((op): [string, Type] => [op, 'boolean'])),
};
const STATUS: Record<string, Type> = { loading: 'boolean', error: 'text' };
export const callSourceType = (data: Type): Type => ({ fields: { ...STATUS, data } });
export const listSourceType = (record: Type): Type => ({
  fields: {
    ...STATUS,
    records: { list: record },
    total: 'number',
    totalIsEstimate: 'boolean',
    current: 'number',
    size: 'number',
    search: 'text',
    hasFilter: 'boolean',
    selection: { list: 'text' },
    selectionCount: 'number',
    filter: 'any',
    sort: 'any',
    matching: 'any',
    status: 'text',
    object: 'text',
    describe: 'any',
    can: CAN,
    opened: 'text',
    position: 'any',
    hasPrevious: 'boolean',
    hasNext: 'boolean',
    view: 'any',
    viewFields: { list: 'text' },
    viewSums: 'any',
    groupBy: { list: 'text' },
    groups: 'any',
    summary: 'any',
  },
});
/** Facts of a form beside its fields; their names cannot be a field's. */
const FORM_FACTS: Record<string, Type> = {
  _id: 'text',
  _isNew: 'boolean',
  _dirty: 'boolean',
  _restored: 'boolean',
  _status: 'text',
  _saving: 'boolean',
  _loading: 'boolean',
  _valid: 'boolean',
  _error: 'text',
  _label: 'text',
  _can: CAN,
};
/** `values` is a record type, or `any` while the object is known only when the page runs. */
export const formType = (values: Type): Type =>
  typeof values === 'object' && 'fields' in values
    ? { fields: { ...values.fields, ...FORM_FACTS } }
    : 'any';
export const MACHINE_TYPE: Type = { fields: { state: 'text', context: 'any', can: 'any' } };
