import type { Column, ObjectTable } from '../meta/table.ts';
import { cellText, linesOf } from './copy-lines.ts';
import type { Row } from './read-record.ts';
import { takenError } from './unique.ts';
import type { WriteContext } from './write-context.ts';

/** From so many rows on, COPY's second round trip costs less than what JSON costs on both sides. */
const COPY_FROM = 100;
const SYSTEM = ['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by'];

/** Position of a sub-table's row. */
const PLACE = ['parent_id', 'ord'];
const isPlaced = (rows: readonly Row[]): boolean => rows[0]?.place !== undefined;

/** Columns of the builder's fields that are stored in the object's table, then those of the owner. */
export const ownColumns = (table: ObjectTable): Column[] => [
  ...[...table.columns.values()].filter((column) => !column.system && column.stored),
  ...(table.ownership ? [table.ownership.owner, table.ownership.dept] : []),
];
/** Rows as one JSON parameter: keys are SQL names. Decimals are text in it, so no digit is lost. */
export const rowsJson = (rows: readonly Row[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries([
        ['id', row.id],
        ...(row.place
          ? ([
              ['parent_id', row.place.parentId],
              ['ord', row.place.ord],
            ] as const)
          : []),
        ...[...row.cells]
          .filter(([column]) => column.stored)
          .map(([column, value]) => [column.sql, value] as const),
      ]),
    ),
  );
/** What json_to_recordset makes of it. */
export function recordset(columns: readonly Column[], placed = false): string {
  const place = placed ? ['parent_id uuid', 'ord integer'] : [];
  const own = columns.map((column) => `${column.sql} ${column.kind.column(column.field)}`);
  return `g(${['id uuid', ...place, ...own].join(', ')})`;
}
/** COPY of lines that hold the system's columns, then the builder's. */
export const copyText = (table: ObjectTable, columns: readonly Column[], placed = false): string =>
  `COPY ${table.name} (${[...SYSTEM, ...(placed ? PLACE : []), ...columns.map((column) => column.sql)].join(', ')}) FROM STDIN`;

/** Writes new rows; a unique value that is taken is VALUE_TAKEN. */
export async function insertRows(writing: WriteContext, rows: readonly Row[]): Promise<void> {
  try {
    await (rows.length < COPY_FROM ? insertFew : insertMany)(writing, rows);
  } catch (error) {
    takenError(error, writing.view.table, rows);
  }
}

async function insertFew({ tx, view, userId }: WriteContext, rows: readonly Row[]): Promise<void> {
  const columns = ownColumns(view.table);
  const placed = isPlaced(rows);
  const own = [...(placed ? PLACE : []), ...columns.map((column) => column.sql)];
  const text = `INSERT INTO ${view.table.name} (${[...SYSTEM, ...own].join(', ')})
    SELECT g.id, 1, $2::timestamptz, $3, $2::timestamptz,
      $3${own.map((name) => `, g.${name}`).join('')}
      FROM json_to_recordset($1::json) ${recordset(columns, placed)}`;
  await tx.run(text, [rowsJson(rows), new Date().toISOString(), userId]);
}

async function insertMany({ tx, view, userId }: WriteContext, rows: readonly Row[]): Promise<void> {
  const columns = ownColumns(view.table);
  const now = new Date().toISOString();
  const system = ['1', now, userId, now, userId];
  await tx.copy(
    copyText(view.table, columns, isPlaced(rows)),
    linesOf(rows, ({ id, cells, place }) => {
      const at = place ? [place.parentId, place.ord] : [];
      const own = columns.map((column) => cellText(column, cells.get(column)));
      return `${[id, ...system, ...at, ...own].join('\t')}\n`;
    }),
  );
}
