import {
  DEFAULT_PAGE_SIZE,
  type DataOf,
  type InputOf,
  type PageRevision,
  type PageSide,
} from '../../../contract/index.ts';
import { describeOperations, diff, type PageDocument } from '../../../page/index.ts';
import { AppError } from '../../kernel/index.ts';
import type { PageEditContext } from './edit-context.ts';
import { openDraft } from './open-draft.ts';
import { namesOf, timeOf } from './people.ts';
import { revisionAt } from './renames.ts';
import { basePageOf, requireKey, servedOf, unknownPage } from './state.ts';

interface Row {
  rev: number;
  hash: string;
  active: boolean;
  saved_at: Date | string;
  saved_by: string;
  note: string;
  words: string[];
  restored_from: number | null;
  is_reset: boolean;
  total: number;
  newest: number;
}

/** A page's revisions, the newest first. */
export async function pageHistory(
  context: PageEditContext,
  { pageKey, current = 1, size = DEFAULT_PAGE_SIZE }: InputOf<'bizmeta.page.history'>,
): Promise<DataOf<'bizmeta.page.history'>> {
  requireKey(pageKey);
  const rows = await context.tx.query<Row>(
    `SELECT rev, hash, active, saved_at, saved_by, note, words, restored_from, is_reset,
    count(*) OVER ()::int AS total, max(rev) OVER () AS newest
    FROM bizmeta.page WHERE tenant_id = $1 AND key = $2 ORDER BY rev DESC LIMIT $3 OFFSET $4`,
    [context.tx.tenant.id, pageKey, size, (current - 1) * size],
  );
  const names = await namesOf(
    context,
    rows.map((row) => row.saved_by),
  );
  const records = rows.map((row) => revisionOf(row, names.get(row.saved_by) ?? ''));
  return { records, total: rows[0]?.total ?? 0, current, size };
}

const revisionOf = (row: Row, by: string): PageRevision => ({
  rev: row.rev,
  hash: row.hash,
  at: timeOf(row.saved_at)!,
  by,
  note: row.note,
  words: row.words,
  current: row.active || (row.is_reset && row.rev === row.newest),
  restoredFrom: row.restored_from,
  reset: row.is_reset,
});

/** One side of a comparison. */
async function sideOf(
  context: PageEditContext,
  key: string,
  side: PageSide,
): Promise<PageDocument> {
  if (side === 'draft') return (await openDraft(context, key)).document;
  if (typeof side === 'number') {
    const document = await revisionAt(context, key, side);
    if (!document) throw new AppError('REVISION_UNKNOWN', { rev: side });
    return document;
  }
  const basePage = await basePageOf(context, key);
  const document =
    side === 'base' ? basePage?.document : (await servedOf(context, key, basePage))?.document;
  if (!document) throw unknownPage(key);
  return document;
}

export async function pageRevision(
  context: PageEditContext,
  { pageKey, rev }: InputOf<'bizmeta.page.revision'>,
): Promise<DataOf<'bizmeta.page.revision'>> {
  requireKey(pageKey);
  return { document: await sideOf(context, pageKey, rev) };
}

/** What leads from one state of a page to another; a different number is no change. */
export async function comparePages(
  context: PageEditContext,
  { pageKey, from, to }: InputOf<'bizmeta.page.compare'>,
): Promise<DataOf<'bizmeta.page.compare'>> {
  requireKey(pageKey);
  const before = await sideOf(context, pageKey, from);
  const after = await sideOf(context, pageKey, to);
  const operations = diff(before, { ...after, rev: before.rev });
  return { operations, words: describeOperations(operations, before, await context.naming()) };
}
