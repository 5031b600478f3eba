import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  SortableContext,
  rectSortingStrategy,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { announcements, instructions } from './drag-words.ts';

/** Pixels a press moves before it is a drag. */
const DRAG_FROM = { distance: 4 };

interface SortingProps {
  /** Ids of what is sorted, in their order. */
  ids: readonly string[];
  /** What an item is called by screen readers. */
  nameOf(at: number): string;
  /** In rows of several, instead of one below the other. */
  grid?: boolean;
  disabled?: boolean;
  onMove(from: number, to: number): void;
  children: ReactNode;
}
const useSortSensors = () =>
  useSensors(
    useSensor(PointerSensor, { activationConstraint: DRAG_FROM }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

/** Things in an order people give them: by dragging a handle, or with the keys on it. */
export function Sorting({ ids, nameOf, grid = false, disabled, onMove, children }: SortingProps) {
  const sensors = useSortSensors();
  const drop = ({ active, over }: DragEndEvent) => {
    const from = ids.indexOf(String(active.id));
    const to = over ? ids.indexOf(String(over.id)) : -1;
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
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
        strategy={grid ? rectSortingStrategy : verticalListSortingStrategy}
        {...(disabled !== undefined && { disabled })}
      >
        {children}
      </SortableContext>
    </DndContext>
  );
}
