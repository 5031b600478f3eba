import type { NodeModel, PageModel } from '../../page/index.ts';
import { isRecord } from '../../values/index.ts';
import type { Cell } from '../models/types.ts';
import type { Declared, ScopeParts } from './types.ts';

/**
 * What a page hands to a block that it shares with: its own cells and models, by the names the block
 * has for them.
 */
export interface SharedModels {
  readonly cells: ReadonlyMap<string, Cell>;
  readonly declared: ReadonlyMap<string, Declared>;
}
export const NOTHING_SHARED: SharedModels = { cells: new Map(), declared: new Map() };
const STATE = 'state.';

/** What a node hands its block: paths of the page by the block's names; null when it hands nothing. */
export function pathsShared({ props }: NodeModel): Readonly<Record<string, unknown>> | null {
  const given = props['shares'];
  return given?.kind === 'literal' && isRecord(given.value) ? given.value : null;
}

/** All the block declares as shared; undefined when the page does not have one of them to give. */
export function modelsShared(
  { cells, declared }: ScopeParts,
  paths: Readonly<Record<string, unknown>>,
  block: PageModel,
): SharedModels | undefined {
  const shared = { cells: new Map<string, Cell>(), declared: new Map<string, Declared>() };
  const pathFor = (name: string): string => (Object.hasOwn(paths, name) ? String(paths[name]) : '');
  for (const { name, shared: isShared } of block.state.values()) {
    if (!isShared) continue;
    const path = pathFor(STATE + name);
    const cell = path.startsWith(STATE) ? cells.get(path.slice(STATE.length)) : undefined;
    if (!cell) return undefined;
    shared.cells.set(name, cell);
  }
  const specs = [...block.sources.values(), ...block.forms.values(), ...block.machines.values()];
  for (const { name, shared: isShared } of specs) {
    if (!isShared) continue;
    const model = declared.get(pathFor(name));
    if (!model || !isOfKind(block, name, model)) return undefined;
    shared.declared.set(name, model);
  }
  return shared;
}
function isOfKind({ sources, forms }: PageModel, name: string, model: Declared): boolean {
  const source = sources.get(name);
  if (source) return model.kind === (source.kind === 'list' ? 'list' : 'source');
  return model.kind === (forms.has(name) ? 'form' : 'machine');
}

/** A cell or model the page has to hand in. */
export function handedIn<T>(given: ReadonlyMap<string, T>, name: string, path: string): T {
  const found = given.get(name);
  if (found === undefined)
    throw new TypeError(`这个区块与页面共用“${path}”，显示它的页面没有交给它，或不可以交给它`);
  return found;
}
