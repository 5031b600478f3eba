import type { NumberRule } from '../../../../contract/index.ts';
import { dayOf } from '../filters/calendar.ts';
import { isStorable } from '../filters/operands.ts';
import type { RefuseSetting } from '../kind.ts';

/** How much of a day a number must show so that counting anew never makes it twice. */
const SHOWN = { none: 0, YYYY: 1, YYYYMM: 2, YYYYMMDD: 3 } as const;
const NEEDED = { never: 0, year: 1, month: 2, day: 3 } as const;
const WORDS = { never: '', year: '年', month: '年月', day: '年月日' } as const;
/** Characters of a day's text that name a period: 2026, 202601, 20260131. */
const LENGTHS = { none: 0, YYYY: 4, YYYYMM: 6, YYYYMMDD: 8 } as const;
const PERIODS = { never: 0, year: 4, month: 6, day: 8 } as const;

export function settleNumberRule(rule: NumberRule = {}, refuse: RefuseSetting): Required<NumberRule> {
  const { prefix = '', date = 'none', digits = 4, reset = 'never', start = 1 } = rule;
  if (!isStorable(prefix)) refuse('/numberRule/prefix', '前缀含有控制字符');
  if (SHOWN[date] < NEEDED[reset]) refuse('/numberRule/date', `按${WORDS[reset]}重新计数时，编号须含${WORDS[reset]}，否则会重复`);
  return { prefix, date, digits, reset, start };
}

const digitsOf = (now: Date): string => dayOf(now).replaceAll('-', '');
/** The period a moment belongs to in the tenant's time zone: each has a counter of its own. */
export const periodOf = ({ reset = 'never' }: NumberRule, now: Date): string => digitsOf(now).slice(0, PERIODS[reset]);
/** The whole number: prefix, day, counter. A counter that has outgrown its digits is written in full. */
export const numberText = ({ prefix = '', date = 'none', digits = 4 }: NumberRule, now: Date, count: number): string =>
  `${prefix}${digitsOf(now).slice(0, LENGTHS[date])}${String(count).padStart(digits, '0')}`;
