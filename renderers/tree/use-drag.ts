import { useEffect, useRef, useState } from 'react';
import type { DragEvent, PointerEvent as ReactPointerEvent } from 'react';
import { useStable, suppressNextClick, useDragListening } from '../../src/ui/hooks/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import type { TreeNode } from './data.ts';
import type { TreeProps } from './index.ts';
import {
  keyboardTarget,
  moveTo,
  moveRefusal,
  dropSideAt,
  type DropTarget,
  type MoveRules,
} from './moves.ts';
import type { TreeState } from './use-tree.ts';

/** A closed node opens when something is held over it for this long, in milliseconds. */
const OPEN_AFTER_MS = 600;
const TYPE = 'application/x-huozi-tree';

const rulesOf = (props: TreeProps): MoveRules => ({
  dropInside: props.dropInside !== false,
  sameParent: props.sameParent === true,
  maxDepth: typeof props.maxDepth === 'number' ? props.maxDepth : 32,
});

export interface TreeDrag {
  readonly on: boolean;
  readonly place: DropTarget | null;
  start(event: DragEvent, node: TreeNode): void;
  over(event: DragEvent, node: TreeNode): void;
  drop(event: DragEvent): void;
  end(): void;
  /** A finger that rests on a node takes it up; a mouse drags as the browser does. */
  touch(event: ReactPointerEvent, node: TreeNode): void;
  /** Alt and an arrow: true when it moved, else why not. */
  byKey(node: TreeNode, key: string): true | string | null;
}

interface Touch {
  over(x: number, y: number): void;
  release(): void;
  end(): void;
}
/** A finger that rested on a node moves it about. */
function useTouch({ over, release, end }: Touch) {
  const touching = useRef(false);
  const on = useStable(() => touching.current);
  const move = useStable((event: PointerEvent) => {
    if (touching.current) over(event.clientX, event.clientY);
  });
  const endDrag = useStable((event: PointerEvent | null) => {
    if (!touching.current) return;
    touching.current = false;
    suppressNextClick();
    if (event) release();
    else end();
  });
  const listen = useDragListening(on, move, endDrag);
  return {
    on,
    press: (event: ReactPointerEvent, begin: () => void) =>
      listen(event, () => {
        touching.current = true;
        begin();
      }),
  };
}

/** Opens a closed node over which something is held for a while. */
function useOpening(state: TreeState) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rest = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => rest, []);
  return {
    rest,
    hold: (target: TreeNode) => {
      rest();
      timer.current = setTimeout(() => state.turn(target, true), OPEN_AFTER_MS);
    },
  };
}

/**
 * What is dragged, and to where. `now` is read at once, without waiting for the next render: a drop
 * may follow the last move immediately.
 */
function usePendingMove() {
  const now = useRef<{ dragged: TreeNode | null; place: DropTarget | null }>({
    dragged: null,
    place: null,
  });
  const [place, showPlace] = useState<DropTarget | null>(null);
  const setPlace = (next: DropTarget | null) => {
    now.current.place = next;
    showPlace(next);
  };
  return { now, place, setPlace };
}

/** Where on the target the pointer is: before, after or inside, if that is allowed. */
function dropTargetAt(
  dragged: TreeNode,
  target: TreeNode,
  row: Element,
  y: number,
  rules: MoveRules,
): DropTarget {
  const box = row.getBoundingClientRect();
  const canInside = moveRefusal(dragged, { target, where: 'inside' }, rules) === null;
  return { target, where: dropSideAt((y - box.top) / Math.max(1, box.height), canInside) };
}

const rowAt = (x: number, y: number): HTMLElement | undefined =>
  document
    .elementsFromPoint(x, y)
    .filter((element) => element instanceof HTMLElement)
    .find((element) => element.dataset['id'] !== undefined);

/**
 * Moves nodes by pointer or keyboard; forbidden targets are not offered. `onMoved` gets the moved
 * node.
 */
export function useDrag(
  node: NodeHandle<TreeProps>,
  state: TreeState,
  onMoved: (id: string) => void,
): TreeDrag {
  const { now, place, setPlace } = usePendingMove();
  const opening = useOpening(state);
  const on =
    node.props.draggable === true &&
    state.hits === null &&
    !node.state.readonly &&
    !node.state.disabled;
  const rules = rulesOf(node.props);
  const end = () => {
    opening.rest();
    now.current.dragged = null;
    setPlace(null);
  };
  const put = (moved: TreeNode, to: DropTarget) => {
    if (to.where === 'inside') state.turn(to.target, true);
    state.attempt('move', moveTo(state.tree, moved, to));
    onMoved(moved.id);
  };
  /** Where it would go from here; false where it may not. */
  const hover = (target: TreeNode, row: Element, y: number): boolean => {
    const { dragged, place: before } = now.current;
    if (!dragged) return false;
    const next = dropTargetAt(dragged, target, row, y, rules);
    if (before?.target !== target) opening.hold(target);
    if (moveRefusal(dragged, next, rules) !== null) {
      if (before) setPlace(null);
      return false;
    }
    if (before?.target !== next.target || before.where !== next.where) setPlace(next);
    return true;
  };
  const over = (event: DragEvent, target: TreeNode) => {
    if (!hover(target, event.currentTarget, event.clientY)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
  };
  const release = () => {
    const { dragged, place: to } = now.current;
    if (dragged && to) put(dragged, to);
    end();
  };
  const hoverAt = (x: number, y: number) => {
    const row = rowAt(x, y);
    const target = row && state.tree.byId.get(row.dataset['id']!);
    if (row && target) hover(target, row, y);
    else setPlace(null);
  };
  const touch = useTouch({ over: hoverAt, release, end });
  return {
    on,
    place,
    over,
    end,
    drop: (event) => {
      event.preventDefault();
      release();
    },
    touch: (event, moved) => {
      if (on && moved.movable && event.pointerType === 'touch')
        touch.press(event, () => {
          now.current.dragged = moved;
        });
    },
    start: (event, moved) => {
      // The finger has it already.
      if (!on || !moved.movable || touch.on()) {
        event.preventDefault();
        return;
      }
      event.dataTransfer.setData(TYPE, moved.id);
      event.dataTransfer.effectAllowed = 'move';
      now.current.dragged = moved;
    },
    byKey: (moved, key) => {
      const to = on ? keyboardTarget(state.tree, moved, key) : null;
      if (!to) return null;
      const why = moveRefusal(moved, to, rules);
      if (why) return why;
      put(moved, to);
      return true;
    },
  };
}
