import type { Problem } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { mainDeptsOf } from '../../upm/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { cellText, linesOf } from '../records/copy-lines.ts';
import { copyText, ownColumns } from '../records/insert.ts';
import { readNew } from '../records/read-record.ts';
import type { GeneratedRecord } from './records.ts';

/** A record as a line of COPY, read by the field types as in any write. */
function lineOf(
  table: ObjectTable,
  columns: readonly Column[],
  depts: ReadonlyMap<string, string>,
  { id, values, at, by }: GeneratedRecord,
): string {
  const problems: Problem[] = [];
  const cells = new Map(readNew(table, values, '', problems));
  if (problems[0])
    throw new Error(
      `a demo record of ${table.describe.apiName} is wrong: ${problems[0].path} ${problems[0].msg}`,
    );
  if (table.ownership)
    cells.set(table.ownership.owner, by).set(table.ownership.dept, depts.get(by) ?? null);
  const stamp = at.toISOString();
  const own = columns.map((column) => cellText(column, cells.get(column)));
  return `${[id, '1', stamp, by, stamp, by, ...own].join('\t')}\n`;
}

/**
 * Writes many records at once by COPY, with given creation times and authors, who own them.
 * References are checked by the database.
 */
export async function loadRecords(
  tx: TenantTx,
  table: ObjectTable,
  records: readonly GeneratedRecord[],
): Promise<void> {
  const columns = ownColumns(table);
  const depts = await mainDeptsOf(tx, [...new Set(records.map(({ by }) => by))]);
  await tx.copy(
    copyText(table, columns),
    linesOf(records, (record) => lineOf(table, columns, depts, record)),
  );
}
