import { expect, test } from 'vitest';
import {
  dayNumber,
  dayText,
  shiftDateTime,
  mondayOf,
  momentAt,
  monthStart,
  wallTimeOf,
  weekdayOf,
} from '../../src/values/index.ts';
import type { CalendarEntry } from './entries.ts';
import { dayColumnsOf, lanesOf } from './layout.ts';
import { spanOf, spanTitle, stepSpan } from './span.ts';

const day = dayNumber;
const entry = (
  id: string,
  from: string,
  to = from,
  minutes: [number, number] | null = null,
): CalendarEntry => ({
  id,
  record: { id },
  title: id,
  color: undefined,
  from: day(from),
  to: day(to),
  minutes: minutes && { from: minutes[0], to: minutes[1] },
  time: '',
});

test('a month is shown in whole weeks from Monday; steps keep to the month', () => {
  const { from, to } = spanOf('month', day('2026-11-18'));
  expect([dayText(from), dayText(to), weekdayOf(from)]).toEqual(['2026-10-26', '2026-12-06', 0]);
  expect(dayText(stepSpan('month', day('2026-01-31'), 1))).toBe('2026-02-28');
  expect(dayText(stepSpan('month', day('2026-01-31'), -2))).toBe('2025-11-30');
  expect(dayText(monthStart(day('2026-12-09'), 1))).toBe('2027-01-01');
  expect(dayText(mondayOf(day('2026-03-01')))).toBe('2026-02-23');
  expect([spanTitle('month', day('2026-11-01')), spanTitle('week', day('2026-12-31'))]).toEqual([
    '2026 年 11 月',
    '2026 年 12 月 28 日至 2027 年 1 月 3 日',
  ]);
});
test('a moment is on the day and at the time of the tenant, in any time zone of the browser', () => {
  expect(wallTimeOf('2026-11-02T16:30:00.000Z')).toEqual({ day: day('2026-11-03'), minutes: 30 });
  expect(wallTimeOf('2026-11-02')).toEqual({ day: day('2026-11-02'), minutes: null });
  expect([wallTimeOf(null), wallTimeOf('gone')]).toEqual([null, null]);
  expect(momentAt({ day: day('2026-11-03'), minutes: 30 })).toBe('2026-11-02T16:30:00.000Z');
  expect([
    shiftDateTime('2026-02-28', 1),
    shiftDateTime('2026-02-28T01:00:00.000Z', 1, 15),
    shiftDateTime(null, 1),
  ]).toEqual(['2026-03-01', '2026-03-01T01:15:00.000Z', null]);
});
test('bars of a week never cover each other, and are cut at its ends', () => {
  const segments = lanesOf(
    [
      entry('c', '2026-11-05'),
      entry('a', '2026-11-01', '2026-11-04'),
      entry('b', '2026-11-04', '2026-11-12'),
      entry('d', '2026-11-20'),
    ],
    day('2026-11-02'),
    day('2026-11-08'),
  );
  expect(
    segments.map(({ entry: { id }, from, to, lane, opens, closes }) => [
      id,
      dayText(from),
      dayText(to),
      lane,
      opens,
      closes,
    ]),
  ).toEqual([
    ['a', '2026-11-02', '2026-11-04', 0, false, true],
    ['b', '2026-11-04', '2026-11-08', 1, true, false],
    ['c', '2026-11-05', '2026-11-05', 0, true, true],
  ]);
});
test('simultaneous entries are side by side and share the width of their cluster only', () => {
  const columns = dayColumnsOf([
    entry('a', '2026-11-02', '2026-11-02', [540, 660]),
    entry('b', '2026-11-02', '2026-11-02', [600, 630]),
    entry('c', '2026-11-02', '2026-11-02', [630, 700]),
    entry('d', '2026-11-02', '2026-11-02', [700, 720]),
    entry('whole', '2026-11-02'),
  ]);
  expect(columns.map(({ entry: { id }, at, of }) => [id, at, of])).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 1, 2],
    ['d', 0, 1],
  ]);
});
