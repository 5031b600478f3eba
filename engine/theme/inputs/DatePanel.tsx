import { dateText, momentOf } from '../../display/dates.ts';
import { timeParts } from '../../display/times.ts';
import { DayCalendar } from './Calendar.tsx';
import type { MomentPanelProps } from './moment-field.tsx';
import { TimeColumns } from './TimeColumns.tsx';
import styles from './calendar.module.css';

/** A day in the local zone, whatever notation the value is stored in; undefined for what is no day. */
function dayOf(value: unknown): Date | undefined {
  const moment = momentOf(value);
  if (!moment || typeof value !== 'string') return undefined;
  // A date alone is read as UTC by Date, which is the day before in America.
  if (value.length <= 10) { const [year = 1970, month = 1, day = 1] = value.split('-').map(Number); return new Date(year, month - 1, day); }
  return moment;
}

/** Value YYYY-MM-DD. */
export function DatePanel({ value, now, onPick }: MomentPanelProps) {
  return (
    <div className={styles.panel}>
      <DayCalendar day={dayOf(value)} now={now} onPick={(day) => onPick(dateText(day), true)} />
      <div className={styles.foot}><button type="button" className={styles.text} onClick={() => onPick(dateText(now), true)}>今天</button></div>
    </div>
  );
}

/** Value ISO 8601 in UTC: the day from the calendar, the time beside it; a new day keeps the time. */
export function DateTimePanel({ value, label, now, onPick }: MomentPanelProps) {
  const moment = dayOf(value);
  const write = (day: Date, time: readonly number[], done: boolean) => onPick(new Date(day.getFullYear(), day.getMonth(), day.getDate(), time[0] ?? 0, time[1] ?? 0, time[2] ?? 0).toISOString(), done);
  const time = moment ? [moment.getHours(), moment.getMinutes(), moment.getSeconds()] : [now.getHours(), now.getMinutes(), 0];
  return (
    <div className={styles.panel}>
      <div className={styles.beside}>
        <DayCalendar day={moment} now={now} onPick={(day) => write(day, time, false)} />
        <TimeColumns label={label} parts={moment ? time : null} now={now} seconds={false} onPick={(text) => write(moment ?? now, timeParts(text) ?? time, false)} />
      </div>
      <div className={styles.foot}>
        <button type="button" className={styles.text} onClick={() => onPick(now.toISOString(), true)}>此刻</button>
        <button type="button" className={styles.primary} onClick={() => write(moment ?? now, time, true)}>确定</button>
      </div>
    </div>
  );
}
