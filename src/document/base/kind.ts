import type { ErrorReason } from '../../contract/index.ts';

/** Chinese names by key. */
export type Names = Readonly<Record<string, string>>;

/** What is particular to a kind of documents: pages are one. */
export interface DocumentKind {
  /** What such a document is called: 页面. */
  readonly called: string;
  /** The reason by which such a document is refused; its sentence has a place for `why`. */
  readonly invalid: ErrorReason;
  /**
   * Parts of the document whose entries are compared one by one, so that two people may add one
   * each, and what an entry is called: params: 参数.
   */
  readonly sections: Names;
  /** Parts of the document that are replaced as a whole. */
  readonly parts: Names;
  /** Likewise; a description says the old value and the new one. */
  readonly values: Names;
  /** Parts of the document whose changes are not described. */
  readonly silent: readonly string[];
  /** Parts of a node whose entries are compared one by one. */
  readonly nodeParts: readonly string[];
}

export const nameIn = (names: Names, key: string): string | undefined =>
  Object.hasOwn(names, key) ? names[key] : undefined;
