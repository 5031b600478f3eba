import type { DataOf, InputOf, Problem } from '../../../contract/index.ts';
import { AppError, SqlParameters, type Context } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import { labelSql } from '../meta/computed.ts';
import type { Parts } from '../parts.ts';
import type { DeletionContext } from '../records/remove.ts';
import { restoreRecords } from '../records/restore.ts';
import { seenTable } from '../records/write-context.ts';
import { deletedWith } from './deleted-with.ts';

type Checked = DataOf<'bizmeta.recordBin.check'>;

/** Ends the trial: its transaction is rolled back, and the result is returned all the same. */
class TrialEnded extends Error {
  override readonly name = 'TrialEnded';
}

/** What taking records out of the bin would bring back, and what prevents it; nothing is written. */
export async function checkRestore(
  { db, catalog, people, services }: Parts,
  ctx: Context,
  { object, ids, alone }: InputOf<'bizmeta.recordBin.check'>,
): Promise<Checked> {
  let checked: Checked = { along: 0, problems: [] };
  try {
    await db.withTenant(
      ctx,
      async (tx) => {
        const view = await catalog.enterWhole(tx, object);
        const access = await people.accessIn(tx);
        const writing = { tx, catalog, view, services, userId: ctx.userId, access };
        checked = await tryRestore(writing, { ids, ...(alone !== undefined && { alone }) });
        throw new TrialEnded();
      },
      { object },
    );
  } catch (error) {
    if (!(error instanceof TrialEnded)) throw error;
  }
  return checked;
}

async function tryRestore(
  writing: DeletionContext,
  input: Parameters<typeof restoreRecords>[1],
): Promise<Checked> {
  const { ids } = input;
  const { along } = await deletedWith(writing, ids.filter(isUuid));
  const titles = await titlesOf(writing, ids);
  const problems = await problemsOf(() => restoreRecords(writing, input));
  return {
    along: [...along.values()].reduce((sum, n) => sum + n, 0),
    problems: problems.map((each) => inWords(each, ids, titles)),
  };
}

async function problemsOf(work: () => Promise<unknown>): Promise<readonly Problem[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.errors.length === 0) throw error;
    return error.errors;
  }
}

async function titlesOf(
  writing: DeletionContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { values, bind } = new SqlParameters();
  const found = await writing.tx.query<{ id: string; title: string }>(
    `SELECT r.id, left(${labelSql(seenTable(writing), 'r', bind)}, 60) AS title
      FROM ${writing.view.table.name} r WHERE r.id = ANY(${bind(ids.filter(isUuid))}::uuid[])
      AND r.deleted_at IS NOT NULL`,
    values,
  );
  return new Map(found.map((row) => [row.id, row.title]));
}

function inWords(
  { path, msg }: Problem,
  ids: readonly string[],
  titles: ReadonlyMap<string, string>,
): Checked['problems'][number] {
  const id = ids[Number(path.split('/')[2])]?.toLowerCase() ?? '';
  return { id, title: titles.get(id) || '（无标题）', text: msg };
}
