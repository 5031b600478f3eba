import type { TenantTx } from '../../kernel/index.ts';
import { tableName } from '../meta/ddl.ts';
import { writtenName } from '../meta/swap-ddl.ts';
import { unitOf } from '../meta/type-changes.ts';
import { convertRecords, type Conversion } from './convert.ts';
import { countLost, stopChange, type ChangeWork } from './work.ts';

/** Converts records that were written; answers how many there were and how many it did. */
export async function convertWritten(
  tx: TenantTx,
  conversion: Conversion,
  most: number,
): Promise<{ seen: number; done: number }> {
  const { table, beside } = conversion;
  const written = writtenName(table, beside);
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM ${written} ORDER BY id LIMIT ${most}`,
  );
  if (rows.length === 0) return { seen: 0, done: 0 };
  const ids = rows.map(({ id }) => id);
  const done = await convertRecords(tx, conversion, ids);
  // Those of purged records go as well.
  const removed = await tx.run(
    `DELETE FROM ${written} w WHERE id = ANY($1::uuid[]) OR (id = ANY($2::uuid[])
      AND NOT EXISTS (SELECT FROM ${tableName(table)} t WHERE t.id = w.id))`,
    [done, ids],
  );
  return { seen: ids.length, done: removed };
}

/** Whether values could not be converted that no one has accepted to leave out. */
export async function stoppedByLoss(tx: TenantTx, work: ChangeWork): Promise<boolean> {
  if (work.change.accepts) return false;
  const lost = await countLost(tx, work);
  if (lost === 0) return false;
  const count = lost.toLocaleString('en-US');
  await stopChange(
    tx,
    work.change.id,
    `有 ${count} ${unitOf(work.rowsOf !== undefined)}的值换不过去：改好它们再继续，或清空它们`,
  );
  return true;
}
