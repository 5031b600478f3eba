import { useState } from 'react';
import { addDays, dateText, addMonths, type DaySpan } from '../../values/index.ts';
import { SpanCalendar } from './Calendar.tsx';
import styles from './calendar.module.css';

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');
const monthSpan = (month: string): Required<DaySpan> => ({
  from: `${month}-01`,
  to: addDays(`${addMonths(month, 1)}-01`, -1),
});
function presets(now: Date): readonly [string, Required<DaySpan>][] {
  const today = dateText(now);
  const month = today.slice(0, 7);
  return [
    ['最近 7 天', { from: addDays(today, -6), to: today }],
    ['最近 30 天', { from: addDays(today, -29), to: today }],
    ['本月', monthSpan(month)],
    ['上月', monthSpan(addMonths(month, -1))],
  ];
}

/** Two months with the span drawn through them; what is chosen is written when both ends are. */
export function SpanPanel({
  span,
  now,
  months,
  onPick,
}: {
  span: DaySpan;
  now: Date;
  months: number;
  onPick(span: Required<DaySpan>, done: boolean): void;
}) {
  const [begun, setBegun] = useState<string | null>(null);
  const take = (day: string) => {
    if (begun === null) {
      setBegun(day);
      return;
    }
    const [from, to] = day < begun ? [day, begun] : [begun, day];
    setBegun(null);
    onPick({ from, to }, true);
  };
  const drawn: DaySpan =
    begun !== null
      ? { from: begun }
      : isDay(span.from)
        ? { from: span.from, ...(isDay(span.to) && { to: span.to }) }
        : {};
  return (
    <div className={styles.panel}>
      <SpanCalendar span={drawn} now={now} months={months} onDay={take} />
      <div className={styles.foot}>
        <span className={styles.hint} role="status">
          {begun !== null ? `${begun} 起，再选结束日期` : '先选开始日期，再选结束日期'}
        </span>
        {presets(now).map(([name, preset]) => (
          <button
            key={name}
            type="button"
            className={styles.text}
            onClick={() => onPick(preset, true)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
