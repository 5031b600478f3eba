import { memo } from 'react';
import type { ReactNode } from 'react';
import { GridBand } from './band.ts';
import type { PositionedColumns } from './columns.ts';
import { readMark } from './selection.ts';
import { CHECK_WIDTH } from './types.ts';
import styles from './grid.module.css';

export interface RowProps<R> {
  row: R | GridBand;
  index: number;
  /** aria-rowindex: from 2, since the header is 1. */
  place: number;
  top: number;
  height: number;
  laid: PositionedColumns<R>;
  /** Columns drawn besides the frozen ones. */
  from: number;
  to: number;
  /** undefined: the grid has no check boxes. */
  checked: boolean | undefined;
  /** What of it is selected (selection.ts), and the DOM id of the active cell. */
  mark: string | undefined;
  cellId: string;
  faults: ReadonlyMap<string, string> | undefined;
  /**
   * The row's own key: its buttons are never reused for another row when the slot is filled again.
   */
  name: string;
  actions: ((row: R, key: string, index: number) => ReactNode) | undefined;
  /** It is no record yet: nothing to tick. */
  fresh: boolean;
  /** The first cell has a button that opens the row. */
  opener: boolean;
}

interface Extra {
  className: string | undefined;
  id?: string;
  'aria-selected'?: boolean;
  'aria-invalid'?: boolean;
}
/** What marked cells have more than others: most rows have none, and pay nothing. */
function extrasOf<R>({
  mark,
  cellId,
  faults,
  laid,
  opener,
}: RowProps<R>): ((place: number) => Extra) | null {
  if (mark === undefined && !faults) return null;
  const at = mark === undefined ? null : readMark(mark);
  return (place) => {
    const marked = at !== null && place >= at.left && place <= at.right;
    const active = at?.at === place;
    const wrong = faults?.has(laid.columns[place]!.id) ?? false;
    const className = [
      laid.classes[place],
      opener && place === 0 && styles.opening,
      marked && at.wide && styles.marked,
      active && styles.activeCell,
      wrong && styles.wrong,
    ]
      .filter(Boolean)
      .join(' ');
    return {
      className,
      ...(active && { id: cellId }),
      ...(marked && { 'aria-selected': true }),
      ...(wrong && { 'aria-invalid': true }),
    };
  };
}

function Cells<R>(props: RowProps<R>, row: R): ReactNode[] {
  const { laid, from, to, opener } = props;
  const { columns, frozen, before, cells, classes, edges } = laid;
  const windowed = to - from < columns.length - frozen;
  const extras = extrasOf(props);
  const cell = (place: number): ReactNode => {
    const column = columns[place]!;
    const content = column.render(row);
    return (
      <div
        key={column.id}
        role="gridcell"
        className={opener && place === 0 ? `${classes[place]} ${styles.opening}` : classes[place]}
        style={cells[place]}
        aria-colindex={windowed ? before + place + 1 : undefined}
        {...extras?.(place)}
      >
        {opener && place === 0 ? (
          <>
            {content}
            <button
              type="button"
              tabIndex={-1}
              data-open
              className={styles.opener}
              aria-label="打开"
              title="打开（Ctrl+Enter）"
            />
          </>
        ) : (
          content
        )}
      </div>
    );
  };
  const drawn: ReactNode[] = [];
  for (let place = 0; place < frozen; place++) drawn.push(cell(place));
  if (from > frozen)
    drawn.push(
      <div key=" gap" className={styles.gap} style={{ width: edges[from]! - edges[frozen]! }} />,
    );
  for (let place = from; place < to; place++) drawn.push(cell(place));
  return drawn;
}

/** The texts of a heading that belong under columns, in cells like those of the rows. */
function Under<R>({ laid, from, to, row }: RowProps<R> & { row: GridBand }) {
  const { columns, cells, edges, frozen, before } = laid;
  const places = Array.from({ length: to - from }, (_, at) => from + at);
  return (
    <div aria-hidden className={styles.under}>
      {before > 0 && <span className={styles.gap} style={{ width: CHECK_WIDTH }} />}
      {columns.slice(0, frozen).map(({ id }, place) => (
        <span key={id} className={styles.gap} style={cells[place]} />
      ))}
      {from > frozen && (
        <span className={styles.gap} style={{ width: edges[from]! - edges[frozen]! }} />
      )}
      {places.map((place) => {
        const { id, align } = columns[place]!;
        return (
          <span
            key={id}
            className={`${styles.underCell} ${align === 'right' ? styles.underRight : ''}`}
            style={cells[place]}
          >
            {row.under.get(id)}
          </span>
        );
      })}
      <span className={styles.underActions} />
    </div>
  );
}
/** Room for a heading's own words, up to the first column that has a text under it; in pixels. */
const roomOf = <R,>({ columns, edges }: PositionedColumns<R>, row: GridBand): number | undefined =>
  edges[columns.findIndex(({ id }) => row.under.has(id))];

/** One row: plain elements, hover in CSS, no handler of its own (the body has one for all). */
function GridRow<R>(props: RowProps<R>) {
  const { row, index, place, top, height, checked, mark, cellId, name, fresh, actions } = props;
  const style = { transform: `translateY(${top}px)`, height };
  if (row instanceof GridBand) {
    return (
      <div
        role="row"
        aria-rowindex={place}
        className={mark === undefined ? styles.band : styles.activeBand}
        style={style}
      >
        <div
          role="gridcell"
          id={mark === undefined ? undefined : cellId}
          aria-colspan={props.laid.columns.length + props.laid.before + (actions ? 1 : 0)}
          className={styles.bandCell}
          style={{
            paddingLeft: 12 + 20 * row.level,
            maxWidth: roomOf(props.laid, row),
          }}
        >
          {row.open !== undefined && (
            <button
              type="button"
              tabIndex={-1}
              data-band
              aria-expanded={row.open}
              aria-label={row.label}
              className={styles.fold}
            />
          )}
          {row.content}
        </div>
        {row.under.size > 0 && <Under {...props} row={row} />}
      </div>
    );
  }
  return (
    <div
      role="row"
      aria-rowindex={place}
      aria-selected={checked}
      className={mark !== undefined && readMark(mark).at >= 0 ? styles.activeRow : styles.row}
      style={style}
    >
      {checked !== undefined && (
        <div role="gridcell" className={styles.check}>
          {!fresh && (
            <input
              type="checkbox"
              tabIndex={-1}
              data-check
              checked={checked}
              readOnly
              aria-label="选择此行"
            />
          )}
        </div>
      )}
      {Cells(props, row)}
      {actions && (
        <div key={name} role="gridcell" data-own className={styles.actions}>
          {!fresh && actions(row, name, index)}
        </div>
      )}
    </div>
  );
}
/** memo of a generic component keeps its generic type only through this cast. */
export const Row = memo(GridRow) as typeof GridRow;
