import type { FieldDescribe } from '../../../contract/index.ts';
import { kindOf } from '../fields/index.ts';

/**
 * DDL text. Every name is made of a number of ours and every type comes from a field type, so that
 * no user text is ever part of it. Columns are nullable always: a field that becomes required does
 * not break old records.
 */
export interface Place {
  readonly schema: string;
  readonly no: number;
}
export const tableName = ({ schema, no }: Place): string => `"${schema}"."o_${no}"`;
export interface PhysicalField {
  readonly field: FieldDescribe;
  readonly no: number;
  /** Number of the object a lookup refers to. */
  readonly refNo: number | undefined;
}

const isStored = ({ field }: PhysicalField): boolean => !kindOf(field).virtual;
const columnSql = ({ field, no }: PhysicalField) => `f_${no} ${kindOf(field).column(field)}`;

/**
 * The object's table with the system's columns and the one index every list begins with. Rows of a
 * sub-table belong to a record of `parentNo`'s table, in an order.
 */
export function createTable(
  place: Place,
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
      ? []
      : [
          `parent_id uuid NOT NULL REFERENCES ${tableName({ ...place, no: parentNo })} (id)`,
          'ord integer NOT NULL',
        ]),
    ...fields.filter(isStored).map(columnSql),
  ];
  return [
    `CREATE TABLE ${tableName(place)} (${columns.join(', ')})`,
    ...(parentNo === undefined ? [createLog(place)] : []),
    parentNo === undefined
      ? `CREATE INDEX o_${place.no}_newest ON ${tableName(place)} (created_at DESC, id DESC)
        WHERE deleted_at IS NULL`
      : `CREATE INDEX o_${place.no}_rows ON ${tableName(place)} (parent_id, ord)`,
    ...fields.flatMap((field) => extras(place, field)),
  ].join('; ');
}

/**
 * What changed in the object's records: a row a record and version. It refers to no record, so that
 * it outlives one.
 */
const createLog = (place: Place): string =>
  `CREATE TABLE "${place.schema}"."o_${place.no}_log" (record_id uuid NOT NULL, version integer NOT NULL, op text NOT NULL, at timestamptz(3) NOT NULL, by text NOT NULL, diff jsonb, PRIMARY KEY (record_id, version))`;

export const addColumn = (place: Place, field: PhysicalField): string =>
  [
    ...(isStored(field) ? [`ALTER TABLE ${tableName(place)} ADD COLUMN ${columnSql(field)}`] : []),
    ...extras(place, field),
  ].join('; ');

/** What stands beside a column: the reference and its index, the promise that values differ. */
function extras(place: Place, { field, no, refNo }: PhysicalField): string[] {
  if (field.type === 'lookups') return refNo === undefined ? [] : [createJoin(place, no, refNo)];
  return [
    ...(refNo === undefined ? [] : [addReference(place, no, refNo)]),
    ...(field.unique ? [addUnique(place, no)] : []),
    ...(kindOf(field).index === 'gin'
      ? [`CREATE INDEX f_${no}_gin ON ${tableName(place)} USING gin (f_${no})`]
      : []),
  ];
}

/**
 * Pairs of records: whose field names whom, in which order. A record that goes for good takes its
 * pairs along.
 */
const createJoin = (place: Place, no: number, refNo: number): string =>
  `CREATE TABLE ${joinName(place, no)} (from_id uuid NOT NULL REFERENCES ${tableName(place)} (id) ON DELETE CASCADE, to_id uuid NOT NULL REFERENCES "${place.schema}"."o_${refNo}" (id), ord integer NOT NULL, PRIMARY KEY (from_id, to_id)); CREATE INDEX l_${no}_to ON ${joinName(place, no)} (to_id)`;
export const joinName = ({ schema }: Place, no: number): string => `"${schema}"."l_${no}"`;
export const moveJoin = (place: Place, no: number, refNo: number): string =>
  `DROP TABLE ${joinName(place, no)}; ${createJoin(place, no, refNo)}`;

/** The foreign key, and the index that finds who refers to a record. */
export const addReference = (place: Place, no: number, refNo: number): string =>
  `ALTER TABLE ${tableName(place)} ADD CONSTRAINT f_${no}_fk FOREIGN KEY (f_${no}) REFERENCES
    "${place.schema}"."o_${refNo}" (id); CREATE INDEX f_${no}_ref ON ${tableName(place)} (f_${no})
    WHERE f_${no} IS NOT NULL`;
export const dropReference = (place: Place, no: number): string =>
  `ALTER TABLE ${tableName(place)} DROP CONSTRAINT f_${no}_fk; DROP INDEX "${place.schema}".f_${no}_ref`;

/** Deleted records may share a value with living ones. */
export const addUnique = (place: Place, no: number): string =>
  `CREATE UNIQUE INDEX f_${no}_unique ON ${tableName(place)} (f_${no}) WHERE deleted_at IS NULL`;
export const dropUnique = (place: Place, no: number): string =>
  `DROP INDEX "${place.schema}".f_${no}_unique`;

export const alterType = (place: Place, no: number, type: string, using: string): string =>
  `ALTER TABLE ${tableName(place)} ALTER COLUMN f_${no} TYPE ${type} USING ${using}`;

/**
 * Breaks off the building of a list index of the table, which would keep a change of its shape
 * waiting; it is begun again.
 */
export const stopBuilding = ({ schema, no }: Place): string =>
  `SELECT pg_cancel_backend(pid) FROM pg_stat_progress_create_index
    WHERE relid = to_regclass('"${schema}"."o_${no}"')`;

/**
 * List indexes made of a column, which would not fit another type of it: they are built again for
 * the new one.
 */
export const dropListIndexes = (
  { schema, no }: Place,
  field: number,
): string => `DO $f$ DECLARE name text; BEGIN
  FOR name IN SELECT DISTINCT c.relname FROM pg_depend d JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'i'
    JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
    WHERE d.classid = 'pg_class'::regclass AND d.refobjid = to_regclass('"${schema}"."o_${no}"') AND a.attname = 'f_${field}' AND c.relname ~ '^o_[0-9]+_x_'
  LOOP EXECUTE format('DROP INDEX "${schema}".%I', name); END LOOP; END $f$`;

/** The column's number of the index's or constraint's name that a violation reports. */
export const columnOfConstraint = (constraint: string): number | undefined => {
  const found = /^f_(\d+)_(unique|fk)$/.exec(constraint);
  return found ? Number(found[1]) : undefined;
};
