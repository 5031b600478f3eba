import {
  MAX_DELETED_ALONG,
  type DataOf,
  type InputOf,
  type Problem,
} from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { logMoves } from './change-log.ts';
import { dropEffectsOfRestored, effectsOf, type Effect } from './deletion-effects.ts';
import { lockRows } from './edit.ts';
import { fillLinks, ownersOf } from './restore-links.ts';
import { checkTargets, readBack } from './restore-checks.ts';
import { requireRecords } from './permitted.ts';
import type { Row } from './read-record.ts';
import { lockIds, type DeletionContext } from './remove.ts';
import { binRows } from './rows.ts';
import { checkUnique, takenError } from './unique.ts';
import { stopOnProblems, type WriteContext } from './write-context.ts';

type Input = Pick<InputOf<'bizmeta.record.restore'>, 'ids' | 'alone'>;

/** Records of one object that come back, with the places of their problems. */
interface Returning {
  readonly view: ObjectCatalogEntry;
  readonly at: Map<string, string>;
}

/**
 * Takes records out of the recycle bin, all or none, with what was deleted with them and the links
 * that their deletion emptied. What they point to has to be there, and their unique values free.
 */
export async function restoreRecords(
  writing: DeletionContext,
  { ids: given, alone = false }: Input,
): Promise<DataOf<'bizmeta.record.restore'>> {
  const { tx, view } = writing;
  await requireRecords(writing, 'delete', given, (i) => `/ids/${i}`);
  const ids = await lockIds({ tx }, view.table, given, true);
  const all = new Map<string, Returning>([
    [view.table.describe.id, { view, at: new Map(ids.map((id, i) => [id, `/ids/${i}`])) }],
  ]);
  if (!alone) await findAlong(writing, all);
  const back = new Map([...all.values()].flatMap(({ at }) => [...at]));
  for (const [here, rows] of await checkAll(writing, all, new Set(back.keys())))
    await takeOut(here, rows);
  await fillLinks(writing, back);
  await dropEffectsOfRestored(tx, [...back.keys()]);
  return { count: ids.length, along: back.size - ids.length };
}

/** Adds what was deleted with records, and with these in turn, as far as it still is in the bin. */
async function findAlong(writing: DeletionContext, all: Map<string, Returning>): Promise<void> {
  const places = new Map([...all.values()].flatMap(({ at }) => [...at]));
  let frontier = [...places.keys()];
  let room = MAX_DELETED_ALONG;
  while (frontier.length > 0) {
    const effects = await effectsWithin(writing.tx, frontier, room);
    room -= effects.length;
    const owners = await ownersOf(writing.tx, effects);
    frontier = [];
    for (const [objectId, { api_name }] of owners) {
      const own = effects.filter(({ object_id }) => object_id === objectId);
      frontier.push(...(await addAlong(writing, all, { objectId, api_name, own, places })));
    }
  }
}

async function effectsWithin(
  tx: TenantTx,
  ids: readonly string[],
  room: number,
): Promise<Effect[]> {
  const effects = await effectsOf(tx, 'record', ids, room + 1);
  if (effects.length > room) throw new AppError('RESTORE_TOO_WIDE', { max: MAX_DELETED_ALONG });
  return effects;
}

interface Found {
  readonly objectId: string;
  readonly api_name: string;
  readonly own: readonly Effect[];
  /** Where the request names what a record comes back with. */
  readonly places: Map<string, string>;
}
async function addAlong(
  { tx, catalog }: DeletionContext,
  all: Map<string, Returning>,
  { objectId, api_name, own, places }: Found,
): Promise<string[]> {
  const known = all.get(objectId) ?? {
    view: await catalog.enterAnyObject(tx, api_name),
    at: new Map<string, string>(),
  };
  all.set(objectId, known);
  const causes = new Map(own.map(({ record_id, cause }) => [record_id, cause]));
  const locked = await lockRows(tx, known.view.table, [...causes.keys()], 'restore');
  const fresh = locked.map(({ id }) => id).filter((id) => !known.at.has(id));
  for (const id of fresh) {
    const place = places.get(causes.get(id)!) ?? '';
    known.at.set(id, place);
    places.set(id, place);
  }
  return fresh;
}

/** The records of each object, when nothing prevents any of them from coming back. */
async function checkAll(
  writing: DeletionContext,
  all: ReadonlyMap<string, Returning>,
  back: ReadonlySet<string>,
): Promise<[WriteContext, Row[]][]> {
  const problems: Problem[] = [];
  const checked: [WriteContext, Row[]][] = [];
  for (const { view, at } of all.values()) {
    const here = { ...writing, view };
    checked.push([here, await check(here, at, back, problems)]);
  }
  stopOnProblems(problems);
  return checked;
}

async function check(
  writing: WriteContext,
  at: ReadonlyMap<string, string>,
  back: ReadonlySet<string>,
  problems: Problem[],
): Promise<Row[]> {
  const { tx, view } = writing;
  const rows = await readBack(tx, view.table, at);
  await checkTargets(writing, rows, back, problems);
  await checkUnique(tx, view.table, rows, problems);
  return rows;
}

async function takeOut(writing: WriteContext, rows: readonly Row[]): Promise<void> {
  const { tx, view, userId } = writing;
  const ids = rows.map(({ id }) => id);
  const now = new Date().toISOString();
  await logMoves(writing, ids, 'restore', now);
  try {
    await tx.run(
      `UPDATE ${view.table.name}
        SET deleted_at = NULL, deleted_by = NULL, version = version + 1,
          updated_at = $2::timestamptz, updated_by = $3 WHERE id = ANY($1::uuid[])`,
      [ids, now, userId],
    );
  } catch (error) {
    takenError(error, view.table, rows);
  }
  await binRows(tx, view.table, ids, null);
}
