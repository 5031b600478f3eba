import type { RefObject } from 'react';
import { FloatingPanel } from '../../src/ui/overlay/index.ts';
import { Bar } from './Bar.tsx';
import { dayLabel } from './span.ts';
import type { CalendarState } from './use-calendar.ts';
import styles from './View.module.css';

const WIDTH = 280;

export const onDay = (state: CalendarState, day: number) =>
  state.entries
    .filter(({ from, to }) => from <= day && to >= day)
    .toSorted((a, b) => a.from - b.from || (a.minutes?.from ?? -1) - (b.minutes?.from ?? -1));

/** All records of one day. */
export function DayPanel({
  state,
  day,
  anchor,
  onClose,
}: {
  state: CalendarState;
  day: number;
  anchor: RefObject<HTMLElement | null>;
  onClose(): void;
}) {
  return (
    <FloatingPanel anchor={anchor} title={dayLabel(day)} width={WIDTH} onClose={onClose}>
      <div className={styles.dayPanel}>
        <strong className={styles.dayTitle}>{dayLabel(day)}</strong>
        <ul className={styles.dayList}>
          {onDay(state, day).map((entry) => (
            <li key={entry.id} onClick={onClose}>
              <Bar state={state} entry={entry} className={styles.inList} />
            </li>
          ))}
        </ul>
        {state.canCreate && (
          <button
            type="button"
            className={styles.add}
            onClick={() => {
              onClose();
              state.create(day);
            }}
          >
            在这一天新建
          </button>
        )}
      </div>
    </FloatingPanel>
  );
}
