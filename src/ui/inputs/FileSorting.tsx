import { arrayMove, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import type { AttachmentRef } from '../../contract/index.ts';
import { Icon } from '../icons/icons.tsx';
import { Sorting } from '../sorting/Sorting.tsx';

interface FileSortingProps {
  files: readonly AttachmentRef[];
  grid?: boolean;
  onSort(files: AttachmentRef[]): void;
  children: ReactNode;
}
/** Files of a field in an order people give them. */
export const FileSorting = ({ files, grid = false, onSort, children }: FileSortingProps) => (
  <Sorting
    ids={files.map(({ fileId }) => fileId)}
    nameOf={(at) => files[at]?.name || '文件'}
    layout={grid ? 'grid' : 'list'}
    onMove={(from, to) => onSort(arrayMove([...files], from, to))}
  >
    {children}
  </Sorting>
);
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
