import type { TenantTx } from '../../kernel/index.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { Row } from './read-record.ts';

/** Replaces the pairs of fields that name several records. */
export async function writeJoins(
  tx: TenantTx,
  table: ObjectTable,
  rows: readonly Row[],
  areNew: boolean,
): Promise<void> {
  for (const column of table.columns.values()) {
    const given = column.join === undefined ? [] : rows.filter((row) => row.cells.has(column));
    if (given.length === 0) continue;
    if (!areNew)
      await tx.run(`DELETE FROM ${column.join} WHERE from_id = ANY($1::uuid[])`, [
        given.map((row) => row.id),
      ]);
    const pairs = given.flatMap((row) =>
      ((row.cells.get(column) ?? []) as string[]).map((id, ord) => ({ from: row.id, id, ord })),
    );
    if (pairs.length === 0) continue;
    await tx.run(
      `INSERT INTO ${column.join} (from_id, to_id, ord) SELECT *
        FROM unnest($1::uuid[], $2::uuid[], $3::integer[])`,
      [pairs.map((pair) => pair.from), pairs.map((pair) => pair.id), pairs.map((pair) => pair.ord)],
    );
  }
}
