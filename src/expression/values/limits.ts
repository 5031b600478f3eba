/**
 * Cost limits of one expression. A builder's formula stays far below; anything above is a mistake
 * or an attack.
 */

/**
 * Characters of one source text. The longest formulas seen in spreadsheets of companies have about
 * 2,000.
 */
export const MAX_SOURCE = 4_000;
/**
 * How deep brackets, calls and prefixes may nest: keeps every walk over the tree far from the
 * stack's end.
 */
export const MAX_DEPTH = 48;
/** Nodes of one tree. */
export const MAX_NODES = 1_000;
/** Items of a list literal and arguments of a call. */
export const MAX_ITEMS = 500;
/** Digits of a number literal. */
export const MAX_LITERAL_DIGITS = 40;
/**
 * Digits before the point, and as many after it, that a calculated number may have; beyond it is
 * null.
 */
export const MAX_DIGITS = 1_000;
/**
 * What PostgreSQL's columns are assumed to hold unless the caller gives limits: digits on either
 * side of the point, characters.
 */
export const COLUMN_DIGITS = 40;
export const COLUMN_TEXT = 20_000;
/** Digits a sum of many rows may have more than one of them. */
export const SUM_DIGITS = 12;
/** Digits after the point that a quotient or a root is rounded to (half away from zero). */
export const DIVISION_SCALE = 20;
/**
 * Whole-number arguments (how many letters, say) are null beyond this: PostgreSQL's own integers
 * end soon after.
 */
export const MAX_COUNT = 1_000_000;
/**
 * Calendar months, days and clock seconds of a duration that is made, or added to a moment: 1,000,
 * 1,000 and 317 years. A moment moved by all three stays within PostgreSQL's time, which begins in
 * 4713 BC.
 */
export const MAX_MONTHS = 12_000;
export const MAX_DAYS = 365_000;
export const MAX_SECONDS = 10_000_000_000;
/**
 * Characters (code points) a calculated text may have; a function that would make a longer one
 * gives null, and does not make it first. replace() inside replace() multiplies.
 */
export const MAX_TEXT = 100_000;
/** Characters (UTF-16) of a text with its holes filled; it is cut off there. */
export const MAX_FILLED = 1_000_000;
/** Items of a list made by split(); beyond it is null. */
export const MAX_LIST = 10_000;
/**
 * Rows visited times nodes evaluated in one evaluation with aggregates (nothing else repeats), and
 * what functions read in them.
 */
export const MAX_STEPS = 200_000;
/** Characters a function reads or makes for one step. */
export const STEP_TEXT = 100;
/**
 * Assumed sizes of a text and a list of unknown size, for check() to estimate the cost of an
 * evaluation.
 */
export const USUAL_TEXT = 200;
export const USUAL_ROWS = 20;
/**
 * Cost limit of a condition that any member may send, for one record, as estimated by check(): a
 * list evaluates it for a million records. `steps` are nodes evaluated, `text` the characters of
 * the texts it creates.
 */
export const MEMBER_COST = { steps: 2_000, text: 30_000 } as const;
/**
 * The same for expressions a builder stores in a field: usually computed for each record of a page.
 */
export const BUILDER_COST = { steps: 10_000, text: 300_000 } as const;
/**
 * Characters of the SQL made from one expression, and queries within it: PostgreSQL plans 100 in
 * each other in 0.1 s.
 */
export const MAX_SQL = 60_000;
export const MAX_SUBQUERIES = 100;
/**
 * Years a date may have: four digits without a leading zero, so that its text sorts as it should.
 */
export const MIN_YEAR = 1_000;
export const MAX_YEAR = 9_999;
