import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, dateTimeText, momentOf, readDate, readDateTime } from './dates.ts';
import { readTime, readYearMonth } from './times.ts';

const now = new Date('2026-11-21T09:30:00+08:00');
describe('dates as people type them', () => {
  it('reads the notations in use', () => {
    const typed = ['2026-1-5', '2026/01/05', '2026.1.5', '20260105', '2026年1月5日'];
    expect(typed.map((text) => readDate(text, now))).toEqual(typed.map(() => '2026-01-05'));
    expect(['3-8', '3月8日', '今天', '明天', '昨天'].map((text) => readDate(text, now))).toEqual([
      '2026-03-08',
      '2026-03-08',
      '2026-11-21',
      '2026-11-22',
      '2026-11-20',
    ]);
  });
  it('takes no day that is not in the calendar', () => {
    expect(
      ['2026-02-30', '2026-13-01', '2025-02-29', 'soon', ''].map((text) => readDate(text, now)),
    ).toEqual([null, null, null, null, null]);
    expect(readDate('2024-02-29', now)).toBe('2024-02-29');
  });
  it('reads a time of day in the company’s zone and stores it in UTC', () => {
    const iso = readDateTime('2026-01-05 9:30', now);
    expect(iso).toBe('2026-01-05T01:30:00.000Z');
    expect(dateTimeText(momentOf(iso)!, false)).toBe('2026-01-05 09:30');
    expect(readDateTime('2026-01-05 0930', now)).toBe(iso);
    expect(readDateTime('2026-01-05', now)).toBe('2026-01-04T16:00:00.000Z');
    expect([readDateTime('2026-01-05 25:00', now), readDateTime('2026-01-05 9:75', now)]).toEqual([
      null,
      null,
    ]);
  });
  it('reads the half of the day beside the time, and passes over nothing', () => {
    const shown = (text: string) => {
      const moment = momentOf(readDateTime(text, now));
      return moment && dateTimeText(moment);
    };
    expect(
      [
        '2026/1/5 3:20 PM',
        '2026/1/5 下午3:20',
        '2026年1月5日 下午 3:20',
        '2026年1月5日下午3点20分',
        '2026/1/5 3:20:00 pm',
        '2026-01-05T15:20',
        '2026/1/5  15:20',
      ].map(shown),
    ).toEqual(Array.from({ length: 7 }, () => '2026-01-05 15:20:00'));
    expect(
      ['2026/1/5 12:05 AM', '2026/1/5 上午12:05', '2026/1/5 12:05 PM', '1月5日晚上12点'].map(shown),
    ).toEqual([
      '2026-01-05 00:05:00',
      '2026-01-05 00:05:00',
      '2026-01-05 12:05:00',
      '2026-01-06 00:00:00',
    ]);
    expect(
      [
        '2026-01-05 03:20 +0800',
        '2026-01-05 03:20:00 UTC',
        '2026-01-05T03:20:00Z',
        '2026-01-05 03:20 左右',
        '2026-01-05 上午3:20 PM',
      ].map(shown),
    ).toEqual(Array.from({ length: 5 }, () => null));
  });
  it('steps over the ends of months and years', () => {
    expect([addDays('2026-12-31', 1), addDays('2024-03-01', -1)]).toEqual([
      '2027-01-01',
      '2024-02-29',
    ]);
  });
});

// A browser in America: its day, and its hour, are others; on 8 March 2026 it has no half past two.
describe.each(['America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Shanghai'])(
  'in a browser in %s',
  (zone) => {
    beforeAll(() => {
      vi.stubEnv('TZ', zone);
    });
    afterAll(() => {
      vi.unstubAllEnvs();
    });
    it('moments are shown, typed and stepped by the company’s clock', () => {
      expect(new Date(2026, 0, 5).getTimezoneOffset()).toBe(
        { 'America/Los_Angeles': 480, 'Pacific/Kiritimati': -840, 'Asia/Shanghai': -480 }[zone],
      );
      expect(dateTimeText(new Date('2026-03-07T18:30:00Z'))).toBe('2026-03-08 02:30:00');
      expect(readDateTime('2026-03-08 02:30', now)).toBe('2026-03-07T18:30:00.000Z');
      expect(readDate('今天', new Date('2026-11-20T16:30:00Z'))).toBe('2026-11-21');
      expect([addDays('2026-03-07', 1), readDate('2026-03-08', now)]).toEqual([
        '2026-03-08',
        '2026-03-08',
      ]);
      expect([
        readTime('现在', false, new Date('2026-11-20T16:30:00Z')),
        readYearMonth('本月', new Date('2026-11-30T16:30:00Z')),
      ]).toEqual(['00:30', '2026-12']);
    });
  },
);
