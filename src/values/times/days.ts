import { addDays, momentOf } from './dates.ts';
import { momentAtWall, wallAt } from './zone.ts';

/**
 * Days as whole numbers since 1970-01-01, so that views reckon with them without clocks; a moment's
 * day is that of the tenant's time zone.
 */

const DAY_MS = 86_400_000;
const HOUR_MINUTES = 60;
/** 1970-01-01 was the fourth day of a week that begins on Monday. */
const FIRST_WEEKDAY = 3;
const WEEK = 7;

/** The number of YYYY-MM-DD. */
export const dayNumber = (day: string): number =>
  Math.round(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / DAY_MS);
/** YYYY-MM-DD of a number. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** 0 is Monday. */
export const weekdayOf = (day: number): number => (((day + FIRST_WEEKDAY) % WEEK) + WEEK) % WEEK;
export const mondayOf = (day: number): number => day - weekdayOf(day);
/** Year, month (1 to 12) and day of the month. */
export function datePartsOf(day: number): { year: number; month: number; date: number } {
  const [year = 1970, month = 1, date = 1] = dayText(day).split('-').map(Number);
  return { year, month, date };
}
/** The first day of the month so many months further on. */
export function monthStart(day: number, months = 0): number {
  const { year, month } = datePartsOf(day);
  return Math.round(Date.UTC(year, month - 1 + months, 1) / DAY_MS);
}

/** A value in wall-clock time: its day, and minutes after midnight when it has a time. */
export interface WallTime {
  day: number;
  minutes: number | null;
}
/** The wall time of a date or a moment; null for what is neither. */
export function wallTimeOf(value: unknown): WallTime | null {
  const moment = momentOf(value);
  if (!moment || typeof value !== 'string') return null;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return { day: dayNumber(value), minutes: null };
  const wall = wallAt(moment);
  return {
    day: Math.floor(wall.getTime() / DAY_MS),
    minutes: wall.getUTCHours() * HOUR_MINUTES + wall.getUTCMinutes(),
  };
}
/** Today in the tenant's time zone. */
export const todayOf = (now: Date): number => wallTimeOf(now.toISOString())!.day;

/** A date or a moment so many days, and a moment so many minutes, later. */
export function shiftDateTime(value: unknown, days: number, minutes = 0): string | null {
  if (typeof value !== 'string') return null;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return addDays(value, days);
  const moment = momentOf(value);
  return (
    moment &&
    new Date(moment.getTime() + days * DAY_MS + minutes * HOUR_MINUTES * 1000).toISOString()
  );
}
/** The moment of a wall time in the tenant's time zone, as ISO text. */
export const momentAt = ({ day, minutes }: WallTime): string =>
  momentAtWall(dayText(day), 0, minutes ?? 0).toISOString();
/** 09:30. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / HOUR_MINUTES)).padStart(2, '0')}:${String(minutes % HOUR_MINUTES).padStart(2, '0')}`;
