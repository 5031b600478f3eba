import { problem, type DataOf, type InputOf, type ObjectDescribe, type Problem } from '../../../contract/index.ts';
import { schemaHash, validatePage, type PageDocument, type PageProblem } from '../../../page/index.ts';
import { AppError, problemsError, type Database, type TenantTx } from '../../kernel/index.ts';
import { describeOf, LOAD_ALL, rowObjects, type Loaded } from '../meta/store.ts';
import { blocksOf } from './blocks.ts';
import type { Library, ServedPage } from './library.ts';
import { findPage, isPageKey } from './serve.ts';

type Saved = DataOf<'bizmeta.page.save'>;

/** One save of a page at a time, whoever's: the revision is compared and taken under the lock. */
const lockPage = (tx: TenantTx, key: string) => tx.query('SELECT pg_advisory_xact_lock(7303, hashtext($1))', [`${tx.tenant.id} ${key}`]);

async function describesOf(tx: TenantTx): Promise<ReadonlyMap<string, ObjectDescribe>> {
  const [loaded] = await tx.query<Loaded>(LOAD_ALL);
  const rows = loaded?.objects ?? [];
  const below = rowObjects(rows);
  return new Map(rows.filter((row) => row.parent_field === null).map((row) => [row.api_name, describeOf(row, loaded!.secret, below)]));
}

const place = ({ path, reason, params, msg }: PageProblem): Problem => ({ path: `/document${path}`, reason, ...(params && { params }), msg });

/** The document, sound and flat; throws with every place where it is not. */
function check(document: unknown, key: string, library: Library, describes: ReadonlyMap<string, ObjectDescribe>, blocks: ReadonlyMap<string, PageDocument>): PageDocument {
  const result = validatePage(document, { widgets: library.widgets, actions: library.actions, describe: (apiName) => describes.get(apiName), block: (block) => blocks.get(block) });
  if (!result.document) throw problemsError(result.problems.filter((each) => each.severity === 'error').map(place));
  if (result.document.key !== key) throw problemsError([problem('/document/key', 'PAGE_INVALID', { why: `页面标识应为“${key}”` })]);
  return result.document;
}

async function currentPage(tx: TenantTx, library: Library, key: string): Promise<ServedPage | undefined> {
  return findPage((text, values, options) => tx.query(text, values, options), library, key).catch((error: unknown) => {
    if (error instanceof AppError && error.reason === 'PAGE_UNKNOWN') return undefined;
    throw error;
  });
}

/**
 * Saves the tenant's own version of a page and serves it from now on. `rev` is the revision the change was made from: when
 * the page has moved on it is STALE_VERSION with the page as it stands. History is kept.
 */
export async function savePage(tx: TenantTx, library: Library, userId: string, { pageKey, document, rev }: InputOf<'bizmeta.page.save'>): Promise<Saved> {
  if (!isPageKey(pageKey)) throw new AppError('PAGE_UNKNOWN', { key: pageKey.slice(0, 80) });
  const sound = check(document, pageKey, library, await describesOf(tx), await blocksOf(tx, library));
  await lockPage(tx, pageKey);
  const current = await currentPage(tx, library, pageKey);
  if (rev !== undefined && current && rev !== current.rev) throw new AppError('STALE_VERSION', {}, { errors: [problem('/rev', 'STALE_VERSION')], current: JSON.parse(current.text) });
  return storePage(tx, userId, sound, current?.rev ?? 0);
}

/** Writes the document as the page's next revision and serves it from now on; under the page's lock. */
async function storePage(tx: TenantTx, userId: string, document: PageDocument, atLeast: number): Promise<Saved> {
  const { key } = document;
  const [last] = await tx.query<{ rev: number }>(`SELECT coalesce(max(rev), 0) AS rev FROM bizmeta.page WHERE tenant_id = $1 AND key = $2`, [tx.tenant.id, key]);
  const next = { ...document, rev: Math.max(last?.rev ?? 0, atLeast) + 1 };
  const hash = schemaHash(next);
  await deactivate(tx, key);
  await tx.run(`INSERT INTO bizmeta.page (tenant_id, key, rev, hash, document, active, saved_by) VALUES ($1, $2, $3, $4, $5, true, $6)`, [tx.tenant.id, key, next.rev, hash, JSON.stringify(next), userId]);
  return { key, rev: next.rev, hash };
}
const deactivate = (tx: TenantTx, key: string) => tx.run(`UPDATE bizmeta.page SET active = false WHERE tenant_id = $1 AND key = $2 AND active`, [tx.tenant.id, key]);

/** Puts another document in a page's place, under its own key; the old one stays in the history. */
export async function replacePage(tx: TenantTx, userId: string, key: string, document: PageDocument): Promise<void> {
  for (const each of [...new Set([key, document.key])].sort()) await lockPage(tx, each);
  if (document.key !== key) await deactivate(tx, key);
  await storePage(tx, userId, document, document.rev);
}

/** Back to the system's page. The tenant's versions stay in its history. */
export async function resetPage(tx: TenantTx, key: string): Promise<null> {
  await lockPage(tx, key);
  await deactivate(tx, key);
  return null;
}

/** Notes the system's pages of this program, so that a tenant's version can be compared with what it was made from. */
export async function storeSystemPages(db: Database, library: Library): Promise<void> {
  const pages = [...library.pages.values()];
  await db.withOwner((tx) => tx.run(`INSERT INTO bizmeta.system_page (key, hash, document) SELECT x.key, x.hash, x.text::json FROM json_to_recordset($1::json) x(key text, hash text, text text) ON CONFLICT DO NOTHING`, [JSON.stringify(pages)]));
}
