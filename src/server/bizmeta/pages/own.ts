import { MAX_OWN_PAGES, problem, type InputOf } from '../../../contract/index.ts';
import { BLOCK_PREFIX, isSoundKey, schemaHash, type PageDocument } from '../../../page/index.ts';
import { AppError, problemsError } from '../../kernel/index.ts';
import { usagesOf } from './blocks.ts';
import type { Desk } from './desk.ts';
import { dropDraft, findDraft, insertDraft, keepAllows } from './draft-rows.ts';
import { keepBase } from './revision-rows.ts';
import { deactivate } from './revisions.ts';
import { isPageKey } from './serve.ts';
import { belowOf, lockPage, requireKey, servedOf, unknownPage } from './state.ts';
import { titleOf } from './titles.ts';

/** Pages named in a refusal; the rest are counted by the list of usages. */
const MAX_NAMED = 5;
const WHAT = '页面标识';

/**
 * First words of keys that belong to the program: a page of its next version must not meet one of a
 * company's.
 */
function reserved({ library }: Desk): ReadonlySet<string> {
  const words = new Set([...library.pages.keys()].map((key) => key.split('.')[0]!));
  words.delete(BLOCK_PREFIX.replace('.', ''));
  return words.add('object');
}

async function requireNewKey(desk: Desk, key: string): Promise<void> {
  const refuse = (reason: 'NAME_FORMAT' | 'NAME_RESERVED' | 'NAME_TAKEN') =>
    problemsError([problem('/key', reason, { what: WHAT, name: key.slice(0, 80) })]);
  if (!isPageKey(key) || !isSoundKey(key)) throw refuse('NAME_FORMAT');
  if (reserved(desk).has(key.split('.')[0]!) || desk.library.pages.has(key))
    throw refuse('NAME_RESERVED');
  await desk.tx.query('SELECT pg_advisory_xact_lock(7305, hashtext($1))', [desk.tx.tenant.id]);
  await lockPage(desk.tx, key);
  if ((await servedOf(desk, key, undefined)) || (await findDraft(desk.tx, key)))
    throw refuse('NAME_TAKEN');
  const [many] = await desk.tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT key FROM bizmeta.page WHERE tenant_id = $1 AND active
      AND origin = 'own' UNION SELECT key FROM bizmeta.page_draft WHERE tenant_id = $1
      AND over_hash IS NULL) k`,
    [desk.tx.tenant.id],
  );
  if (many!.n >= MAX_OWN_PAGES)
    throw problemsError([problem('', 'TOO_MANY', { max: MAX_OWN_PAGES, count: many!.n + 1 })]);
}

const blank = (key: string, title: string): PageDocument => ({
  spec: 'page/1',
  key,
  rev: 0,
  title,
  root: 'page',
  nodes: {
    page: { type: key.startsWith(BLOCK_PREFIX) ? 'stack@1' : 'page@1', slots: { default: [] } },
  },
});

/** A page of the company's own, as a draft: nobody sees it before it is published. */
export async function createPage(
  desk: Desk,
  { key, title, from }: InputOf<'bizmeta.page.create'>,
): Promise<{ key: string }> {
  await requireNewKey(desk, key);
  const document =
    typeof from === 'string'
      ? { ...(await modelFor(desk, from)), key, title, rev: 0 }
      : blank(key, title);
  desk.requireRights(document);
  const hash = schemaHash(document);
  await keepBase(desk.tx, key, hash, document);
  await insertDraft(
    desk.tx,
    document,
    { baseHash: hash, baseRev: 0, overHash: null, changed: true },
    desk.userId,
  );
  await keepAllows(desk.tx, key, desk.allowances(document));
  return { key };
}
async function modelFor(desk: Desk, key: string): Promise<PageDocument> {
  requireKey(key);
  const served = await servedOf(desk, key, await belowOf(desk, key));
  if (!served) throw unknownPage(key);
  return served.document;
}

/** Takes an own page out of use; its revisions stay, and one of them restored brings it back. */
export async function removePage(desk: Desk, key: string): Promise<null> {
  requireKey(key);
  await lockPage(desk.tx, key);
  const below = await belowOf(desk, key);
  const served = await servedOf(desk, key, below);
  if (below)
    throw new AppError('PAGE_NOT_OWN', { title: titleOf(served?.document ?? below.document) });
  if (!served && !(await findDraft(desk.tx, key))) throw unknownPage(key);
  const users = (await usagesOf(desk.tx, desk.library, key)).filter((each) => each.key !== key);
  if (users.length > 0)
    throw new AppError('PAGE_IN_USE', {
      title: served ? titleOf(served.document) : key,
      users: [...new Set(users.map(({ title }) => `“${title}”`))].slice(0, MAX_NAMED).join('、'),
    });
  await deactivate(desk.tx, key);
  await dropDraft(desk.tx, key);
  return null;
}
