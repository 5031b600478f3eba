import { problem, type DataOf } from '../../../contract/index.ts';
import { isUuid } from '../fields/values.ts';
import type { Catalog, ObjectCatalogEntry } from '../meta/catalog.ts';
import type { ObjectTable } from '../meta/table.ts';
import { logMoves } from './change-log.ts';
import { removeRows, setLookups, setPairs, setRowLookups } from './change-links.ts';
import { storeEffects, type Effect } from './deletion-effects.ts';
import { alongOf, planDeletion, type DeletionPlan, type Pointers } from './deletion-plan.ts';
import { lockRows } from './edit.ts';
import { linkOf, rowLookupOf } from './link-columns.ts';
import { requireUnlocked, type Lockable } from './locks.ts';
import { namedBefore, tellDeleted } from './notices.ts';
import type { Doomed } from './referrers.ts';
import { requireRecords } from './permitted.ts';
import { binRows } from './rows.ts';
import { checkSize, stopOnProblems, type WriteContext } from './write-context.ts';

/** A deletion, or a restoration, may write records of other objects. */
export interface DeletionContext extends WriteContext {
  readonly catalog: Catalog;
}

/** Ids of the request, locked; RECORD_UNKNOWN for missing ones. */
export async function lockIds(
  writing: Pick<WriteContext, 'tx' | 'flow'>,
  table: ObjectTable,
  given: readonly string[],
  deleted: boolean,
): Promise<string[]> {
  checkSize(given, '/ids');
  const ids = given.map((id) => id.toLowerCase());
  const rows = await lockRows(
    writing.tx,
    table,
    ids.filter(isUuid),
    deleted ? 'restore' : 'remove',
  );
  await requireUnlocked(writing, rows);
  const found = new Set(rows.map((row) => row.id));
  const reason = deleted ? 'BIN_RECORD_UNKNOWN' : 'RECORD_UNKNOWN';
  stopOnProblems(ids.flatMap((id, i) => (found.has(id) ? [] : [problem(`/ids/${i}`, reason)])));
  return [...new Set(ids)];
}

/**
 * Deletes the records into the recycle bin, all or none, with what their builder lets go along;
 * refused while records that stay point to one and hold it back (RECORD_IN_USE).
 */
export async function deleteRecords(
  writing: DeletionContext,
  given: readonly string[],
): Promise<DataOf<'bizmeta.record.bulkDelete'>> {
  const { tx, view } = writing;
  await requireRecords(writing, 'delete', given, (i) => `/ids/${i}`);
  const ids = await lockIds(writing, view.table, given, false);
  const plan = await planDeletion(tx, view.table, ids, {
    lock: true,
    access: writing.access,
  });
  stopOnProblems([...plan.problems]);
  const effects = plan.pulled.flatMap((each) => effectsFrom('record', each));
  for (const pointers of plan.links) effects.push(...(await emptyLinks(writing, pointers)));
  for (const pointers of plan.rows) effects.push(...(await takeRows(writing, pointers)));
  for (const doomed of plan.doomed.values()) {
    const here = await enteredObject(writing, doomed);
    if (here !== writing) await requireUnlockedIds(here, [...doomed.ids]);
    await binRecords(here, [...doomed.ids]);
  }
  await storeEffects(tx, effects);
  return { count: ids.length, along: alongCount(plan, ids.length) };
}

const enteredObject = async (
  writing: DeletionContext,
  { id, apiName }: Doomed,
): Promise<WriteContext> =>
  id === writing.view.table.describe.id
    ? writing
    : { ...writing, view: await writing.catalog.enterAnyObject(writing.tx, apiName) };

/** What goes along may be locked as well. */
async function requireUnlockedIds(writing: WriteContext, ids: readonly string[]): Promise<void> {
  const rows = await writing.tx.query<Lockable>(
    `SELECT flow_lock AS lock FROM ${writing.view.table.name} WHERE id = ANY($1::uuid[])`,
    [ids],
  );
  await requireUnlocked(writing, rows);
}

const alongCount = (plan: DeletionPlan, named: number): number =>
  alongOf(plan, named).reduce((sum, { count }) => sum + count, 0);

async function binRecords(writing: WriteContext, ids: readonly string[]): Promise<void> {
  const { tx, view, userId } = writing;
  const now = new Date().toISOString();
  await tellDeleted(writing, await namedBefore(writing, ids));
  await logMoves(writing, ids, 'delete', now);
  await tx.run(
    `UPDATE ${view.table.name}
      SET deleted_at = $2::timestamptz, deleted_by = $3, version = version + 1
      WHERE id = ANY($1::uuid[])`,
    [ids, now, userId],
  );
  await binRows(tx, view.table, ids, now);
}

const effectsFrom = (
  kind: Effect['kind'],
  { referrer, to, found }: Pointers,
  kept?: ReadonlyMap<string, unknown>,
): Effect[] =>
  found.map(({ id, row, to: cause, place }) => ({
    kind,
    cause_object: to.id,
    cause,
    object_id: referrer.table_id,
    field_id: referrer.field_id,
    record_id: row ?? id,
    place,
    kept: kept?.get(row ?? id) ?? null,
  }));

async function entered(
  { catalog, ...writing }: DeletionContext,
  { referrer, found }: Pointers,
): Promise<WriteContext & { view: ObjectCatalogEntry }> {
  const here = { ...writing, view: await catalog.enterAnyObject(writing.tx, referrer.api_name) };
  await requireUnlockedIds(
    here,
    found.map(({ id }) => id),
  );
  return here;
}
const rowLinks = ({ found }: Pointers) =>
  found.map(({ id, row, to, place }) => ({ id: row ?? id, record: id, to, place }));

async function emptyLinks(writing: DeletionContext, pointers: Pointers): Promise<Effect[]> {
  const here = await entered(writing, pointers);
  const link = linkOf(here.view.table, pointers.referrer.field_id);
  if (link?.kind === 'rows') await setRowLookups(here, link, rowLinks(pointers), 'empty');
  if (link?.kind === 'pairs') await setPairs(here, link.column, pointers.found, 'empty');
  if (link?.kind === 'single') await setLookups(here, link.column, pointers.found, 'empty');
  return effectsFrom('link', pointers);
}

async function takeRows(writing: DeletionContext, pointers: Pointers): Promise<Effect[]> {
  const here = await entered(writing, pointers);
  const lookup = rowLookupOf(here.view.table, pointers.referrer.field_id);
  const kept = lookup && (await removeRows(here, lookup, rowLinks(pointers)));
  return effectsFrom('row', pointers, kept);
}
