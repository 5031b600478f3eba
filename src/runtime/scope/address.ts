import type { StateSpec } from '../../page/index.ts';
import { equalData } from '../models/equal.ts';
import type { Cell } from '../models/types.ts';
import { coerceParam } from './params.ts';

/** A cell synced to the URL, and its initial value when the URL has none. */
export interface UrlCell {
  readonly spec: StateSpec;
  readonly cell: Cell;
  readonly init: unknown;
}

/**
 * The value a query gives a cell. A name without text is an empty cell; what cannot be read as its
 * type is as good as not said.
 */
export function cellValueFromUrl(
  spec: StateSpec,
  query: Readonly<Record<string, unknown>>,
  init: unknown,
): unknown {
  const given = query[spec.name];
  if (given === undefined) return init;
  return given === '' ? null : (coerceParam(spec, given) ?? init);
}

/** Text by name, null where a cell is what it begins with and the address needs not say so. */
export function urlStateOf(kept: readonly UrlCell[]): Record<string, string | null> {
  return Object.fromEntries(
    kept.map(({ spec, cell, init }) => [
      spec.name,
      equalData(cell.value, init) || bothEmpty(cell.value, init) ? null : textOf(cell.value),
    ]),
  );
}
const isEmpty = (value: unknown): boolean => value === null || value === '';
const bothEmpty = (a: unknown, b: unknown): boolean => isEmpty(a) && isEmpty(b);
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : value === null ? '' : String(value);
