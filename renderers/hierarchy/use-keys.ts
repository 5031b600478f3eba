import type { KeyboardEvent, RefObject } from 'react';
import type { Shape } from './index.ts';
import type { HierarchyNode } from './nodes.ts';
import type { HierarchyState } from './use-hierarchy.ts';

/** Arrows as they lead in a chart, in the words of a tree: aside are those of the same parent. */
const CHART: Record<string, string> = {
  ArrowUp: 'parent',
  ArrowDown: 'child',
  ArrowLeft: 'before',
  ArrowRight: 'after',
};
const TREE: Record<string, string> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'parent',
  ArrowRight: 'child',
  Home: 'first',
  End: 'last',
};

/**
 * Keys of the tree: arrows, Enter opens, Alt and an arrow puts a record under the one before or
 * beside its parent.
 */
export function useKeys(
  state: HierarchyState,
  shape: Shape,
  box: RefObject<HTMLElement | null>,
): (event: KeyboardEvent) => void {
  const items = (): HTMLElement[] => [
    ...(box.current?.querySelectorAll<HTMLElement>('[data-node]') ?? []),
  ];
  const focus = (id: string): void =>
    items()
      .find((each) => each.dataset['node'] === id)
      ?.focus();
  const siblings = (at: HierarchyNode): readonly HierarchyNode[] =>
    at.parent ? state.below(at.parent) : state.tops;
  const go = (at: HierarchyNode, where: string): void => {
    const ids = items().map((each) => each.dataset['node']!);
    const beside = siblings(at);
    const place = beside.findIndex(({ id }) => id === at.id);
    const expandable = (at.branch?.count ?? 0) > 0;
    if (where === 'child' && expandable && !state.isOpen(at)) return state.turn(at, true);
    if (where === 'parent' && shape === 'tree' && expandable && state.isOpen(at))
      return state.turn(at, false);
    const target = {
      parent: at.parent?.id,
      child: state.below(at)[0]?.id,
      before: beside[place - 1]?.id,
      after: beside[place + 1]?.id,
      up: ids[ids.indexOf(at.id) - 1],
      down: ids[ids.indexOf(at.id) + 1],
      first: ids[0],
      last: ids.at(-1),
    }[where];
    if (target !== undefined) focus(target);
  };
  const carry = (at: HierarchyNode, key: string): void => {
    const beside = siblings(at);
    const inward = key === 'ArrowRight' || key === 'ArrowDown';
    const to = inward
      ? beside[beside.findIndex(({ id }) => id === at.id) - 1]
      : (at.parent?.parent ?? null);
    if (to === undefined || (!inward && !at.parent)) return;
    state.move(at, to);
    // The node is remounted in its new place: it takes the focus again.
    requestAnimationFrame(() => focus(at.id));
  };
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
    const where = (shape === 'chart' ? CHART : TREE)[event.key];
    if (event.altKey) {
      if (!where || !state.canMove) return;
      carry(at, event.key);
    } else if (where) go(at, where);
    else if (event.key === 'Enter') state.open(at);
    else if (event.key === ' ') state.turn(at, !state.isOpen(at));
    else return;
    event.preventDefault();
  };
}
