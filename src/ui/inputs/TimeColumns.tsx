import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { timeOf, clockAt } from '../../values/index.ts';
import styles from './calendar.module.css';

const two = (n: number) => String(n).padStart(2, '0');
const UNITS = [
  { name: '时', count: 24 },
  { name: '分', count: 60 },
  { name: '秒', count: 60 },
] as const;
const STEP: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

interface ColumnProps {
  name: string;
  count: number;
  value: number | null;
  /** Where a column without a value starts. */
  base: number;
  onPick(value: number): void;
  onSide(step: 1 | -1): void;
  first: boolean;
}
/** One unit of the clock: a list whose arrows choose at once. */
function Column({ name, count, value, base, onPick, onSide, first }: ColumnProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    (list.current?.children[value ?? base] as HTMLElement | undefined)?.scrollIntoView?.({
      block: 'center',
    });
  }, [value, base]);
  const keys = (event: KeyboardEvent) => {
    const step = STEP[event.key];
    if (step) onPick(value === null ? base : (value + step + count * 10) % count);
    else if (event.key === 'Home') onPick(0);
    else if (event.key === 'End') onPick(count - 1);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      onSide(event.key === 'ArrowRight' ? 1 : -1);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={name}
      tabIndex={0}
      data-column
      data-autofocus={first || undefined}
      className={styles.column}
      aria-activedescendant={value === null ? undefined : `${id}-${value}`}
      onKeyDown={keys}
    >
      {Array.from({ length: count }, (_, unit) => (
        <div
          key={unit}
          id={`${id}-${unit}`}
          role="option"
          aria-selected={unit === value}
          className={`${styles.unit} ${unit === value ? styles.unitOn : ''}`}
          onClick={() => onPick(unit)}
        >
          {two(unit)}
        </div>
      ))}
    </div>
  );
}

interface Props {
  label: string;
  parts: readonly number[] | null;
  now: Date;
  seconds: boolean;
  autoFocus?: boolean;
  onPick(text: string): void;
}
/**
 * Hours, minutes and, when wanted, seconds side by side. `parts` is null while there is no time
 * yet: the lists then start at this hour. Answers HH:mm[:ss].
 */
export function TimeColumns({ label, parts, now, seconds, autoFocus = false, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const side = (at: number) =>
    box.current?.querySelectorAll<HTMLElement>('[data-column]')[at]?.focus();
  const base = [clockAt(now)[0], 0, 0];
  const units = seconds ? UNITS : UNITS.slice(0, 2);
  return (
    <div ref={box} role="group" aria-label={`${label}时间`} className={styles.columns}>
      {units.map(({ name, count }, at) => (
        <Column
          key={name}
          name={name}
          count={count}
          value={parts?.[at] ?? null}
          base={base[at] ?? 0}
          first={autoFocus && at === 0}
          onSide={(step) => side(at + step)}
          onPick={(value) =>
            onPick(timeOf(Object.assign([...(parts ?? base)], { [at]: value }), seconds))
          }
        />
      ))}
    </div>
  );
}
