import { describe, expect, it } from 'vitest';
import {
  addMonths,
  addTime,
  monthParts,
  readTime,
  readYearMonth,
  spanOf,
  timeParts,
} from './times.ts';

const now = new Date('2026-11-21T09:30:05+08:00');
describe('times of day as people type them', () => {
  it('reads the notations in use', () => {
    for (const typed of [
      '9:30',
      '09:30',
      '930',
      '0930',
      '9：30',
      '9点30',
      '9点30分',
      '9点半',
      '上午9:30',
      '9:30 am',
      '现在',
    ])
      expect([typed, readTime(typed, false, now)]).toEqual([typed, '09:30']);
    expect(
      ['9', '下午3:20', '3:20pm', '12:00 pm', '21:05:30'].map((typed) =>
        readTime(typed, true, now),
      ),
    ).toEqual(['09:00:00', '15:20:00', '15:20:00', '12:00:00', '21:05:30']);
  });
  it('twelve is midnight in the morning and at night, noon otherwise', () => {
    expect(
      [
        '12:30 AM',
        '上午12:30',
        '凌晨12:30',
        '晚上12点',
        '12:30',
        '下午12:30',
        '12:30pm',
        '晚上11点',
      ].map((typed) => readTime(typed, false, now)),
    ).toEqual(['00:30', '00:30', '00:30', '00:00', '12:30', '12:30', '12:30', '23:00']);
  });
  it('takes no time that is on no clock', () => {
    expect([readTime('13:30 AM', false, now), readTime('上午3:20 PM', false, now)]).toEqual([
      null,
      null,
    ]);
    expect(
      ['25:00', '9:75', '', 'soon', '1:2:3:4', '99999'].map((typed) => readTime(typed, false, now)),
    ).toEqual([null, null, null, null, null, null]);
    expect([timeParts('24:00'), timeParts(null), timeParts('09:30:59')]).toEqual([
      null,
      null,
      [9, 30, 59],
    ]);
  });
  it('steps round midnight', () => {
    expect([
      addTime('23:59', 1, 'minute', false),
      addTime('00:10', -1, 'hour', false),
      addTime('10:00:59', 1, 'second', true),
    ]).toEqual(['00:00', '23:10', '10:01:00']);
  });
});
describe('months as people type them', () => {
  it('reads the notations in use and no thirteenth month', () => {
    expect(
      ['2026-1', '2026/01', '202601', '2026年1月', '3月', '本月', '上月'].map((typed) =>
        readYearMonth(typed, now),
      ),
    ).toEqual(['2026-01', '2026-01', '2026-01', '2026-01', '2026-03', '2026-11', '2026-10']);
    expect(['2026-13', '2026', 'x', ''].map((typed) => readYearMonth(typed, now))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([monthParts('2026-02-01'), monthParts(202602)]).toEqual([[2026, 2], null]);
  });
  it('steps over the end of a year', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-05', -17)]).toEqual([
      '2027-01',
      '2025-12',
      '2024-12',
    ]);
  });
});
it('a span of days keeps the end that is known and survives odd values', () => {
  expect([
    spanOf({ from: '2026-01-01', to: '' }),
    spanOf(null),
    spanOf(['x']),
    spanOf('x'),
  ]).toEqual([{ from: '2026-01-01' }, {}, {}, {}]);
});
