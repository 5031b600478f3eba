import {
  DndContext,
  KeyboardSensor,
  MouseSensor,
  PointerSensor,
  TouchSensor,
  closestCenter,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  SortableContext,
  horizontalListSortingStrategy,
  rectSortingStrategy,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { mouseDrag, touchDrag } from '../hooks/index.ts';
import { announcements, instructions } from './drag-words.ts';

/** One below the other, in rows of several, or beside each other. */
const LAYOUTS = {
  list: verticalListSortingStrategy,
  grid: rectSortingStrategy,
  row: horizontalListSortingStrategy,
};
/** Pixels a press on a handle moves before it is a drag. */
const DRAG_FROM = { distance: 4 };

interface SortingProps {
  /** Ids of what is sorted, in their order. */
  ids: readonly string[];
  /** What an item is called by screen readers. */
  nameOf(at: number): string;
  layout?: keyof typeof LAYOUTS;
  /**
   * The things themselves are dragged, not a handle of each: a finger rests first, so that the page
   * scrolls. Their keys are their own.
   */
  whole?: boolean;
  disabled?: boolean;
  onMove(from: number, to: number): void;
  children: ReactNode;
}
function useSortSensors(whole: boolean) {
  const mouse = useSensor(MouseSensor, mouseDrag);
  const touch = useSensor(TouchSensor, touchDrag);
  const pointer = useSensor(PointerSensor, { activationConstraint: DRAG_FROM });
  const keys = useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates });
  return useSensors(...(whole ? [mouse, touch] : [pointer, keys]));
}

/** Where something was taken and where it was dropped; null when nothing moves. */
function moveOf(ids: readonly string[], { active, over }: DragEndEvent) {
  const from = ids.indexOf(String(active.id));
  const to = over ? ids.indexOf(String(over.id)) : -1;
  return from >= 0 && to >= 0 && from !== to ? { from, to } : null;
}

/** Things in an order people give them: by dragging them or a handle, or with the keys on it. */
export function Sorting({
  ids,
  nameOf,
  layout = 'list',
  whole = false,
  disabled,
  onMove,
  children,
}: SortingProps) {
  const sensors = useSortSensors(whole);
  const drop = (event: DragEndEvent) => {
    const move = moveOf(ids, event);
    if (move) onMove(move.from, move.to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: announcements((id) => nameOf(ids.indexOf(String(id)))),
        screenReaderInstructions: instructions,
      }}
    >
      <SortableContext
        items={[...ids]}
        strategy={LAYOUTS[layout]}
        {...(disabled !== undefined && { disabled })}
      >
        {children}
      </SortableContext>
    </DndContext>
  );
}
