import { Type } from 'typebox';
import type { TProperties } from 'typebox';
import type { Kind } from '../../page/index.ts';
import type { BindKind } from '../models/guards.ts';

/**
 * Short hands for the arguments of actions. `x-kind` says what an argument names
 * (src/document/schema/kinds.ts).
 */
export const args = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
/**
 * An object of anything by name. Not Type.Record, which brings a third of TypeBox to the browser.
 */
export const namedValues = (description: string, kind: Kind) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    patternProperties: { '^.*$': {} },
    description,
    ...named(kind),
  });
/** What an argument names, beside its description. */
export const named = (kind: Kind) => ({ 'x-kind': kind });
/** A text that names something. */
export const kindArg = (description: string, kind: Kind) =>
  Type.String({ description, ...named(kind) });
/** A path into the scope that leads to one of these kinds. */
export const pathArg = (description: string, ...kinds: BindKind[]) =>
  kindArg(description, { kind: 'path', to: kinds });
/** Values by paths into the scope that lead to one of these kinds; at least so many. */
export const pathsArg = (description: string, least: number, ...kinds: BindKind[]) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    patternProperties: { '^.*$': {} },
    minProperties: least,
    description,
    ...named({ kind: 'paths', to: kinds }),
  });
/**
 * The id of a call of this kind; what a page may call is checked by this mark, and again when the
 * page runs.
 */
export const callArg = (description: string, kind: 'data' | 'raw' | 'multipart') =>
  kindArg(description, { kind: 'call', takes: kind });
/** Steps that run later. */
export const stepsArg = (description: string) =>
  Type.Array(Type.Unknown(), { description, ...named({ kind: 'actions' }) });
/** What a written record answers. */
export const recordResult = Type.Object({
  id: Type.String(),
  version: Type.Union([Type.Integer(), Type.Null()]),
});
