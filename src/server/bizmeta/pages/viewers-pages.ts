import { isViewersPage, type PageDocument } from '../../../page/index.ts';
import type { Library } from '../library/library.ts';

/** Pages of the program that were looked at, by their keys. */
const known = new Map<string, boolean>();

/**
 * Whether a page of the program is one on which its viewer decides or sets up their own things. A
 * company's version of it, from before that was refused at save, is not served: its buttons would
 * be refused one by one.
 */
export function isKeptByProgram(library: Library, key: string): boolean {
  const found = known.get(key);
  if (found !== undefined) return found;
  const find = (wanted: string): PageDocument | undefined => {
    const page = library.pages.get(wanted);
    return page && (JSON.parse(page.text) as PageDocument);
  };
  const page = find(key);
  const isKept = page !== undefined && isViewersPage(page, library, find);
  known.set(key, isKept);
  return isKept;
}
