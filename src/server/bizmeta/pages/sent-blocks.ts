import { MAX_BLOCKS_DEEP } from '../../../page/index.ts';
import type { Library } from '../library/library.ts';

/** A page is sent with the blocks it shows, up to so many and so long; the rest is asked for. */
const MAX_SENT = 50;
const MAX_SENT_LENGTH = 2_000_000;

/**
 * References a document's text gives for blocks, with a revision where one is pinned; what else
 * looks like one does no harm.
 */
const blocksNamed = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/"block":\s?"(block\.[\w.]+(?:@\d{1,9})?)"/g)].map(([, key]) => key!),
  ),
];

/** The blocks a page shows and those within them, each found by `find`, one round a level. */
export async function blocksShown<P extends { readonly key: string; readonly text: string }>(
  page: P,
  find: (keys: readonly string[]) => Promise<readonly P[]>,
): Promise<P[]> {
  const sent: P[] = [];
  const asked = new Set([page.key]);
  let length = 0;
  let level: readonly P[] = [page];
  for (let deep = 0; deep < MAX_BLOCKS_DEEP && level.length > 0; deep++) {
    const keys = level.flatMap(({ text }) => blocksNamed(text)).filter((key) => !asked.has(key));
    for (const key of keys) asked.add(key);
    level = keys.length === 0 ? [] : await find([...new Set(keys)].slice(0, MAX_SENT));
    for (const block of level) {
      length += block.text.length;
      if (sent.length < MAX_SENT && length <= MAX_SENT_LENGTH) sent.push(block);
    }
  }
  return sent;
}

const shownBy = new WeakMap<Library, Map<string, Promise<string[]>>>();
/** The blocks the program's page of a key shows: most pages of companies show the same. */
export function blocksOfProgram(library: Library, key: string): Promise<string[]> {
  const known = shownBy.get(library) ?? new Map<string, Promise<string[]>>();
  shownBy.set(library, known);
  const page = library.pages.get(key);
  const keys =
    known.get(key) ??
    (page
      ? blocksShown(page, async (wanted) =>
          wanted.flatMap((each) => library.pages.get(each) ?? []),
        ).then((blocks) => blocks.map((block) => block.key))
      : Promise.resolve([]));
  if (page) known.set(key, keys);
  return keys;
}
