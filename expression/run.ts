import type { Scope } from './scope.ts';
import type { Context } from './value.ts';

/** The context of one evaluation with the steps it may still take, counted in rows times nodes. */
export interface Running extends Context { steps: number }
/** A node made into a function. */
export type Run = (scope: Scope, ctx: Running) => unknown;
