import type { ErrorReason } from '../../contract/index.ts';

/** What is particular to a kind of documents: pages are one. */
export interface DocumentKind {
  /** The reason by which such a document is refused; its sentence has a place for `why`. */
  readonly invalid: ErrorReason;
}
