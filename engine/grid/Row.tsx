import { memo } from 'react';
import type { ReactNode } from 'react';
import type { GridColumn } from './types.ts';
import type { Laid } from './useColumns.ts';
import styles from './grid.module.css';

export interface RowProps<R> {
  id: string;
  row: R;
  index: number;
  /** aria-rowindex: from 2, since the header is 1. */
  place: number;
  top: number;
  height: number;
  laid: Laid<R>;
  /** undefined: the grid has no check boxes. */
  checked: boolean | undefined;
  active: boolean;
  /** The row's own key: its buttons never pass to another row when the slot is filled anew. */
  name: string;
  actions: ((row: R, key: string, index: number) => ReactNode) | undefined;
}

function classOf<R>(column: GridColumn<R>): string | undefined {
  if (column.frozen) return column.align === 'right' ? styles.frozenRight : styles.frozen;
  return column.align === 'right' ? styles.right : styles.cell;
}

/** One row: plain elements, hover in CSS, no handler of its own (the body has one for all). */
function GridRow<R>({ id, row, index, place, top, height, laid, checked, active, name, actions }: RowProps<R>) {
  return (
    <div role="row" id={id} data-row={index} aria-rowindex={place} aria-selected={checked} className={active ? styles.activeRow : styles.row} style={{ transform: `translateY(${top}px)`, height }}>
      {checked !== undefined && <div role="gridcell" className={styles.check}><input type="checkbox" tabIndex={-1} data-check checked={checked} readOnly aria-label="选择此行" /></div>}
      {laid.columns.map((column) => <div key={column.id} role="gridcell" className={classOf(column)} style={laid.cell(column.id)}>{column.render(row)}</div>)}
      {actions && <div key={name} role="gridcell" data-own className={styles.actions}>{actions(row, name, index)}</div>}
    </div>
  );
}
/** memo of a generic component keeps its generic type only through this cast. */
export const Row = memo(GridRow, (a, b) => a.row === b.row && a.top === b.top && a.checked === b.checked && a.active === b.active && a.laid === b.laid && a.height === b.height && a.place === b.place && a.actions === b.actions) as typeof GridRow;
