import { missingField, type Problem } from '../../../contract/index.ts';
import { missingValues, takeCodes, type Numbering, type Values } from '../../system/index.ts';
import { mainDeptTitles } from '../../upm/index.ts';
import { numberingOf } from '../meta/number-rules.ts';
import type { Column } from '../meta/table.ts';
import type { Row } from './read-record.ts';
import { stopOnProblems, type WriteContext } from './write-context.ts';

interface Numbered {
  column: Column;
  rule: Numbering;
}

/**
 * Gives new records their automatic numbers, in the batch's order. A rolled-back record returns its
 * number, and concurrent requests wait for it, unless the rule takes its numbers in blocks.
 */
export async function assignNumbers(
  writing: WriteContext,
  rows: readonly Row[],
  now: Date,
): Promise<Row[]> {
  const columns = [...writing.view.table.columns.values()].filter(
    ({ field }) => field.type === 'autoNumber',
  );
  let numbered = [...rows];
  if (columns.length === 0 || rows.length === 0) return numbered;
  const rules: Numbered[] = [];
  for (const column of columns)
    rules.push({ column, rule: await numberingOf(writing.tx, column.field) });
  // All requests lock counters in the same order, so that no two wait for each other.
  for (const each of rules.toSorted((a, b) => (a.rule.id < b.rule.id ? -1 : 1))) {
    const codes = await takeCodes(
      writing.tx,
      each.rule,
      await valuesFor(writing, each.rule, rows),
      now,
    );
    numbered = numbered.map((row, i) => ({
      ...row,
      cells: new Map([...row.cells, [each.column, codes[i]!]]),
    }));
  }
  return numbered;
}

const NOTHING: Values = {};

/** Values of each record that go into its number; refuses records that lack them. */
async function valuesFor(
  { tx, view, userId }: WriteContext,
  { segments }: Numbering,
  rows: readonly Row[],
): Promise<Values[]> {
  const columns = segments.flatMap((segment) =>
    segment.kind === 'field' ? (view.table.columns.get(segment.field ?? '') ?? []) : [],
  );
  const dept = segments.some(({ kind }) => kind === 'dept')
    ? ((await mainDeptTitles(tx, [userId])).get(userId) ?? '')
    : null;
  if (columns.length === 0 && dept === null) return rows.map(() => NOTHING);
  const values = rows.map(({ cells }): Values => ({
    ...(dept !== null && { dept }),
    ...Object.fromEntries(
      columns.map((column) => [
        column.field.apiName,
        (cells.get(column) ?? null) as string | number | null,
      ]),
    ),
  }));
  const problems = rows.flatMap(({ at }, i): Problem[] =>
    missingValues(segments, values[i]!).map((name) => {
      const field = view.table.columns.get(name)?.field;
      return missingField(`${at}/${name}`, field ?? { label: name, type: 'text' });
    }),
  );
  stopOnProblems(problems);
  return values;
}
