import { useEffect, useRef } from 'react';
import type { MouseEvent } from 'react';
import { clockText, wallTimeOf } from '../../src/values/index.ts';
import { Bar } from './Bar.tsx';
import { dayColumnsOf } from './layout.ts';
import { dayLabel } from './span.ts';
import type { CalendarState } from './use-calendar.ts';
import { HOUR_HEIGHT, type StartDrag } from './use-day-drag.ts';
import styles from './View.module.css';

const HOURS = 24;
/** The hour in sight at first. */
const MORNING = 8;
/** Minutes a click on the hours is rounded to. */
const ROUND = 30;
const pixels = (minutes: number): number => (minutes / 60) * HOUR_HEIGHT;

function Column({
  state,
  day,
  startDrag,
}: {
  state: CalendarState;
  day: number;
  startDrag: StartDrag;
}) {
  const columns = dayColumnsOf(
    state.entries.filter((entry) => entry.minutes !== null && entry.from === day),
  );
  const click = (event: MouseEvent<HTMLElement>) => {
    const minutes =
      ((event.clientY - event.currentTarget.getBoundingClientRect().top) / HOUR_HEIGHT) * 60;
    if (state.canCreate) state.create(day, Math.max(0, Math.floor(minutes / ROUND) * ROUND));
  };
  const now = wallTimeOf(state.node.ports.now().toISOString());
  return (
    <section
      data-day={day}
      aria-label={`${dayLabel(day)}的时间，${columns.length} 条`}
      className={`${styles.column} ${state.canCreate ? styles.creatable : ''}`}
      onClick={click}
    >
      {columns.map(({ entry, at, of }) => (
        <Bar
          key={entry.id}
          state={state}
          entry={entry}
          timed
          startDrag={startDrag}
          className={styles.block}
          style={{
            top: pixels(entry.minutes!.from),
            height: Math.max(pixels(entry.minutes!.to - entry.minutes!.from) - 2, 20),
            left: `calc(${(at / of) * 100}% + 2px)`,
            width: `calc(${100 / of}% - 4px)`,
          }}
        />
      ))}
      {day === state.today && now && (
        <span className={styles.now} style={{ top: pixels(now.minutes ?? 0) }} aria-hidden />
      )}
    </section>
  );
}

/** The hours of some days, side by side. */
export function Hours({
  state,
  days,
  startDrag,
}: {
  state: CalendarState;
  days: number;
  startDrag: StartDrag;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const scroller = box.current?.parentElement;
    if (scroller) scroller.scrollTop = pixels(MORNING * 60);
  }, []);
  return (
    <div
      ref={box}
      className={styles.hours}
      style={{
        height: HOURS * HOUR_HEIGHT,
        gridTemplateColumns: `var(--gutter) repeat(${days}, minmax(0, 1fr))`,
      }}
    >
      <div className={styles.clock} aria-hidden>
        {Array.from({ length: HOURS }, (_, hour) => (
          <span key={hour} style={{ height: HOUR_HEIGHT }}>
            {hour > 0 && clockText(hour * 60)}
          </span>
        ))}
      </div>
      {Array.from({ length: days }, (_, i) => (
        <Column
          key={state.span.from + i}
          state={state}
          day={state.span.from + i}
          startDrag={startDrag}
        />
      ))}
    </div>
  );
}
