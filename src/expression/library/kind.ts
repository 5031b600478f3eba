import type { Context } from '../values/value.ts';

/**
 * A function's implementation in JavaScript. Arguments have been checked against `takes`; missing
 * ones are undefined.
 */
export type Implementation = (args: readonly unknown[], ctx: Context) => unknown;
export type Library = Readonly<Record<string, Implementation>>;
