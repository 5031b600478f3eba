import { useEffect, useRef } from 'react';
import { IconButton } from '../../src/ui/parts/index.ts';
import { datePartsOf, monthStart } from '../../src/values/index.ts';
import { Bar } from './Bar.tsx';
import { onDay } from './DayPanel.tsx';
import { dayLabel } from './span.ts';
import type { CalendarState } from './use-calendar.ts';
import { useDayDrag } from './use-day-drag.ts';
import styles from './View.module.css';

/** Brings the day that is wanted into view, or the first after it, when its records are there. */
function useAim({ aim, isLoaded }: CalendarState, days: readonly number[]) {
  const list = useRef<HTMLDivElement>(null);
  const reached = useRef<CalendarState['aim'] | null>(null);
  useEffect(() => {
    if (!isLoaded || reached.current === aim) return;
    reached.current = aim;
    const at = days.findIndex((each) => each >= aim.day);
    // The first is not moved as long as it is seen.
    const block = at === 0 ? 'nearest' : 'start';
    list.current?.querySelector(`[data-day="${days[at]}"]`)?.scrollIntoView?.({ block });
  }, [aim, isLoaded, days]);
  return list;
}

function DayHead({ state, day }: { state: CalendarState; day: number }) {
  const isToday = day === state.today;
  const { month, date } = datePartsOf(day);
  return (
    <header className={styles.agendaHead}>
      <h3 className={`${styles.agendaTitle} ${isToday ? styles.isToday : ''}`}>
        {dayLabel(day)}
        {isToday && ' · 今天'}
      </h3>
      {state.canCreate && (
        <IconButton
          label={`在${month} 月 ${date} 日新建`}
          icon="plus"
          onClick={() => state.create(day)}
        />
      )}
    </header>
  );
}

interface AgendaDayProps {
  state: CalendarState;
  day: number;
  startDrag: ReturnType<typeof useDayDrag>;
}
function AgendaDay({ state, day, startDrag }: AgendaDayProps) {
  const entries = onDay(state, day);
  return (
    <section data-day={day} aria-label={dayLabel(day)} className={styles.agendaDay}>
      <DayHead state={state} day={day} />
      {entries.map((entry) => (
        <Bar
          key={entry.id}
          state={state}
          entry={entry}
          startDrag={startDrag}
          className={styles.inList}
        />
      ))}
      {entries.length === 0 && <p className={styles.none}>没有记录</p>}
    </section>
  );
}

/** Days as a list, for a phone: those with records, and today. */
export function Agenda({ state }: { state: CalendarState }) {
  const { mode, day, today, list } = state;
  const startDrag = useDayDrag(state);
  const from = mode === 'month' ? monthStart(day) : state.span.from;
  const to = mode === 'month' ? monthStart(day, 1) - 1 : state.span.to;
  const days = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter(
    (each) => each === today || mode === 'day' || onDay(state, each).length > 0,
  );
  const place = useAim(state, days);
  return (
    <div ref={place} className={styles.agenda} data-calendar aria-busy={list.status === 'loading'}>
      {days.map((each) => (
        <AgendaDay key={each} state={state} day={each} startDrag={startDrag} />
      ))}
      {days.length === 0 && (
        <p className={styles.none}>{list.status === 'loading' ? '加载中…' : '这段时间没有记录'}</p>
      )}
    </div>
  );
}
