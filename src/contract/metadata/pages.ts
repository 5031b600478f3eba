import { Type, type Static, type TSchema } from 'typebox';
import { MAX_LABEL } from '../base/constants.ts';
import { Id, oneOf } from './meta.ts';
import { Closed } from '../base/closed.ts';

/**
 * Pages as builders change them. A page has what is published (served, immutable, a revision with a
 * number and a hash), one draft a company that all its builders share, and a history. All of them
 * are lists of operations over a base: for a page of the system or of an object the base is the
 * page it was made on, so that the next version of that reaches the company too.
 */
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * Revisions stored of one page, besides those that are served or pinned: years of work on one
 * screen.
 */
export const MAX_REVISIONS = 200;
/** Operations one save may carry: more is another document, to be sent as one. */
export const MAX_OPERATIONS = 5_000;
/**
 * Steps of a draft that a later save can still be merged with: an editor left open over a long day.
 */
export const MAX_DRAFT_STEPS = 500;
/** Pages of one's own that a company may have. */
export const MAX_OWN_PAGES = 2_000;
/** Characters of the note a publisher writes. */
export const MAX_NOTE = 200;
/** Most sentences that describe one change; others are counted. */
export const MAX_WORDS = 30;

/**
 * system: came with the program; object: generated from an object's describe; own: the company
 * created it.
 */
export const PAGE_ORIGINS = ['system', 'object', 'own'] as const;
export type PageOrigin = (typeof PAGE_ORIGINS)[number];
/** `company`: pages of its objects and its own, by application. */
export const PAGE_STATES = [
  'company',
  'system',
  'object',
  'own',
  'overlaid',
  'draft',
  'conflict',
] as const;

/**
 * A page in the list. `group` is the first part of the key, or the object's label; `overlay`: the
 * company has its own version of a page it did not make.
 */
export const PageRow = Type.Object({
  key: Type.String(),
  title: Type.String(),
  group: Type.String(),
  /** Of an object's page: the name of its application, empty for none. */
  app: Type.String(),
  /** What this row and those after it belong to; only on the first of them, in a list by application. */
  heading: Type.String(),
  kind: oneOf(PAGE_ORIGINS),
  rev: Type.Integer({ description: '0: not published yet' }),
  overlay: Type.Boolean(),
  hasDraft: Type.Boolean(),
  draftAt: nullable(Type.String()),
  draftBy: Type.String(),
  publishedAt: nullable(Type.String()),
  publishedBy: Type.String(),
  conflicts: Type.Integer({
    description: 'places where the page below has changed and the company has as well',
  }),
});
export type PageRow = Static<typeof PageRow>;

/** One thing wrong in a document: `path` is a JSON pointer into it. */
export const PageFault = Type.Object({
  nodeId: Type.Optional(Type.String()),
  path: Type.String(),
  reason: Type.String(),
  msg: Type.String(),
  severity: oneOf(['error', 'warning'] as const),
});
export type PageFault = Static<typeof PageFault>;

export const TAKES = ['mine', 'theirs'] as const;
export type Take = (typeof TAKES)[number];
/**
 * Two changes of the same thing. `id` names this very pair of changes: when either changes, so does
 * the id. `mine` and `theirs` are the values, null for taken away; `takes` says what can be chosen.
 */
export const PageConflict = Type.Object({
  id: Type.String(),
  nodeId: Type.Optional(Type.String()),
  path: Type.Array(Type.String()),
  why: Type.String(),
  words: Type.String({ description: 'where: 按钮“保存”的文字' }),
  mine: Type.Unknown(),
  theirs: Type.Unknown(),
  mineWords: Type.String(),
  theirsWords: Type.String(),
  takes: Type.Array(oneOf(TAKES)),
});
export type PageConflict = Static<typeof PageConflict>;
export const Choice = Closed({ id: Type.String({ maxLength: 100 }), take: oneOf(TAKES) });
export type Choice = Static<typeof Choice>;

/**
 * Summary of a draft. `conflictWith` names what it has to be reconciled with before it can be
 * published.
 */
const draftHead = {
  key: Type.String(),
  /** What builders call the page: 设备 · 详情. */
  name: Type.String(),
  kind: oneOf(PAGE_ORIGINS),
  draftVersion: Type.Integer(),
  baseRev: Type.Integer({ description: 'revision it is a change of; 0: none yet' }),
  hasDraft: Type.Boolean(),
  operations: Type.Integer(),
  allows: Type.Array(Type.String(), {
    description: 'what its last editor answers for (decision 16)',
  }),
  words: Type.Array(Type.String()),
  problems: Type.Array(PageFault),
  conflictWith: nullable(oneOf(['published', 'system', 'object'] as const)),
  conflicts: Type.Array(PageConflict),
  savedAt: nullable(Type.String()),
  savedBy: Type.String(),
};
export const PageDraft = Type.Object({
  ...draftHead,
  document: Type.Unknown({ description: 'flat page document' }),
});
export type PageDraft = Static<typeof PageDraft>;
/**
 * The response of a save: `merged` when another user had saved since, and then `document` is the
 * merged document.
 */
export const SavedDraft = Type.Object({
  ...draftHead,
  merged: Type.Boolean(),
  document: Type.Optional(Type.Unknown()),
});
export type SavedDraft = Static<typeof SavedDraft>;

export const PageRevision = Type.Object({
  rev: Type.Integer(),
  hash: Type.String(),
  at: Type.String(),
  by: Type.String(),
  note: Type.String(),
  words: Type.Array(Type.String()),
  current: Type.Boolean(),
  restoredFrom: nullable(Type.Integer()),
  reset: Type.Boolean({ description: 'back to the page of the system or the object' }),
});
export type PageRevision = Static<typeof PageRevision>;
export const Published = Type.Object({
  key: Type.String(),
  rev: Type.Integer(),
  hash: Type.String(),
});
export type Published = Static<typeof Published>;

/** A side of a comparison: a revision's number, the draft, the served page, or its base page. */
export const PageSide = Type.Union([
  Type.Integer({ minimum: 1 }),
  oneOf(['draft', 'published', 'base'] as const),
]);
export type PageSide = Static<typeof PageSide>;
export const PageOperations = Type.Array(
  Type.Unknown({ description: 'operation as docs/page-schema.md says' }),
  { maxItems: MAX_OPERATIONS },
);
export const PageTitle = Type.String({ minLength: 1, maxLength: MAX_LABEL });
export const PageNote = Type.String({ maxLength: MAX_NOTE });
export const PageRequestId = Type.Optional(Id);

/**
 * A builder's browser with this cookie is served the program's own pages: the way back in when a
 * company's version of a page it needs is broken.
 */
export const SYSTEM_PAGES_COOKIE = 'huozi-system-pages';
