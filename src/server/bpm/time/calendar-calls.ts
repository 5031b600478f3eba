import {
  MAX_CALENDAR_DAYS,
  MAX_DAYS_IN_A_ROW,
  problem,
  type DataOf,
  type InputOf,
} from '../../../contract/index.ts';
import { CHINESE_HOLIDAYS, USUAL_CALENDAR, type Holiday } from '../../../flow/index.ts';
import { dayNumber, dayText } from '../../../values/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';

type Calendar = DataOf<'bpm.calendar.detail'>;
type StoredDay = Calendar['days'][number];

const HOUR = 60;
const twoDigits = (value: number): string => String(value).padStart(2, '0');
/** Minutes after midnight as a time of the day. */
const timeText = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / HOUR))}:${twoDigits(minutes % HOUR)}`;
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR + minutes;
}

/** The company's working days and hours, and the days that differ. */
export async function calendarDetail(tx: TenantTx): Promise<Calendar> {
  const [row] = await tx.query<{ weekdays: number[]; hours: [number, number][] }>(
    'select weekdays, hours from bpm.calendar where tenant_id = $1',
    [tx.tenant.id],
  );
  const days = await tx.query<StoredDay>(
    `select to_char(day, 'YYYY-MM-DD') as day, kind, name from bpm.calendar_day
      where tenant_id = $1 order by day`,
    [tx.tenant.id],
  );
  const { weekdays, hours } = row ?? USUAL_CALENDAR;
  return {
    weekdays: [...weekdays],
    hours: hours.map(([from, to]) => ({ from: timeText(from), to: timeText(to) })),
    days,
    holidays: CHINESE_HOLIDAYS.map(({ year, isAnnounced }) => ({ year, isAnnounced })),
  };
}

export async function updateCalendar(
  tx: TenantTx,
  by: string,
  { weekdays, hours, days }: InputOf<'bpm.calendar.update'>,
): Promise<{ days: number }> {
  const stretches = hours
    .map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }))
    .toSorted((a, b) => a.from - b.from);
  requireCalendar(stretches, days);
  await tx.run(
    `insert into bpm.calendar (tenant_id, weekdays, hours, updated_by) values ($1, $2, $3, $4)
      on conflict (tenant_id) do update set weekdays = $2, hours = $3, updated_by = $4, updated_at = now()`,
    [tx.tenant.id, weekdays, JSON.stringify(stretches.map(({ from, to }) => [from, to])), by],
  );
  if (!days) return { days: await countDays(tx) };
  await tx.run('delete from bpm.calendar_day where tenant_id = $1', [tx.tenant.id]);
  await addDays(tx, days);
  return { days: days.length };
}

/** Days in a row that differ; what the calendar says about them goes. */
export async function setDays(
  tx: TenantTx,
  { from, to, kind, name, instead }: InputOf<'bpm.calendar.setDays'>,
): Promise<{ days: number }> {
  const [first, last] = [dayAt('/from', from), dayAt('/to', to ?? from)];
  const length = last - first + 1;
  if (length < 1) throw wrongDay('/to', '最后一天不能早于第一天');
  if (length > MAX_DAYS_IN_A_ROW) throw wrongDay('/to', `一次最多设置 ${MAX_DAYS_IN_A_ROW} 天`);
  if (instead != null) await removeDays(tx, [instead]);
  await addDays(
    tx,
    Array.from({ length }, (_, i) => ({ day: dayText(first + i), kind, name })),
  );
  if ((await countDays(tx)) > MAX_CALENDAR_DAYS)
    throw wrongDay('/to', `与平时不同的日子最多 ${MAX_CALENDAR_DAYS} 天，请先删除过去的`);
  return { days: length };
}

/** Days that are as on other weeks again; answers how many were not. */
export async function removeDays(tx: TenantTx, days: readonly string[]): Promise<{ days: number }> {
  const numbers = days.map((day, i) => dayAt(`/days/${i}`, day));
  const gone = await tx.query(
    'delete from bpm.calendar_day where tenant_id = $1 and day = any($2::date[]) returning day',
    [tx.tenant.id, numbers.map(dayText)],
  );
  return { days: gone.length };
}

const wrongDay = (at: string, why: string): AppError =>
  problemsError([problem(at, 'FLOW_CALENDAR', { why })]);

/** Number of a day that there is. */
function dayAt(at: string, day: string): number {
  if (!isDay(day)) throw wrongDay(at, `没有“${day}”这一天`);
  return dayNumber(day);
}

async function countDays(tx: TenantTx): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'select count(*)::integer as n from bpm.calendar_day where tenant_id = $1',
    [tx.tenant.id],
  );
  return row?.n ?? 0;
}

function requireCalendar(
  stretches: readonly { from: number; to: number }[],
  days: readonly { day: string }[] = [],
): void {
  const isInOrder = stretches.every(
    ({ from, to }, i) => from < to && from >= (stretches[i - 1]?.to ?? 0),
  );
  if (!isInOrder)
    throw new AppError('FLOW_CALENDAR', { why: '上下班时间要先开始后结束，且不能重叠' });
  const wrong = days.find(({ day }) => !isDay(day));
  if (wrong) throw new AppError('FLOW_CALENDAR', { why: `没有“${wrong.day}”这一天` });
}
const isDay = (day: string): boolean =>
  !Number.isNaN(dayNumber(day)) && dayText(dayNumber(day)) === day;

/** Public holidays of a year take the place of what the calendar says about their days. */
export async function importHolidays(
  tx: TenantTx,
  year: number,
): Promise<DataOf<'bpm.calendar.importHolidays'>> {
  const found = CHINESE_HOLIDAYS.find((each) => each.year === year);
  if (!found) throw new AppError('FLOW_CALENDAR', { why: `没有 ${year} 年的节假日` });
  const days = found.holidays.flatMap(daysOf);
  await addDays(tx, days);
  return { days: days.length, isAnnounced: found.isAnnounced };
}

function daysOf({ name, from, to, work }: Holiday): StoredDay[] {
  const first = dayNumber(from);
  const off = Array.from({ length: dayNumber(to) - first + 1 }, (_, i): StoredDay => ({
    day: dayText(first + i),
    kind: 'off',
    name,
  }));
  return [...off, ...work.map((day): StoredDay => ({ day, kind: 'work', name: `${name}调休` }))];
}

async function addDays(tx: TenantTx, days: readonly StoredDay[]): Promise<void> {
  await tx.run(
    `insert into bpm.calendar_day (tenant_id, day, kind, name)
      select distinct on (g.day) $1, g.day, g.kind, g.name
      from json_to_recordset($2::json) g(day date, kind text, name text)
      on conflict (tenant_id, day) do update set kind = excluded.kind, name = excluded.name`,
    [tx.tenant.id, JSON.stringify(days)],
  );
}
