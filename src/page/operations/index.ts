import type { Choice } from '../../contract/index.ts';
import {
  describeOperations as describeDocument,
  diff as diffDocuments,
  isOperation as isDocumentOperation,
  merge3 as mergeDocuments,
  reconcile as reconcileDocuments,
  type Merge,
  type Operation,
  type Reconciled as ReconciledDocument,
} from '../../document/operations/index.ts';
import type { PageDocument, PageNode } from '../model/document.ts';
import { PAGE_KIND } from '../model/kind.ts';
import { pageWords, type NamingOptions } from './node-words.ts';

/** The operations of documents, for pages. */
export { apply, invert, OperationError } from '../../document/operations/index.ts';
export type { NamingOptions } from './node-words.ts';

export type PageOperation = Operation<PageNode>;
export type Reconciled = ReconciledDocument<PageDocument>;
/** Whether JSON of unknown origin has the shape of an operation. */
export const isOperation = (value: unknown): value is PageOperation => isDocumentOperation(value);

/** The operations that turn one page into the other. */
export const diff = (a: PageDocument, b: PageDocument): PageOperation[] =>
  diffDocuments(a, b, PAGE_KIND);

/**
 * Their changes since the base, adapted to our page. A tenant's page is upgraded by merging the
 * system page's next version (theirs) into the tenant's (ours).
 */
export const merge3 = (
  base: PageDocument,
  ours: PageDocument,
  theirs: PageDocument,
): Merge<PageDocument> => mergeDocuments(base, ours, theirs, PAGE_KIND);

/** Merges theirs into mine and applies the choices. */
export const reconcile = (
  base: PageDocument,
  mine: PageDocument,
  theirs: PageDocument,
  choices: readonly Choice[] = [],
  options: NamingOptions = {},
): Reconciled =>
  reconcileDocuments(base, mine, theirs, choices, { kind: PAGE_KIND, words: pageWords(options) });

/** Describes operations in Chinese sentences for builders; `before` is the page they start from. */
export const describeOperations = (
  operations: readonly PageOperation[],
  before: PageDocument,
  options: NamingOptions = {},
): string[] => describeDocument(operations, before, PAGE_KIND, pageWords(options));
