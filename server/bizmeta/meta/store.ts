import type { FieldDescribe, FieldType, ObjectDescribe } from '../../../contract/index.ts';
import { schemaOf, type Scope } from '../../kernel/index.ts';
import { tableOf, type ObjectTable } from './table.ts';
import { sectionsOf, type SectionRow } from './section-rows.ts';
import { validatorName } from './validator-name.ts';

/** A field's row, with the name of the object it refers to. */
export interface FieldRow {
  id: string; no: number; api_name: string; label: string; type: FieldType; required: boolean; is_unique: boolean;
  ref_object: string | null; ref_name: string | null; settings: Settings; ord: number;
}
/** What a field's type uses, besides what has a column of its own. */
export type Settings = Partial<Pick<FieldDescribe, 'help' | 'placeholder' | 'defaultValue' | 'options' | 'maxLength' | 'min' | 'max' | 'precision' | 'scale' | 'currencyCode' | 'thousands' | 'showAs' | 'noSum' | 'rollup' | 'numberRule' | 'formula' | 'resultType'>>;

export interface ObjectRow {
  id: string; no: number; app_id: string | null; api_name: string; label: string; description: string; icon: string;
  title_field: string | null; version: number; fields: FieldRow[]; sections: SectionRow[];
  /** Keys of the list indexes that are ready. */
  indexes: string[];
  /** The sub-table's field whose rows these records are. */
  parent_field: string | null;
}
/** What one look at the metadata gives: the rows, and the catalogue's version they belong to. */
export interface Loaded { version: number; secret: string; objects: ObjectRow[] | null }

/** Objects by a condition on `o`, with their fields; `{where}` is ours, never a caller's text. */
const loadSql = (where: string) => `SELECT c.version, c.secret, (
  SELECT json_agg(x) FROM (
    SELECT o.id, o.no, o.app_id, o.api_name, o.label, o.description, o.icon, o.title_field, o.version, o.parent_field, o.sections,
      ARRAY(SELECT i.key FROM bizmeta.object_index i WHERE i.tenant_id = o.tenant_id AND i.object_id = o.id AND i.state = 'ready') AS indexes, (
      SELECT coalesce(json_agg(y ORDER BY y.ord, y.no), '[]') FROM (
        SELECT f.id, f.no, f.api_name, f.label, f.type, f.required, f.is_unique, f.ref_object, r.api_name AS ref_name, f.settings, f.ord
        FROM bizmeta.field f LEFT JOIN bizmeta.object r ON r.tenant_id = f.tenant_id AND r.id = f.ref_object
        WHERE f.tenant_id = o.tenant_id AND f.object_id = o.id AND f.removed_at IS NULL) y) AS fields
    FROM bizmeta.object o WHERE o.tenant_id = c.tenant_id AND o.deleted_at IS NULL AND ${where} ORDER BY o.no) x) AS objects
  FROM bizmeta.catalog c WHERE c.tenant_id = current_setting('huozi.tenant')`;

/** Fields of an object that is in use, by a condition on `b`. */
const fieldsSql = (what: string, where: string) =>
  `SELECT ${what} FROM bizmeta.field f JOIN bizmeta.object b ON b.tenant_id = f.tenant_id AND b.id = f.object_id WHERE f.tenant_id = current_setting('huozi.tenant') AND b.deleted_at IS NULL AND f.removed_at IS NULL AND (${where})`;
const OWN = 'b.parent_field IS NULL AND b.api_name = $1';

/** An object by name ($1), its sub-tables' rows, and the objects it refers to or counts records of: what a list of it needs. */
export const LOAD_WITH_TARGETS = loadSql(`((o.parent_field IS NULL AND o.api_name = $1) OR o.parent_field IN (${fieldsSql('f.id', OWN)})
  OR o.id IN (${fieldsSql('f.ref_object', `(${OWN}) OR b.parent_field IN (${fieldsSql('f.id', OWN)})`)})
  OR (o.parent_field IS NULL AND o.api_name IN (${fieldsSql(`split_part(f.settings -> 'rollup' ->> 'via', '.', 1)`, `${OWN} AND f.type = 'rollup'`)})))`);

const named = (b: string) => `${b}.parent_field IS NULL AND CASE WHEN $1::text IS NULL THEN ${b}.api_name = $2 ELSE ${b}.id::text = $1 END`;
/** An object by id ($1) or, without one, by name ($2); first itself, then its sub-tables' rows. */
export const LOAD_ONE = loadSql(`((${named('o')}) OR o.parent_field IN (${fieldsSql('f.id', named('b'))}))`);
/** Objects by their names ($1), by themselves. */
export const LOAD_NAMED = loadSql('o.parent_field IS NULL AND o.api_name = ANY($1)');
/** Every object of the tenant, with those that are sub-tables' rows. */
export const LOAD_ALL = loadSql('true');

/** Objects that are rows of a sub-table, by the field's id. */
export type RowObjects = ReadonlyMap<string, ObjectRow>;
export const rowObjects = (rows: readonly ObjectRow[]): RowObjects => new Map(rows.flatMap((row) => (row.parent_field === null ? [] : [[row.parent_field, row]])));

/** The fields of one row, as the server answers them. */
export function fieldOf(row: FieldRow, below?: RowObjects): FieldDescribe {
  const rows = below?.get(row.id);
  return {
    id: row.id, apiName: row.api_name, label: row.label, type: row.type, required: row.required, unique: row.is_unique,
    ...row.settings, ...(row.ref_name !== null && { refObject: row.ref_name }), ...(rows && { fields: rows.fields.map((each) => fieldOf(each)) }), order: row.ord,
  };
}

export function describeOf(row: ObjectRow, secret: string, below: RowObjects): ObjectDescribe {
  const fields = row.fields.map((field) => fieldOf(field, below));
  const title = fields.find((field) => field.id === row.title_field)?.apiName ?? 'id';
  const describe = {
    id: row.id, apiName: row.api_name, label: row.label, description: row.description, icon: row.icon, titleField: title,
    appId: row.app_id, version: row.version, fields, sections: sectionsOf(row.sections, fields), validator: '',
  };
  return { ...describe, validator: row.parent_field === null ? validatorName(describe, secret) : '' };
}

/** Rows as the data service sees them, added to those known, by name; a table finds others in them when it is read from. */
export function addTables(scope: Scope, rows: readonly ObjectRow[], secret: string, known: Map<string, ObjectTable>): void {
  const below = rowObjects(rows);
  // Rows first: the object they belong to looks for them.
  for (const row of rows.toSorted((a, b) => Number(a.parent_field === null) - Number(b.parent_field === null))) {
    known.set(row.api_name, tableOf(describeOf(row, secret, below), schemaOf(scope.tenant), row.no, {
      indexes: new Set(row.indexes), columnNo: new Map(row.fields.map((field) => [field.id, field.no])),
      rows: (fieldId) => known.get(below.get(fieldId)?.api_name ?? ''), find: (apiName) => known.get(apiName),
    }));
  }
}
