import {
  SYSTEM_FIELDS,
  typesWhere,
  type FieldDescribe,
  type FieldType,
  type ObjectDescribe,
} from '../../../contract/index.ts';
import { KINDS, kindOf, type FieldKind } from '../fields/index.ts';
import { uuidSort } from '../fields/sorts.ts';
import type { Column, ObjectTable } from './column.ts';
import { aliases, cellSql, resultKind, rowsFrom } from './computed.ts';

export type { Column, ObjectTable, Readership } from './column.ts';

/** A system id is a uuid column and is filtered like a reference to a record. */
const ID_KIND: FieldKind = { ...KINDS.lookup, sort: uuidSort };
const systemSql: Record<string, string> = {
  id: 'id',
  version: 'version',
  createdAt: 'created_at',
  createdBy: 'created_by',
  updatedAt: 'updated_at',
  updatedBy: 'updated_by',
};

const systemColumn = (
  field: { apiName: string; label: string; type: FieldType },
  object: string,
): Column => {
  const isId = field.apiName === 'id';
  const described: FieldDescribe = {
    ...field,
    ...(isId && { type: 'lookup', refObject: object }),
    id: field.apiName,
    order: 0,
  };
  return {
    field: described,
    kind: isId ? ID_KIND : kindOf(field),
    sql: systemSql[field.apiName]!,
    system: true,
    notNull: true,
    stored: true,
  };
};

/** Look-ups a table description needs. */
export interface TableContext {
  /** Number of a field's column, by the field's id. */
  readonly columnNo: ReadonlyMap<string, number>;
  /** Keys of the list indexes that are ready. */
  readonly indexes: ReadonlySet<string>;
  /** The rows of a sub-table, by the field's id. */
  rows(fieldId: string): ObjectTable | undefined;
  /** Another object of the tenant, or this one. */
  find(apiName: string): ObjectTable | undefined;
}

function ownColumn(field: FieldDescribe, schema: string, { columnNo, rows }: TableContext): Column {
  const no = columnNo.get(field.id);
  const kind = resultKind(field, kindOf(field));
  const below = field.type === 'subTable' ? rows(field.id) : undefined;
  return {
    field,
    kind,
    sql: `f_${no}`,
    system: false,
    notNull: false,
    stored: !kind.virtual,
    ...(below && { rows: below }),
    ...(field.type === 'lookups' && { join: `"${schema}"."l_${no}"` }),
  };
}

/** A describe and the numbers of its fields' columns, joined. */
export function tableOf(
  describe: ObjectDescribe,
  schema: string,
  no: number,
  around: TableContext,
): ObjectTable {
  const columns = new Map<string, Column>();
  for (const field of describe.fields) columns.set(field.apiName, ownColumn(field, schema, around));
  for (const field of SYSTEM_FIELDS)
    columns.set(field.apiName, systemColumn(field, describe.apiName));
  const title = columns.get(describe.titleField) ?? columns.get('id')!;
  const name = `"${schema}"."o_${no}"`;
  const virtual = [...columns.values()].filter((column) => !column.stored);
  const table: ObjectTable = {
    describe,
    no,
    name,
    columns,
    title,
    indexes: around.indexes,
    // PostgreSQL flattens such a query: parts of it that a statement does not use cost nothing.
    from(bind) {
      const at = { base: 'b', bind, alias: aliases(), find: around.find };
      return virtual.length === 0
        ? name
        : `(SELECT b.*,
          ${virtual.map((column) => `${cellSql(column, table, at)} AS ${column.sql}`).join(', ')}
          FROM ${name} b)`;
    },
    find: (apiName) => around.find(apiName),
    rowsFrom: (rows, base, bind) =>
      rowsFrom(table, rows, { base, bind, alias: aliases(), find: around.find }),
  };
  return table;
}

/** Types whose value names a record by default, and those a builder may choose. */
export const NAMING_TYPES = typesWhere(({ titles }) => titles === 'always');
export const TITLE_TYPES = typesWhere(({ titles }) => titles);
