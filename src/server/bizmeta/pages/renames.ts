import type { ObjectDescribe } from '../../../contract/index.ts';
import {
  applyRename,
  generatedKey,
  generatePage,
  type PageDocument,
  type Rename,
  type RenameOptions,
} from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Library } from '../library/library.ts';
import { storedRevision } from './revision-rows.ts';

/** What a rename in pages is made with. */
interface RenamingContext {
  readonly tx: TenantTx;
  readonly library: Library;
  describes(): Promise<ReadonlyMap<string, ObjectDescribe>>;
}

interface Row {
  readonly object: string;
  readonly becomes: string;
  readonly fields: Record<string, string>;
  readonly columns: Record<string, Record<string, string>>;
}
const objectOf = (names: ReadonlyMap<string, string>) => Object.fromEntries(names);

/** Notes a rename for the revisions that are stored already. */
export async function noteRename(tx: TenantTx, rename: Rename): Promise<void> {
  const columns = [...(rename.columns ?? [])].map(([name, each]) => [name, objectOf(each)]);
  await tx.run(
    `INSERT INTO bizmeta.object_rename (tenant_id, object, becomes, fields, columns)
      VALUES ($1, $2, $3, $4, $5)`,
    [
      tx.tenant.id,
      rename.object,
      rename.to,
      JSON.stringify(objectOf(rename.fields)),
      JSON.stringify(Object.fromEntries(columns)),
    ],
  );
}

export async function newestRename(tx: TenantTx): Promise<number> {
  const [row] = await tx.query<{ no: number }>(
    'SELECT coalesce(max(no), 0) AS no FROM bizmeta.object_rename WHERE tenant_id = $1',
    [tx.tenant.id],
  );
  return row!.no;
}

/** Renames later than a number, in their order. */
async function renamesSince(tx: TenantTx, no: number): Promise<Rename[]> {
  const rows = await tx.query<Row>(
    `SELECT object, becomes, fields, columns FROM bizmeta.object_rename WHERE tenant_id = $1
      AND no > $2 ORDER BY no`,
    [tx.tenant.id, no],
  );
  return rows.map(({ object, becomes, fields, columns }) => ({
    object,
    to: becomes,
    fields: new Map(Object.entries(fields)),
    columns: new Map(
      Object.entries(columns).map(([name, each]) => [name, new Map(Object.entries(each))]),
    ),
  }));
}

/** Texts of which a document holds at least one when a rename is to change it. */
export const namesIn = ({ object, fields, columns }: Rename): string[] => [
  object,
  ...fields.keys(),
  ...[...(columns?.values() ?? [])].flatMap((names) => [...names.keys()]),
];

/** What an object, or a field of it, is called after renames. */
function nameAfter(
  renames: readonly Rename[],
  object: string,
  field = '',
): { object: string; field: string } {
  let now = { object, field };
  for (const { object: was, to, fields } of renames)
    if (was === now.object) now = { object: to, field: fields.get(now.field) ?? now.field };
  return now;
}

/**
 * What the first of some renames, which are all that were made since, knows of the company: its
 * pages, and where its lookups lead. Other pages are found as they are now.
 */
export async function renameOptions(
  context: RenamingContext,
  renames: readonly Rename[],
): Promise<RenameOptions> {
  const describes = await context.describes();
  const rows = await context.tx.query<{ key: string; text: string }>(
    `SELECT key, document::text AS text FROM bizmeta.page WHERE tenant_id = $1 AND active`,
    [context.tx.tenant.id],
  );
  const own = new Map(rows.map(({ key, text }) => [key, text]));
  return {
    catalogues: context.library,
    find(key) {
      const text = own.get(key) ?? context.library.pages.get(key)?.text;
      if (text !== undefined) return JSON.parse(text) as PageDocument;
      const asked = generatedKey(key);
      const describe = asked && describes.get(nameAfter(renames, asked.apiName).object);
      return describe && generatePage(asked.kind, describe);
    },
    target(object, field) {
      const now = nameAfter(renames, object, field);
      const leads = describes
        .get(now.object)
        ?.fields.find(({ apiName }) => apiName === now.field)?.refObject;
      return (
        leads &&
        renames.reduceRight((name, { object: was, to }) => (to === name ? was : name), leads)
      );
    },
  };
}

/** A document in the names of today. */
async function renamed(
  context: RenamingContext,
  document: PageDocument,
  renames: readonly Rename[],
): Promise<PageDocument> {
  let next = document;
  for (const [at, rename] of renames.entries()) {
    const text = JSON.stringify(next);
    if (namesIn(rename).some((name) => text.includes(name)))
      next = applyRename(next, rename, await renameOptions(context, renames.slice(at)));
  }
  return next;
}

/** A revision in the names of today; undefined when it does not exist or was deleted. */
export async function revisionAt(
  context: RenamingContext,
  key: string,
  rev: number,
): Promise<PageDocument | undefined> {
  const stored = await storedRevision(context.tx, key, rev);
  if (!stored) return undefined;
  const renames = await renamesSince(context.tx, stored.names);
  return { ...(await renamed(context, stored.document, renames)), key, rev };
}
