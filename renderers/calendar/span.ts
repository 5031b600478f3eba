import { datePartsOf, mondayOf, monthStart } from '../../src/values/index.ts';
import type { Mode } from './index.ts';

const WEEK = 7;
export const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const;

/** The days that are shown, both inclusive: whole weeks for a month. */
export function spanOf(mode: Mode, day: number): { from: number; to: number } {
  if (mode === 'day') return { from: day, to: day };
  if (mode === 'week') return { from: mondayOf(day), to: mondayOf(day) + WEEK - 1 };
  return { from: mondayOf(monthStart(day)), to: mondayOf(monthStart(day, 1) - 1) + WEEK - 1 };
}
/** The same day a month, week or day further on; the last of the month where there is none such. */
export function stepSpan(mode: Mode, day: number, by: number): number {
  if (mode !== 'month') return day + by * (mode === 'week' ? WEEK : 1);
  const { date } = datePartsOf(day);
  return Math.min(monthStart(day, by) + date - 1, monthStart(day, by + 1) - 1);
}
export function spanTitle(mode: Mode, day: number): string {
  const { year, month, date } = datePartsOf(day);
  if (mode === 'month') return `${year} 年 ${month} 月`;
  if (mode === 'day') return `${year} 年 ${month} 月 ${date} 日`;
  const { from, to } = spanOf('week', day);
  const [a, b] = [datePartsOf(from), datePartsOf(to)];
  return `${a.year} 年 ${a.month} 月 ${a.date} 日至 ${b.year === a.year ? '' : `${b.year} 年 `}${b.month} 月 ${b.date} 日`;
}
/** 11 月 2 日，周一. */
export function dayLabel(day: number): string {
  const { month, date } = datePartsOf(day);
  return `${month} 月 ${date} 日，${WEEKDAYS[day - mondayOf(day)]}`;
}
export { WEEK };
