import type { FlowDuration } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { momentAtWall } from '../../../values/index.ts';
import { afterWork } from './calendar.ts';

const MINUTE_MS = 60_000;
const UNITS_MS = { minutes: MINUTE_MS, hours: 60 * MINUTE_MS, days: 24 * 60 * MINUTE_MS } as const;

/** The moment after so much time, natural or by the company's calendar. */
export async function momentAfter(
  tx: TenantTx,
  from: Date,
  { amount, unit }: FlowDuration,
): Promise<Date> {
  if (unit === 'workHours' || unit === 'workDays') return afterWork(tx, from, amount, unit);
  return new Date(from.getTime() + amount * UNITS_MS[unit]);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The moment a value of a record names; a day begins at midnight of the company's clock. */
export function momentOf(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined;
  const moment = DAY.test(value) ? momentAtWall(value) : new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
