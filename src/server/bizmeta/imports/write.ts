import type { Problem } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { createRecords } from '../records/create.ts';
import { editRecords } from '../records/edit.ts';
import { requireImported, requireRecords } from '../records/permitted.ts';
import type { WriteContext } from '../records/write-context.ts';
import { faultAt, type MappedColumn, type ReadRow, type RowFault } from './read.ts';
import type { ImportRow, Outcome } from './rows.ts';

/** What is written, and how. */
export interface BatchWrite {
  readonly writing: WriteContext;
  readonly mapped: readonly MappedColumn[];
  readonly rows: readonly ImportRow[];
  readonly read: readonly ReadRow[];
}

/** Records made or changed, by the place of their row. */
type Written = ReadonlyMap<number, { id: string; version: number }>;

/**
 * Writes rows as far as nothing refuses them: those that are refused are left out with what is wrong,
 * and the others are tried again. Rows with faults of their own are only tried in a rehearsal, which
 * finds all that is wrong with them.
 */
export async function writeRows(batch: BatchWrite, isRehearsal: boolean): Promise<Outcome[]> {
  const { read } = batch;
  const faults = read.map((row) => [...row.faults]);
  const tried = triedRows(read, isRehearsal);
  // Changes first: a new record may take a unique value that a changed one gives up.
  const changed = await untilAccepted(batch, tried.changed, faults, change);
  const made = await untilAccepted(batch, tried.created, faults, create);
  const written = new Map([...made, ...changed]);
  return read.map((row, i) => ({
    n: row.n,
    isNew: row.existing === null,
    problems: faults[i]!,
    ...(written.has(i) && !isRehearsal && { record: written.get(i)! }),
  }));
}

/** Places of the rows that are tried. */
function triedRows(
  read: readonly ReadRow[],
  isRehearsal: boolean,
): { created: number[]; changed: number[] } {
  const places = read.flatMap(({ isLost, faults }, i) =>
    !isLost && (isRehearsal || faults.length === 0) ? [i] : [],
  );
  return {
    created: places.filter((i) => read[i]!.existing === null),
    changed: places.filter((i) => read[i]!.existing !== null),
  };
}

type Write = (batch: BatchWrite, at: readonly number[]) => Promise<Written>;

async function create({ writing, read }: BatchWrite, at: readonly number[]): Promise<Written> {
  const { ids } = await createRecords(
    writing,
    at.map((i) => read[i]!.values),
  );
  await requireImported(writing, ids, (i) => `/records/${i}`);
  return new Map(ids.map((id, i) => [at[i]!, { id, version: 1 }]));
}

async function change({ writing, read }: BatchWrite, at: readonly number[]): Promise<Written> {
  const ids = at.map((i) => read[i]!.existing!.id);
  await requireRecords(writing, 'import', ids, (i) => `/records/${i}`);
  const { records } = await editRecords(
    writing,
    at.map((i) => ({ ...read[i]!.values, ...read[i]!.existing! })),
  );
  return new Map(records.map((record, i) => [at[i]!, record]));
}

async function untilAccepted(
  batch: BatchWrite,
  rows: readonly number[],
  faults: readonly RowFault[][],
  write: Write,
): Promise<Written> {
  let rest = rows;
  while (rest.length > 0) {
    const at = rest;
    const tried = await inSavepoint(batch.writing.tx, () => write(batch, at));
    if ('done' in tried) return tried.done;
    const refused = noteRefused(batch, at, faults, tried);
    rest = at.filter((i) => !refused.has(i));
  }
  return new Map();
}

/** Notes why rows are refused, and answers which; an error that is about none of them is thrown. */
function noteRefused(
  batch: BatchWrite,
  at: readonly number[],
  faults: readonly RowFault[][],
  { problems, error }: Refused,
): ReadonlySet<number> {
  const refused = new Set<number>();
  for (const problem of problems) {
    const i = at[Number(problem.path.split('/')[2] ?? NaN)];
    if (i === undefined) throw error;
    refused.add(i);
    note(batch, faults[i]!, i, problem);
  }
  if (refused.size === 0) throw error;
  return refused;
}

/** A column that has a fault of its own is not said to be empty besides. */
function note(
  { mapped, rows }: BatchWrite,
  faults: RowFault[],
  i: number,
  { path, msg }: Problem,
): void {
  const [, , , field = ''] = path.split('/');
  const column = mapped.find((each) => each.column.field.apiName === field);
  const fault = column ? faultAt(column, rows[i]!, msg) : { column: '', value: '', message: msg };
  if (!column || !faults.some((each) => each.column === fault.column)) faults.push(fault);
}

interface Refused {
  readonly problems: readonly Problem[];
  readonly error: AppError;
}
type Tried<T> = { readonly done: T } | Refused;

/** What a write refuses leaves nothing behind. */
export async function inSavepoint<T>(tx: TenantTx, work: () => Promise<T>): Promise<Tried<T>> {
  await tx.run('SAVEPOINT importing');
  try {
    const done = await work();
    await tx.run('RELEASE SAVEPOINT importing');
    return { done };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await tx.run('ROLLBACK TO SAVEPOINT importing');
    return { problems: error.errors, error };
  }
}
