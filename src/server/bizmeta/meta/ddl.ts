import type { FieldDescribe } from '../../../contract/index.ts';
import { kindOf } from '../fields/index.ts';

/**
 * DDL text. Names are made of our own numbers and types come from field types, so no user text is
 * ever part of it. Columns are always nullable: a field that becomes required does not break old
 * records.
 */
export interface TableRef {
  readonly schema: string;
  readonly no: number;
}
export const tableName = ({ schema, no }: TableRef): string => `"${schema}"."o_${no}"`;
export interface PhysicalField {
  readonly field: FieldDescribe;
  readonly no: number;
  /** Number of the object a lookup refers to. */
  readonly refNo: number | undefined;
}

const isStored = ({ field }: Pick<PhysicalField, 'field'>): boolean => !kindOf(field).virtual;
const isJoined = ({ field }: Pick<PhysicalField, 'field'>): boolean => field.type === 'lookups';
const columnSql = ({ field, no }: PhysicalField) => `f_${no} ${kindOf(field).column(field)}`;

/**
 * The object's table with the system's columns, the one index every list begins with, and those of
 * its owners and its bin. Rows of a
 * sub-table belong to a record of `parentNo`'s table, in an order.
 */
export function createTable(
  table: TableRef,
  fields: readonly PhysicalField[],
  parentNo?: number,
): string {
  const columns = [
    'id uuid PRIMARY KEY',
    'version integer NOT NULL',
    'created_at timestamptz(3) NOT NULL',
    'created_by text NOT NULL',
    'updated_at timestamptz(3) NOT NULL',
    'updated_by text NOT NULL',
    'deleted_at timestamptz(3)',
    'deleted_by text',
    ...(parentNo === undefined
      ? ['owner_id text NOT NULL', 'owner_dept text', 'flow_status text', 'flow_lock uuid']
      : [
          `parent_id uuid NOT NULL REFERENCES ${tableName({ ...table, no: parentNo })} (id)`,
          'ord integer NOT NULL',
        ]),
    ...fields.filter(isStored).map(columnSql),
  ];
  return [
    `CREATE TABLE ${tableName(table)} (${columns.join(', ')})`,
    ...(parentNo === undefined ? [createLog(table)] : []),
    parentNo === undefined
      ? `CREATE INDEX o_${table.no}_newest ON ${tableName(table)} (created_at DESC, id DESC)
        WHERE deleted_at IS NULL; ${ownerIndexes(table)}; ${binIndexes(table)}`
      : `CREATE INDEX o_${table.no}_rows ON ${tableName(table)} (parent_id, ord)`,
    ...fields.flatMap((field) => extras(table, field)),
  ].join('; ');
}

/** Records of some owners or departments: most people may read no others. */
const ownerIndexes = (table: TableRef): string =>
  ['owner_id', 'owner_dept']
    .map(
      (column) => `CREATE INDEX o_${table.no}_${column} ON ${tableName(table)} (${column})
        WHERE deleted_at IS NULL`,
    )
    .join('; ');

/** Deleted records, the latest first, and by who deleted them. */
const binIndexes = (table: TableRef): string =>
  [
    ['bin', ''],
    ['bin_by', 'deleted_by, '],
  ]
    .map(
      ([name, first]) => `CREATE INDEX o_${table.no}_${name} ON ${tableName(table)}
        (${first}deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL`,
    )
    .join('; ');

/**
 * The log of changes of the object's records: one row per record and version. It has no foreign key
 * to records, so it outlives them.
 */
const createLog = (table: TableRef): string =>
  `CREATE TABLE "${table.schema}"."o_${table.no}_log" (record_id uuid NOT NULL,
    version integer NOT NULL, op text NOT NULL, at timestamptz(3) NOT NULL, by text NOT NULL,
    diff jsonb, PRIMARY KEY (record_id, version))`;

export const addColumn = (table: TableRef, field: PhysicalField): string =>
  [
    ...(isStored(field) ? [`ALTER TABLE ${tableName(table)} ADD COLUMN ${columnSql(field)}`] : []),
    ...extras(table, field),
  ].join('; ');

/** Extras of a column: the foreign key and its index, the unique constraint. */
function extras(table: TableRef, physical: PhysicalField): string[] {
  const { field, no, refNo } = physical;
  if (isJoined(physical)) return refNo === undefined ? [] : [createJoin(table, no, refNo)];
  return [
    ...(refNo === undefined ? [] : [addReference(table, no, refNo)]),
    ...(field.unique ? [addUnique(table, no)] : []),
    ...(kindOf(field).index === 'gin' ? [addGin(table, no)] : []),
  ];
}

/**
 * Pairs of records: which record's field names which, in which order. A permanently deleted record
 * takes its pairs along.
 */
const createJoin = (table: TableRef, no: number, refNo: number): string =>
  `CREATE TABLE ${joinName(table, no)} (from_id uuid NOT NULL REFERENCES ${tableName(table)} (id) ON
    DELETE CASCADE, to_id uuid NOT NULL REFERENCES "${table.schema}"."o_${refNo}" (id),
    ord integer NOT NULL, PRIMARY KEY (from_id,
    to_id)); CREATE INDEX l_${no}_to ON ${joinName(table, no)} (to_id)`;
export const joinName = ({ schema }: TableRef, no: number): string => `"${schema}"."l_${no}"`;
export const moveJoin = (table: TableRef, no: number, refNo: number): string =>
  `DROP TABLE ${joinName(table, no)}; ${createJoin(table, no, refNo)}`;

/** Where a removed field's values still are; `rowsNo` is the number of a sub-table's rows. */
export interface Leftover extends Omit<PhysicalField, 'refNo'> {
  readonly rowsNo: number | undefined;
}
/** Counts the values of a removed field in records that are not deleted: of its owner's table. */
export function countValues(table: TableRef, { rowsNo, ...left }: Leftover): string {
  const living = `SELECT id FROM ${tableName(table)} WHERE deleted_at IS NULL`;
  if (isJoined(left))
    return `(SELECT count(*) FROM ${joinName(table, left.no)} WHERE from_id IN (${living}))`;
  if (rowsNo !== undefined)
    return `(SELECT count(*) FROM ${tableName({ ...table, no: rowsNo })}
      WHERE deleted_at IS NULL AND parent_id IN (${living}))`;
  return isStored(left) ? `count(f_${left.no})` : '0';
}
/** Drops what is left of a removed field; nothing when its values were computed. */
export function dropValues(table: TableRef, { rowsNo, ...left }: Leftover): string[] {
  if (isJoined(left)) return [`DROP TABLE IF EXISTS ${joinName(table, left.no)}`];
  if (rowsNo !== undefined)
    return [`DROP TABLE IF EXISTS ${tableName({ ...table, no: rowsNo })} CASCADE`];
  return isStored(left)
    ? [`ALTER TABLE ${tableName(table)} DROP COLUMN IF EXISTS f_${left.no}`]
    : [];
}

/** The foreign key, and the index that finds who refers to a record. */
export const addReference = (table: TableRef, no: number, refNo: number): string =>
  `ALTER TABLE ${tableName(table)} ADD CONSTRAINT f_${no}_fk FOREIGN KEY (f_${no}) REFERENCES
    "${table.schema}"."o_${refNo}" (id); CREATE INDEX f_${no}_ref ON ${tableName(table)} (f_${no})
    WHERE f_${no} IS NOT NULL`;
/** The foreign key alone; what the column has already is not read. */
export const addKeyUnread = (table: TableRef, no: number, refNo: number): string =>
  `ALTER TABLE ${tableName(table)} ADD CONSTRAINT f_${no}_fk FOREIGN KEY (f_${no}) REFERENCES
    "${table.schema}"."o_${refNo}" (id) NOT VALID`;
export const dropReference = (table: TableRef, no: number): string =>
  `ALTER TABLE ${tableName(table)} DROP CONSTRAINT f_${no}_fk; DROP INDEX
    "${table.schema}".f_${no}_ref`;

/** The index of the elements of a list. */
export const addGin = (table: TableRef, no: number): string =>
  `CREATE INDEX f_${no}_gin ON ${tableName(table)} USING gin (f_${no})`;
export const dropGin = (table: TableRef, no: number): string =>
  `DROP INDEX IF EXISTS "${table.schema}".f_${no}_gin`;

/** Deleted records may share a value with living ones. */
export const addUnique = (table: TableRef, no: number): string =>
  `CREATE UNIQUE INDEX f_${no}_unique ON ${tableName(table)} (f_${no}) WHERE deleted_at IS NULL`;
export const dropUnique = (table: TableRef, no: number): string =>
  `DROP INDEX "${table.schema}".f_${no}_unique`;

export const alterType = (table: TableRef, no: number, type: string, using: string): string =>
  `ALTER TABLE ${tableName(table)} ALTER COLUMN f_${no} TYPE ${type} USING ${using}`;

/**
 * Cancels the build of a list index of the table, which would block a change of its shape; it is
 * restarted later.
 */
export const stopBuilding = ({ schema, no }: TableRef): string =>
  `SELECT pg_cancel_backend(pid) FROM pg_stat_progress_create_index
    WHERE relid = to_regclass('"${schema}"."o_${no}"')`;

/**
 * Drops the list indexes made of a column, which would not fit another type of it: they are rebuilt
 * for the new one.
 */
export const dropListIndexes = (
  { schema, no }: TableRef,
  field: number,
): string => `DO $f$ DECLARE name text; BEGIN
  FOR name IN SELECT DISTINCT c.relname FROM pg_depend d JOIN pg_class c ON c.oid = d.objid
    AND c.relkind = 'i'
    JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
    WHERE d.classid = 'pg_class'::regclass AND d.refobjid = to_regclass('"${schema}"."o_${no}"')
      AND a.attname = 'f_${field}' AND c.relname ~ '^o_[0-9]+_x_'
  LOOP EXECUTE format('DROP INDEX "${schema}".%I', name); END LOOP; END $f$`;

/** The column's number of the index's or constraint's name that a violation reports. */
export const columnOfConstraint = (constraint: string): number | undefined => {
  const found = /^f_(\d+)_(unique|fk)$/.exec(constraint);
  return found ? Number(found[1]) : undefined;
};
