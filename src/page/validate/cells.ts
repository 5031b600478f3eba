import {
  at,
  hint,
  isText,
  own,
  ROOT_PATH,
  type JsonObject,
  type ProblemPath,
} from '../../document/index.ts';
import { sortByReads } from '../compile/graph.ts';
import { cellSchema } from '../compile/scope-types.ts';
import { LIST_QUERY } from '../model/names.ts';
import type { Validation } from './context.ts';
import type { ScopeTypes } from './scope.ts';

/** Two things of one name in the page's address would take each other's value. */
function checkAddress(v: Validation): void {
  const lists = v.part('sources').filter(([, source]) => own(source, 'remember') === 'address');
  for (const [name] of lists.slice(1))
    v.problems.invalid(
      at(ROOT_PATH, 'sources', name, 'remember'),
      `一个页面的地址里只能有一个列表，已经有“${lists[0]![0]}”`,
    );
  if (lists.length === 0) return;
  const names: readonly string[] = LIST_QUERY;
  for (const [name, cell] of v.part('state'))
    if (ADDRESSED.has(own(cell, 'remember')) && names.includes(name))
      v.problems.invalid(
        at(ROOT_PATH, 'state', name, 'remember'),
        `“${name}”在地址里是列表“${lists[0]![0]}”的，请换一个名称`,
      );
}
const ADDRESSED: ReadonlySet<unknown> = new Set(['address', 'history']);

/** Checks the page's cells: first values, computed values, and what a change resets. */
export function checkCells(v: Validation, scope: ScopeTypes): void {
  const resets = new Map<string, string[]>();
  for (const [name, cell] of v.part('state')) {
    const place = at(ROOT_PATH, 'state', name);
    v.values.all(own(cell, 'init'), scope, at(place, 'init'));
    if (own(cell, 'is') !== undefined) checkComputed(v, cell, scope, place);
    const named = Array.isArray(cell.resets) ? (cell.resets as unknown[]).filter(isText) : [];
    named.forEach((path, i) => checkReset(v, path, at(place, 'resets', i)));
    resets.set(`state.${name}`, named);
  }
  checkAddress(v);
  for (const cycle of sortByReads(resets).cycles)
    v.problems.invalid(
      at(ROOT_PATH, 'state', cycle[0]!.slice('state.'.length), 'resets'),
      `循环还原：${cycle.join(' → ')}`,
    );
}

function checkComputed(
  v: Validation,
  cell: JsonObject,
  scope: ScopeTypes,
  place: ProblemPath,
): void {
  const where = at(place, 'is');
  v.values.all(cell.is, scope, where, new Map([[where.path, cellSchema(cell.type)]]));
  for (const key of ['init', 'remember', 'resets'])
    if (own(cell, key) !== undefined)
      v.problems.invalid(at(place, key), `算出来的状态（is）不能有“${key}”`);
}

function checkReset(v: Validation, path: string, place: ProblemPath): void {
  const cells = v.part('state').filter(([, cell]) => own(cell, 'is') === undefined);
  const known = [
    ...cells.map(([name]) => `state.${name}`),
    ...v.part('forms').map(([name]) => name),
  ];
  if (!known.includes(path))
    v.problems.invalid(place, `“${path}”不是可以还原的状态或表单${hint(path, known)}`);
}
