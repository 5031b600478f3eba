import type { StateSpec } from '../../page/index.ts';
import { CellModel, ComputedCell } from '../models/cell.ts';
import { equalData } from '../models/equal.ts';
import type { Cell } from '../models/types.ts';
import { cellValueFromUrl, isInAddress } from './address.ts';
import type { ScopeParts } from './types.ts';

/** What a cell begins with. */
export const initOf = (scope: ScopeParts, spec: StateSpec): unknown =>
  scope.valueOf(spec.init, null) ?? null;

/** The cell of a declaration; `given` are the parameters its page's address hands in. */
export function makeCell(
  scope: ScopeParts,
  spec: StateSpec,
  given: Readonly<Record<string, unknown>>,
): Cell {
  const { name, is } = spec;
  if (is) return new ComputedCell(name, () => scope.valueOf(is, null));
  const key = `${scope.page.key}.${name}`;
  const { remembered } = scope.ports;
  return new CellModel(
    name,
    firstValue(scope, spec, given, key),
    spec.remember === true ? (value) => remembered.set(key, value) : undefined,
    () => spec.remember === 'history' && scope.inAddress,
  );
}
/** Makes a cell, of the page itself or shared with it, reset what its declaration says. */
export function followResets(scope: ScopeParts, spec: StateSpec): (() => void) | undefined {
  const cell = scope.cells.get(spec.name);
  if (spec.resets.length === 0 || !(cell instanceof CellModel)) return undefined;
  return cell.addReset((value, before) => {
    if (hasTurned(spec, value, before)) resetAll(scope, spec.resets);
  });
}
function firstValue(
  scope: ScopeParts,
  spec: StateSpec,
  given: Readonly<Record<string, unknown>>,
  key: string,
): unknown {
  const init = initOf(scope, spec);
  if (isInAddress(spec)) return cellValueFromUrl(spec, given, init);
  return spec.remember ? (scope.ports.remembered.get(key) ?? init) : init;
}

/** A yes or no turns when it becomes yes (something opens), anything else when it changes. */
const hasTurned = ({ type }: StateSpec, value: unknown, before: unknown): boolean =>
  !equalData(value, before) && (type !== 'boolean' || value === true);

/** Cells and forms go back to how they begin. */
function resetAll(scope: ScopeParts, paths: readonly string[]): void {
  for (const path of paths) {
    const [root = '', name = ''] = path.split('.');
    const spec = root === 'state' ? scope.page.state.get(name) : undefined;
    if (spec && !spec.is) scope.cells.get(name)?.set(initOf(scope, spec));
    if (!spec) scope.forms.get(path)?.reset();
  }
}
