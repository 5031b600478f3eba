import { describeOperations, diff, PAGE_KINDS, reconcile } from '../../../page/index.ts';
import type { Database, TenantRef } from '../../kernel/index.ts';
import { PageEditContext, type PageParts } from './edit-context.ts';
import type { Library } from '../library/library.ts';
import { atRev, baseDocument } from './revision-rows.ts';
import { rebase, storeRevision } from './revisions.ts';
import { basePageOf, lockPage, servedOf, type BasePage, type Served } from './state.ts';

/**
 * Result of a change of the base page for a company's page. `waiting`: a user has to decide, and
 * nothing served changes until then.
 */
type Upgraded = 'same' | 'merged' | 'waiting';
const NEWS: Record<BasePage['origin'], string> = {
  system: '并入系统页面的新版本',
  object: '并入对象的新设置',
};

/**
 * The merge of both changes of their common base; undefined where they conflict or do not make a
 * sound page together.
 */
async function mergeBasePage(
  context: PageEditContext,
  key: string,
  served: Served,
  basePage: BasePage,
) {
  const base = await baseDocument(context.tx, key, served.overHash!);
  if (!base) return undefined;
  const { document, conflicts } = reconcile(
    atRev(base, key, served.rev),
    served.document,
    atRev(basePage.document, key, served.rev),
    [],
    await context.naming(),
  );
  if (
    conflicts.length > 0 ||
    (await context.problems(document)).some(({ severity }) => severity === 'error')
  )
    return undefined;
  return document;
}

/** Merges the newest base page into what the company is served, as a revision without author. */
async function upgradePage(context: PageEditContext, key: string): Promise<Upgraded> {
  await lockPage(context.tx, key);
  const basePage = await basePageOf(context, key);
  const served = await servedOf(context, key, basePage);
  if (
    !basePage ||
    !served?.isOverlay ||
    served.overHash === null ||
    served.overHash === basePage.hash
  )
    return 'same';
  const document = await mergeBasePage(context, key, served, basePage);
  if (!document) return 'waiting';
  const operations = diff(served.document, document);
  if (operations.length === 0) await rebase(context, document, basePage);
  else
    await storeRevision(context, {
      document,
      over: basePage,
      words: [
        NEWS[basePage.origin],
        ...describeOperations(operations, served.document, await context.naming()),
      ],
      atLeast: served.rev,
    });
  return operations.length === 0 ? 'same' : 'merged';
}

/** Updates pages generated from an object's describe. */
export async function upgradeObjectPages(context: PageEditContext, apiName: string): Promise<void> {
  const keys = await context.tx.query<{ key: string }>(
    `SELECT key FROM bizmeta.page WHERE tenant_id = $1 AND active AND key = ANY($2) ORDER BY key`,
    [context.tx.tenant.id, PAGE_KINDS.map((kind) => `object.${apiName}.${kind}`)],
  );
  for (const { key } of keys) await upgradePage(context, key);
}

/**
 * Stores the system's pages of this program: companies' versions are made on them and will be
 * merged with the next ones.
 */
export async function storeSystemPages(db: Database, library: Library): Promise<void> {
  const pages = [...library.pages.values()];
  await db.withOwner((tx) =>
    tx.run(
      `INSERT INTO bizmeta.system_page (key, hash, document) SELECT x.key, x.hash, x.text::json
        FROM json_to_recordset($1::json) x(key text, hash text, text text) ON CONFLICT DO NOTHING`,
      [JSON.stringify(pages)],
    ),
  );
}

interface OutdatedPage extends TenantRef {
  key: string;
}
function outdatedPages(db: Database, { pages }: Library): Promise<OutdatedPage[]> {
  const system = [...pages.values()].map(({ key, hash }) => ({ key, hash }));
  return db.asAnonymous<OutdatedPage>(
    `SELECT o.key, t.id, t.no, t.region FROM bizmeta.page_overlay o
      JOIN json_to_recordset($1::json) s(key text, hash text) ON s.key = o.key
      AND s.hash <> o.base_hash JOIN upm.tenant t ON t.id = o.tenant_id ORDER BY t.no, o.key`,
    [JSON.stringify(system)],
  );
}

/** How many pages merged the new version, and how many wait for a decision. */
export interface Upgrade {
  merged: number;
  waiting: number;
}

/**
 * Merges the pages of this program into every company's own versions of system pages, one by one,
 * while the old ones are served. A page that fails is reported to `onFail` and waits; the others
 * continue. Ends early when `signal` aborts.
 */
export async function upgradeOverlays(
  db: Database,
  parts: PageParts,
  onFail: (failure: unknown, key: string) => void,
  signal?: AbortSignal,
): Promise<Upgrade> {
  const count = { merged: 0, waiting: 0, same: 0 };
  for (const { key, ...tenant } of await outdatedPages(db, parts.library)) {
    if (signal?.aborted) break;
    const become = await db
      .withTenant({ tenant }, (tx) => upgradePage(new PageEditContext(tx, parts, ''), key))
      .catch((failure: unknown): Upgraded => {
        onFail(failure, key);
        return 'waiting';
      });
    count[become]++;
  }
  return { merged: count.merged, waiting: count.waiting };
}
