import {
  at,
  hint,
  isObject,
  isText,
  own,
  ROOT_PATH,
  type JsonObject,
  type ProblemPath,
} from '../../document/index.ts';
import type { Type } from '../../expression/index.ts';
import { compilePage } from '../compile/compile.ts';
import { BLOCK_PREFIX } from '../model/blocks.ts';
import type { PageDocument } from '../model/document.ts';
import {
  differingKey,
  isSharedDecl,
  SHARED_PARTS,
  sharedBy,
  type SharedDeclaration,
} from '../model/shares.ts';
import type { Validation } from './context.ts';
import { listItem, memberType, type Root, type ScopeTypes } from './scope.ts';

/** What a declaration may say that is shared: the rest is said where it is declared. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  state: ['type', 'resets'],
  sources: ['call', 'list', 'describe'],
  forms: ['object', 'schema'],
  machines: ['use'],
};

/**
 * Declarations that the page around a block hands in: only blocks have them, and they say no more
 * than what they are.
 */
export function checkShared(v: Validation): void {
  const isBlock = String(v.document.key).startsWith(BLOCK_PREFIX);
  for (const [part, said] of Object.entries(SAID))
    for (const [name, decl] of v.part(part)) {
      if (!isSharedDecl(decl)) continue;
      const place = at(ROOT_PATH, part, name);
      if (!isBlock)
        v.problems.invalid(
          at(place, 'shared'),
          `只有区块可以与显示它的页面共用：键须以“${BLOCK_PREFIX}”开头`,
        );
      for (const key of Object.keys(decl))
        if (key !== 'shared' && !said.includes(key))
          v.problems.invalid(at(place, key), `与页面共用的声明不能有“${key}”：它由页面声明`);
    }
}

/** What a node hands its block: all that the block shares, each of the kind the block takes it for. */
export function checkShares(
  v: Validation,
  block: PageDocument,
  props: unknown,
  scope: ScopeTypes,
  place: ProblemPath,
): void {
  const given = own(props, 'shares');
  if (given !== undefined && !isObject(given))
    return v.problems.invalid(at(place, 'shares'), 'shares 应写作 {区块里的名称: 页面的路径}');
  const wanted = sharedBy(block);
  for (const [name, path] of Object.entries((given ?? {}) as JsonObject)) {
    const where = at(place, 'shares', name);
    const taken = wanted.get(name);
    const fault = !taken
      ? `区块“${block.key}”没有共用“${name}”${hint(name, [...wanted.keys()])}`
      : !isText(path)
        ? '应写作页面的路径，如 "state.tab"、"roles"'
        : (unfit(v, path, taken) ?? missingIn(block, name, scope.find(path)));
    if (fault) v.problems.invalid(where, fault);
  }
  for (const name of wanted.keys())
    if (own(given, name) === undefined)
      v.problems.invalid(at(place, 'shares'), `区块“${block.key}”共用“${name}”，请交给它`);
}

/** Why what a path leads to is not what the block takes it for. */
function unfit(v: Validation, path: string, shared: SharedDeclaration): string | undefined {
  const { part, decl } = shared;
  const [root = '', name] = path.split('.');
  const home = v.part(root === 'state' ? 'state' : part);
  const mine = home.find(([each]) => each === (root === 'state' ? name : path))?.[1];
  if (!mine || (root === 'state') !== (part === 'state'))
    return `没有可以共用的“${path}”：区块要的是${SHARED_PARTS[part]}${hint(path, namesOf(v, part))}`;
  if (own(mine, 'is') !== undefined) return `“${path}”是算出来的，请用 params 交给区块`;
  const differs = differingKey(mine, shared);
  return (
    differs &&
    `区块的“${differs}”是 ${String(decl[differs])}，“${path}”的是 ${String(own(mine, differs) ?? '空')}`
  );
}
const namesOf = (v: Validation, part: string): string[] =>
  v.part(part).map(([name]) => (part === 'state' ? `state.${name}` : name));

/** A field the block's nodes are bound to and the page's form does not have. */
function missingIn(block: PageDocument, name: string, root: Root | undefined): string | undefined {
  if (root?.kind !== 'form') return undefined;
  for (const { id, address } of compilePage(block).nodes.values()) {
    const [form, ...path] = address ?? [];
    if (form !== name || hasField(root.type, path)) continue;
    return `表单里没有“${path.join('.')}”，区块的节点“${id}”绑定了它`;
  }
  return undefined;
}
/** Rows have no numbers in an address. */
function hasField(type: Type, path: readonly string[]): boolean {
  let found: Type | undefined = type;
  for (const step of path) {
    if (found === undefined) return false;
    const isList = typeof found === 'object' && 'list' in found;
    if (isList && /^\d+$/.test(step)) found = listItem(found);
    else found = memberType(isList ? listItem(found) : found, [step]);
  }
  return found !== undefined;
}
