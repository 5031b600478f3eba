import type { CSSProperties } from 'react';
import { datePartsOf } from '../../src/values/index.ts';
import { Bar } from './Bar.tsx';
import type { CalendarEntry } from './entries.ts';
import { lanesOf, type Segment } from './layout.ts';
import { dayLabel } from './span.ts';
import type { CalendarState } from './use-calendar.ts';
import type { StartDrag } from './use-day-drag.ts';
import styles from './View.module.css';

/** Pixels of a lane with the gap below it, and of a day's number above the lanes. */
export const LANE = 24;
export const DAY_HEAD = 28;

export interface DayRowProps {
  state: CalendarState;
  first: number;
  days: number;
  entries: readonly CalendarEntry[];
  startDrag: StartDrag;
  /** Lanes there is room for. */
  room: number;
  /** Numbers of the days are in a head of their own. */
  headless?: boolean;
  onMore(day: number, anchor: HTMLElement): void;
}

/** A row of days with what lies in them as bars, and the number of what there is no room for. */
export function DayRow({
  state,
  first,
  days,
  entries,
  startDrag,
  room,
  headless = false,
  onMore,
}: DayRowProps) {
  const segments = lanesOf(entries, first, first + days - 1);
  const lanes = segments.reduce((most, { lane }) => Math.max(most, lane + 1), 0);
  const shown = lanes <= room ? lanes : Math.max(1, room - 1);
  const top = headless ? 4 : DAY_HEAD;
  return (
    <div
      role="row"
      className={styles.row}
      style={{
        gridTemplateColumns: `repeat(${days}, minmax(0, 1fr))`,
        ...(headless && { minHeight: shown * LANE + (lanes > shown ? LANE : 0) + 12 }),
      }}
    >
      {Array.from({ length: days }, (_, i) => (
        <Cell
          key={first + i}
          state={state}
          day={first + i}
          own={segments.filter(({ from, lane }) => from === first + i && lane < shown)}
          all={segments.filter(({ from, to }) => from <= first + i && to >= first + i)}
          {...{ shown, top, headless, startDrag, onMore }}
        />
      ))}
    </div>
  );
}

interface CellProps extends Pick<DayRowProps, 'state' | 'startDrag' | 'onMore'> {
  day: number;
  own: readonly Segment[];
  all: readonly Segment[];
  shown: number;
  top: number;
  headless: boolean;
}
function Cell({ state, day, own, all, shown, top, headless, startDrag, onMore }: CellProps) {
  const { mode, today, canCreate } = state;
  const active = day === state.day;
  const hidden = all.filter(({ lane }) => lane >= shown).length;
  const { month, date } = datePartsOf(day);
  const away = mode === 'month' && month !== datePartsOf(state.day).month;
  const place = ({ from, to, lane }: Segment): CSSProperties => ({
    top: top + lane * LANE,
    width: `calc(${(to - from + 1) * 100}% + ${to - from}px - 8px)`,
  });
  return (
    <div
      role="gridcell"
      data-day={day}
      tabIndex={active ? 0 : -1}
      aria-label={`${dayLabel(day)}，${all.length} 条`}
      aria-current={day === today ? 'date' : undefined}
      className={`${styles.cell} ${away ? styles.other : ''} ${canCreate ? styles.creatable : ''}`}
      onClick={() => {
        if (canCreate) state.create(day);
        else state.goTo(day);
      }}
    >
      {!headless && (
        <span className={`${styles.number} ${day === today ? styles.today : ''}`} aria-hidden>
          {date === 1 ? `${month} 月 1 日` : date}
        </span>
      )}
      {own.map((segment) => (
        <Bar
          key={segment.entry.id}
          state={state}
          entry={segment.entry}
          opens={segment.opens}
          closes={segment.closes}
          startDrag={startDrag}
          tabIndex={active ? 0 : -1}
          style={place(segment)}
          className={styles.placed}
        />
      ))}
      {hidden > 0 && (
        <button
          type="button"
          tabIndex={active ? 0 : -1}
          className={styles.more}
          style={{ top: top + shown * LANE }}
          onClick={(event) => {
            event.stopPropagation();
            onMore(day, event.currentTarget);
          }}
        >
          还有 {hidden} 条
        </button>
      )}
    </div>
  );
}
