import { MAX_DELETED_ALONG, type Problem } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import type { Column } from '../meta/table.ts';
import {
  putRowsBack,
  setLookups,
  setPairs,
  setRowLookups,
  type Link,
  type RowLookup,
} from './change-links.ts';
import { effectsOf, type Effect } from './deletion-effects.ts';
import { checkLevels, enterLevels } from './levels.ts';
import { linkOf, rowLookupOf, type LinkColumn } from './link-columns.ts';
import { requireUnlocked, type Lockable } from './locks.ts';
import type { DeletionContext } from './remove.ts';
import { checkKept, type KeptRow } from './restore-checks.ts';
import { stopOnProblems, type WriteContext } from './write-context.ts';

/** The object whose records an effect is about: of a sub-table's rows, the one they belong to. */
interface Owner {
  readonly table_id: string;
  readonly api_name: string;
}

/** Objects in use, by the ids that effects have. */
export async function ownersOf(
  tx: TenantTx,
  effects: readonly Effect[],
): Promise<ReadonlyMap<string, Owner>> {
  const ids = [...new Set(effects.map(({ object_id }) => object_id))];
  if (ids.length === 0) return new Map();
  const found = await tx.query<Owner>(
    `SELECT o.id AS table_id, r.api_name FROM bizmeta.object o
      LEFT JOIN bizmeta.field x ON x.tenant_id = o.tenant_id AND x.id = o.parent_field
      JOIN bizmeta.object r ON r.tenant_id = o.tenant_id AND r.id = coalesce(x.object_id, o.id)
    WHERE o.tenant_id = $1 AND o.id = ANY($2::uuid[]) AND o.deleted_at IS NULL
      AND r.deleted_at IS NULL AND x.removed_at IS NULL ORDER BY r.no, o.no`,
    [tx.tenant.id, ids],
  );
  return new Map(found.map((owner) => [owner.table_id, owner]));
}

/** Effects by the field they are about. */
function byField(effects: readonly Effect[]): Map<string, Effect[]> {
  const found = new Map<string, Effect[]>();
  for (const effect of effects)
    found.set(effect.field_id, [...(found.get(effect.field_id) ?? []), effect]);
  return found;
}

/**
 * Fills what the deletion of these records emptied, where it still is empty, and puts back the rows
 * it removed. Fields that are gone, or point elsewhere by now, are passed over. `back` has the records
 * with their places in the request. Records that an approval has locked are refused.
 */
export async function fillLinks(
  writing: DeletionContext,
  back: ReadonlyMap<string, string>,
): Promise<void> {
  for (const kind of ['row', 'link'] as const) {
    const effects = await effectsOf(writing.tx, kind, [...back.keys()], MAX_DELETED_ALONG + 1);
    if (effects.length > MAX_DELETED_ALONG)
      throw new AppError('RESTORE_TOO_WIDE', { max: MAX_DELETED_ALONG });
    const owners = await ownersOf(writing.tx, effects);
    for (const [fieldId, own] of byField(effects)) {
      const owner = owners.get(own[0]!.object_id);
      if (!owner) continue;
      const view = await writing.catalog.enterAnyObject(writing.tx, owner.api_name);
      const here = { ...writing, view };
      await (kind === 'row' ? rowsBack(here, fieldId, own, back) : linksBack(here, fieldId, own));
    }
  }
}

async function rowsBack(
  writing: WriteContext,
  fieldId: string,
  own: readonly Effect[],
  back: ReadonlyMap<string, string>,
): Promise<void> {
  const lookup = rowLookupOf(writing.view.table, fieldId);
  const kept = own.flatMap((effect) => {
    const row = effect.kept as KeptRow | null;
    return row ? [{ at: back.get(effect.cause) ?? '', row }] : [];
  });
  if (!lookup || kept.length === 0) return;
  const records = await lockFilled(
    writing,
    kept.map(({ row }) => row.parent_id),
  );
  const living = new Set(records.flatMap(({ id, gone }) => (gone ? [] : [id])));
  const problems: Problem[] = [];
  const rows = await checkKept(writing, lookup.rows, { kept, living }, problems);
  stopOnProblems(problems);
  await putRowsBack(
    writing,
    lookup,
    rows.map((row) => ({ record: row.parent_id, kept: row })),
  );
}

/** A record that gets something back; `gone`: it is in the bin itself. */
interface Filled extends Lockable {
  readonly id: string;
  readonly gone: boolean;
}
/** Locks the records that get something back; what people decide on in an approval stays as it is. */
async function lockFilled(
  writing: WriteContext,
  ids: readonly string[],
  isEmpty = 'true',
): Promise<readonly Filled[]> {
  const rows = await writing.tx.query<Filled>(
    `SELECT id, deleted_at IS NOT NULL AS gone, flow_lock AS lock FROM ${writing.view.table.name}
      WHERE id = ANY($1::uuid[]) AND ${isEmpty} ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  );
  await requireUnlocked(writing, rows);
  return rows;
}

async function linksBack(
  writing: WriteContext,
  fieldId: string,
  own: readonly Effect[],
): Promise<void> {
  const link = linkOf(writing.view.table, fieldId);
  if (!link || !pointsTo(writing, link, own[0]!.cause_object)) return;
  const links = own.map(({ record_id: id, cause: to, place }) => ({ id, to, place }));
  if (link.kind === 'rows') return fillRows(writing, link, links);
  const ids = links.map(({ id }) => id);
  if (link.kind === 'pairs') {
    await lockFilled(writing, ids);
    return setPairs(writing, link.column, links, 'fill');
  }
  await lockFilled(writing, ids, `${link.column.sql} IS NULL`);
  await setLookups(writing, link.column, await climbing(writing, link.column, links), 'fill');
}

async function fillRows(
  writing: WriteContext,
  lookup: RowLookup,
  links: readonly Link[],
): Promise<void> {
  const rows = await inRecords(writing, lookup, links);
  await lockFilled(
    writing,
    rows.map(({ record }) => record),
  );
  await setRowLookups(writing, lookup, rows, 'fill');
}

/** Rows that are there, with the records they belong to. */
async function inRecords(
  { tx }: WriteContext,
  { rows }: RowLookup,
  links: readonly Link[],
): Promise<(Link & { record: string })[]> {
  const found = await tx.query<{ id: string; record: string }>(
    `SELECT id, parent_id AS record FROM ${rows.name} WHERE id = ANY($1::uuid[])`,
    [links.map(({ id }) => id)],
  );
  const records = new Map(found.map(({ id, record }) => [id, record]));
  return links.flatMap((each) => {
    const record = records.get(each.id);
    return record === undefined ? [] : [{ ...each, record }];
  });
}

/** The field still points to the object that the cause is a record of. */
function pointsTo({ view }: WriteContext, link: LinkColumn, objectId: string): boolean {
  const { field } = link.kind === 'rows' ? link.inside : link.column;
  return view.target(field.refObject ?? '')?.describe.id === objectId;
}

/** Without the links by which a record would become its own ancestor by now. */
async function climbing(
  writing: WriteContext,
  column: Column,
  links: readonly Link[],
): Promise<Link[]> {
  const rows = links.map(({ id, to }) => ({ at: `/${id}`, id, cells: new Map([[column, to]]) }));
  const problems: Problem[] = [];
  await checkLevels(writing, await enterLevels(writing, rows), rows, problems);
  const refused = new Set(problems.map(({ path }) => path.split('/')[1]));
  return links.filter(({ id }) => !refused.has(id));
}
