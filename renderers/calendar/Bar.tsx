import type { CSSProperties, KeyboardEvent } from 'react';
import { barStyle, tagStyle } from '../../src/ui/icons/index.ts';
import { clockText } from '../../src/values/index.ts';
import type { CalendarEntry, EntryShift } from './entries.ts';
import { dayLabel } from './span.ts';
import type { CalendarState } from './use-calendar.ts';
import type { StartDrag } from './use-day-drag.ts';
import styles from './View.module.css';

const WEEK = 7;
/** Minutes Alt and an arrow moves a timed entry by. */
const STEP = 15;
/**
 * What a key does to an entry: Alt and an arrow moves it, with Shift its end. Null for any other.
 */
function shiftBy(event: KeyboardEvent, timed: boolean): EntryShift | null {
  if (!event.altKey || !event.key.startsWith('Arrow')) return null;
  const sign = event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 1;
  const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  const what = event.shiftKey ? 'end' : 'all';
  if (timed && !sideways) return { days: 0, minutes: sign * STEP, what };
  return { days: sign * (sideways ? 1 : WEEK), minutes: 0, what };
}
/** Accessible name of an entry for users who do not see its position. */
function wordsOf({ title, from, to, minutes, time }: CalendarEntry): string {
  const when = minutes
    ? `${time} 至 ${clockText(minutes.to)}`
    : to > from
      ? `${dayLabel(from)} 至 ${dayLabel(to)}`
      : time;
  return [title, when].filter(Boolean).join('，');
}

interface Props {
  state: CalendarState;
  entry: CalendarEntry;
  style?: CSSProperties;
  tabIndex?: number;
  className?: string | undefined;
  timed?: boolean;
  opens?: boolean;
  closes?: boolean;
  startDrag?: StartDrag;
}

/** A bar that goes on from the week before has its start there. */
const colorsOf = (entry: CalendarEntry, opens: boolean) =>
  (opens ? barStyle : tagStyle)(entry.color ?? 'arcoblue');

function looksOf(
  { list, canMove, preview }: CalendarState,
  entry: CalendarEntry,
  opens: boolean,
  closes: boolean,
): string {
  const { id } = entry;
  return [
    opens && styles.opens,
    closes && styles.closes,
    preview?.id === id && styles.dragged,
    list.edits.faults.get(id)?.size && styles.faulty,
    canMove(entry) && styles.movable,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The entry is remounted on its new day: it takes the focus again. */
function focusRemounted(bar: HTMLElement, id: string): void {
  const grid = bar.closest('[data-calendar]');
  requestAnimationFrame(() =>
    [...(grid?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
      .find((each) => each.dataset['entry'] === id)
      ?.focus(),
  );
}

/** One record in the calendar. */
export function Bar({
  state,
  entry,
  style,
  tabIndex = 0,
  className = '',
  timed = false,
  opens = true,
  closes = true,
  startDrag,
}: Props) {
  const { axis } = state;
  const canMove = state.canMove(entry);
  const keyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const shift = canMove ? shiftBy(event, timed) : null;
    if (!shift) return;
    event.preventDefault();
    event.stopPropagation();
    state.shift(entry, shift);
    focusRemounted(event.currentTarget, entry.id);
  };
  return (
    <button
      type="button"
      data-entry={entry.id}
      tabIndex={tabIndex}
      className={`${styles.bar} ${className} ${looksOf(state, entry, opens, closes)}`}
      style={{ ...colorsOf(entry, opens), ...style }}
      aria-label={wordsOf(entry)}
      title={wordsOf(entry)}
      onClick={(event) => {
        event.stopPropagation();
        state.open(entry);
      }}
      onKeyDown={keyDown}
      onPointerDown={startDrag && ((event) => startDrag(event, entry, 'all', timed))}
    >
      {entry.time && opens && <span className={styles.time}>{entry.time}</span>}
      <span className={styles.name}>{entry.title}</span>
      {startDrag && canMove && closes && axis.end && (
        <span
          className={timed ? styles.foot : styles.tail}
          aria-hidden
          onPointerDown={(event) => startDrag(event, entry, 'end', timed)}
        />
      )}
    </button>
  );
}
