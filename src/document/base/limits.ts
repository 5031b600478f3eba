/**
 * Limits of a document of nodes; each has a problem of its own, so that exceeding one is no crash.
 */

/**
 * Most nodes of a document: beyond it a document is a machine's mistake, and validation should
 * stay well under a second.
 */
export const MAX_NODES = 5_000;
/** Deepest nesting of nodes: recursion in view and validation stays far from the stack's end. */
export const MAX_DEPTH = 40;
/**
 * Longest document as JSON text, in UTF-16 units: what one request may carry with room to spare.
 */
export const MAX_DOCUMENT_LENGTH = 2_000_000;
/** Deepest nesting inside one value (props, args, literals). */
export const MAX_VALUE_DEPTH = 32;
/** Longest name of a declaration or row alias. */
export const MAX_NAME = 40;
/** Longest id of a node; ids made from a path that would be longer end in a hash. */
export const MAX_NODE_ID = 160;
/** Most problems one validation reports: users fix the first ones anyway. */
export const MAX_PROBLEMS = 200;
