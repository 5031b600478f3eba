import type { Problem } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { DbValue } from '../fields/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { ownColumns } from '../records/create.ts';
import { readNew } from '../records/read-record.ts';
import type { Made } from './records.ts';

/** Lines that travel in one message. */
const LINES = 500;
const MARKS: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string) => text.replace(/[\\\t\n\r]/g, (mark) => MARKS[mark]!);

/** A value as COPY's text format has it. */
function cellText(column: Column, value: DbValue | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  if (!Array.isArray(value)) return escaped(String(value));
  if (column.field.type === 'attachment') return escaped(JSON.stringify(value));
  return escaped(`{${value.map((each) => `"${String(each).replace(/[\\"]/g, '\\$&')}"`).join(',')}}`);
}

/** Makes lines of records, checked by the same readers as any write. */
function* linesOf(table: ObjectTable, columns: readonly Column[], records: readonly Made[]): Generator<string> {
  for (let from = 0; from < records.length; from += LINES) {
    let text = '';
    for (const { id, values, at, by } of records.slice(from, from + LINES)) {
      const problems: Problem[] = [];
      const cells = readNew(table, values, '', problems);
      if (problems[0]) throw new Error(`a demo record of ${table.describe.apiName} is wrong: ${problems[0].path} ${problems[0].msg}`);
      const stamp = at.toISOString();
      text += `${id}\t1\t${stamp}\t${by}\t${stamp}\t${by}${columns.map((column) => `\t${cellText(column, cells.get(column))}`).join('')}\n`;
    }
    yield text;
  }
}

/** Writes many records at once by COPY, with the moment and author each is said to have. References are the database's to check. */
export async function loadRecords(tx: TenantTx, table: ObjectTable, records: readonly Made[]): Promise<void> {
  const columns = ownColumns(table);
  const names = ['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', ...columns.map((column) => column.sql)];
  await tx.copy(`COPY ${table.name} (${names.join(', ')}) FROM STDIN`, linesOf(table, columns, records));
}
