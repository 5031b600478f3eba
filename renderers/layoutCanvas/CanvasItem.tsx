import { useDraggable, useDroppable } from '@dnd-kit/core';
import { useId } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Icon } from '../../src/ui/icons/index.ts';
import type { DropZone } from './drop.ts';
import { levelOf, positionKey, type CanvasPosition } from './positions.ts';
import styles from './View.module.css';

export interface CanvasItemState {
  readonly name: string;
  readonly selected: boolean;
  readonly lifted: boolean;
  readonly faults: readonly string[];
  readonly mark: 'before' | 'after' | undefined;
}
export interface CanvasItemMoves {
  select(place: CanvasPosition): void;
  key(event: KeyboardEvent, place: CanvasPosition): void;
  keyOnSelect(event: KeyboardEvent, place: CanvasPosition): void;
  drop(): void;
}
interface Props {
  place: CanvasPosition;
  look: CanvasItemState;
  moves: CanvasItemMoves;
  locked: boolean;
  beside: boolean;
  span?: number;
  children: ReactNode;
  below?: ReactNode;
}

/** A click on a part of the content is that part's own. */
const ofAPart = (event: MouseEvent): boolean =>
  !!(event.target as Element).closest(
    'button, a, input, textarea, [role="combobox"], [data-entry] [data-entry]',
  );

/**
 * A page, section or item: its content under a button that selects it, a handle that moves it, and
 * what is wrong with it.
 */
export function CanvasItem({
  place,
  look: { name, selected, lifted, faults, mark },
  moves,
  locked,
  beside,
  span,
  children,
  below,
}: Props) {
  const id = positionKey(place);
  const why = useId();
  const level = levelOf(place);
  const spot: DropZone = { place, beside };
  const {
    listeners,
    setNodeRef: dragRef,
    isDragging,
  } = useDraggable({ id, data: { level, place, name }, disabled: locked });
  const { setNodeRef: dropRef } = useDroppable({ id, data: spot, disabled: locked });
  const look = [
    styles.entry,
    styles[level],
    selected && styles.selected,
    faults.length > 0 && styles.faulty,
    isDragging && styles.dragged,
    lifted && styles.lifted,
    mark && styles[`${mark}${beside ? 'Beside' : ''}`],
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div
      ref={dropRef}
      data-entry={id}
      className={look}
      style={span === undefined ? undefined : { gridColumn: `span ${span}` }}
      onClick={(event) => {
        if (!ofAPart(event)) {
          event.stopPropagation();
          moves.select(place);
        }
      }}
    >
      <div ref={dragRef} className={styles.head} {...listeners}>
        <button
          type="button"
          className={styles.select}
          aria-pressed={selected}
          aria-label={`选择 ${name}`}
          aria-describedby={faults.length > 0 ? why : undefined}
          onClick={() => moves.select(place)}
          onKeyDown={(event) => moves.keyOnSelect(event, place)}
        />
        <div className={styles.content}>{children}</div>
        {!locked && (
          <button
            type="button"
            data-handle={id}
            className={styles.handle}
            aria-label={`移动 ${name}`}
            aria-pressed={lifted}
            title="拖动排序；键盘按空格拿起，方向键移动"
            onKeyDown={(event) => moves.key(event, place)}
            onBlur={moves.drop}
          >
            <Icon name="drag-dot-vertical" />
          </button>
        )}
      </div>
      {faults.length > 0 && (
        <div id={why} className={styles.why}>
          {faults.map((fault) => (
            <div key={fault}>{fault}</div>
          ))}
        </div>
      )}
      {below}
    </div>
  );
}
