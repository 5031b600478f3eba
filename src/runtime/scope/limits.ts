/** What one run of an event may cost; each is met with a sentence, never with a page that hangs. */

/**
 * Items one forEach goes through: a person waits for them, and their writes are one transaction.
 */
export const MAX_LOOP = 1_000;
/** Steps of one run, those inside loops counted each time: loops inside loops multiply. */
export const MAX_STEPS = 10_000;
/** Longest wait of one step, in milliseconds: a user does not wait longer than a minute. */
export const MAX_WAIT_MS = 60_000;
/** Layers one page may have open over each other. */
export const MAX_LAYERS = 8;
