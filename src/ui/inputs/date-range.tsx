import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { addDays, dateText, momentOf, readDate, spanOf, type DaySpan } from '../../values/index.ts';
import { FloatingPanel } from '../overlay/FloatingPanel.tsx';
import { useNarrow } from '../hooks/narrow.ts';
import { Icon } from '../icons/icons.tsx';
import { ariaPropsOf, labelId, type InputProps } from '../fields/input-props.ts';
import { currentTime } from './moment-field.tsx';
import { PanelToggle } from './PanelToggle.tsx';
import { boxClass } from './text.tsx';
import styles from './calendar.module.css';

const SpanPanel = lazy(async () => ({ default: (await import('./SpanPanel.tsx')).SpanPanel }));
/** Pixels of one month's calendar and of two beside each other. */
const ONE_MONTH = 296;
const TWO_MONTHS = 568;
const TALL = 356;

interface EndProps {
  props: InputProps;
  /** A press opens the calendar, and no keyboard comes up. */
  touched: boolean;
  id: string;
  name: string;
  value: string | undefined;
  invalid: boolean;
  now(): Date;
  onSet(value: string | undefined): void;
  onOpen(): void;
  onLeave(): void;
}
/** One end of the span as text: the notations of a date, arrows step a day. */
function End({ props, touched, id, name, value, invalid, now, onSet, onOpen, onLeave }: EndProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const read = (text: string): string | undefined =>
    text.trim() === '' ? undefined : (readDate(text, now()) ?? text);
  const type = (text: string) => {
    setDraft(text);
    const next = read(text);
    if (next !== value) onSet(next);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      setDraft(null);
      return;
    }
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || props.disabled || props.readonly)
      return;
    event.preventDefault();
    if (event.altKey) {
      onOpen();
      return;
    }
    const base = draft === null ? value : read(draft);
    setDraft(null);
    onSet(
      base && momentOf(base)
        ? addDays(base.slice(0, 10), event.key === 'ArrowUp' ? 1 : -1)
        : dateText(now()),
    );
  };
  return (
    <input
      id={id}
      name={`${props.htmlName ?? props.name ?? props.id}.${name === '开始' ? 'from' : 'to'}`}
      aria-label={`${props.label}：${name}`}
      aria-invalid={invalid || undefined}
      aria-required={props.required || undefined}
      aria-describedby={ariaPropsOf(props)['aria-describedby']}
      aria-keyshortcuts="Alt+ArrowDown"
      className={styles.end}
      type="text"
      inputMode={touched ? 'none' : undefined}
      onClick={touched ? onOpen : undefined}
      autoComplete="off"
      placeholder={`${name}日期`}
      disabled={props.disabled}
      readOnly={props.readonly}
      autoFocus={name === '开始' && props.autofocus}
      value={draft ?? value ?? ''}
      onChange={(event) => type(event.target.value)}
      onKeyDown={keys}
      onFocus={() => props.onFocus(props.id, props.value)}
      onBlur={() => {
        setDraft(null);
        onLeave();
      }}
    />
  );
}

/** Writes one end or both, also when the other was written since the last render. */
function useSpanWriter(props: InputProps, span: DaySpan) {
  const latest = useRef(span);
  useEffect(() => {
    latest.current = span;
  });
  return (change: { from?: string | undefined; to?: string | undefined }) => {
    const { from, to } = { ...latest.current, ...change };
    const next: DaySpan = { ...(from && { from }), ...(to && { to }) };
    latest.current = next;
    props.onChange(next.from || next.to ? next : props.options.emptyValue);
  };
}

/**
 * Value {from, to}, both YYYY-MM-DD and both inclusive: two dates typed or chosen in one calendar.
 * A single end is stored, so that the validator can ask for the other.
 */
export function DateRangeInput(props: InputProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const narrow = useNarrow();
  const span = spanOf(props.value);
  const now = () => currentTime(props);
  const locked = !!(props.disabled || props.readonly);
  const write = useSpanWriter(props, span);
  const leave = () =>
    setTimeout(() => {
      if (!anchor.current?.contains(document.activeElement) && !open)
        props.onBlur(props.id, props.value);
    });
  const invalid = (props.rawErrors?.length ?? 0) > 0;
  const end = {
    props,
    touched: narrow && !locked,
    invalid,
    now,
    onOpen: () => setOpen(true),
    onLeave: leave,
  };
  return (
    <div
      ref={anchor}
      role="group"
      aria-labelledby={props.hideLabel ? undefined : labelId(props.id)}
      aria-label={props.hideLabel ? props.label : undefined}
      className={boxClass(props, styles.span)}
    >
      <End {...end} id={props.id} name="开始" value={span.from} onSet={(from) => write({ from })} />
      <span className={styles.dash} aria-hidden>
        至
      </span>
      <End
        {...end}
        id={`${props.id}-to`}
        name="结束"
        value={span.to}
        onSet={(to) => write({ to })}
      />
      {(span.from || span.to) && !locked && !props.required && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.clear}
          aria-label={`清空${props.label}`}
          onClick={() => props.onChange(props.options.emptyValue)}
        >
          <Icon name="close-circle" />
        </button>
      )}
      <PanelToggle
        label={`打开${props.label}的日历`}
        icon="calendar"
        open={open}
        disabled={locked}
        focus={() => document.getElementById(props.id)?.focus()}
        onToggle={() => setOpen(!open)}
      />
      {open && (
        <FloatingPanel
          anchor={anchor}
          title={props.label || '日历'}
          width={narrow ? ONE_MONTH : TWO_MONTHS}
          height={TALL}
          onClose={() => {
            setOpen(false);
            leave();
          }}
        >
          <Suspense
            fallback={<span className="hz-skeleton" style={{ height: TALL - 16 }} aria-busy />}
          >
            <SpanPanel
              span={span}
              now={now()}
              months={narrow ? 1 : 2}
              onPick={(next, done) => {
                write(next);
                if (done) setOpen(false);
              }}
            />
          </Suspense>
        </FloatingPanel>
      )}
    </div>
  );
}
