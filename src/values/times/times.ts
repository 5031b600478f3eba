/**
 * Times of day and months as text, both ways. Neither has a zone: HH:mm[:ss] and YYYY-MM are what a
 * clock and a calendar on the wall say.
 */
import { readClock } from './clock.ts';
import { dateText } from './dates.ts';
import { clockAt, wallAt } from './zone.ts';

const two = (n: number) => String(n).padStart(2, '0');
const DAY_MINUTES = 24 * 60;

/**
 * Reads what people type for a time of day: 9:30, 930, 9点半, 下午3:20, 21:05:30, 现在. Answers
 * HH:mm, HH:mm:ss with `seconds`; null for what is none.
 */
export function readTime(text: string, seconds: boolean, now: Date): string | null {
  if (text.trim() === '现在') return timeOf(clockAt(now), seconds);
  const [hours = 0, ...rest] = readClock(text) ?? [];
  return rest.length === 0 ? null : timeOf([hours % 24, ...rest], seconds);
}
const writeTime = (hours: number, minutes: number, seconds: number, withSeconds: boolean): string =>
  `${two(hours)}:${two(minutes)}${withSeconds ? `:${two(seconds)}` : ''}`;

/** Hours, minutes and seconds of HH:mm[:ss]; null when it is none. */
export function timeParts(value: unknown): [number, number, number] | null {
  const found =
    typeof value === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?/.exec(value) : null;
  return found && [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
}
export const timeOf = (parts: readonly number[], seconds: boolean): string =>
  writeTime(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0, seconds);

/** The time `amount` units later, round midnight. */
export function addTime(
  value: string,
  amount: number,
  unit: 'hour' | 'minute' | 'second',
  seconds: boolean,
): string {
  const [hour, minute, second] = timeParts(value) ?? [0, 0, 0];
  const length = { hour: 3600, minute: 60, second: 1 }[unit];
  const day = DAY_MINUTES * 60;
  const all = (((hour * 3600 + minute * 60 + second + amount * length) % day) + day) % day;
  return writeTime(Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60, seconds);
}

const MONTH_SHAPES = [/^(\d{4})[-/.年](\d{1,2})月?$/, /^(\d{4})(\d{2})$/];
/**
 * Reads what people type for a month: 2026-1, 2026/01, 202601, 2026年1月, 3月 (of `now`'s year),
 * 本月, 上月, 下月.
 */
export function readYearMonth(text: string, now: Date): string | null {
  const clean = text.trim();
  const shift = { 本月: 0, 上月: -1, 下月: 1 }[clean];
  if (shift !== undefined) return addMonths(dateText(now).slice(0, 7), shift);
  const short = /^(\d{1,2})月$/.exec(clean);
  const found = short
    ? [0, wallAt(now).getUTCFullYear(), Number(short[1])]
    : MONTH_SHAPES.map((shape) => shape.exec(clean))
        .find(Boolean)
        ?.map(Number);
  const [, year = 0, month = 0] = found ?? [];
  return month >= 1 && month <= 12 && year >= 1
    ? `${String(year).padStart(4, '0')}-${two(month)}`
    : null;
}
/** Year and month (1 to 12) of YYYY-MM; null when it is none. */
export function monthParts(value: unknown): [number, number] | null {
  const found = typeof value === 'string' ? /^(\d{4})-(0[1-9]|1[0-2])(?!\d)/.exec(value) : null;
  return found && [Number(found[1]), Number(found[2])];
}
export function addMonths(value: string, months: number): string {
  const [year, month] = monthParts(value) ?? [1970, 1];
  const all = year * 12 + month - 1 + months;
  return `${String(Math.floor(all / 12)).padStart(4, '0')}-${two((((all % 12) + 12) % 12) + 1)}`;
}

/** A span of days, both inclusive; an end that is not known yet is left out. */
export interface DaySpan {
  from?: string;
  to?: string;
}
export function spanOf(value: unknown): DaySpan {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const { from, to } = value as Record<string, unknown>;
  return {
    ...(typeof from === 'string' && from !== '' && { from }),
    ...(typeof to === 'string' && to !== '' && { to }),
  };
}
