import { SYSTEM_FIELDS, type FieldDescribe, type FieldType, type ObjectDescribe } from '../../../contract/index.ts';
import { KINDS, kindOf, type Bind, type FieldKind } from '../fields/index.ts';
import { uuidSort } from '../fields/sorts.ts';
import { aliases, cellSql, resultKind } from './computed.ts';

/** One column of an object's table: the field people know and the name the database knows, which is never user text. */
export interface Column {
  readonly field: FieldDescribe;
  readonly kind: FieldKind;
  /** Unquoted SQL name: f_<n>, or a system column's own. */
  readonly sql: string;
  readonly system: boolean;
  /** Never null, so that conditions on it need no test for null. */
  readonly notNull: boolean;
  /** Kept in the object's own table; otherwise other tables' rows, or worked out when it is read. */
  readonly stored: boolean;
  /** A sub-table's rows. */
  readonly rows?: ObjectTable;
  /** Qualified and quoted name of the table that joins this object's records to others. */
  readonly join?: string;
}

/** An object as the data service sees it: its describe and where its records are. */
export interface ObjectTable {
  readonly describe: ObjectDescribe;
  /** Number in the table's name and in the object's lock. */
  readonly no: number;
  /** Qualified and quoted: "t_1"."o_5". */
  readonly name: string;
  /** What a reading statement selects from, as an item of its FROM: the table, with what is not kept in it beside its columns. */
  from(bind: Bind): string;
  /** By apiName: the builder's fields in their order, then the system's. */
  readonly columns: ReadonlyMap<string, Column>;
  /** Column whose text names a record; the id when the object has no text field. */
  readonly title: Column;
}

/** A system id is a uuid column and is filtered like a reference to a record. */
const ID_KIND: FieldKind = { ...KINDS.lookup, sort: uuidSort };
const systemSql: Record<string, string> = { id: 'id', version: 'version', createdAt: 'created_at', createdBy: 'created_by', updatedAt: 'updated_at', updatedBy: 'updated_by' };

const systemColumn = (field: { apiName: string; label: string; type: FieldType }, object: string): Column => {
  const isId = field.apiName === 'id';
  const described: FieldDescribe = { ...field, ...(isId && { type: 'lookup', refObject: object }), id: field.apiName, order: 0 };
  return { field: described, kind: isId ? ID_KIND : kindOf(field), sql: systemSql[field.apiName]!, system: true, notNull: true, stored: true };
};

/** What a table needs to know of what is around it. */
export interface Around {
  /** Number of a field's column, by the field's id. */
  readonly columnNo: ReadonlyMap<string, number>;
  /** The rows of a sub-table, by the field's id. */
  rows(fieldId: string): ObjectTable | undefined;
  /** Another object of the tenant, or this one. */
  find(apiName: string): ObjectTable | undefined;
}

function ownColumn(field: FieldDescribe, schema: string, { columnNo, rows }: Around): Column {
  const no = columnNo.get(field.id);
  const kind = resultKind(field, kindOf(field));
  const below = field.type === 'subTable' ? rows(field.id) : undefined;
  return {
    field, kind, sql: `f_${no}`, system: false, notNull: false, stored: !kind.virtual,
    ...(below && { rows: below }), ...(field.type === 'lookups' && { join: `"${schema}"."l_${no}"` }),
  };
}

/** A describe and the numbers of its fields' columns, joined. */
export function tableOf(describe: ObjectDescribe, schema: string, no: number, around: Around): ObjectTable {
  const columns = new Map<string, Column>();
  for (const field of describe.fields) columns.set(field.apiName, ownColumn(field, schema, around));
  for (const field of SYSTEM_FIELDS) columns.set(field.apiName, systemColumn(field, describe.apiName));
  const title = columns.get(describe.titleField) ?? columns.get('id')!;
  const name = `"${schema}"."o_${no}"`;
  const virtual = [...columns.values()].filter((column) => !column.stored);
  const table: ObjectTable = {
    describe, no, name, columns, title,
    // PostgreSQL takes such a query apart again: what a statement does not use of it costs nothing.
    from(bind) {
      const at = { base: 'b', bind, alias: aliases(), find: around.find };
      return virtual.length === 0 ? name : `(SELECT b.*, ${virtual.map((column) => `${cellSql(column, table, at)} AS ${column.sql}`).join(', ')} FROM ${name} b)`;
    },
  };
  return table;
}

/** Types whose value names a record unless the builder says which does, and those that may. */
export const NAMING_TYPES: readonly FieldType[] = ['text', 'email', 'phone', 'url'];
export const TITLE_TYPES: readonly FieldType[] = [...NAMING_TYPES, 'autoNumber', 'barcode'];
