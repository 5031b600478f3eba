import type { ReactNode } from 'react';
import type { PositionedColumns } from './columns.ts';
import type { GridColumn } from './types.ts';
import styles from './grid.module.css';

interface Props<R> {
  laid: PositionedColumns<R>;
  from: number;
  to: number;
  place: number;
  draw(column: GridColumn<R>): ReactNode;
  hasActions: boolean;
}

/** A row under all others that stays in view: what the columns come to. */
export function Footer<R>({ laid, from, to, place, draw, hasActions }: Props<R>) {
  const cell = (at: number) => {
    const column = laid.columns[at]!;
    return (
      <div
        key={column.id}
        role="gridcell"
        aria-colindex={laid.before + at + 1}
        className={`${styles.foot} ${column.frozen ? styles.footFrozen : ''} ${column.align === 'right' ? styles.footRight : ''}`}
        style={laid.cells[at]}
      >
        {draw(column)}
      </div>
    );
  };
  const places = [
    ...Array.from({ length: laid.frozen }, (_, at) => at),
    ...Array.from({ length: to - from }, (_, i) => from + i),
  ];
  return (
    <div role="rowgroup" className={styles.footGroup}>
      <div role="row" aria-rowindex={place} className={styles.footRow}>
        {laid.before > 0 && <div role="gridcell" aria-label="汇总" className={styles.footCheck} />}
        {places.slice(0, laid.frozen).map(cell)}
        {from > laid.frozen && (
          <div
            className={styles.gap}
            style={{ width: laid.edges[from]! - laid.edges[laid.frozen]! }}
          />
        )}
        {places.slice(laid.frozen).map(cell)}
        {hasActions && <div role="gridcell" className={styles.footActions} />}
      </div>
    </div>
  );
}
