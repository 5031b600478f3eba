import { describe, expect, it } from 'vitest';
import { addDays, dateTimeText, momentOf, readDate, readDateTime } from './dates.ts';

const now = new Date(2026, 10, 21, 9, 30);
describe('dates as people type them', () => {
  it('reads the notations in use', () => {
    const typed = ['2026-1-5', '2026/01/05', '2026.1.5', '20260105', '2026年1月5日'];
    expect(typed.map((text) => readDate(text, now))).toEqual(typed.map(() => '2026-01-05'));
    expect(['3-8', '3月8日', '今天', '明天', '昨天'].map((text) => readDate(text, now))).toEqual(['2026-03-08', '2026-03-08', '2026-11-21', '2026-11-22', '2026-11-20']);
  });
  it('takes no day that is not in the calendar', () => {
    expect(['2026-02-30', '2026-13-01', '2025-02-29', 'soon', ''].map((text) => readDate(text, now))).toEqual([null, null, null, null, null]);
    expect(readDate('2024-02-29', now)).toBe('2024-02-29');
  });
  it('reads a time of day in the local zone and stores it in UTC', () => {
    const iso = readDateTime('2026-01-05 9:30', now);
    expect(iso).toBe(new Date(2026, 0, 5, 9, 30).toISOString());
    expect(dateTimeText(momentOf(iso)!, false)).toBe('2026-01-05 09:30');
    expect(readDateTime('2026-01-05 0930', now)).toBe(iso);
    expect(readDateTime('2026-01-05', now)).toBe(new Date(2026, 0, 5).toISOString());
    expect([readDateTime('2026-01-05 25:00', now), readDateTime('2026-01-05 9:75', now)]).toEqual([null, null]);
  });
  it('steps over the ends of months and years', () => {
    expect([addDays('2026-12-31', 1), addDays('2024-03-01', -1)]).toEqual(['2027-01-01', '2024-02-29']);
  });
});
