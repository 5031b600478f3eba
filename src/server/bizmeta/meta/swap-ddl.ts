import { dropListIndexes, tableName, type TableRef } from './ddl.ts';

/**
 * DDL of a column beside a field's own (type-changes.ts). Names are made of our own numbers; `no` is
 * the number of the column beside.
 */

/** Records in which the field was written since the column beside was last made from it. */
export const writtenName = ({ schema }: TableRef, no: number): string => `"${schema}"."c_${no}"`;
/**
 * Values that were left out, as they are in the field's own column; `back`: when it was undone. They
 * go with their records.
 */
export const lostName = ({ schema }: TableRef, no: number): string => `"${schema}"."c_${no}_lost"`;

/** A column without values is added without reading the table. */
export const makeBeside = (table: TableRef, no: number, type: string): string =>
  `ALTER TABLE ${tableName(table)} ADD COLUMN f_${no} ${type};
    CREATE TABLE ${writtenName(table, no)} (id uuid PRIMARY KEY);
    CREATE TABLE ${lostName(table, no)} (id uuid REFERENCES ${tableName(table)} ON DELETE CASCADE,
      back boolean, value text NOT NULL, PRIMARY KEY (id, back))`;

/** From now on writes of the field are noted. */
export const beginNoting = (table: TableRef, field: number, no: number): string =>
  `CREATE TRIGGER c_${no}_made AFTER INSERT ON ${tableName(table)} FOR EACH ROW
      WHEN (NEW.f_${field} IS NOT NULL) EXECUTE FUNCTION bizmeta.note_written('c_${no}');
    CREATE TRIGGER c_${no}_changed AFTER UPDATE OF f_${field} ON ${tableName(table)} FOR EACH ROW
      WHEN (OLD.f_${field} IS DISTINCT FROM NEW.f_${field})
      EXECUTE FUNCTION bizmeta.note_written('c_${no}')`;
const endNoting = (table: TableRef, no: number): string =>
  `DROP TRIGGER IF EXISTS c_${no}_made ON ${tableName(table)};
    DROP TRIGGER IF EXISTS c_${no}_changed ON ${tableName(table)}`;

export const dropBeside = (table: TableRef, no: number): string =>
  `${endNoting(table, no)}; ALTER TABLE ${tableName(table)} DROP COLUMN IF EXISTS f_${no};
    DROP TABLE IF EXISTS ${writtenName(table, no)}, ${lostName(table, no)}`;

/** Indexes a column has by its field's settings, by the ends of their names. */
const OWN_INDEXES = ['unique', 'gin', 'ref'] as const;
type OwnIndex = (typeof OWN_INDEXES)[number];
/** Builds such an index of the column beside; not within a transaction. */
export function buildBeside(table: TableRef, no: number, index: OwnIndex): string {
  const [name, on] = [`f_${no}_${index}`, tableName(table)];
  if (index === 'unique')
    return `CREATE UNIQUE INDEX CONCURRENTLY ${name} ON ${on} (f_${no}) WHERE deleted_at IS NULL`;
  return index === 'gin'
    ? `CREATE INDEX CONCURRENTLY ${name} ON ${on} USING gin (f_${no})`
    : `CREATE INDEX CONCURRENTLY ${name} ON ${on} (f_${no}) WHERE f_${no} IS NOT NULL`;
}
export const dropIndexBeside = ({ schema }: TableRef, no: number, index: OwnIndex): string =>
  `DROP INDEX CONCURRENTLY IF EXISTS "${schema}".f_${no}_${index}`;
export const dropIndexesBeside = ({ schema }: TableRef, no: number): string =>
  OWN_INDEXES.map((index) => `DROP INDEX IF EXISTS "${schema}".f_${no}_${index}`).join('; ');
export type { OwnIndex };

/** The two columns change places, with their indexes; writes are noted from the beginning. */
export function swapColumns(table: TableRef, field: number, no: number): string {
  const [name, own, beside] = [tableName(table), `f_${field}`, `f_${no}`];
  const index = (column: string, end: OwnIndex) => `"${table.schema}".${column}_${end}`;
  return [
    dropListIndexes(table, field),
    endNoting(table, no),
    ...OWN_INDEXES.flatMap((end) => [
      `DROP INDEX IF EXISTS ${index(own, end)}`,
      `ALTER INDEX IF EXISTS ${index(beside, end)} RENAME TO ${own}_${end}`,
    ]),
    `ALTER TABLE ${name} RENAME COLUMN ${own} TO ${own}_`,
    `ALTER TABLE ${name} RENAME COLUMN ${beside} TO ${own}`,
    `ALTER TABLE ${name} RENAME COLUMN ${own}_ TO ${beside}`,
    beginNoting(table, field, no),
  ].join('; ');
}
