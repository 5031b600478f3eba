import type { KeyboardEvent } from 'react';
import { progressValues, type GanttRow } from './rows.ts';
import type { GanttState } from './use-gantt.ts';

/** Percent of progress a key adds. */
const PUSH = 5;

/** What a key does to the record of a line; null for a key that moves nothing. */
function keyShift(event: KeyboardEvent) {
  const sign = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  return event.altKey && sign !== 0
    ? { days: sign, what: event.shiftKey ? ('end' as const) : ('all' as const) }
    : null;
}

/** The progress a key sets; null for a key that changes none. */
function keyProgress(event: KeyboardEvent, row: GanttRow, state: GanttState) {
  const push =
    state.canPush(row) && event.altKey ? { ArrowUp: PUSH, ArrowDown: -PUSH }[event.key] : undefined;
  return push === undefined ? null : progressValues(state.axis, (row.progress ?? 0) + push);
}

/** The line a key leads to from the one at `index`. */
const keyTarget = (key: string, index: number, count: number): number | undefined =>
  ({
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: count - 1,
    PageDown: index + 10,
    PageUp: index - 10,
  })[key];

/** ArrowRight opens what is below a line, ArrowLeft closes it. */
const turns = (key: string, { below, open }: GanttRow): boolean =>
  below > 0 && key === (open ? 'ArrowLeft' : 'ArrowRight');

/** Does to the line what its key says; false for a key without a meaning. */
function pressOnRow(
  event: KeyboardEvent,
  state: GanttState,
  index: number,
  goTo: (index: number) => void,
): boolean {
  const row = state.rows[index];
  if (!row) return false;
  const shift = state.canMove(row) ? keyShift(event) : null;
  const progress = keyProgress(event, row, state);
  const target = keyTarget(event.key, index, state.rows.length);
  if (shift) state.shift(row, shift);
  else if (progress) state.put(row.id, progress);
  else if (event.altKey || event.ctrlKey || event.metaKey) return false;
  else if (target !== undefined) goTo(target);
  else if (event.key === 'Enter') state.open(row);
  else if (turns(event.key, row)) state.turn(row);
  else return false;
  return true;
}

/** Keys of the chart: undo, moving records and their progress, going from line to line. */
export function pressKey(
  event: KeyboardEvent,
  state: GanttState,
  goTo: (index: number) => void,
): void {
  const id = (event.target as HTMLElement).dataset['row'];
  const index = state.rows.findIndex((row) => row.id === id);
  const done =
    (event.metaKey || event.ctrlKey) && event.key === 'z'
      ? state.moves.undo()
      : pressOnRow(event, state, index, goTo);
  if (done) event.preventDefault();
}
