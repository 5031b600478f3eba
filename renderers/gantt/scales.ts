import { datePartsOf, mondayOf, monthStart } from '../../src/values/index.ts';
import type { Scale } from './index.ts';

/** Pixels of a day. */
export const DAY_WIDTH: Readonly<Record<Scale, number>> = {
  day: 36,
  week: 14,
  month: 5,
  quarter: 2,
  year: 0.6,
};
export const SCALE_WORDS: Readonly<Record<Scale, string>> = {
  day: '日',
  week: '周',
  month: '月',
  quarter: '季',
  year: '年',
};
/** Months of a unit; days and weeks are shorter than one. */
const MONTHS: Partial<Record<Scale, number>> = { month: 1, quarter: 3, year: 12 };
const WEEK = 7;

export interface Unit {
  from: number;
  to: number;
  text: string;
}
const unitStart = (scale: Scale, day: number): number => {
  const months = MONTHS[scale];
  if (months === undefined) return scale === 'week' ? mondayOf(day) : day;
  return monthStart(day, -((datePartsOf(day).month - 1) % months));
};
const unitAfter = (scale: Scale, start: number): number =>
  MONTHS[scale] === undefined
    ? start + (scale === 'week' ? WEEK : 1)
    : monthStart(start, MONTHS[scale]);
function unitText(scale: Scale, day: number): string {
  const { year, month, date } = datePartsOf(day);
  if (scale === 'day') return String(date);
  if (scale === 'week') return `${month}/${date}`;
  return scale === 'month'
    ? `${month} 月`
    : scale === 'quarter'
      ? `${Math.ceil(month / 3)} 季度`
      : `${year}`;
}
/** Units that touch these days, the last one not included. */
export function unitsOf(scale: Scale, from: number, to: number): Unit[] {
  const units: Unit[] = [];
  for (let at = unitStart(scale, from); at < to; at = unitAfter(scale, at))
    units.push({ from: at, to: unitAfter(scale, at), text: unitText(scale, at) });
  return units;
}
/** The unit of the upper header row: months above days and weeks, years above all others. */
export function groupsOf(scale: Scale, from: number, to: number): Unit[] {
  const above = MONTHS[scale] === undefined ? 'month' : 'year';
  return unitsOf(above, from, to).map((unit) => {
    const { year, month } = datePartsOf(unit.from);
    return { ...unit, text: above === 'month' ? `${year} 年 ${month} 月` : `${year} 年` };
  });
}
