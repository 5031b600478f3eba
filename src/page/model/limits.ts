/** Limits of a page; those of any document of nodes are in src/document. */

/** Longest text of one expression or template: the expression room refuses more as well. */
export const MAX_EXPRESSION_LENGTH = 4_000;
/** Most entries in one of params, state, sources, forms, machines. */
export const MAX_DECLARATIONS = 200;
/** Most actions of one event, nested ones counted. */
export const MAX_ACTIONS = 100;
