import {
  DndContext,
  MouseSensor,
  TouchSensor,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, horizontalListSortingStrategy, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import { mouseDrag, touchDrag } from '../../src/ui/hooks/index.ts';
import { announcements, instructions } from '../../src/ui/sorting/index.ts';
import { Tab, type TabProps } from './Tab.tsx';

interface Props {
  ids: readonly string[];
  named(id: string | number): string;
  onMove(from: number, to: number): void;
  children: ReactNode;
}
/**
 * A row of tabs that are ordered by mouse or finger. A chunk of its own: the row is there before
 * it, and moves by keys and menu without it.
 */
export function SortableRow({ ids, named, onMove, children }: Props) {
  const sensors = useSensors(useSensor(MouseSensor, mouseDrag), useSensor(TouchSensor, touchDrag));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcements(named),
        screenReaderInstructions: instructions,
      }}
      onDragEnd={({ active, over }) =>
        onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over?.id)))
      }
    >
      <SortableContext items={[...ids]} strategy={horizontalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

export function SortableTab(props: TabProps) {
  const { setNodeRef, transform, transition, isDragging, listeners } = useSortable({
    id: props.view.id,
    disabled: !props.movable || props.renaming,
  });
  return (
    <Tab
      {...props}
      sortable={{
        ref: setNodeRef,
        style: { transform: CSS.Translate.toString(transform), transition },
        dragged: isDragging,
        listeners,
      }}
    />
  );
}
