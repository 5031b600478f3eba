/** Departments of one company: more no tree on a screen can be looked through. */
export const MAX_DEPTS = 50_000;
/** Levels below the company: the tree on the screen draws no more. */
export const MAX_DEPT_LEVELS = 31;
export const MAX_DEPT_TITLE = 50;
/** People who lead one department. */
export const MAX_DEPT_OWNERS = 20;
/** Departments one person works in. */
export const MAX_DEPTS_OF_ONE = 20;
/** Rows of one imported file, and its size in bytes. */
export const MAX_IMPORT_ROWS = 5_000;
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;
/** How somebody stands in a company: asked to come, there, switched off, gone. */
export const MEMBER_STATES = ['active', 'invited', 'off', 'left'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];
