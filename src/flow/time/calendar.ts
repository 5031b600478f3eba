import { dayNumber, dayText, wallTimeOf, weekdayOf, momentAt } from '../../values/index.ts';

/** Working time of a company, pure: which days and hours are worked, and reckoning with them. */
export interface WorkCalendar {
  /** Days of the week that are worked; 0 is Monday. */
  readonly weekdays: readonly number[];
  /** Times of a working day in minutes after midnight, in order and apart: [[540, 720], ...]. */
  readonly hours: readonly (readonly [from: number, to: number])[];
  /** Days that differ from their weekday, by YYYY-MM-DD: holidays, and days worked instead. */
  readonly days: Readonly<Record<string, 'off' | 'work'>>;
}

/** Monday to Friday, nine to twelve and one to six. */
export const USUAL_CALENDAR: WorkCalendar = {
  weekdays: [0, 1, 2, 3, 4],
  hours: [
    [9 * 60, 12 * 60],
    [13 * 60, 18 * 60],
  ],
  days: {},
};

const MINUTE_MS = 60_000;
/** Days that are looked through; a calendar without a working day in so many has none. */
const MAX_DAYS = 4_000;

function isWorkday({ weekdays, days }: WorkCalendar, day: string): boolean {
  const kind = Object.hasOwn(days, day) ? days[day] : undefined;
  return kind === undefined ? weekdays.includes(weekdayOf(dayNumber(day))) : kind === 'work';
}

/** Minutes of a whole working day. */
export const minutesADay = ({ hours }: WorkCalendar): number =>
  hours.reduce((sum, [from, to]) => sum + to - from, 0);

interface At {
  day: number;
  /** Minutes after midnight, with a fraction. */
  minutes: number;
}
function at(moment: number): At {
  const wall = wallTimeOf(new Date(moment).toISOString())!;
  // The wall has whole minutes.
  return { day: wall.day, minutes: wall.minutes! + (moment % MINUTE_MS) / MINUTE_MS };
}
const momentOf = (day: number, minutes: number): number =>
  Date.parse(momentAt({ day, minutes: Math.floor(minutes) })) +
  Math.round((minutes % 1) * MINUTE_MS);

/**
 * The moment so many working minutes later, in milliseconds since 1970; the end of a stretch rather
 * than the beginning of the next. A calendar without working time counts natural time.
 */
export function addWorkMinutes(calendar: WorkCalendar, from: number, minutes: number): number {
  const start = at(from);
  let left = minutes;
  for (let day = start.day; day < start.day + MAX_DAYS; day++) {
    if (!isWorkday(calendar, dayText(day))) continue;
    for (const [opens, closes] of calendar.hours) {
      const begin = day === start.day ? Math.max(opens, start.minutes) : opens;
      if (begin >= closes) continue;
      if (left <= closes - begin) return momentOf(day, begin + left);
      left -= closes - begin;
    }
  }
  return from + minutes * MINUTE_MS;
}
