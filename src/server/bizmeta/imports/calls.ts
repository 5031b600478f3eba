import type { DataOf, ImportState, InputOf } from '../../../contract/index.ts';
import {
  AppError,
  sheetFile,
  writeSheet,
  type Context,
  type RawResponse,
  type SheetColumn,
} from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import type { DeletionContext } from '../records/remove.ts';
import { inImport } from './context.ts';
import { startWork } from './job.ts';
import { checkMapping } from './mapping.ts';
import {
  findImport,
  importsOf,
  importState,
  refusedRows,
  resetRows,
  type StoredImport,
} from './rows.ts';
import { PROBLEM_TITLE } from './upload.ts';

/** Problems and imports one answer lists. */
const MOST_PROBLEMS = 200;
const MOST_IMPORTS = 20;

/**
 * Work with an import of the person's, as far as they may import now. What only reads does not wait for
 * the work that goes on.
 */
async function withImport<T>(
  parts: Parts,
  ctx: Context,
  importId: string,
  work: (writing: DeletionContext, given: StoredImport) => Promise<T>,
  lock = true,
): Promise<T> {
  let given: StoredImport;
  const find = async (tx: DeletionContext['tx']): Promise<string> => {
    given = await findImport(tx, importId, ctx.userId, lock);
    return given.object;
  };
  return inImport(parts, ctx, find, (writing) => work(writing, given));
}

/** Refuses what does not come next; work that failed may be begun again. */
function requireState({ state, jobFailed }: StoredImport, ...may: ImportState[]): void {
  if (may.includes(state)) return;
  if (state === 'done' || state === 'undone') throw new AppError('IMPORT_DONE');
  if (!jobFailed) throw new AppError('IMPORT_BUSY');
}

/** Begins to check the rows, with the fields of their columns and what they become. */
export const checkImport = (
  parts: Parts,
  ctx: Context,
  input: InputOf<'bizmeta.import.check'>,
): Promise<null> =>
  withImport(parts, ctx, input.importId, async (writing, given) => {
    requireState(given, 'uploaded', 'checked');
    checkMapping(input, given, writing);
    const { tx, view, userId } = writing;
    const { columns, mode, key = null, blank = 'keep' } = input;
    await tx.run(
      `UPDATE bizmeta.record_import SET fields = $3, mode = $4, key = $5, blank = $6
        WHERE tenant_id = $1 AND id = $2::uuid`,
      [
        tx.tenant.id,
        given.id,
        columns.map(({ field }) => field),
        mode,
        mode === 'create' ? null : key,
        blank,
      ],
    );
    const total = await resetRows(tx, given.id);
    const { label } = view.table.describe;
    await startWork(tx, { id: given.id, label, work: 'check', total, by: userId });
    return null;
  });

/** Begins to write the rows that are in order; IMPORT_INVALID where all are wanted and some are not. */
export const confirmImport = (
  parts: Parts,
  ctx: Context,
  { importId, validOnly = false }: InputOf<'bizmeta.import.confirm'>,
): Promise<null> =>
  withImport(parts, ctx, importId, async ({ tx, view, userId }, given) => {
    requireState(given, 'checked');
    const { invalid, valid } = await importState(tx, userId, given.id, 0);
    if (invalid > 0 && !validOnly) throw new AppError('IMPORT_INVALID', { count: invalid });
    await tx.run(
      'UPDATE bizmeta.record_import SET valid_only = $3 WHERE tenant_id = $1 AND id = $2::uuid',
      [tx.tenant.id, given.id, validOnly],
    );
    const { label } = view.table.describe;
    await startWork(tx, { id: given.id, label, work: 'write', total: valid, by: userId });
    return null;
  });

export const undoImport = (
  parts: Parts,
  ctx: Context,
  { importId }: InputOf<'bizmeta.import.undo'>,
): Promise<null> =>
  withImport(parts, ctx, importId, async ({ tx, view, userId }, given) => {
    if (given.state !== 'done') requireState(given);
    const { left } = await importState(tx, userId, given.id, 0);
    const { label } = view.table.describe;
    await startWork(tx, { id: given.id, label, work: 'undo', total: left, by: userId });
    return null;
  });

export const stateOfImport = (
  parts: Parts,
  ctx: Context,
  { importId }: InputOf<'bizmeta.import.state'>,
): Promise<DataOf<'bizmeta.import.state'>> =>
  withImport(
    parts,
    ctx,
    importId,
    ({ tx, userId }) => importState(tx, userId, importId, MOST_PROBLEMS),
    false,
  );

export const listImports = (
  parts: Parts,
  ctx: Context,
  { object }: InputOf<'bizmeta.import.list'>,
): Promise<DataOf<'bizmeta.import.list'>> =>
  inImport(parts, ctx, object, ({ tx, view, userId }) =>
    importsOf(tx, userId, view.table.describe.id, MOST_IMPORTS),
  );

const problemText = (problems: readonly { column: string; message: string }[]): string =>
  problems.map(({ column, message }) => (column ? `${column}：${message}` : message)).join('；');

const WIDTH = 20;
/** The rows with problems as they are in the file, to be corrected and uploaded. */
export async function importReport(
  parts: Parts,
  ctx: Context,
  { importId }: InputOf<'bizmeta.import.report'>,
): Promise<RawResponse> {
  const read = async ({ tx, view }: DeletionContext, given: StoredImport) => ({
    given,
    label: view.table.describe.label,
    rows: await refusedRows(tx, given.id),
  });
  const found = await withImport(parts, ctx, importId, read, false);
  const columns: SheetColumn[] = [
    ...found.given.titles.map((title) => ({ title, width: WIDTH })),
    { title: PROBLEM_TITLE, width: 3 * WIDTH },
  ];
  const rows = found.rows.map(({ cells, problems }) => [...cells, problemText(problems)]);
  const bytes = await writeSheet(parts.db, { name: '待修改', columns, rows });
  return sheetFile(bytes, `${found.label}导入待修改.xlsx`);
}
