import {
  addDuration,
  between,
  DAY,
  Duration,
  monthsBetween,
  readMoment,
  wallOf,
  wallTime,
  writeMoment,
  type Moment,
} from '../values/calendar.ts';
import { readUnit, type Unit } from '../language/functions.ts';
import { MAX_DAYS, MAX_MONTHS, MAX_SECONDS, MAX_YEAR, MIN_YEAR } from '../values/limits.ts';
import { multiply, toDouble, type Num } from '../values/number.ts';
import type { Context } from '../values/value.ts';
import type { Implementation, Library } from './kind.ts';

/** Months, days or seconds in a unit. */
const CALENDAR: Partial<Record<Unit, readonly [months: number, days: number]>> = {
  day: [0, 1],
  week: [0, 7],
  month: [1, 0],
  year: [12, 0],
};
const SECONDS: Partial<Record<Unit, number>> = { second: 1, minute: 60, hour: 3600 };

const isFar = (months: number, days: number): boolean =>
  Math.abs(months) > MAX_MONTHS || Math.abs(days) > MAX_DAYS;

/** So many units; null beyond the limits. */
function durationOf(count: Num, unit: Unit): Duration | null {
  const calendar = CALENDAR[unit];
  if (calendar !== undefined) {
    const [months, days] = calendar.map((part) => part * (count as number)) as [number, number];
    return isFar(months, days) ? null : new Duration(months, days, 0);
  }
  const seconds = multiply(count, SECONDS[unit]!);
  if (seconds === null || Math.abs(toDouble(seconds)) > MAX_SECONDS) return null;
  return new Duration(0, 0, Math.trunc(toDouble(multiply(seconds, 1000) ?? 0)));
}
const duration =
  (unit: Unit): Implementation =>
  ([count]) =>
    durationOf(count as Num, unit);

const read = (value: unknown, ctx: Context): Moment | null =>
  readMoment(value as string, ctx.timeZone);
const wall = (value: unknown, ctx: Context): number | null => {
  const moment = read(value, ctx);
  return moment === null ? null : wallTime(moment, ctx.timeZone);
};
const part =
  (of: (date: Date) => number): Implementation =>
  ([value], ctx) => {
    const at = wall(value, ctx);
    return at === null ? null : of(new Date(at));
  };
const dateAt = (at: number): string | null =>
  writeMoment({ kind: 'date', at: Math.floor(at / DAY) * DAY });

/** Excel's rule: months and days beyond their bounds run over into the next year and month. */
function dateFrom(year: Num, month: number, day: number): string | null {
  const y = Math.trunc(toDouble(year));
  if (y < MIN_YEAR || y > MAX_YEAR || isFar(month, day)) return null;
  return dateAt(Date.UTC(y, month - 1, 1) + (day - 1) * DAY);
}
function date([first, month, day]: readonly unknown[]): string | null {
  if (typeof first !== 'string')
    return typeof first === 'object' || typeof first === 'boolean'
      ? null
      : dateFrom(first as Num, (month ?? 1) as number, (day ?? 1) as number);
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(first);
  const at = match === null ? null : wallOf(Number(match[1]), Number(match[2]), Number(match[3]));
  return at === null ? null : dateAt(at);
}

function datetime(text: string, ctx: Context): string | null {
  const moment = readMoment(text, ctx.timeZone);
  return moment === null || moment.kind === 'date' ? null : writeMoment(moment);
}

function monthEdge(value: unknown, ctx: Context, monthsOn: number, daysOn: number): string | null {
  const at = wall(value, ctx);
  if (at === null) return null;
  const day = new Date(at);
  return dateAt(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + monthsOn, 1) + daysOn * DAY);
}

const isLong = (ms: number): boolean => Math.abs(ms) > MAX_SECONDS * 1000;

/**
 * Moves a date or date-time; null when it is neither, leaves the calendar, or the duration is
 * beyond the limits of one.
 */
export function move(value: string, by: Duration, sign: 1 | -1, ctx: Context): string | null {
  if (isFar(by.months, by.days) || isLong(by.ms)) return null;
  const moment = readMoment(value, ctx.timeZone);
  return moment === null ? null : writeMoment(addDuration(moment, by, sign, ctx.timeZone));
}
/** From b to a; null beyond the clock seconds of one duration. */
export function difference(a: string, b: string, ctx: Context): Duration | null {
  const [x, y] = [readMoment(a, ctx.timeZone), readMoment(b, ctx.timeZone)];
  const found = x === null || y === null ? null : between(x, y, ctx.timeZone);
  return found === null || isLong(found.ms) ? null : found;
}

function dateAdd([value, count, name]: readonly unknown[], ctx: Context): string | null {
  const unit = readUnit(name);
  const by = unit === undefined ? null : durationOf(count as number, unit);
  return by === null ? null : move(value as string, by, 1, ctx);
}

function dateDiff([from, to, name]: readonly unknown[], ctx: Context): number | null {
  const unit = readUnit(name);
  const [a, b] = [read(from, ctx), read(to, ctx)];
  if (unit === undefined || a === null || b === null) return null;
  if (unit === 'month' || unit === 'year') {
    const months = monthsBetween(wallTime(a, ctx.timeZone), wallTime(b, ctx.timeZone));
    return unit === 'month' ? months : Math.trunc(months / 12) + 0;
  }
  const { days, ms } = between(b, a, ctx.timeZone);
  return (
    Math.trunc(
      (days * DAY + ms) /
        (SECONDS[unit] !== undefined ? SECONDS[unit] * 1000 : CALENDAR[unit]![1] * DAY),
    ) + 0
  );
}

export const dates = {
  date: (args) => date(args),
  datetime: ([value], ctx) => datetime(value as string, ctx),
  today: (_, ctx) => dateAt(wallTime({ kind: 'dateTime', at: ctx.now.getTime() }, ctx.timeZone)),
  now: (_, ctx) => ctx.now.toISOString(),
  dateOf: ([value], ctx) => {
    const at = wall(value, ctx);
    return at === null ? null : dateAt(at);
  },
  year: part((d) => d.getUTCFullYear()),
  month: part((d) => d.getUTCMonth() + 1),
  day: part((d) => d.getUTCDate()),
  hour: part((d) => d.getUTCHours()),
  minute: part((d) => d.getUTCMinutes()),
  second: part((d) => d.getUTCSeconds()),
  weekday: part((d) => d.getUTCDay() || 7),
  startOfMonth: ([value], ctx) => monthEdge(value, ctx, 0, 0),
  endOfMonth: ([value], ctx) => monthEdge(value, ctx, 1, -1),
  dateAdd,
  dateDiff,
  days: duration('day'),
  weeks: duration('week'),
  months: duration('month'),
  years: duration('year'),
  hours: duration('hour'),
  minutes: duration('minute'),
  seconds: duration('second'),
} satisfies Library;
