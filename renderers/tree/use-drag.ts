import { useEffect, useRef, useState } from 'react';
import type { DragEvent } from 'react';
import type { NodeHandle } from '../../engine/index.ts';
import type { TreeNode } from './data.ts';
import type { TreeProps } from './index.ts';
import { keyPlace, moveTo, refusal, whereAt, type Place, type Rules } from './moves.ts';
import type { TreeState } from './use-tree.ts';

/** A closed node opens when something is held over it for this long, in milliseconds. */
const OPEN_AFTER_MS = 600;
const TYPE = 'application/x-huozi-tree';

export const rulesOf = (props: TreeProps): Rules => ({ dropInside: props.dropInside !== false, sameParent: props.sameParent === true, maxDepth: typeof props.maxDepth === 'number' ? props.maxDepth : 32 });

export interface Drag {
  readonly on: boolean;
  readonly dragged: TreeNode | null;
  readonly place: Place | null;
  start(event: DragEvent, node: TreeNode): void;
  over(event: DragEvent, node: TreeNode): void;
  drop(event: DragEvent): void;
  end(): void;
  /** Alt and an arrow: true when it moved, else why not. */
  byKey(node: TreeNode, key: string): true | string | null;
}

/** Moving nodes with the pointer or the keyboard; what the rules forbid is not offered. */
export function useDrag(node: NodeHandle<TreeProps>, state: TreeState): Drag {
  const [dragged, setDragged] = useState<TreeNode | null>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined);
  const on = node.props.draggable === true && state.hits === null && !node.state.readonly && !node.state.disabled;
  const rules = rulesOf(node.props);
  const rest = () => { clearTimeout(opening.current); opening.current = undefined; };
  useEffect(() => rest, []);
  const end = () => { rest(); setDragged(null); setPlace(null); };
  const put = (moved: TreeNode, to: Place) => {
    if (to.where === 'inside') state.turn(to.target, true);
    state.attempt('move', moveTo(state.tree, moved, to));
  };
  const over = (event: DragEvent, target: TreeNode) => {
    if (!dragged) return;
    const box = event.currentTarget.getBoundingClientRect();
    const canInside = refusal(dragged, { target, where: 'inside' }, rules) === null;
    const next: Place = { target, where: whereAt((event.clientY - box.top) / Math.max(1, box.height), canInside) };
    if (place?.target !== target) { rest(); opening.current = setTimeout(() => state.turn(target, true), OPEN_AFTER_MS); }
    if (refusal(dragged, next, rules) !== null) { if (place) setPlace(null); return; }
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    if (place?.target !== next.target || place.where !== next.where) setPlace(next);
  };
  return {
    on, dragged, place, over, end,
    start: (event, moved) => {
      if (!on || !moved.movable) { event.preventDefault(); return; }
      event.dataTransfer.setData(TYPE, moved.id);
      event.dataTransfer.effectAllowed = 'move';
      setDragged(moved);
    },
    drop: (event) => {
      event.preventDefault();
      if (dragged && place) put(dragged, place);
      end();
    },
    byKey: (moved, key) => {
      const to = on ? keyPlace(state.tree, moved, key) : null;
      if (!to) return null;
      const why = refusal(moved, to, rules);
      if (why) return why;
      put(moved, to);
      return true;
    },
  };
}
