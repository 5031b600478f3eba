import type { AppError } from '../../kernel/index.ts';
import { lockRows } from '../records/edit.ts';
import { BatchUndo } from '../records/bulk-undo.ts';
import { deleteRecords, type DeletionContext } from '../records/remove.ts';
import type { ImportRow } from './rows.ts';
import { inSavepoint } from './write.ts';

const CHANGED = '之后又被修改过，保留现在的内容';
const GONE = '已被删除，或不能再查看';

type Undone = { readonly n: number; readonly why: string };

/** Takes back what rows became, as far as the records are as the import left them. */
export async function undoRows(
  writing: DeletionContext,
  rows: readonly ImportRow[],
): Promise<Undone[]> {
  const made = rows.filter(({ is_new: isNew }) => isNew);
  const changed = rows.filter(({ is_new: isNew }) => !isNew);
  return [...(await binMade(writing, made)), ...(await restoreChanged(writing, changed))];
}

/** New records go to the bin; one that was changed since stays. */
async function binMade(writing: DeletionContext, rows: readonly ImportRow[]): Promise<Undone[]> {
  const { tx, view } = writing;
  const ids = rows.map(({ record_id: id }) => id!);
  const found = new Map(
    (await lockRows(tx, view.table, ids, 'remove')).map(({ id, version }) => [id, version]),
  );
  const why = new Map<number, string>();
  for (const { n, record_id: id, version } of rows) {
    const now = found.get(id!);
    if (now === undefined) why.set(n, GONE);
    else if (now !== version) why.set(n, CHANGED);
  }
  let rest = rows.filter(({ n }) => !why.has(n));
  while (rest.length > 0) {
    const at = rest;
    const tried = await inSavepoint(tx, () =>
      deleteRecords(
        writing,
        at.map(({ record_id: id }) => id!),
      ),
    );
    if ('done' in tried) break;
    if (tried.problems.length === 0) throw tried.error;
    for (const { path, msg } of tried.problems) {
      const row = at[Number(path.split('/')[2] ?? NaN)];
      if (!row) throw tried.error;
      why.set(row.n, msg);
    }
    rest = at.filter(({ n }) => !why.has(n));
  }
  return rows.map(({ n }) => ({ n, why: why.get(n) ?? '' }));
}

/** Records that were changed get back what they had. */
async function restoreChanged(
  writing: DeletionContext,
  rows: readonly ImportRow[],
): Promise<Undone[]> {
  if (rows.length === 0) return [];
  const { table } = writing.view;
  // Fields that name several records are in another table and are imported as well; rows are not.
  const columns = [...table.columns.values()].flatMap(({ system, rows: below, sql }) =>
    system || below ? [] : [sql],
  );
  const undo = new BatchUndo(writing, columns, 'import');
  await undo.run(rows.map(({ record_id: id, version }) => ({ id: id!, version: version! })));
  const why = new Map(undo.skipped.map((each) => [each.id, each.why]));
  return rows.map(({ n, record_id: id }) => ({ n, why: why.get(id!) ?? '' }));
}

/** What keeps the whole undo from being done, as a sentence for each row. */
export const refusedAll = (rows: readonly ImportRow[], error: AppError): Undone[] =>
  rows.map(({ n }) => ({ n, why: error.message }));
