import type {
  FieldDescribe,
  FieldType,
  FormBody,
  FormRule,
  LayoutTab,
  ObjectDescribe,
} from '../../../contract/index.ts';
import { schemaOf, type Scope } from '../../kernel/index.ts';
import type { Setting } from '../fields/kind.ts';
import { isUuid } from '../fields/values.ts';
import { isOpenSql } from './open-object.ts';
import { tableOf, type ObjectTable } from './table.ts';
import { searchFieldsOf } from './searched.ts';
import { sectionsOf, type SectionRow } from './section-rows.ts';
import { validatorName } from './validator-name.ts';

/** A field's row, with the name of the object it refers to. */
export interface FieldRow {
  id: string;
  no: number;
  api_name: string;
  label: string;
  type: FieldType;
  required: boolean;
  is_unique: boolean;
  ref_object: string | null;
  ref_name: string | null;
  settings: Settings;
  ord: number;
  /** The change of its type that is being made. */
  changing?: string | null;
}
/** What a field's type uses, besides what has a column of its own. */
type Settings = Partial<
  Pick<
    FieldDescribe,
    | 'help'
    | 'placeholder'
    | 'defaultValue'
    | 'defaultFrom'
    | 'reads'
    | Exclude<Setting, 'refObject' | 'fields'>
  >
>;

export interface ObjectRow {
  id: string;
  no: number;
  app_id: string | null;
  api_name: string;
  label: string;
  description: string;
  icon: string;
  title_field: string | null;
  /** Ids of the fields a search looks in beside the title; null: by default. */
  search_fields: string[] | null;
  version: number;
  /** Everybody may use it (open-object.ts). */
  is_open: boolean;
  /** Members without a grant may do nothing with its records. */
  is_closed: boolean;
  fields: FieldRow[];
  sections: SectionRow[];
  tabs: LayoutTab[];
  rules: FormRule[];
  validations: FormBody['validations'];
  /** Keys of the list indexes that are ready. */
  indexes: string[];
  /** The sub-table's field whose rows these records are. */
  parent_field: string | null;
}
/** Result of one metadata query: the rows, and the catalogue's version they belong to. */
export interface LoadedObjects {
  version: number;
  secret: string;
  objects: ObjectRow[] | null;
}

/** The tenant as row-level security reads it, so that it is part of each index condition. */
const TENANT = `current_setting('huozi.tenant')`;
/** Objects in use. */
const LIVING = 'o.deleted_at IS NULL';
export const REF_NAME =
  '(SELECT r.api_name FROM bizmeta.object r WHERE r.tenant_id = f.tenant_id AND r.id = f.ref_object)';

/**
 * Objects by a condition on `o`, with their fields; `where` and `ids` are ours, never a caller's
 * text. Every step is a look-up by an index on the tenant and one more column, independent of the
 * tables' statistics. The statements are not prepared under a name: a plan made for a small table
 * must not outlive its growth.
 */
const loadSql = (where: string, ids = '') => `${ids} SELECT c.version, c.secret, (
  SELECT json_agg(x) FROM (
    SELECT o.id, o.no, o.app_id, o.api_name, o.label, o.description, o.icon, o.title_field, o.search_fields,
      o.version, o.parent_field, o.sections, o.tabs,
      o.rules, o.validations, ${isOpenSql('o')} AS is_open, o.default_access = 'none' AS is_closed,
      ARRAY(SELECT i.key FROM bizmeta.object_index i WHERE i.tenant_id = o.tenant_id
        AND i.object_id = o.id AND i.state = 'ready') AS indexes, (
      SELECT coalesce(json_agg(y ORDER BY y.ord, y.no), '[]') FROM (
        SELECT f.id, f.no, f.api_name, f.label, f.type, f.required, f.is_unique, f.ref_object,
          ${REF_NAME} AS ref_name, f.settings, f.ord, f.changing
        FROM bizmeta.field f WHERE f.tenant_id = o.tenant_id AND f.object_id = o.id
          AND f.removed_at IS NULL) y) AS fields
    FROM bizmeta.object o WHERE o.tenant_id = ${TENANT} AND ${LIVING} AND ${where}
      ORDER BY o.no) x) AS objects
  FROM bizmeta.catalog c WHERE c.tenant_id = ${TENANT}`;

/** A statement of this file that finds objects in the bin too: they follow what is changed meanwhile. */
export const withBinned = (sql: string): string => sql.replaceAll(LIVING, 'true');

/** Fields in use of the objects whose ids `ids` selects. */
const fieldsSql = (what: string, ids: string, type?: FieldType) =>
  `SELECT ${what} FROM bizmeta.field f WHERE f.tenant_id = ${TENANT}
    AND f.object_id = ANY(ARRAY(${ids}))
    AND f.removed_at IS NULL${type ? ` AND f.type = '${type}'` : ''}`;
const objectsSql = (where: string) =>
  `SELECT o.id FROM bizmeta.object o WHERE o.tenant_id = ${TENANT} AND ${LIVING}
    AND ${where}`;

const BY_NAME = 'o.parent_field IS NULL AND o.api_name = $1';
const BY_ID = 'o.parent_field IS NULL AND o.id = $1::uuid';
/** Ids of the objects that are rows of the sub-tables of those in a table of ids. */
const rowsSql = (of: string): string =>
  objectsSql(
    `o.parent_field = ANY(ARRAY(${fieldsSql('f.id', `SELECT id FROM ${of}`, 'subTable')}))`,
  );
/** Ids of an object and of its sub-tables' rows, as `mine`. */
const mineSql = (one: string) => `WITH RECURSIVE own AS (${objectsSql(one)}),
  mine AS (SELECT id FROM own UNION ALL ${rowsSql('own')})`;
const COUNTED_NAMES = fieldsSql(
  `split_part(f.settings -> 'rollup' ->> 'via', '.', 1)`,
  'SELECT id FROM own',
  'rollup',
);

/** Ids of the objects that computed fields of those in a table of ids read. */
const readIds = (of: string): string =>
  `SELECT unnest(x.reads) FROM bizmeta.object x WHERE x.tenant_id = ${TENANT}
    AND x.id = ANY(ARRAY(SELECT id FROM ${of}))`;

/** Objects that scopes of groups come to from those in `near`, lookup by lookup. */
const FAR_IDS = `SELECT id FROM near UNION SELECT f.ref_object FROM far x
  JOIN bizmeta.object o ON o.tenant_id = ${TENANT} AND o.id = x.id
  CROSS JOIN LATERAL unnest(o.through) t(field)
  JOIN bizmeta.field f ON f.tenant_id = ${TENANT} AND f.id = t.field AND f.removed_at IS NULL
  WHERE f.ref_object IS NOT NULL`;

/**
 * An object by name ($1), its sub-tables' rows, the objects it refers to, those its computed
 * fields read with the rows of theirs, and those that decide who sees records of these: what a list
 * of it needs.
 */
export const LOAD_WITH_TARGETS = loadSql(
  'o.id = ANY(ARRAY(SELECT id FROM ids))',
  `${mineSql(BY_NAME)},
  counted AS (${objectsSql(`o.parent_field IS NULL AND o.api_name = ANY(ARRAY(${COUNTED_NAMES}))`)}
    UNION ${objectsSql(`o.id = ANY(ARRAY(${readIds('own')}))`)}),
  near AS (SELECT id FROM mine UNION ${fieldsSql('f.ref_object', 'SELECT id FROM mine')}
    UNION SELECT id FROM counted),
  far(id) AS (${FAR_IDS}),
  beyond AS (SELECT id FROM far EXCEPT SELECT id FROM near),
  ids AS (SELECT id FROM far UNION ${readIds('beyond')} UNION ${rowsSql('beyond')}
    UNION ${rowsSql('counted')})`,
);

const MINE = 'o.id = ANY(ARRAY(SELECT id FROM mine))';
/** An object by name ($1) with its sub-tables' rows. */
export const LOAD_BY_NAME = loadSql(MINE, mineSql(BY_NAME));
/** The same by id ($1), a uuid. */
export const LOAD_BY_ID = loadSql(MINE, mineSql(BY_ID));
/** The same of one that is in the bin. */
export const LOAD_DELETED = withBinned(
  loadSql(`(o.id = $1::uuid OR o.parent_field = ANY(ARRAY(SELECT f.id FROM bizmeta.field f
    WHERE f.tenant_id = ${TENANT} AND f.object_id = $1::uuid)))`),
);
/** Objects by their names ($1), with their sub-tables' rows. */
export const LOAD_NAMED = loadSql(MINE, mineSql('o.parent_field IS NULL AND o.api_name = ANY($1)'));
/** The objects that hold the rows of sub-tables, by their fields' ids ($1), removed ones as well. */
export const LOAD_ROWS_OF = loadSql('o.parent_field = ANY($1::uuid[])');
/** Every object of the tenant, with those that are sub-tables' rows. */
export const LOAD_ALL = loadSql('true');

/** One object, found by its id or, without one, by its name. */
export interface LoadedObject {
  readonly row: ObjectRow;
  readonly below: RowObjects;
  readonly secret: string;
  readonly version: number;
}
type RowsOf = (text: string, values: readonly unknown[]) => Promise<LoadedObjects[]>;

/** Reads an object with its sub-tables' rows; undefined when there is none. */
export async function loadOne(
  rowsOf: RowsOf,
  { id, apiName }: { id?: string | undefined; apiName?: string | undefined },
): Promise<LoadedObject | undefined> {
  if (id !== undefined && !isUuid(id)) return undefined;
  const [loaded] = await (id === undefined
    ? rowsOf(LOAD_BY_NAME, [apiName ?? ''])
    : rowsOf(LOAD_BY_ID, [id]));
  const row = loaded?.objects?.find((each) => each.parent_field === null);
  return (
    loaded &&
    row && {
      row,
      below: rowObjects(loaded.objects ?? []),
      secret: loaded.secret,
      version: loaded.version,
    }
  );
}

/** Objects that are rows of a sub-table, by the field's id. */
export type RowObjects = ReadonlyMap<string, ObjectRow>;
export const rowObjects = (rows: readonly ObjectRow[]): RowObjects =>
  new Map(rows.flatMap((row) => (row.parent_field === null ? [] : [[row.parent_field, row]])));

/**
 * Ids and names of every object that rows were made from: their own, and those their fields refer
 * to or count.
 */
export function apiNamesOf(rows: readonly ObjectRow[]): Set<string> {
  const fields = rows.flatMap((row) => row.fields);
  const counted = fields.flatMap(({ settings }) => settings.rollup?.via.split('.')[0] ?? []);
  return new Set([
    ...rows.flatMap((row) => [row.id, row.api_name]),
    ...fields.flatMap((field) => field.ref_object ?? []),
    ...counted,
  ]);
}

/** The fields of one row, as the server returns them. */
export function fieldOf(row: FieldRow, below?: RowObjects): FieldDescribe {
  const rows = below?.get(row.id);
  const changing = row.changing ?? rows?.fields.find((column) => column.changing)?.changing;
  return {
    id: row.id,
    apiName: row.api_name,
    label: row.label,
    type: row.type,
    required: row.required,
    unique: row.is_unique,
    ...row.settings,
    ...(row.ref_name !== null && { refObject: row.ref_name }),
    ...(rows && { fields: rows.fields.map((each) => fieldOf(each)) }),
    ...(changing && { changing }),
    order: row.ord,
  };
}

export function describeOf(row: ObjectRow, secret: string, below: RowObjects): ObjectDescribe {
  const fields = row.fields.map((field) => fieldOf(field, below));
  const title = fields.find((field) => field.id === row.title_field)?.apiName ?? 'id';
  const describe = {
    id: row.id,
    apiName: row.api_name,
    label: row.label,
    description: row.description,
    icon: row.icon,
    titleField: title,
    searchFields: searchFieldsOf(row.search_fields, fields, row.title_field),
    appId: row.app_id,
    version: row.version,
    fields,
    sections: sectionsOf(row.sections, fields),
    ...(row.tabs.length > 0 && { tabs: row.tabs }),
    ...(row.rules.length > 0 && { rules: row.rules }),
    ...(row.validations.length > 0 && { validations: row.validations }),
    validator: '',
  };
  return {
    ...describe,
    validator: row.parent_field === null ? validatorName(describe, secret) : '',
    ...(row.is_closed && { sharing: true as const }),
  };
}

/**
 * Rows as the data service sees them, added to those known, by name; a table finds others in them
 * when it is read from.
 */
export function addTables(
  scope: Scope,
  rows: readonly ObjectRow[],
  secret: string,
  known: Map<string, ObjectTable>,
): void {
  const below = rowObjects(rows);
  // Rows first: the object they belong to looks for them.
  for (const row of rows.toSorted(
    (a, b) => Number(a.parent_field === null) - Number(b.parent_field === null),
  )) {
    known.set(
      row.api_name,
      tableOf(describeOf(row, secret, below), schemaOf(scope.tenant), row.no, {
        indexes: new Set(row.indexes),
        isRows: row.parent_field !== null,
        columnNo: new Map(row.fields.map((field) => [field.id, field.no])),
        rows: (fieldId) => known.get(below.get(fieldId)?.api_name ?? ''),
        find: (apiName) => known.get(apiName),
      }),
    );
  }
}
