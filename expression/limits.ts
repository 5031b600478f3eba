/** What one expression may cost. A builder's formula stays far below; what is above is a mistake or an attack. */

/** Characters of one source text. The longest formulas seen in spreadsheets of companies have about 2,000. */
export const MAX_SOURCE = 4_000;
/** How deep brackets, calls and prefixes may nest: keeps every walk over the tree far from the stack's end. */
export const MAX_DEPTH = 48;
/** Nodes of one tree. */
export const MAX_NODES = 1_000;
/** Items of a list literal and arguments of a call. */
export const MAX_ITEMS = 500;
/** Digits of a number literal. */
export const MAX_LITERAL_DIGITS = 40;
/** Digits before or after the point that a calculated number may have; beyond it is null. */
export const MAX_DIGITS = 1_000;
/** Digits after the point that a quotient or a root is rounded to (half away from zero). */
export const DIVISION_SCALE = 20;
/** Whole-number arguments (how many letters, say) are null beyond this: PostgreSQL's own integers end soon after. */
export const MAX_COUNT = 1_000_000;
/** Calendar months, days and clock seconds of one duration: 1,000, 1,000 and 317 years. PostgreSQL's time begins in 4713 BC. */
export const MAX_MONTHS = 12_000;
export const MAX_DAYS = 365_000;
export const MAX_SECONDS = 10_000_000_000;
/** Characters a calculated text may have: replace() inside replace() multiplies. */
export const MAX_TEXT = 100_000;
/** Rows visited times nodes evaluated in one evaluation, counted in aggregates (nothing else repeats). */
export const MAX_STEPS = 200_000;
/** Characters of the SQL made from one expression. */
export const MAX_SQL = 60_000;
/** Years a date may have: four digits without a leading zero, so that its text sorts as it should. */
export const MIN_YEAR = 1_000;
export const MAX_YEAR = 9_999;
