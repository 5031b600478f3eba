import {
  isComputed,
  type FieldDescribe,
  type FilterNode,
  type RecordValues,
} from '../../src/contract/index.ts';
import type { ListModel } from '../../src/runtime/models/index.ts';
import {
  fieldNamed,
  optionOf,
  type LabelSource,
  clockText,
  dayText,
  shiftDateTime,
  momentAt,
  textOf,
  wallTimeOf,
} from '../../src/values/index.ts';
import { recordName } from '../../src/ui/parts/index.ts';
import type { CalendarProps } from './index.ts';

/** Minutes a record takes that has a time and no end. */
const HOUR = 60;
const DAY_MINUTES = 24 * HOUR;
/** Least minutes a record is drawn with. */
const SHORTEST = 15;

/** Fields a calendar goes by. */
export interface CalendarFields {
  start: FieldDescribe;
  end: FieldDescribe | undefined;
  title: FieldDescribe | undefined;
  color: FieldDescribe | undefined;
  timed: boolean;
  movable: boolean;
}
/** One record in the calendar; days are numbers, `to` is its last day. */
export interface CalendarEntry {
  id: string;
  record: RecordValues;
  title: string;
  color: string | undefined;
  from: number;
  to: number;
  /** Minutes after midnight, for what has a time and ends on the day it begins. */
  minutes: { from: number; to: number } | null;
  /** Its start as text; empty without a time. */
  time: string;
}

/** The fields the props name; null without a start field of days. */
export function axisOf(list: ListModel, props: CalendarProps): CalendarFields | null {
  const { describe } = list;
  const named = (name: unknown): FieldDescribe | undefined => fieldNamed(describe, textOf(name));
  const isDays = (field: FieldDescribe | undefined): field is FieldDescribe =>
    field?.type === 'date' ||
    field?.type === 'dateTime' ||
    field?.resultType === 'date' ||
    field?.resultType === 'dateTime';
  const start = named(props.startField);
  if (!isDays(start)) return null;
  const end = named(props.endField);
  const writable = (field: FieldDescribe): boolean =>
    !isComputed(field.type) && describe!.fields.some(({ apiName }) => apiName === field.apiName);
  const movable = writable(start) && (!isDays(end) || writable(end));
  return {
    start,
    end: isDays(end) ? end : undefined,
    title: named(props.titleField) ?? named(describe?.titleField),
    color: named(props.colorField),
    timed: [start.type, start.resultType].includes('dateTime'),
    movable,
  };
}

/** Its end; one at midnight is the end of the day before. */
function lastMomentOf(given: RecordValues, axis: CalendarFields, firstDay: number) {
  const end = axis.end ? wallTimeOf(given[axis.end.apiName]) : null;
  return end && end.minutes === 0 && end.day > firstDay
    ? { day: end.day - 1, minutes: DAY_MINUTES }
    : end;
}

/** The minutes of a day that an entry takes, of which some are always seen. */
const minutesOf = (from: number, until: number | null) => ({
  from,
  to: Math.min(DAY_MINUTES, Math.max(from + SHORTEST, until ?? from + HOUR)),
});

export function entryOf(
  given: RecordValues,
  axis: CalendarFields,
  labels: LabelSource,
): CalendarEntry | null {
  const start = wallTimeOf(given[axis.start.apiName]);
  if (!start) return null;
  const last = lastMomentOf(given, axis, start.day);
  const to = last && last.day >= start.day ? last.day : start.day;
  const from = start.minutes;
  const color = axis.color
    ? (optionOf(axis.color, given[axis.color.apiName])?.color ?? 'gray')
    : undefined;
  return {
    id: String(given['id']),
    record: given,
    title: recordName(axis.title, given, labels),
    color,
    from: start.day,
    to,
    minutes: from !== null && to === start.day ? minutesOf(from, last?.minutes ?? null) : null,
    time: from === null ? '' : clockText(from),
  };
}

/** Records at least partly within these days; one without an end is on its first day. */
export function withinDays({ start, end }: CalendarFields, from: number, to: number): FilterNode {
  const between = (field: FieldDescribe): FilterNode => ({
    field: field.apiName,
    op: 'between',
    value: [dayText(from), dayText(to)],
  });
  if (!end) return between(start);
  const crossing: FilterNode = {
    op: 'and',
    items: [
      { field: start.apiName, op: 'lte', value: dayText(to) },
      { field: end.apiName, op: 'gte', value: dayText(from) },
    ],
  };
  return { op: 'or', items: [crossing, between(start)] };
}

/** A move by days and minutes, of the whole record or of its end alone. */
export interface EntryShift {
  days: number;
  minutes: number;
  what: 'all' | 'end';
}
/** The values a shift gives; null where it would end before it begins. */
export function shiftEntry(
  { record, from, to }: CalendarEntry,
  axis: CalendarFields,
  { days, minutes, what }: EntryShift,
): RecordValues | null {
  const { start, end } = axis;
  const begins = record[start.apiName];
  const ends = end ? record[end.apiName] : undefined;
  if (what === 'all')
    return {
      [start.apiName]: shiftDateTime(begins, days, minutes),
      ...(end && typeof ends === 'string' && { [end.apiName]: shiftDateTime(ends, days, minutes) }),
    };
  if (!end) return null;
  const moved =
    typeof ends === 'string'
      ? shiftDateTime(ends, days, minutes)
      : endAfter(begins, end, to + days, minutes);
  const now = wallTimeOf(moved);
  const first = wallTimeOf(begins);
  const early =
    !now ||
    !first ||
    now.day < from ||
    (now.day === first.day &&
      now.minutes !== null &&
      first.minutes !== null &&
      now.minutes <= first.minutes);
  return early ? null : { [end.apiName]: moved };
}
/** The end of what had none: the same time on that day, an hour later when it is the same day. */
function endAfter(begins: unknown, end: FieldDescribe, day: number, minutes: number): string {
  const first = wallTimeOf(begins)!;
  if (end.type === 'date') return dayText(day);
  return momentAt({
    day,
    minutes: Math.min(DAY_MINUTES - 1, (first.minutes ?? 0) + HOUR + minutes),
  });
}

/** First values of a record made on a day. */
export function valuesAfterShift(
  { start, end }: CalendarFields,
  day: number,
  minutes: number | null,
): RecordValues {
  const at = (field: FieldDescribe, time: number): string =>
    field.type === 'date' ? dayText(day) : momentAt({ day, minutes: time });
  const from = minutes ?? 9 * HOUR;
  return {
    [start.apiName]: at(start, from),
    ...(end && { [end.apiName]: at(end, Math.min(from + HOUR, DAY_MINUTES - 1)) }),
  };
}
