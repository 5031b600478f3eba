import { MAX_YEAR, MIN_YEAR } from './limits.ts';

/**
 * Dates and date-times are text, as on the wire: 2026-01-31 and 2026-01-31T08:00:00.000Z. In this
 * form they sort and compare as text, and a result can be stored unchanged. A wall time is the
 * milliseconds since 1970 a UTC clock would need to show it.
 */
export const DAY = 86_400_000;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;

/** A length of time: calendar months and days, and milliseconds of clock time. */
export class Duration {
  constructor(
    readonly months: number,
    readonly days: number,
    readonly ms: number,
  ) {
    Object.freeze(this);
  }
  plus(other: Duration, sign: 1 | -1): Duration {
    return new Duration(
      this.months + sign * other.months,
      this.days + sign * other.days,
      this.ms + sign * other.ms,
    );
  }
  /** For comparing: months count as 30 days and days as 24 hours, as in PostgreSQL. */
  get total(): number {
    return (this.months * 30 + this.days) * DAY + this.ms;
  }
  toString(): string {
    const parts = [
      [this.months, '个月'],
      [this.days, '天'],
      [this.ms / 1000, '秒'],
    ] as const;
    return (
      parts
        .filter(([n]) => n !== 0)
        .map(([n, unit]) => `${n} ${unit}`)
        .join(' ') || '0 秒'
    );
  }
}

/** The wall time of a calendar date, or null when there is no such day. */
export function wallOf(year: number, month: number, day: number): number | null {
  const wall = Date.UTC(year, month - 1, day);
  const made = new Date(wall);
  return year >= MIN_YEAR &&
    year <= MAX_YEAR &&
    made.getUTCMonth() === month - 1 &&
    made.getUTCDate() === day
    ? wall
    : null;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone);
  if (found === undefined) {
    found = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, found);
  }
  return found;
}

/**
 * Offsets of whole days, by zone and day since 1970; NaN for a day on which the clocks change. Intl
 * takes 10 microseconds, and a list shows thousands of moments.
 */
const known = new Map<string, Map<number, number>>();
/** Days cached per zone, over ten years: the cache is emptied when it is full. */
const MAX_DAYS = 4_000;

/** Milliseconds the zone's clock is ahead of UTC at this instant. */
function offsetAt(instant: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const day = Math.floor(instant / DAY);
  const days = known.get(timeZone) ?? new Map<number, number>();
  let offset = days.get(day);
  if (offset === undefined) {
    const [first, last] = [
      readOffsetAt(day * DAY, timeZone),
      readOffsetAt((day + 1) * DAY, timeZone),
    ];
    offset = first === last ? first : NaN;
    if (days.size >= MAX_DAYS) days.clear();
    known.set(timeZone, days.set(day, offset));
  }
  return Number.isNaN(offset) ? readOffsetAt(instant, timeZone) : offset;
}
function readOffsetAt(instant: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatter(timeZone).formatToParts(instant))
    parts[type] = Number(value);
  const wall = Date.UTC(
    parts.year!,
    parts.month! - 1,
    parts.day,
    parts.hour,
    parts.minute,
    parts.second,
  );
  return wall - Math.floor(instant / 1000) * 1000;
}
export const toWall = (instant: number, timeZone: string): number =>
  instant + offsetAt(instant, timeZone);

/**
 * PostgreSQL's rule: a wall time that is skipped takes the offset before the change, one that comes
 * twice the offset after it.
 */
export function toInstant(wall: number, timeZone: string): number {
  const before = offsetAt(wall - DAY, timeZone);
  const after = offsetAt(wall + DAY, timeZone);
  const late = wall - after;
  return before === after || offsetAt(late, timeZone) === after ? late : wall - before;
}

/**
 * A date or a date-time that was read. Of a date `at` is its wall time at midnight, of a date-time
 * its instant.
 */
export interface Moment {
  kind: 'date' | 'dateTime';
  at: number;
}

function readOffset(text: string): number {
  if (text === 'Z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3).replace(':', '') || 0);
  return (text.startsWith('-') ? -1 : 1) * minutes * 60_000;
}

function readDateTime(text: string, timeZone: string): Moment | null {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '', zone] = match;
  const midnight = wallOf(Number(year), Number(month), Number(day));
  if (midnight === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return null;
  const wall =
    midnight +
    (Number(hour) * 60 + Number(minute)) * 60_000 +
    Number(second) * 1000 +
    Number(fraction.padEnd(3, '0').slice(0, 3));
  return {
    kind: 'dateTime',
    at: zone === undefined ? toInstant(wall, timeZone) : wall - readOffset(zone),
  };
}

/**
 * Reads a date or date-time; one without a zone is read in `timeZone`. Null when it is neither, or
 * there is no such day.
 */
export function readMoment(text: string, timeZone: string): Moment | null {
  const match = DATE.exec(text);
  if (match === null) return readDateTime(text, timeZone);
  const at = wallOf(Number(match[1]), Number(match[2]), Number(match[3]));
  return at === null ? null : { kind: 'date', at };
}
/** A quick test whether a text could be a date or date-time at all. */
export const looksLikeMoment = (text: string): boolean =>
  text.length >= 10 &&
  text.charCodeAt(4) === 45 &&
  text.charCodeAt(7) === 45 &&
  (DATE.test(text) || DATE_TIME.test(text));

const inRange = (wall: number): boolean =>
  wall >= Date.UTC(MIN_YEAR, 0, 1) && wall < Date.UTC(MAX_YEAR + 1, 0, 1);
/** The text of a moment; null when its year has not four digits. */
export function writeMoment({ kind, at }: Moment): string | null {
  if (!inRange(at)) return null;
  const iso = new Date(at).toISOString();
  return kind === 'date' ? iso.slice(0, 10) : iso;
}
/** Wall time of a moment in the zone; of a date, midnight. */
export const wallTime = (moment: Moment, timeZone: string): number =>
  moment.kind === 'date' ? moment.at : toWall(moment.at, timeZone);
/** Instant of a moment; of a date, midnight in the zone. */
export const instantOf = (moment: Moment, timeZone: string): number =>
  moment.kind === 'date' ? toInstant(moment.at, timeZone) : moment.at;

/** The displayed text: 2026-01-31 08:00:00 in the zone. */
export function showMoment(moment: Moment, timeZone: string): string {
  const iso = new Date(wallTime(moment, timeZone)).toISOString();
  return moment.kind === 'date' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Months later, the day cut to the month's last. */
function addMonths(wall: number, months: number): number {
  const date = new Date(wall);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/**
 * Months, then days, then clock time. A date stays a date: clock time counts in whole days, rounded
 * down.
 */
export function addDuration(moment: Moment, by: Duration, sign: 1 | -1, timeZone: string): Moment {
  const move = (wall: number): number => addMonths(wall, sign * by.months) + sign * by.days * DAY;
  if (moment.kind === 'date')
    return { kind: 'date', at: Math.floor((move(moment.at) + sign * by.ms) / DAY) * DAY };
  const isCalendar = by.months !== 0 || by.days !== 0;
  const moved = isCalendar ? toInstant(move(toWall(moment.at, timeZone)), timeZone) : moment.at;
  return { kind: 'dateTime', at: moved + sign * by.ms };
}

/** From b to a: days between two dates, clock time otherwise. */
export function between(a: Moment, b: Moment, timeZone: string): Duration {
  if (a.kind === 'date' && b.kind === 'date') return new Duration(0, (a.at - b.at) / DAY, 0);
  return new Duration(0, 0, instantOf(a, timeZone) - instantOf(b, timeZone));
}

/** Complete months from the earlier wall time to the later. */
function wholeMonths(earlier: number, later: number): number {
  const [a, b] = [new Date(earlier), new Date(later)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  const isShort =
    b.getUTCDate() * DAY + (((later % DAY) + DAY) % DAY) <
    a.getUTCDate() * DAY + (((earlier % DAY) + DAY) % DAY);
  return isShort ? months - 1 : months;
}
/** Complete months from a to b, negative when b is earlier. */
export const monthsBetween = (a: number, b: number): number =>
  a <= b ? wholeMonths(a, b) : -wholeMonths(b, a) + 0;
