import { Type } from 'typebox';
import type { TProperties } from 'typebox';
import type { BindKind } from '../models/guards.ts';

/**
 * Short hands for the arguments of actions; `x-path`, `x-paths`, `x-actions`, `x-call` and `x-event` are what
 * src/page/ checks pages by.
 */
export const args = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
/**
 * An object of anything by name. Not Type.Record, which brings a third of TypeBox to the browser.
 */
export const namedValues = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    patternProperties: { '^.*$': {} },
    description,
  });
/** A path into the scope that leads to one of these kinds. */
export const pathArg = (description: string, ...kinds: BindKind[]) =>
  Type.String({ description, 'x-path': kinds });
/** Values by paths into the scope that lead to one of these kinds; at least so many. */
export const pathsArg = (description: string, least: number, ...kinds: BindKind[]) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    patternProperties: { '^.*$': {} },
    minProperties: least,
    description,
    'x-paths': kinds,
  });
/**
 * The id of a call of this kind; what a page may call is checked by this mark, and again when the
 * page runs.
 */
export const callArg = (description: string, kind: 'data' | 'raw' | 'multipart') =>
  Type.String({ description, 'x-call': kind });
/** Steps that run later. */
export const stepsArg = (description: string) =>
  Type.Array(Type.Unknown(), { description, 'x-actions': true });
/** What a written record answers. */
export const recordResult = Type.Object({
  id: Type.String(),
  version: Type.Union([Type.Integer(), Type.Null()]),
});
