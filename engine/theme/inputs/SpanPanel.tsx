import { useState } from 'react';
import { addDays, dateText } from '../../display/dates.ts';
import { addMonths, type DaySpan } from '../../display/times.ts';
import { SpanCalendar } from './Calendar.tsx';
import styles from './calendar.module.css';

const dayOf = (text: string | undefined): Date | undefined => {
  const [year = 0, month = 0, day = 0] = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? text!.split('-').map(Number) : [];
  return year > 0 ? new Date(year, month - 1, day) : undefined;
};
const monthSpan = (month: string): Required<DaySpan> => ({ from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) });
function presets(now: Date): readonly [string, Required<DaySpan>][] {
  const today = dateText(now);
  const month = today.slice(0, 7);
  return [['最近 7 天', { from: addDays(today, -6), to: today }], ['最近 30 天', { from: addDays(today, -29), to: today }], ['本月', monthSpan(month)], ['上月', monthSpan(addMonths(month, -1))]];
}

/** Two months with the span drawn through them; what is chosen is written when both ends are. */
export function SpanPanel({ span, now, months, onPick }: { span: DaySpan; now: Date; months: number; onPick(span: Required<DaySpan>, done: boolean): void }) {
  const [begun, setBegun] = useState<Date | null>(null);
  const from = dayOf(span.from);
  const to = dayOf(span.to);
  const take = (day: Date) => {
    if (!begun) { setBegun(day); return; }
    const [first, last] = day < begun ? [day, begun] : [begun, day];
    setBegun(null);
    onPick({ from: dateText(first), to: dateText(last) }, true);
  };
  return (
    <div className={styles.panel}>
      <SpanCalendar span={begun ? { from: begun, to: undefined } : from && to ? { from, to } : from ? { from, to: undefined } : undefined} now={now} months={months} onDay={take} />
      <div className={styles.foot}>
        <span className={styles.hint} role="status">{begun ? `${dateText(begun)} 起，再选结束日期` : '先选开始日期，再选结束日期'}</span>
        {presets(now).map(([name, preset]) => <button key={name} type="button" className={styles.text} onClick={() => onPick(preset, true)}>{name}</button>)}
      </div>
    </div>
  );
}
