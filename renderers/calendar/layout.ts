import type { CalendarEntry } from './entries.ts';

/** A stretch of an entry within one row of days. */
export interface Segment {
  entry: CalendarEntry;
  from: number;
  to: number;
  lane: number;
  opens: boolean;
  closes: boolean;
}

const earlier = (a: CalendarEntry, b: CalendarEntry): number =>
  a.from - b.from ||
  b.to - a.to ||
  (a.minutes?.from ?? -1) - (b.minutes?.from ?? -1) ||
  a.title.localeCompare(b.title, 'zh-CN');

/**
 * Entries of a row of days in lanes: no two of a lane touch the same day; the earlier and longer
 * ones are in higher lanes.
 */
export function lanesOf(entries: readonly CalendarEntry[], first: number, last: number): Segment[] {
  const ends: number[] = [];
  const shown = entries.filter(({ from, to }) => from <= last && to >= first).toSorted(earlier);
  return shown.map((entry) => {
    const from = Math.max(first, entry.from);
    const to = Math.min(last, entry.to);
    const free = ends.findIndex((end) => end < from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = to;
    return { entry, from, to, lane, opens: entry.from >= first, closes: entry.to <= last };
  });
}

/** A timed entry within its day: its place among those at the same time. */
export interface DayColumn {
  entry: CalendarEntry;
  at: number;
  of: number;
}
/** Entries of one day side by side where their times overlap; each bunch shares the width. */
export function dayColumnsOf(entries: readonly CalendarEntry[]): DayColumn[] {
  const timed = entries
    .filter(({ minutes }) => minutes !== null)
    .toSorted((a, b) => a.minutes!.from - b.minutes!.from || b.minutes!.to - a.minutes!.to);
  const done: DayColumn[] = [];
  let bunch: DayColumn[] = [];
  let ends: number[] = [];
  const close = (): void => {
    for (const column of bunch) column.of = ends.length;
    done.push(...bunch);
    bunch = [];
    ends = [];
  };
  for (const entry of timed) {
    const { from, to } = entry.minutes!;
    if (ends.length > 0 && ends.every((end) => end <= from)) close();
    const free = ends.findIndex((end) => end <= from);
    const at = free < 0 ? ends.length : free;
    ends[at] = to;
    bunch.push({ entry, at, of: 1 });
  }
  close();
  return done;
}
