import type { PageOrigin } from '../../../contract/index.ts';
import { generatedKey, generatePage, schemaHash, type PageDocument } from '../../../page/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import type { PageEditContext } from './edit-context.ts';
import { isOpen, isPageKey } from './serve.ts';

/**
 * The base page of a company's own version: a page of the program, or one generated from a
 * describe.
 */
export interface BasePage {
  readonly origin: Exclude<PageOrigin, 'own'>;
  readonly hash: string;
  readonly document: PageDocument;
}
/** The page of the program that a company's page is a version of. */
export const systemBase = (basePage: BasePage | undefined): PageDocument | undefined =>
  basePage?.origin === 'system' ? basePage.document : undefined;
/**
 * What is served under a key. `overHash`: the base page it has merged; null for an own page.
 * `allows`: its publisher's grants.
 */
export interface Served {
  readonly document: PageDocument;
  readonly rev: number;
  readonly hash: string;
  readonly overHash: string | null;
  readonly isOverlay: boolean;
  readonly allows: readonly string[];
}

export const unknownPage = (key: string): AppError =>
  new AppError('PAGE_UNKNOWN', { key: key.slice(0, 80) });
export function requireKey(key: string): void {
  if (!isPageKey(key)) throw unknownPage(key);
}

/**
 * As requireKey, for a change: pages shown before signing in are shown before the company is known.
 */
export function requireChangeable(key: string): void {
  requireKey(key);
  if (isOpen(key)) throw new AppError('PAGE_FIXED');
}

/** One change of a page at a time: its base is compared under the lock. */
export const lockPage = (tx: TenantTx, key: string) =>
  tx.query('SELECT pg_advisory_xact_lock(7303, hashtext($1))', [`${tx.tenant.id} ${key}`]);

export async function basePageOf(
  context: PageEditContext,
  key: string,
): Promise<BasePage | undefined> {
  const system = context.library.pages.get(key);
  if (system)
    return {
      origin: 'system',
      hash: system.hash,
      document: JSON.parse(system.text) as PageDocument,
    };
  const asked = generatedKey(key);
  const describe = asked && (await context.describe(asked.apiName));
  if (!asked || !describe) return undefined;
  const document = generatePage(asked.kind, describe);
  return { origin: 'object', hash: schemaHash(document), document };
}

export async function servedOf(
  context: PageEditContext,
  key: string,
  basePage: BasePage | undefined,
): Promise<Served | undefined> {
  const [own] = await context.tx.query<{
    rev: number;
    hash: string;
    text: string;
    origin: PageOrigin;
    base_hash: string | null;
    allows: string[];
  }>(
    `SELECT rev, hash, document::text AS text, origin, base_hash, allows FROM bizmeta.page
      WHERE tenant_id = $1 AND key = $2 AND active`,
    [context.tx.tenant.id, key],
  );
  if (own)
    return {
      document: JSON.parse(own.text) as PageDocument,
      rev: own.rev,
      hash: own.hash,
      overHash: own.origin === 'own' ? null : own.base_hash,
      isOverlay: true,
      allows: own.allows,
    };
  return (
    basePage && {
      document: basePage.document,
      rev: basePage.document.rev,
      hash: basePage.hash,
      overHash: basePage.hash,
      isOverlay: false,
      allows: basePage.origin === 'system' ? context.systemAllowances(basePage.document) : [],
    }
  );
}
