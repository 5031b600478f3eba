import {
  addWorkMinutes,
  minutesADay,
  USUAL_CALENDAR,
  type WorkCalendar,
} from '../../../flow/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

/** The company's working time as it is now. */
async function calendarOf(tx: TenantTx): Promise<WorkCalendar> {
  const [row] = await tx.query<Pick<WorkCalendar, 'weekdays' | 'hours'>>(
    'select weekdays, hours from bpm.calendar where tenant_id = $1',
    [tx.tenant.id],
  );
  const days = await tx.query<{ day: string; kind: 'off' | 'work' }>(
    `select to_char(day, 'YYYY-MM-DD') as day, kind from bpm.calendar_day
      where tenant_id = $1 and day > now() - interval '2 years'`,
    [tx.tenant.id],
  );
  return {
    ...(row ?? USUAL_CALENDAR),
    days: Object.fromEntries(days.map(({ day, kind }) => [day, kind])),
  };
}

/** The moment so many working minutes, or whole working days, later. */
export async function afterWork(
  tx: TenantTx,
  from: Date,
  amount: number,
  unit: 'workHours' | 'workDays',
): Promise<Date> {
  const calendar = await calendarOf(tx);
  const minutes = amount * (unit === 'workHours' ? 60 : minutesADay(calendar));
  return new Date(addWorkMinutes(calendar, from.getTime(), minutes));
}
