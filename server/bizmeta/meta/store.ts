import type { FieldDescribe, FieldType, ObjectDescribe } from '../../../contract/index.ts';
import { schemaOf, type Scope } from '../../kernel/index.ts';
import { tableOf, type ObjectTable } from './table.ts';
import { validatorName } from './validator-name.ts';

/** A field's row, with the name of the object it refers to. */
export interface FieldRow {
  id: string; no: number; api_name: string; label: string; type: FieldType; required: boolean; is_unique: boolean;
  ref_object: string | null; ref_name: string | null; settings: Settings; ord: number;
}
/** What a field's type uses, besides what has a column of its own. */
export type Settings = Partial<Pick<FieldDescribe, 'help' | 'placeholder' | 'defaultValue' | 'options' | 'maxLength' | 'min' | 'max' | 'precision' | 'scale' | 'currencyCode'>>;

export interface ObjectRow {
  id: string; no: number; app_id: string | null; api_name: string; label: string; description: string; icon: string;
  title_field: string | null; version: number; fields: FieldRow[];
}
/** What one look at the metadata gives: the rows, and the catalogue's version they belong to. */
export interface Loaded { version: number; secret: string; objects: ObjectRow[] | null }

/** Objects by a condition on `o`, with their fields; `{where}` is ours, never a caller's text. */
const loadSql = (where: string) => `SELECT c.version, c.secret, (
  SELECT json_agg(x) FROM (
    SELECT o.id, o.no, o.app_id, o.api_name, o.label, o.description, o.icon, o.title_field, o.version, (
      SELECT coalesce(json_agg(y ORDER BY y.ord, y.no), '[]') FROM (
        SELECT f.id, f.no, f.api_name, f.label, f.type, f.required, f.is_unique, f.ref_object, r.api_name AS ref_name, f.settings, f.ord
        FROM bizmeta.field f LEFT JOIN bizmeta.object r ON r.tenant_id = f.tenant_id AND r.id = f.ref_object
        WHERE f.tenant_id = o.tenant_id AND f.object_id = o.id AND f.removed_at IS NULL) y) AS fields
    FROM bizmeta.object o WHERE o.tenant_id = c.tenant_id AND o.deleted_at IS NULL AND ${where} ORDER BY o.no) x) AS objects
  FROM bizmeta.catalog c WHERE c.tenant_id = current_setting('huozi.tenant')`;

/** An object by name ($1), and the objects its lookups refer to: what a list of it needs. */
export const LOAD_WITH_TARGETS = loadSql(`(o.api_name = $1 OR o.id IN (
  SELECT f.ref_object FROM bizmeta.field f JOIN bizmeta.object b ON b.tenant_id = f.tenant_id AND b.id = f.object_id
  WHERE f.tenant_id = o.tenant_id AND b.api_name = $1 AND b.deleted_at IS NULL AND f.removed_at IS NULL))`);
/** An object by id ($1) or, without one, by name ($2). */
export const LOAD_ONE = loadSql(`CASE WHEN $1::text IS NULL THEN o.api_name = $2 ELSE o.id::text = $1 END`);
/** Every object of the tenant. */
export const LOAD_ALL = loadSql('true');

/** The fields of one row, as the server answers them. */
export function fieldOf(row: FieldRow): FieldDescribe {
  return {
    id: row.id, apiName: row.api_name, label: row.label, type: row.type, required: row.required, unique: row.is_unique,
    ...row.settings, ...(row.ref_name !== null && { refObject: row.ref_name }), order: row.ord,
  };
}

export function describeOf(row: ObjectRow, secret: string): ObjectDescribe {
  const fields = row.fields.map(fieldOf);
  const title = fields.find((field) => field.id === row.title_field)?.apiName ?? 'id';
  const describe = {
    id: row.id, apiName: row.api_name, label: row.label, description: row.description, icon: row.icon, titleField: title,
    appId: row.app_id, version: row.version, fields, validator: '',
  };
  return { ...describe, validator: validatorName(describe, secret) };
}

/** A row as the data service sees it. */
export function objectTable(scope: Scope, row: ObjectRow, secret: string): ObjectTable {
  return tableOf(describeOf(row, secret), schemaOf(scope.tenant), row.no, new Map(row.fields.map((field) => [field.id, field.no])));
}
