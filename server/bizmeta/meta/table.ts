import { SYSTEM_FIELDS, type FieldDescribe, type FieldType, type ObjectDescribe } from '../../../contract/index.ts';
import { KINDS, kindOf, type FieldKind } from '../fields/index.ts';
import { uuidSort } from '../fields/sorts.ts';

/** One column of an object's table: the field people know and the name the database knows, which is never user text. */
export interface Column {
  readonly field: FieldDescribe;
  readonly kind: FieldKind;
  /** Unquoted SQL name: f_<n>, or a system column's own. */
  readonly sql: string;
  readonly system: boolean;
  /** Never null, so that conditions on it need no test for null. */
  readonly notNull: boolean;
}

/** An object as the data service sees it: its describe and where its records are. */
export interface ObjectTable {
  readonly describe: ObjectDescribe;
  /** Number in the table's name and in the object's lock. */
  readonly no: number;
  /** Qualified and quoted: "t_1"."o_5". */
  readonly name: string;
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
  return { field: described, kind: isId ? ID_KIND : kindOf(field), sql: systemSql[field.apiName]!, system: true, notNull: true };
};

/** A describe and the numbers of its fields' columns (by field id), joined. */
export function tableOf(describe: ObjectDescribe, schema: string, no: number, columnNo: ReadonlyMap<string, number>): ObjectTable {
  const columns = new Map<string, Column>();
  for (const field of describe.fields) {
    columns.set(field.apiName, { field, kind: kindOf(field), sql: `f_${columnNo.get(field.id)}`, system: false, notNull: false });
  }
  for (const field of SYSTEM_FIELDS) columns.set(field.apiName, systemColumn(field, describe.apiName));
  const title = columns.get(describe.titleField) ?? columns.get('id')!;
  return { describe, no, name: `"${schema}"."o_${no}"`, columns, title };
}

/** Types whose value may name a record. */
export const TITLE_TYPES: readonly FieldType[] = ['text', 'email', 'phone', 'url'];
