import { MAX_OWN_PAGES, problem, type InputOf } from '../../../contract/index.ts';
import { BLOCK_PREFIX, isSoundKey, schemaHash, type PageDocument } from '../../../page/index.ts';
import { AppError, problemsError } from '../../kernel/index.ts';
import { usagesOf } from './blocks.ts';
import type { PageEditContext } from './edit-context.ts';
import { dropDraft, findDraft, insertDraft, storeAllowances } from './draft-rows.ts';
import { storeBase } from './revision-rows.ts';
import { deactivate } from './revisions.ts';
import { isPageKey } from './serve.ts';
import { basePageOf, lockPage, requireKey, servedOf, unknownPage } from './state.ts';
import { titleOf } from './titles.ts';

/** Pages named in a refusal; the rest are counted by the list of usages. */
const MAX_NAMED = 5;
const WHAT = '页面标识';

/**
 * First words of keys that belong to the program: a page of its next version must not collide with
 * one of a company's.
 */
function reserved({ library }: PageEditContext): ReadonlySet<string> {
  const words = new Set([...library.pages.keys()].map((key) => key.split('.')[0]!));
  words.delete(BLOCK_PREFIX.replace('.', ''));
  return words.add('object');
}

async function requireNewKey(context: PageEditContext, key: string): Promise<void> {
  const refuse = (reason: 'NAME_FORMAT' | 'NAME_RESERVED' | 'NAME_TAKEN') =>
    problemsError([problem('/key', reason, { what: WHAT, name: key.slice(0, 80) })]);
  if (!isPageKey(key) || !isSoundKey(key)) throw refuse('NAME_FORMAT');
  if (reserved(context).has(key.split('.')[0]!) || context.library.pages.has(key))
    throw refuse('NAME_RESERVED');
  await context.tx.query('SELECT pg_advisory_xact_lock(7305, hashtext($1))', [
    context.tx.tenant.id,
  ]);
  await lockPage(context.tx, key);
  if ((await servedOf(context, key, undefined)) || (await findDraft(context.tx, key)))
    throw refuse('NAME_TAKEN');
  const [many] = await context.tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT key FROM bizmeta.page WHERE tenant_id = $1 AND active
      AND origin = 'own' UNION SELECT key FROM bizmeta.page_draft WHERE tenant_id = $1
      AND over_hash IS NULL) k`,
    [context.tx.tenant.id],
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

/** Creates a page of the company's own, as a draft that is not served before it is published. */
export async function createPage(
  context: PageEditContext,
  { key, title, from }: InputOf<'bizmeta.page.create'>,
): Promise<{ key: string }> {
  await requireNewKey(context, key);
  const document =
    typeof from === 'string'
      ? { ...(await modelFor(context, from)), key, title, rev: 0 }
      : blank(key, title);
  context.requireRights(document);
  const hash = schemaHash(document);
  await storeBase(context.tx, key, hash, document);
  await insertDraft(
    context.tx,
    document,
    { baseHash: hash, baseRev: 0, overHash: null, changed: true },
    context.userId,
  );
  await storeAllowances(context.tx, key, context.allowances(document));
  return { key };
}
async function modelFor(context: PageEditContext, key: string): Promise<PageDocument> {
  requireKey(key);
  const served = await servedOf(context, key, await basePageOf(context, key));
  if (!served) throw unknownPage(key);
  return served.document;
}

/** Applications with the page in their menu. */
const MENUS = `SELECT name FROM bizmeta.app WHERE tenant_id = $1 AND deleted_at IS NULL
  AND jsonb_path_exists(nav::jsonb, '$.** ? (@.page == $key)', jsonb_build_object('key', $2::text))
  ORDER BY name`;

/** Groups that let people in to the page: with it, one that is made again under its key would be open. */
const LETTING_IN = `SELECT name FROM bizmeta.authority_group WHERE tenant_id = $1 AND $2 = ANY(pages)
  ORDER BY ord, id`;

/** Takes an own page out of use; its revisions stay, and restoring one brings it back. */
export async function removePage(context: PageEditContext, key: string): Promise<null> {
  requireKey(key);
  await lockPage(context.tx, key);
  const basePage = await basePageOf(context, key);
  const served = await servedOf(context, key, basePage);
  if (basePage)
    throw new AppError('PAGE_NOT_OWN', { title: titleOf(served?.document ?? basePage.document) });
  if (!served && !(await findDraft(context.tx, key))) throw unknownPage(key);
  const users = (await usagesOf(context.tx, context.library, key)).filter(
    (each) => each.key !== key,
  );
  const menus = await context.tx.query<{ name: string }>(MENUS, [context.tx.tenant.id, key]);
  const groups = await context.tx.query<{ name: string }>(LETTING_IN, [context.tx.tenant.id, key]);
  const named = [
    ...new Set(users.map(({ title }) => `“${title}”`)),
    ...menus.map(({ name }) => `应用“${name}”的菜单`),
    ...groups.map(({ name }) => `授权组“${name}”`),
  ];
  if (named.length > 0)
    throw new AppError('PAGE_IN_USE', {
      title: served ? titleOf(served.document) : key,
      users: named.slice(0, MAX_NAMED).join('、'),
    });
  await deactivate(context.tx, key);
  await dropDraft(context.tx, key);
  return null;
}
