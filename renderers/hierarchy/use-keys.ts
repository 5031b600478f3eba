import type { KeyboardEvent, RefObject } from 'react';
import type { Shape } from './index.ts';
import type { HierarchyNode } from './nodes.ts';
import type { HierarchyState } from './use-hierarchy.ts';

/** Arrows as they lead in a chart, in the words of a tree: aside are those of the same parent. */
const CHART: Record<string, Way> = {
  ArrowUp: 'parent',
  ArrowDown: 'child',
  ArrowLeft: 'before',
  ArrowRight: 'after',
};
const TREE: Record<string, Way> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'parent',
  ArrowRight: 'child',
  Home: 'first',
  End: 'last',
};

type Box = RefObject<HTMLElement | null>;
const itemsIn = ({ current }: Box): HTMLElement[] => [
  ...(current?.querySelectorAll<HTMLElement>('[data-node]') ?? []),
];
const focusNode = (box: Box, id: string): void =>
  itemsIn(box)
    .find((each) => each.dataset['node'] === id)
    ?.focus();
const siblingsOf = (state: HierarchyState, at: HierarchyNode): readonly HierarchyNode[] =>
  at.parent ? state.below(at.parent) : state.tops;

/** The node each way leads to from one, by its id. */
function targetsOf(state: HierarchyState, at: HierarchyNode, ids: readonly string[]) {
  const beside = siblingsOf(state, at);
  const place = beside.findIndex(({ id }) => id === at.id);
  const row = ids.indexOf(at.id);
  return {
    parent: at.parent?.id,
    child: state.below(at)[0]?.id,
    before: beside[place - 1]?.id,
    after: beside[place + 1]?.id,
    up: ids[row - 1],
    down: ids[row + 1],
    first: ids[0],
    last: ids.at(-1),
  };
}
type Way = keyof ReturnType<typeof targetsOf>;

/** Goes there; a way inward opens what is closed first, and one outward closes it in a tree. */
function walk(state: HierarchyState, shape: Shape, box: Box, at: HierarchyNode, way: Way): void {
  const expandable = (at.branch?.count ?? 0) > 0;
  const isOpen = state.isOpen(at);
  if (way === 'child' && expandable && !isOpen) return state.turn(at, true);
  if (way === 'parent' && shape === 'tree' && expandable && isOpen) return state.turn(at, false);
  const ids = itemsIn(box).map((each) => each.dataset['node']!);
  const target = targetsOf(state, at, ids)[way];
  if (target !== undefined) focusNode(box, target);
}

/** Puts a record under the one before it, or beside its parent. */
function carry(state: HierarchyState, box: Box, at: HierarchyNode, key: string): void {
  if (state.isLocked(at.id)) return;
  const beside = siblingsOf(state, at);
  const inward = key === 'ArrowRight' || key === 'ArrowDown';
  const to = inward
    ? beside[beside.findIndex(({ id }) => id === at.id) - 1]
    : (at.parent?.parent ?? null);
  if (to === undefined || (!inward && !at.parent)) return;
  state.move(at, to);
  // The node is remounted in its new place: it takes the focus again.
  requestAnimationFrame(() => focusNode(box, at.id));
}

/**
 * Keys of the tree: arrows, Enter opens, Alt and an arrow puts a record under the one before or
 * beside its parent.
 */
export function useKeys(
  state: HierarchyState,
  shape: Shape,
  box: Box,
): (event: KeyboardEvent) => void {
  const nodeUnder = (target: EventTarget): HierarchyNode | undefined =>
    target instanceof HTMLElement && target.dataset['node'] !== undefined
      ? state.find(target.dataset['node'])
      : undefined;
  return (event) => {
    if ((event.metaKey || event.ctrlKey) && event.key === 'z') {
      if (state.moves.undo()) event.preventDefault();
      return;
    }
    const at = nodeUnder(event.target);
    if (!at || event.ctrlKey || event.metaKey) return;
    const way = (shape === 'chart' ? CHART : TREE)[event.key];
    if (event.altKey) {
      if (!way || !state.canMove) return;
      carry(state, box, at, event.key);
    } else if (way) walk(state, shape, box, at, way);
    else if (event.key === 'Enter') state.open(at);
    else if (event.key === ' ') state.turn(at, !state.isOpen(at));
    else return;
    event.preventDefault();
  };
}
