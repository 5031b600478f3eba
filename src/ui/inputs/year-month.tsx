import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { dateText, addMonths, monthParts, readYearMonth } from '../../values/index.ts';
import { Icon } from '../icons/icons.tsx';
import type { InputProps } from '../fields/input-props.ts';
import { MomentField, type MomentKind, type MomentPanelProps } from './moment-field.tsx';
import { MomentFoot } from './MomentFoot.tsx';
import styles from './calendar.module.css';

const monthOf = (moment: Date): string => dateText(moment).slice(0, 7);
/** Months a key moves by. */
const STEP: Record<string, number> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: 3,
  ArrowUp: -3,
  PageDown: 12,
  PageUp: -12,
};

interface MonthCellsProps {
  year: number;
  /** Which month has the focus, which is chosen, and which is now. */
  active: string;
  chosen: string | null;
  current: string;
  onPick: MomentPanelProps['onPick'];
}
function MonthCells({ year, active, chosen, current, onPick }: MonthCellsProps) {
  const january = `${String(year).padStart(4, '0')}-01`;
  return Array.from({ length: 12 }, (_, at) => addMonths(january, at)).map((month, at) => {
    const on = month === chosen ? styles.monthOn : '';
    const now = month === current ? styles.monthNow : '';
    return (
      <button
        key={month}
        type="button"
        role="option"
        aria-selected={month === chosen}
        tabIndex={month === active ? 0 : -1}
        aria-label={`${year} 年 ${at + 1} 月`}
        className={`${styles.monthCell} ${on} ${now}`}
        onClick={() => onPick(month, true)}
      >
        {at + 1} 月
      </button>
    );
  });
}

const STEP_TO_EDGE: Readonly<Record<string, (month: number) => number>> = {
  Home: (month) => 1 - month,
  End: (month) => 12 - month,
};
const stepOf = (key: string, active: string): number =>
  STEP[key] ?? STEP_TO_EDGE[key]?.(Number(active.slice(5))) ?? 0;

/** The twelve months of a year as a grid; the month that has the focus says which year is shown. */
function MonthPanel(foot: MomentPanelProps) {
  const { value, label, now, onPick } = foot;
  const chosen = monthParts(value) ? String(value).slice(0, 7) : null;
  const [active, setActive] = useState(chosen ?? monthOf(now));
  const [year = 0] = monthParts(active) ?? [];
  const grid = useRef<HTMLDivElement>(null);
  const moved = useRef(true);
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  }, [active]);
  const keys = (event: KeyboardEvent) => {
    const step = stepOf(event.key, active);
    if (step === 0) return;
    event.preventDefault();
    moved.current = true;
    setActive(addMonths(active, step));
  };
  return (
    <div className={styles.panel}>
      <div className={styles.caption}>
        <button
          type="button"
          className={styles.step}
          aria-label="上一年"
          title="上一年"
          onClick={() => setActive(addMonths(active, -12))}
        >
          <Icon name="left" />
        </button>
        <span aria-live="polite">{year} 年</span>
        <button
          type="button"
          className={styles.step}
          aria-label="下一年"
          title="下一年"
          onClick={() => setActive(addMonths(active, 12))}
        >
          <Icon name="right" />
        </button>
      </div>
      <div
        ref={grid}
        role="listbox"
        aria-label={`${label}：${year} 年的月份`}
        className={styles.monthsGrid}
        onKeyDown={keys}
      >
        <MonthCells
          year={year}
          active={active}
          chosen={chosen}
          current={monthOf(now)}
          onPick={onPick}
        />
      </div>
      <MomentFoot {...foot}>
        <button type="button" className={styles.text} onClick={() => onPick(monthOf(now), true)}>
          本月
        </button>
      </MomentFoot>
    </div>
  );
}
const YEAR_MONTH: MomentKind = {
  icon: 'calendar',
  opens: '月历',
  placeholder: () => '年-月',
  read: readYearMonth,
  show: (value) =>
    monthParts(value) ? String(value).slice(0, 7) : typeof value === 'string' ? value : '',
  step: (value, by, caret, now) =>
    monthParts(value) ? addMonths(String(value), caret <= 4 ? by * 12 : by) : monthOf(now),
  panel: { Content: MonthPanel, width: 272, height: 268 },
};
/** Value YYYY-MM. */
export const YearMonthInput = (props: InputProps) => (
  <MomentField props={props} kind={YEAR_MONTH} />
);
