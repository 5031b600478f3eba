import { useEffect, useRef, useState } from 'react';
import type { ComponentType, KeyboardEvent } from 'react';
import { addDays, dateText, dateTimeText, momentOf, readDate, readDateTime } from '../../display/dates.ts';
import { Floating } from '../Floating.tsx';
import { Icon } from '../icons.tsx';
import { nativeAttributes, portsOf, type InputProps } from '../input-props.ts';
import type { DatePanelProps } from './DatePanel.tsx';
import { boxClass } from './text.tsx';
import styles from './inputs.module.css';

interface Kind { time: boolean; read(text: string, now: Date): string | null; show(value: unknown): string; shift(value: string, days: number): string }
const DATE: Kind = { time: false, read: readDate, show: (value) => (typeof value === 'string' ? value.slice(0, 10) : ''), shift: addDays };
const DATE_TIME: Kind = {
  time: true, read: readDateTime,
  show: (value) => { const moment = momentOf(value); return moment ? dateTimeText(moment, false) : typeof value === 'string' ? value : ''; },
  shift: (value, days) => { const moment = momentOf(value) ?? new Date(); moment.setDate(moment.getDate() + days); return moment.toISOString(); },
};

/** Arco's calendar, fetched when it is first opened: typing a date needs none of it. */
function Calendar(props: DatePanelProps) {
  const [Panel, setPanel] = useState<ComponentType<DatePanelProps> | null>(null);
  useEffect(() => { import('./DatePanel.tsx').then((module) => setPanel(() => module.DatePanel), () => setPanel(null)); }, []);
  return Panel ? <Panel {...props} /> : <span className="hz-skeleton" style={{ width: 280, height: 296 }} />;
}

/**
 * A date as text with a calendar beside it. Typing takes many notations; up and down arrows step a day; what is no date
 * stays as it was typed, so that the validator can say so and nothing is lost.
 */
function DateField({ props, kind }: { props: InputProps; kind: Kind }) {
  const [draft, setDraft] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const now = () => portsOf(props)?.now() ?? new Date();
  const locked = props.disabled || props.readonly;
  const text = draft ?? kind.show(props.value);
  const commit = () => {
    if (draft === null) return props.value;
    const value = draft.trim() === '' ? props.options.emptyValue : kind.read(draft, now()) ?? draft;
    setDraft(null);
    if (value !== props.value) props.onChange(value);
    return value;
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) { setOpen(false); event.stopPropagation(); return; }
    if (event.key === 'Enter') { commit(); return; }
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || locked) return;
    event.preventDefault();
    if (event.altKey) { setOpen(event.key === 'ArrowDown'); return; }
    const base = commit();
    const today = kind.time ? now().toISOString() : dateText(now());
    props.onChange(typeof base === 'string' && momentOf(base) ? kind.shift(base, event.key === 'ArrowUp' ? 1 : -1) : today);
  };
  return (
    <span ref={anchor} className={styles.wrap}>
      <input {...nativeAttributes(props)} type="text" autoComplete="off" className={boxClass(props, `${styles.figures} ${styles.withEnd}`)} placeholder={props.placeholder || (kind.time ? '年-月-日 时:分' : '年-月-日')}
        value={text} onChange={(event) => setDraft(event.target.value)} onKeyDown={keys} onFocus={() => props.onFocus(props.id, props.value)}
        onBlur={() => { setOpen(false); props.onBlur(props.id, commit()); }} />
      <button type="button" tabIndex={-1} className={styles.end} aria-label={`打开${props.label}的日历`} aria-expanded={open} disabled={locked}
        onMouseDown={(event) => { event.preventDefault(); document.getElementById(props.id)?.focus(); }} onClick={() => setOpen(!open)}><Icon name="calendar" /></button>
      {open && (
        <Floating anchor={anchor} width="auto" onClose={() => setOpen(false)}>
          <Calendar value={kind.show(props.value)} time={kind.time} onPick={(picked, done) => { setDraft(null); props.onChange(kind.read(picked, now())); if (done) setOpen(false); }} />
        </Floating>
      )}
    </span>
  );
}
/** Value YYYY-MM-DD. */
export const DateInput = (props: InputProps) => <DateField props={props} kind={DATE} />;
/** Value ISO 8601 in UTC, shown and typed in the browser's zone. */
export const DateTimeInput = (props: InputProps) => <DateField props={props} kind={DATE_TIME} />;
