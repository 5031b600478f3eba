/**
 * Dates as text, both ways. A date is YYYY-MM-DD and has no zone; a date-time travels as ISO 8601
 * in UTC and is read in the tenant's zone.
 */
import { readClock } from './clock.ts';
import { clockAt, momentAtWall, wallAt } from './zone.ts';

const two = (n: number) => String(n).padStart(2, '0');

/** The day it is at a moment. */
export const dateText = (moment: Date): string => wallAt(moment).toISOString().slice(0, 10);
const timeText = (moment: Date, seconds: boolean): string =>
  clockAt(moment)
    .slice(0, seconds ? 3 : 2)
    .map(two)
    .join(':');
export const dateTimeText = (moment: Date, seconds = true): string =>
  `${dateText(moment)} ${timeText(moment, seconds)}`;

/** The moment an ISO text names, or null when it names none. */
export function momentOf(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** 2026-02-30 is no day although Date takes it for March. */
function realDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null;
}

const MIDNIGHT: [number, number, number] = [0, 0, 0];
const DATE_SHAPES = [/^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/, /^(\d{4})(\d{2})(\d{2})$/];
/**
 * Reads what people type for a day: 2026-1-5, 2026/01/05, 20260105, 2026年1月5日, 1-5 (of `now`'s
 * year), 今天, 明天, 昨天.
 */
export function readDate(text: string, now: Date): string | null {
  const clean = text.trim();
  const shift = { 今天: 0, 明天: 1, 昨天: -1, 后天: 2 }[clean];
  if (shift !== undefined) return addDays(dateText(now), shift);
  const short = /^(\d{1,2})[-/.月](\d{1,2})日?$/.exec(clean);
  const found = short
    ? [0, wallAt(now).getUTCFullYear(), Number(short[1]), Number(short[2])]
    : DATE_SHAPES.map((shape) => shape.exec(clean))
        .find(Boolean)
        ?.map(Number);
  return found ? realDay(found[1] ?? 0, found[2] ?? 0, found[3] ?? 0) : null;
}

/**
 * Reads a day with a time of day (9:30, 930, 09:30:15, 3:20 PM, 下午3:20; midnight when left out)
 * in the tenant's zone; answers ISO in UTC. What is left over, such as a zone, is not passed over.
 */
export function readDateTime(text: string, now: Date): string | null {
  const [, first = '', rest = ''] = /^(\S*日|[^\sT]+)[\sT]*(.*)$/.exec(text.trim()) ?? [];
  const date = readDate(first, now);
  const time = rest === '' ? MIDNIGHT : readClock(rest);
  return date && time && momentAtWall(date, ...time).toISOString();
}

/** The day `days` after the given YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}
