import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '../../src/ui/icons/index.ts';
import styles from './View.module.css';

interface Props {
  id: string;
  name: string;
  selected: boolean;
  /** Something in it has to be corrected. */
  faulty: boolean;
  locked: boolean;
  selectable: boolean;
  /** A palette's item would land here. */
  mark: 'before' | 'after' | undefined;
  onSelect(): void;
  onRemove: (() => void) | undefined;
  children: ReactNode;
}
/** A click on a button, link or input of the row is that part's own. */
const ofAPart = (event: MouseEvent): boolean =>
  !!(event.target as Element).closest('button, a, input, textarea, [role="combobox"]');

/**
 * One card: handle, content, and a button over the whole that selects it, so that keyboards reach
 * it too.
 */
export function SortableRow({
  id,
  name,
  selected,
  faulty,
  locked,
  selectable,
  mark,
  onSelect,
  onRemove,
  children,
}: Props) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id, disabled: locked });
  const look = [
    styles.row,
    faulty && styles.faulty,
    selected && styles.selected,
    isDragging && styles.dragged,
    selectable && styles.selectable,
    mark && styles[mark],
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <li
      ref={setNodeRef}
      data-row
      className={look}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      onClick={(event) => {
        if (selectable && !ofAPart(event)) onSelect();
      }}
    >
      {!locked && (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={styles.handle}
          {...attributes}
          {...listeners}
          aria-label={`移动 ${name}`}
          title="拖动排序"
        >
          <Icon name="drag-dot-vertical" />
        </button>
      )}
      {selectable && (
        <button
          type="button"
          className={styles.select}
          aria-pressed={selected}
          aria-label={`选择 ${name}`}
          aria-description={faulty ? '有需要更正之处' : undefined}
          onClick={onSelect}
        />
      )}
      <div className={styles.content}>{children}</div>
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={`移除 ${name}`}
          title="移除"
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}
