import { dateText, momentOf, timeParts, clockAt, momentAtWall } from '../../values/index.ts';
import { DayCalendar } from './Calendar.tsx';
import type { MomentPanelProps } from './moment-field.tsx';
import { MomentFoot } from './MomentFoot.tsx';
import { TimeColumns } from './TimeColumns.tsx';
import styles from './calendar.module.css';

/** The day of a value in any stored notation; undefined for what is no day. */
function dayOf(value: unknown): string | undefined {
  const moment = momentOf(value);
  if (!moment || typeof value !== 'string') return undefined;
  return value.length <= 10 ? value : dateText(moment);
}

/** Value YYYY-MM-DD. */
export function DatePanel(foot: MomentPanelProps) {
  const { value, now, onPick } = foot;
  return (
    <div className={styles.panel}>
      <DayCalendar day={dayOf(value)} now={now} onPick={(day) => onPick(day, true)} />
      <MomentFoot {...foot}>
        <button type="button" className={styles.text} onClick={() => onPick(dateText(now), true)}>
          今天
        </button>
      </MomentFoot>
    </div>
  );
}

/**
 * Value ISO 8601 in UTC: the day from the calendar, the time beside it; a new day keeps the time.
 */
export function DateTimePanel(foot: MomentPanelProps) {
  const { value, label, now, onPick } = foot;
  const day = dayOf(value);
  const today = dateText(now);
  const moment = momentOf(value);
  const [hours, minutes, seconds] = clockAt(moment ?? now);
  const time = day === undefined ? [hours, minutes, 0] : [hours, minutes, seconds];
  const write = (date: string, parts: readonly number[], done: boolean) =>
    onPick(momentAtWall(date, parts[0], parts[1], parts[2]).toISOString(), done);
  return (
    <div className={styles.panel}>
      <div className={styles.beside}>
        <DayCalendar day={day} now={now} onPick={(date) => write(date, time, false)} />
        <TimeColumns
          label={label}
          parts={day === undefined ? null : time}
          now={now}
          seconds={false}
          onPick={(text) => write(day ?? today, timeParts(text) ?? time, false)}
        />
      </div>
      <MomentFoot {...foot}>
        <button
          type="button"
          className={styles.text}
          onClick={() => onPick(now.toISOString(), true)}
        >
          此刻
        </button>
        <button
          type="button"
          className={styles.primary}
          onClick={() => write(day ?? today, time, true)}
        >
          确定
        </button>
      </MomentFoot>
    </div>
  );
}
