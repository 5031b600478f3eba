/** Limits of a page; those of any document of nodes are in src/document. */

/** Longest text of one expression or template: the expression room refuses more as well. */
export const MAX_EXPRESSION_LENGTH = 4_000;
/** Most entries in one of params, state, sources, forms, machines, steps. */
export const MAX_DECLARATIONS = 200;
/** Most actions of one event; nested ones and those of the steps it runs are counted. */
export const MAX_ACTIONS = 100;
/** Most levels of steps that run steps: more cannot be followed by a reader. */
export const MAX_STEPS_DEEP = 8;
