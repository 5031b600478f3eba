/** Limits of a page document; each has a problem of its own, so that exceeding one is no crash. */

/**
 * Most nodes of a page: beyond it a page is a machine's mistake, and validation should stay well
 * under a second.
 */
export const MAX_NODES = 5_000;
/** Deepest nesting of nodes: recursion in view and validation stays far from the stack's end. */
export const MAX_DEPTH = 40;
/**
 * Longest document as JSON text, in UTF-16 units: what one request may carry with room to spare.
 */
export const MAX_DOCUMENT_LENGTH = 2_000_000;
/** Longest text of one expression or template: the expression room refuses more as well. */
export const MAX_EXPRESSION_LENGTH = 4_000;
/** Deepest nesting inside one value (props, args, literals). */
export const MAX_VALUE_DEPTH = 32;
/** Most entries in one of params, state, sources, forms, machines. */
export const MAX_DECLARATIONS = 200;
/** Most actions of one event, nested ones counted. */
export const MAX_ACTIONS = 100;
/** Longest name of a declaration or row alias. */
export const MAX_NAME = 40;
/** Longest id of a node; ids made from a path that would be longer end in a hash. */
export const MAX_NODE_ID = 160;
/** Most problems one validation reports: users fix the first ones anyway. */
export const MAX_PROBLEMS = 200;
