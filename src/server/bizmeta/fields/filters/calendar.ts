import { TIME_ZONE } from '../../../../contract/index.ts';

/** Days as YYYY-MM-DD text, and the instants at which they begin in TIME_ZONE. */

const DAY_MS = 86_400_000;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/**
 * True for a day that exists: 2026-02-30 does not; the year 0 does not exist in PostgreSQL. Runs
 * for every date of a batch, so it creates no Date.
 */
export function isDay(text: string): boolean {
  const parts = DAY.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const length = (LENGTHS[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0);
  return year > 0 && day > 0 && day <= length;
}

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/**
 * Offsets of days on which the zone does not change its clocks, by day number; NaN for the others.
 * Computing them with Intl costs far more.
 */
const offsets = new Map<number, number>();
const MAX_OFFSETS = 20_000;

function offsetOfDay(day: number): number {
  const [first, last] = [computeOffset(day * DAY_MS), computeOffset((day + 1) * DAY_MS)];
  return first === last ? first : NaN;
}

/** Milliseconds the zone is ahead of UTC at an instant. */
function offset(instant: number): number {
  const day = Math.floor(instant / DAY_MS);
  let known = offsets.get(day);
  if (known === undefined) {
    if (offsets.size >= MAX_OFFSETS) offsets.clear();
    offsets.set(day, (known = offsetOfDay(day)));
  }
  return Number.isNaN(known) ? computeOffset(Math.floor(instant / 1000) * 1000) : known;
}

function computeOffset(instant: number): number {
  const part = Object.fromEntries(clock.formatToParts(instant).map((p) => [p.type, p.value]));
  return (
    Date.parse(
      `${part['year']?.padStart(4, '0')}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}Z`,
    ) - instant
  );
}

/** The instant of a wall clock time of TIME_ZONE, given as if it were UTC. */
function fromWall(wall: number): Date {
  const guess = wall - offset(wall);
  return new Date(wall - offset(guess));
}

/** The day it is in TIME_ZONE at an instant. */
export const dayOf = (instant: Date): string =>
  new Date(instant.getTime() + offset(instant.getTime())).toISOString().slice(0, 10);
/** A day some days later, or earlier for a negative number. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
/** ISO text of the instant at which a day begins. */
export const startOf = (day: string): string =>
  fromWall(Date.parse(`${day}T00:00:00Z`)).toISOString();

const ISO =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):?[0-5]\d)$/;
const WALL = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/**
 * ISO text in UTC, to the millisecond, of a date-time: ISO 8601 with a zone, or YYYY-MM-DD
 * HH:mm[:ss] read in TIME_ZONE.
 */
export function instantOf(text: string): string | undefined {
  const day = (ISO.exec(text) ?? WALL.exec(text))?.[1];
  if (!day || !isDay(day)) return undefined;
  const instant = ISO.test(text)
    ? new Date(text)
    : fromWall(Date.parse(`${text.replace(' ', 'T')}Z`));
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant.toISOString() : undefined;
}

const monday = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
const firstOfMonth = (day: string, months = 0) => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
};

/** The first days of a month's quarter and of the next one, `quarters` later. */
const quarter = (day: string, quarters: number): [string, string] => {
  const first = firstOfMonth(day, quarters * 3 - ((Number(day.slice(5, 7)) - 1) % 3));
  return [first, firstOfMonth(first, 3)];
};
const year = (day: string, years: number): [string, string] => {
  const first = `${day.slice(0, 4)}-01-01`;
  return [firstOfMonth(first, years * 12), firstOfMonth(first, (years + 1) * 12)];
};
const week = (day: string, weeks: number): [string, string] => [
  addDays(monday(day), weeks * 7),
  addDays(monday(day), (weeks + 1) * 7),
];
const month = (day: string, months: number): [string, string] => [
  firstOfMonth(day, months),
  firstOfMonth(day, months + 1),
];

type Days = [from: string | undefined, to: string | undefined];
/**
 * Days [from, to) a relative operator means today, open where undefined; weeks begin on Monday; the
 * last and the next N days count today.
 */
export const RELATIVE: Record<string, (today: string, n: number) => Days> = {
  today: (d) => [d, addDays(d, 1)],
  yesterday: (d) => [addDays(d, -1), d],
  tomorrow: (d) => [addDays(d, 1), addDays(d, 2)],
  thisWeek: (d) => week(d, 0),
  lastWeek: (d) => week(d, -1),
  nextWeek: (d) => week(d, 1),
  thisMonth: (d) => month(d, 0),
  lastMonth: (d) => month(d, -1),
  nextMonth: (d) => month(d, 1),
  thisQuarter: (d) => quarter(d, 0),
  lastQuarter: (d) => quarter(d, -1),
  nextQuarter: (d) => quarter(d, 1),
  thisYear: (d) => year(d, 0),
  lastYear: (d) => year(d, -1),
  nextYear: (d) => year(d, 1),
  lastNDays: (d, n) => [addDays(d, 1 - n), addDays(d, 1)],
  nextNDays: (d, n) => [d, addDays(d, n)],
  olderThanNDays: (d, n) => [undefined, addDays(d, -n)],
  laterThanNDays: (d, n) => [addDays(d, n + 1), undefined],
};
/** Most days an operator that counts days takes: ten years. */
export const MAX_RELATIVE_DAYS = 3_660;
