import { freeze } from '../../../document/index.ts';
import { BLOCK_PREFIX, pageAddress, pageUses, type PageDocument } from '../../../page/index.ts';
import type { DataOf } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Library } from '../library/library.ts';
import { titleOf } from './titles.ts';

type Usages = DataOf<'bizmeta.page.usages'>;
interface Stored {
  key: string;
  text: string;
}

const documentOf = (text: string): PageDocument => JSON.parse(text) as PageDocument;

const systemBlocks = new WeakMap<Library, ReadonlyMap<string, PageDocument>>();
/** The program's blocks, parsed once a process: every save of a page looks at all of them. */
function systemBlocksOf(library: Library): ReadonlyMap<string, PageDocument> {
  const known = systemBlocks.get(library);
  if (known) return known;
  const blocks = new Map(
    [...library.pages.values()]
      .filter(({ key }) => key.startsWith(BLOCK_PREFIX))
      .map(({ key, text }) => [key, freeze(documentOf(text))]),
  );
  systemBlocks.set(library, blocks);
  return blocks;
}

/** The blocks a tenant's pages may show: its own versions, else the system's. */
export async function blocksOf(
  tx: TenantTx,
  library: Library,
): Promise<ReadonlyMap<string, PageDocument>> {
  const own = await tx.query<Stored>(
    `SELECT key, document::text AS text FROM bizmeta.page WHERE tenant_id = $1 AND active
      AND key LIKE $2`,
    [tx.tenant.id, `${BLOCK_PREFIX}%`],
  );
  return new Map([
    ...systemBlocksOf(library),
    ...own.map(({ key, text }): [string, PageDocument] => [key, documentOf(text)]),
  ]);
}

/**
 * Pages in use that show this one, in their nodes: as a block, embedded, opened by an action, or by
 * its address.
 */
export async function usagesOf(tx: TenantTx, library: Library, pageKey: string): Promise<Usages> {
  // A key ends with its quote or with the revision it is pinned to; more may follow an address.
  const address = pageAddress(pageKey);
  const marks = [`"${pageKey}"`, `"${pageKey}@`, ...(address === undefined ? [] : [`"${address}`])];
  const own = await tx.query<Stored>(
    `SELECT key, CASE WHEN EXISTS (SELECT FROM unnest($2::text[]) m
      WHERE strpos(document::text, m) > 0) THEN document::text ELSE '' END AS text FROM bizmeta.page
      WHERE tenant_id = $1 AND active`,
    [tx.tenant.id, marks],
  );
  const covered = new Set(own.map(({ key }) => key));
  const system = [...library.pages.values()].filter(
    ({ key, text }) => !covered.has(key) && marks.some((mark) => text.includes(mark)),
  );
  return [...own.filter(({ text }) => text !== ''), ...system]
    .flatMap(({ text }) => {
      const document = documentOf(text);
      const uses = pageUses(document, library).filter((use) => use.key === pageKey);
      return [...new Set(uses.map(({ rev }) => rev))].map((rev) => ({
        key: document.key,
        title: titleOf(document),
        nodes: uses.filter((use) => use.rev === rev).map(({ nodeId }) => nodeId),
        ...(rev !== undefined && { pinned: rev }),
      }));
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}
