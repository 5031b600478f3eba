import { SYSTEM_PAGES_COOKIE, type PageGrant } from '../../../contract/index.ts';
import { generatedKey, generatePage, splitPin } from '../../../page/index.ts';
import { AppError, JsonText, RawAnswer, type Context, type Database, type OpenContext } from '../../kernel/index.ts';
import { findDescribe, queryOf, type Query } from '../meta/find.ts';
import { servedPage, type Library, type ServedPage } from './library.ts';
import { allowsAt, revisionAt } from './revision-rows.ts';

/** Pages people see before they have signed in: sign-in itself, errors, and the shell around them. */
export const isOpen = (key: string): boolean => key.startsWith('passport.') || key.startsWith('error.') || key.startsWith('block.passport.') || ['shell.bare', 'shell.window', 'shell.passport'].includes(key);
const KEY = /^[A-Za-z0-9_]{1,60}(\.[A-Za-z0-9_]{1,60}){0,5}$/;
export const isPageKey = (key: string): boolean => KEY.test(key);

const ACTIVE = `SELECT key, rev, hash, document::text AS text, allows FROM bizmeta.page WHERE tenant_id = current_setting('huozi.tenant') AND key = $1 AND active`;

/** A page with who wrote it: only a page of the program, unchanged, may do all that its viewer may (decision 16). */
interface Answered extends ServedPage, PageGrant {}
const ofProgram = (page: ServedPage): Answered => ({ ...page, origin: 'program', allows: [] });
const ofCompany = (page: ServedPage, allows: string[] = []): Answered => ({ ...page, origin: 'company', allows });

/** The page a tenant sees under a key: its own version, the system's, or the one made from an object's describe. `onlySystem` passes over its own version of a system page. */
export async function findPage(query: Query, library: Library, key: string, onlySystem = false): Promise<Answered> {
  if (!isPageKey(key)) throw unknown(key);
  const system = library.pages.get(key);
  if (onlySystem && system) return ofProgram(system);
  const [own] = await query<ServedPage & { allows: string[] }>(ACTIVE, [key], { name: 'bizmeta_page' });
  if (own) return ofCompany(own, own.allows);
  return system ? ofProgram(system) : ofCompany(await made(query, key));
}

const unknown = (key: string) => new AppError('PAGE_UNKNOWN', { key: key.slice(0, 80) });

async function made(query: Query, key: string): Promise<ServedPage> {
  const asked = generatedKey(key);
  if (!asked) throw unknown(key);
  const describe = await findDescribe(query, asked.apiName).catch((error: unknown) => {
    throw error instanceof AppError && error.reason === 'OBJECT_UNKNOWN' ? unknown(key) : error;
  });
  return servedPage(generatePage(asked.kind, describe));
}

/** A block as it was published at one revision: it is what it was, whatever became of the block since. */
async function pinnedPage(db: Database, key: string, rev: number, ctx: OpenContext): Promise<Answered> {
  if (!isPageKey(key)) throw unknown(`${key}@${rev}`);
  const found = await db.withTenant(await ctx.enter(), async (tx) => {
    const document = await revisionAt(tx, key, rev);
    return document && { document, allows: await allowsAt(tx, key, rev) };
  });
  if (!found) throw unknown(`${key}@${rev}`);
  return ofCompany(servedPage(found.document), found.allows);
}
/** Whether a builder asked for the program's pages, to mend one of the company's. */
const asksForSystem = ({ session }: Context, cookies: string | undefined): boolean => session.isBuilder && (cookies ?? '').split('; ').includes(`${SYSTEM_PAGES_COOKIE}=1`);

async function pageFor(db: Database, library: Library, reference: string, ctx: OpenContext): Promise<Answered | undefined> {
  if (ctx.session === null && isOpen(reference)) {
    const page = library.pages.get(reference);
    return page && ofProgram(page);
  }
  const { key, rev } = splitPin(reference);
  if (rev !== undefined) return pinnedPage(db, key, rev, ctx);
  const entered = await ctx.enter();
  return findPage(queryOf(db, entered), library, key, asksForSystem(entered, ctx.request.headers.cookie));
}

/** Serves a page. Its hash and its origin are its ETag: a browser that has it is told so in a few bytes. */
export async function servePage(db: Database, library: Library, key: string, ctx: OpenContext): Promise<JsonText | RawAnswer> {
  const page = await pageFor(db, library, key, ctx);
  if (!page) throw unknown(key);
  const { origin, allows, hash, text } = page;
  const headers = { etag: `"${origin}-${hash}"`, 'cache-control': 'private, no-cache' };
  if (ctx.request.headers['if-none-match'] === headers.etag) return new RawAnswer(null, headers, 304);
  for (const [name, value] of Object.entries(headers)) ctx.header(name, value);
  return new JsonText(`{"origin":${JSON.stringify(origin)},"allows":${JSON.stringify(allows)},"document":${text}}`);
}
