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
  arrayMove,
  rectSortingStrategy,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import type { AttachmentRef } from '../../contract/index.ts';
import { announcements, instructions } from './drag-words.ts';
import { Icon } from '../icons/icons.tsx';

/** Files of a field in an order people give them: by dragging a handle, or with the keys on it. */
export function FileSorting({
  files,
  grid = false,
  onSort,
  children,
}: {
  files: readonly AttachmentRef[];
  grid?: boolean;
  onSort(files: AttachmentRef[]): void;
  children: ReactNode;
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: string | number) => files.findIndex(({ fileId }) => fileId === id);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id)
      onSort(arrayMove([...files], placeOf(active.id), placeOf(over.id)));
  };
  const nameOf = (id: string | number) => files[placeOf(id)]?.name || '文件';
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: announcements(nameOf),
        screenReaderInstructions: instructions,
      }}
    >
      <SortableContext
        items={files.map(({ fileId }) => fileId)}
        strategy={grid ? rectSortingStrategy : verticalListSortingStrategy}
      >
        {children}
      </SortableContext>
    </DndContext>
  );
}
/**
 * One file's place in the order: give `item` to its element and draw `handle` in it (null where
 * there is nothing to sort).
 */
export function useSortableFile(file: AttachmentRef, on: boolean, handleClass: string | undefined) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: file.fileId, disabled: !on });
  const handle = on && (
    <button
      type="button"
      ref={setActivatorNodeRef}
      data-handle
      className={handleClass}
      {...attributes}
      {...listeners}
      aria-label={`移动 ${file.name}`}
      title="拖动排序"
    >
      <Icon name="drag-dot-vertical" />
    </button>
  );
  return {
    handle,
    isDragging,
    item: { ref: setNodeRef, style: { transform: CSS.Translate.toString(transform), transition } },
  };
}
