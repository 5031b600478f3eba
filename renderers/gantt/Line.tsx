import type { CSSProperties, PointerEvent as ReactPointerEvent } from 'react';
import { Icon, barStyle, dotStyle } from '../../src/ui/icons/index.ts';
import {
  ganttRowsOf,
  progressValues,
  shiftBar,
  spanning,
  barText,
  type GanttRow,
  type BarShift,
} from './rows.ts';
import type { StartDrag } from './use-bar-drag.ts';
import type { GanttState } from './use-gantt.ts';
import styles from './View.module.css';

export const ROW = 36;
/** A line of the chart that holds no record yet. */
const NEW_ROW = '';

/** The day under a pointer, in the time of a line. */
const dayAt = ({ from, dayWidth }: GanttState, time: Element, x: number): number =>
  from + Math.floor((x - time.getBoundingClientRect().left) / dayWidth);
/** Drawing a bar where there is none: from the day of the press to that of the release. */
function draw(state: GanttState, id: string, event: ReactPointerEvent, startDrag: StartDrag): void {
  const time = event.currentTarget;
  startDrag(event, {
    id,
    values: (now, from) =>
      spanning(state.axis, dayAt(state, time, from.x), dayAt(state, time, now.clientX)),
  });
}

/** A bar with its handles: moved as a whole, at an end, or in how far it is. */
function Bar({
  state,
  row,
  startDrag,
}: {
  state: GanttState;
  row: GanttRow;
  startDrag: StartDrag;
}) {
  const { axis, from, dayWidth, list, preview } = state;
  const canMove = state.canMove(row);
  const { days, progress, color } = row;
  if (!days) return null;
  const width = Math.max(6, (days.to - days.from + 1) * dayWidth);
  const drag = (what: BarShift['what']) => (event: ReactPointerEvent) => {
    if (canMove)
      startDrag(event, {
        id: row.id,
        values: (now, start) =>
          shiftBar(row.record, axis, {
            what,
            days: Math.round((now.clientX - start.x) / dayWidth),
          }),
      });
  };
  const push = (event: ReactPointerEvent) =>
    startDrag(event, {
      id: row.id,
      values: (now, start) =>
        progressValues(axis, (progress ?? 0) + ((now.clientX - start.x) / width) * 100),
    });
  const looks = [
    styles.bar,
    preview?.id === row.id && styles.dragged,
    list.edits.faults.has(row.id) && styles.faulty,
    canMove && styles.movable,
  ];
  return (
    <div
      className={looks.filter(Boolean).join(' ')}
      title={barText(row)}
      style={{ ...barStyle(color), left: (days.from - from) * dayWidth, width }}
      onPointerDown={drag('all')}
      onClick={() => state.open(row)}
    >
      {progress !== null && (
        <span className={styles.progress} style={{ ...dotStyle(color), width: `${progress}%` }} />
      )}
      <span className={styles.text}>
        {row.title}
        {progress !== null && ` ${progress}%`}
      </span>
      {canMove && <span className={styles.head} aria-hidden onPointerDown={drag('start')} />}
      {canMove && <span className={styles.tail} aria-hidden onPointerDown={drag('end')} />}
      {state.canPush(row) && (
        <span
          className={styles.push}
          aria-hidden
          title="拖动改变进度"
          style={{ left: `clamp(8px, ${progress ?? 0}%, calc(100% - 8px))` }}
          onPointerDown={push}
        />
      )}
    </div>
  );
}

interface Props {
  state: GanttState;
  row: GanttRow;
  index: number;
  active: boolean;
  startDrag: StartDrag;
  onFocus(): void;
}
/** One record: its name at the left, its bar in the time. */
export function Line({ state, row, index, active, startDrag, onFocus }: Props) {
  const drawable = state.canMove(row) && row.days === null;
  return (
    <div
      role="row"
      data-row={row.id}
      tabIndex={active ? 0 : -1}
      aria-rowindex={index + 2}
      aria-level={row.level}
      aria-label={barText(row)}
      {...(row.below > 0 && { 'aria-expanded': row.open })}
      className={styles.line}
      style={{ top: index * ROW }}
      onFocus={onFocus}
    >
      <div
        role="rowheader"
        className={styles.name}
        style={{ '--level': row.level - 1 } as CSSProperties}
      >
        {row.below > 0 ? (
          <button
            type="button"
            tabIndex={-1}
            className={styles.turn}
            aria-label={`${row.open ? '收起' : '展开'} ${row.title} 的下级`}
            onClick={() => state.turn(row)}
          >
            <Icon name={row.open ? 'down' : 'right'} />
          </button>
        ) : (
          <span className={styles.turn} />
        )}
        <button
          type="button"
          tabIndex={-1}
          className={styles.title}
          title={row.title}
          onClick={() => state.open(row)}
        >
          {row.title}
        </button>
      </div>
      <div
        role="gridcell"
        className={`${styles.time} ${drawable ? styles.drawable : ''}`}
        title={drawable ? '拖动画出起止日期' : undefined}
        onPointerDown={drawable ? (event) => draw(state, row.id, event, startDrag) : undefined}
      >
        <Bar state={state} row={row} startDrag={startDrag} />
      </div>
    </div>
  );
}

/** The line below all others: a bar drawn in it begins a new record, and so does its button. */
export function NewLine({
  state,
  index,
  startDrag,
}: {
  state: GanttState;
  index: number;
  startDrag: StartDrag;
}) {
  const { preview, axis, from, dayWidth } = state;
  const drawn =
    preview?.id === NEW_ROW && preview.to
      ? ganttRowsOf([{ id: NEW_ROW, ...preview.to }], axis, { get: () => undefined }, new Set())[0]
          ?.days
      : null;
  const label = state.list.describe?.label ?? '';
  return (
    <div role="row" aria-rowindex={index + 2} className={styles.line} style={{ top: index * ROW }}>
      <div role="rowheader" className={styles.name}>
        <span className={styles.turn} />
        <button
          type="button"
          className={`${styles.title} ${styles.add}`}
          onClick={() => state.create({})}
        >
          <Icon name="plus" /> 新建{label}
        </button>
      </div>
      <div
        role="gridcell"
        aria-label={`在时间上拖动，新建${label}`}
        className={`${styles.time} ${styles.drawable}`}
        title="拖动画出起止日期"
        onPointerDown={(event) => draw(state, NEW_ROW, event, startDrag)}
      >
        {drawn && (
          <div
            className={`${styles.bar} ${styles.dragged}`}
            style={{
              ...barStyle('arcoblue'),
              left: (drawn.from - from) * dayWidth,
              width: Math.max(6, (drawn.to - drawn.from + 1) * dayWidth),
            }}
          />
        )}
      </div>
    </div>
  );
}

/** Arrows from what comes before to what depends on it, between lines that are shown. */
export function DependencyArrows({
  state,
  first,
  last,
}: {
  state: GanttState;
  first: number;
  last: number;
}) {
  const { rows, from, dayWidth } = state;
  const at = new Map(rows.map((row, index) => [row.id, index]));
  const paths = rows.flatMap((row, index) =>
    row.before.flatMap((id): { key: string; d: string; late: boolean }[] => {
      const above = at.get(id);
      const source = above === undefined ? undefined : rows[above];
      if (
        above === undefined ||
        !source?.days ||
        !row.days ||
        Math.max(above, index) < first ||
        Math.min(above, index) > last
      )
        return [];
      const [x1, y1] = [(source.days.to + 1 - from) * dayWidth, above * ROW + ROW / 2];
      const [x2, y2] = [(row.days.from - from) * dayWidth, index * ROW + ROW / 2];
      const bend =
        x2 - x1 >= 16
          ? `H ${x1 + 8} V ${y2}`
          : `H ${x1 + 8} V ${y1 + (y2 > y1 ? ROW / 2 : -ROW / 2)} H ${x2 - 10} V ${y2}`;
      return [
        {
          key: `${id} ${row.id}`,
          d: `M ${x1} ${y1} ${bend} H ${x2 - 1} m -4 -4 l 4 4 l -4 4`,
          late: row.days.from <= source.days.to,
        },
      ];
    }),
  );
  return (
    <svg
      className={styles.arrows}
      aria-hidden
      width={(state.to - from) * dayWidth}
      height={rows.length * ROW}
    >
      {paths.map(({ key, d, late }) => (
        <path key={key} d={d} className={late ? styles.late : undefined} />
      ))}
    </svg>
  );
}
