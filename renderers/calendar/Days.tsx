import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { datePartsOf, mondayOf, textOf, weekdayOf } from '../../src/values/index.ts';
import { DayPanel, onDay } from './DayPanel.tsx';
import { DAY_HEAD, DayRow, LANE } from './DayRow.tsx';
import { stepSpan, WEEK, WEEKDAYS } from './span.ts';
import { Hours } from './Hours.tsx';
import type { CalendarState } from './use-calendar.ts';
import { useDayDrag } from './use-day-drag.ts';
import styles from './View.module.css';

/** Lanes while nothing is measured yet. */
const ROOM = 3;
/** Lanes of whole days above the hours. */
const ROOM_ABOVE = 6;

/** How many lanes fit a row of the month. */
function useRoom(grid: RefObject<HTMLElement | null>, rows: number): number {
  const [room, setRoom] = useState(ROOM);
  useLayoutEffect(() => {
    const box = grid.current;
    if (!box || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => {
      const height = box.clientHeight / rows;
      if (height > 0) setRoom(Math.max(1, Math.floor((height - DAY_HEAD - 4) / LANE)));
    };
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    measure();
    return () => watch.disconnect();
  }, [grid, rows]);
  return room;
}

/** The day a key leads to; null for a key that leads nowhere. */
function dayAfter(event: KeyboardEvent, { day, mode }: CalendarState): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  switch (event.key) {
    case 'ArrowLeft':
      return day - 1;
    case 'ArrowRight':
      return day + 1;
    case 'ArrowUp':
      return day - WEEK;
    case 'ArrowDown':
      return day + WEEK;
    case 'Home':
      return mondayOf(day);
    case 'End':
      return mondayOf(day) + WEEK - 1;
    case 'PageUp':
      return stepSpan(mode, day, -1);
    case 'PageDown':
      return stepSpan(mode, day, 1);
    default:
      return null;
  }
}

function Head({ state, days }: { state: CalendarState; days: number }) {
  const { mode, span, today } = state;
  return (
    <div
      role="row"
      className={styles.weekdays}
      style={{ gridTemplateColumns: `repeat(${days}, minmax(0, 1fr))` }}
    >
      {Array.from({ length: days }, (_, i) => {
        const day = span.from + i;
        return (
          <div key={i} role="columnheader" className={styles.weekday}>
            {WEEKDAYS[weekdayOf(day)]}
            {mode !== 'month' && (
              <span className={`${styles.number} ${day === today ? styles.today : ''}`}>
                {datePartsOf(day).date}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

/**
 * Days in rows: the weeks of a month, one week or one day, with the hours below where records have
 * times.
 */
export function Days({ state }: { state: CalendarState }) {
  const { mode, span, entries, axis } = state;
  const grid = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const anchor = useRef<HTMLElement>(null);
  const [more, setMore] = useState<number | null>(null);
  const startDrag = useDayDrag(state);
  const days = mode === 'day' ? 1 : WEEK;
  const weeks = mode === 'month' ? (span.to - span.from + 1) / WEEK : 1;
  const room = useRoom(rows, weeks);
  const focused = useRef(false);
  useLayoutEffect(() => {
    if (focused.current)
      grid.current?.querySelector<HTMLElement>(`[data-day="${state.day}"][tabindex="0"]`)?.focus();
    focused.current = false;
  }, [state.day]);
  const openDay = (day: number, from: HTMLElement) => {
    anchor.current = from;
    setMore(day);
  };
  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = event.target as HTMLElement;
    if (cell.dataset['day'] === undefined) return;
    const to = dayAfter(event, state);
    if (to !== null) {
      focused.current = true;
      state.goTo(to);
    } else if (!onKey(event, cell)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** Enter opens what is on the day; n makes something new there. */
  const onKey = (event: KeyboardEvent, cell: HTMLElement): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const there = onDay(state, state.day);
    if (event.key === 'n' && state.canCreate) state.create(state.day);
    else if (event.key !== 'Enter') return false;
    else if (there.length === 1) state.open(there[0]!);
    else if (there.length > 1) openDay(state.day, cell);
    else if (state.canCreate) state.create(state.day);
    return true;
  };
  const hours = axis.timed && mode !== 'month';
  const row = (first: number) => (
    <DayRow
      key={first}
      state={state}
      first={first}
      days={days}
      entries={hours ? entries.filter(({ minutes }) => minutes === null) : entries}
      startDrag={startDrag}
      room={hours ? ROOM_ABOVE : room}
      headless={mode !== 'month'}
      onMore={openDay}
    />
  );
  return (
    <div
      ref={grid}
      data-calendar
      className={`${styles.grid} ${hours ? styles.withHours : ''}`}
      onKeyDown={keyDown}
    >
      <div
        role="grid"
        aria-label={`${textOf(state.node.props.label) || state.list.describe?.label || ''}日历`}
        aria-busy={state.list.status === 'loading'}
        className={styles.days}
      >
        <Head state={state} days={days} />
        <div ref={rows} role="rowgroup" className={styles.rows}>
          {Array.from({ length: weeks }, (_, i) => row(span.from + i * WEEK))}
        </div>
      </div>
      {hours && <Hours state={state} days={days} startDrag={startDrag} />}
      {more !== null && (
        <DayPanel state={state} day={more} anchor={anchor} onClose={() => setMore(null)} />
      )}
    </div>
  );
}
