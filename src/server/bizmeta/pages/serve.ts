import { SYSTEM_PAGES_COOKIE, type PageGrant } from '../../../contract/index.ts';
import { generatedKey, generatePage, isUsable, schemaHash, splitPin } from '../../../page/index.ts';
import {
  AppError,
  JsonText,
  RawResponse,
  type Context,
  type Database,
  type OpenContext,
  type Scope,
} from '../../kernel/index.ts';
import type { People } from '../access/people.ts';
import type { Catalog, Query } from '../meta/catalog.ts';
import { servedPage, type Library, type ServedPage } from '../library/library.ts';
import { knownPage } from './known.ts';
import { withoutSlowPatterns } from './patterns.ts';
import { blocksOfProgram, blocksShown } from './sent-blocks.ts';
import { loadDescribes } from './describes.ts';
import { newestRename, revisionAt } from './renames.ts';
import { allowsAt } from './revision-rows.ts';
import { isKeptByProgram } from './viewers-pages.ts';

/**
 * Pages people see before they have signed in: sign-in itself, errors, the shell around them, and
 * the address of a form's link, which holds nothing of the form.
 */
export const isOpen = (key: string): boolean =>
  key.startsWith('passport.') ||
  key.startsWith('error.') ||
  key.startsWith('block.passport.') ||
  ['shell.bare', 'shell.sheet', 'shell.window', 'shell.passport', 'app.publicForm'].includes(key);
const KEY = /^[A-Za-z0-9_]{1,60}(\.[A-Za-z0-9_]{1,60}){0,5}$/;
export const isPageKey = (key: string): boolean => KEY.test(key);

/**
 * A company's own versions of a page and of blocks, and the version of its catalogue for a page that
 * is made from a describe.
 */
const OWN = `SELECT (SELECT version FROM bizmeta.catalog
  WHERE tenant_id = current_setting('huozi.tenant')) AS version,
  p.key, p.rev, p.hash, p.document::text AS text, p.allows
  FROM (SELECT) one LEFT JOIN bizmeta.page p ON p.tenant_id = current_setting('huozi.tenant')
    AND p.key = ANY($1) AND p.active`;
interface OwnRow extends Omit<ServedPage, 'key'> {
  readonly version: number | null;
  readonly key: string | null;
  readonly allows: string[];
}

/**
 * A page with its author: only an unchanged page of the program may do all that its viewer may
 * (decision 16).
 */
interface Answered extends ServedPage, PageGrant {}
/** A page with the blocks it shows. */
interface Whole {
  readonly page: Answered;
  readonly blocks: readonly Answered[];
}
const ofProgram = (page: ServedPage): Answered => ({ ...page, origin: 'program', allows: [] });
const ofCompany = (page: ServedPage, allows: string[] = []): Answered => ({
  ...page,
  origin: 'company',
  allows,
});

/** What pages are served from. */
export interface PageServer {
  readonly people: People;
  readonly db: Database;
  readonly catalog: Catalog;
  readonly library: Library;
}

/**
 * The page a tenant sees under a key: its own version, the system's, or the one generated from an
 * object's describe. `onlySystem` skips its own version of a system page.
 */
async function findPage(
  server: PageServer,
  scope: Scope,
  key: string,
  onlySystem: boolean,
): Promise<Whole> {
  if (!isPageKey(key)) throw unknown(key);
  await requirePage(server, scope, key);
  const { catalog, library } = server;
  const system = library.pages.get(key);
  const near = await blocksOfProgram(library, key);
  const rows = new OwnRows(server, scope, onlySystem);
  const version = onlySystem && system ? 0 : await rows.load([key, ...near]);
  const own = rows.find(key);
  const page =
    (own && (await isForAsker(catalog, scope, key, version)) ? own : undefined) ??
    (system ? ofProgram(system) : ofCompany(await made(catalog, scope, key, version)));
  return wholePage(server, scope, page, rows);
}

/** The page with the blocks it shows, those it pins in the revision it pins. */
async function wholePage(
  server: PageServer,
  scope: Scope,
  page: Answered,
  rows: OwnRows,
): Promise<Whole> {
  const blocks = await blocksShown(page, async (references) => {
    const pinned = await pinnedPages(server, scope, references);
    await rows.load(references.filter((each) => !isPinned(each)));
    return references.flatMap((each) => {
      const block = server.library.pages.get(each);
      return pinned.get(each) ?? rows.find(each) ?? (block ? ofProgram(block) : []);
    });
  });
  const known = (each: Answered) => knownPage(server, scope, each);
  return { page: await known(page), blocks: await Promise.all(blocks.map(known)) };
}

/** Throws NO_ACCESS for a closed page of the company's own that no group of the person grants. */
async function requirePage({ db, people }: PageServer, scope: Scope, key: string): Promise<void> {
  const query: Query = (text, values) => db.readTenant(scope, text, values);
  const access = await people.accessOf(scope, query);
  if (access && !access.opensPage(key)) throw new AppError('NO_ACCESS', { label: '这个页面' });
}

/** A company's own versions of pages, by their keys. */
class OwnRows {
  private readonly rows = new Map<string, Answered | undefined>();
  constructor(
    private readonly server: PageServer,
    private readonly scope: Scope,
    private readonly onlySystem: boolean,
  ) {}
  /** Reads those that are not known yet; the version of the company's catalogue. */
  async load(keys: readonly string[]): Promise<number> {
    const { db, library } = this.server;
    const wanted = keys.filter(
      (key) => !this.rows.has(key) && !(this.onlySystem && library.pages.has(key)),
    );
    if (wanted.length === 0) return 0;
    const found = await db.readTenant<OwnRow>(this.scope, OWN, [wanted], { name: 'bizmeta_page' });
    for (const key of wanted) this.rows.set(key, undefined);
    for (const { key, rev, hash, text, allows } of found)
      if (key !== null && !isKeptByProgram(library, key))
        this.rows.set(key, ofCompany({ key, rev, hash, text }, allows));
    return found[0]?.version ?? 0;
  }
  find(key: string): Answered | undefined {
    return this.rows.get(key);
  }
}

const unknown = (key: string) => new AppError('PAGE_UNKNOWN', { key: key.slice(0, 80) });

/** The object of a page's key, at a version of the catalogue; throws PAGE_UNKNOWN without one. */
async function viewFor(catalog: Catalog, scope: Scope, key: string, version: number) {
  const asked = generatedKey(key);
  if (!asked) throw unknown(key);
  const view = await catalog.viewAt(scope, asked.apiName, version).catch((error: unknown) => {
    throw error instanceof AppError && error.reason === 'OBJECT_UNKNOWN' ? unknown(key) : error;
  });
  return { view, asked };
}

/**
 * A company's own version of an object's page is for those who may use the object; who sees no
 * records gets the page that is made for them in place of the list.
 */
async function isForAsker(
  catalog: Catalog,
  scope: Scope,
  key: string,
  version: number,
): Promise<boolean> {
  if (!generatedKey(key)) return true;
  const { view, asked } = await viewFor(catalog, scope, key, version);
  return asked.kind !== 'list' || (view.table.describe.ops?.includes('view') ?? true);
}

/** The generated page that is correct at a version of the catalogue. */
async function made(
  catalog: Catalog,
  scope: Scope,
  key: string,
  version: number,
): Promise<ServedPage> {
  const { view, asked } = await viewFor(catalog, scope, key, version);
  const { describe } = view.table;
  if (!isUsable(asked.kind, describe)) throw new AppError('NO_ACCESS', { label: describe.label });
  return catalog.page(view, asked.kind, () =>
    servedPage(generatePage(asked.kind, view.table.describe)),
  );
}

const isPinned = (reference: string): boolean => splitPin(reference).rev !== undefined;
/** Pinned blocks a process remembers, in the names of today. */
const MAX_PINNED = 200;
class PinnedBlocks {
  readonly #pages = new Map<string, ServedPage>();
  async find(
    key: string,
    make: () => Promise<ServedPage | undefined>,
  ): Promise<ServedPage | undefined> {
    const page = this.#pages.get(key) ?? (await make());
    if (this.#pages.size >= MAX_PINNED) this.#pages.clear();
    if (page) this.#pages.set(key, page);
    return page;
  }
}

/**
 * Blocks at one published revision each, independent of later changes but for the names of what they
 * show, by their references; what is not pinned or not there is left out.
 */
async function pinnedPages(
  { db, library }: PageServer,
  scope: Scope,
  references: readonly string[],
): Promise<ReadonlyMap<string, Answered>> {
  const found = new Map<string, Answered>();
  const pinned = references.filter(isPinned);
  if (pinned.length === 0) return found;
  await db.withTenant(scope, async (tx) => {
    const newest = await newestRename(tx);
    const context = { tx, library, describes: () => loadDescribes(tx) };
    for (const reference of pinned) {
      const { key, rev = 0 } = splitPin(reference);
      const made = async () => {
        const document = isPageKey(key) ? await revisionAt(context, key, rev) : undefined;
        return document && servedPage(document);
      };
      const page = await db.state
        .of(PinnedBlocks)
        .find(`${tx.tenant.id} ${reference} ${newest}`, made);
      if (page)
        found.set(reference, {
          ...ofCompany(page, await allowsAt(tx, key, rev)),
          key: reference,
        });
    }
  });
  return found;
}
/** Whether a builder requested the program's pages, to repair one of the company's. */
const asksForSystem = ({ session }: Context, cookies: string | undefined): boolean =>
  session.isBuilder && (cookies ?? '').split('; ').includes(`${SYSTEM_PAGES_COOKIE}=1`);

async function pageFor(
  server: PageServer,
  reference: string,
  ctx: OpenContext,
): Promise<Whole | undefined> {
  if (ctx.session === null && isOpen(reference)) return openPage(server.library, reference);
  const entered = await ctx.enter();
  const onlySystem = asksForSystem(entered, ctx.request.headers.cookie);
  if (!isPinned(reference)) return findPage(server, entered, reference, onlySystem);
  const page = (await pinnedPages(server, entered, [reference])).get(reference);
  if (!page) throw unknown(reference);
  return wholePage(server, entered, page, new OwnRows(server, entered, onlySystem));
}

/** A page that is shown without a session. */
async function openPage(library: Library, reference: string): Promise<Whole | undefined> {
  const [page, ...blocks] = [reference, ...(await blocksOfProgram(library, reference))]
    .filter(isOpen)
    .flatMap((key) => library.pages.get(key) ?? [])
    .map(ofProgram);
  return page && { page, blocks };
}

/** Pages of companies that were published before patterns were checked. */
async function harmless({ db }: PageServer, page: Answered): Promise<Answered> {
  const text = page.origin === 'program' ? undefined : await withoutSlowPatterns(db, page.text);
  return text === undefined ? page : { ...page, text, hash: `${page.hash}-checked` };
}

/**
 * Serves a page. Its hash and its origin are its ETag: a browser that has it cached gets an empty
 * response.
 */
export async function servePage(
  server: PageServer,
  key: string,
  ctx: OpenContext,
): Promise<JsonText | RawResponse> {
  const found = await pageFor(server, key, ctx);
  if (!found) throw unknown(key);
  const page = await harmless(server, found.page);
  const blocks: Answered[] = [];
  for (const block of found.blocks) blocks.push(await harmless(server, block));
  const { origin, hash } = page;
  const parts = blocks.map((block) => `${block.key} ${block.origin}-${block.hash}`);
  const version = parts.length === 0 ? hash : schemaHash([hash, ...parts]);
  const headers = { etag: `"${origin}-${version}"`, 'cache-control': 'private, no-cache' };
  if (ctx.request.headers['if-none-match'] === headers.etag)
    return new RawResponse(null, headers, 304);
  for (const [name, value] of Object.entries(headers)) ctx.header(name, value);
  const sent = blocks.map((block) => `{"key":${JSON.stringify(block.key)},${bodyOf(block)}}`);
  return new JsonText(
    `{${bodyOf(page)}${sent.length === 0 ? '' : `,"blocks":[${sent.join(',')}]`}}`,
  );
}
const bodyOf = ({ origin, allows, text }: Answered): string =>
  `"origin":${JSON.stringify(origin)},"allows":${JSON.stringify(allows)},"document":${text}`;
