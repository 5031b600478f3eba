import { DayPicker } from 'react-day-picker';
import { zhCN } from 'react-day-picker/locale/zh-CN';
import { dateText, type DaySpan } from '../../values/index.ts';
import { Icon } from '../icons/icons.tsx';
import styles from './calendar.module.css';

/** Years the list of years goes back (birthdays) and ahead (contracts); others are typed. */
const YEARS_BACK = 100;
const YEARS_AHEAD = 30;
const CLASSES = {
  root: styles.root,
  months: styles.months,
  month: styles.month,
  month_caption: styles.caption,
  dropdowns: styles.dropdowns,
  dropdown_root: styles.dropdown,
  dropdown: styles.select,
  caption_label: styles.label,
  nav: styles.nav,
  button_previous: styles.step,
  button_next: styles.step,
  month_grid: styles.grid,
  weekday: styles.weekday,
  day: styles.day,
  day_button: styles.dayButton,
  today: styles.today,
  outside: styles.outside,
  selected: styles.selected,
  range_start: styles.start,
  range_middle: styles.middle,
  range_end: styles.finish,
};
const FORMATTERS = {
  formatMonthDropdown: (month: Date) => `${month.getMonth() + 1} 月`,
  formatYearDropdown: (year: Date) => `${year.getFullYear()} 年`,
};
const COMPONENTS = {
  Chevron: ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) => (
    <Icon name={orientation ?? 'down'} />
  ),
};
/**
 * The calendar reckons in the browser's own days: a day of ours is the one of the same name there.
 */
const localDay = (day: string): Date => {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
};
const two = (n: number) => String(n).padStart(2, '0');
const dayOf = (local: Date): string =>
  `${String(local.getFullYear()).padStart(4, '0')}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
const optional = (day: string | undefined): Date | undefined =>
  day === undefined ? undefined : localDay(day);

const shared = (today: Date) => ({
  locale: zhCN,
  weekStartsOn: 1 as const,
  showOutsideDays: true,
  fixedWeeks: true,
  captionLayout: 'dropdown' as const,
  autoFocus: true,
  today,
  classNames: CLASSES,
  formatters: FORMATTERS,
  components: COMPONENTS,
  startMonth: new Date(today.getFullYear() - YEARS_BACK, 0),
  endMonth: new Date(today.getFullYear() + YEARS_AHEAD, 11),
});

interface DayProps {
  /** YYYY-MM-DD */
  day: string | undefined;
  now: Date;
  onPick(day: string): void;
}
/**
 * One day of a calendar; arrows walk days, Page Up and Page Down months, Home and End the week,
 * Enter takes.
 */
export function DayCalendar({ day, now, onPick }: DayProps) {
  const today = localDay(dateText(now));
  return (
    <DayPicker
      {...shared(today)}
      mode="single"
      required
      selected={optional(day)}
      defaultMonth={optional(day) ?? today}
      onSelect={(local) => onPick(dayOf(local))}
    />
  );
}

interface SpanProps {
  span: DaySpan;
  now: Date;
  months: number;
  onDay(day: string): void;
}
/** A span of days, drawn; what a press on a day means is for the caller to say. */
export function SpanCalendar({ span, now, months, onDay }: SpanProps) {
  const today = localDay(dateText(now));
  const [from, to] = [optional(span.from), optional(span.to)];
  return (
    <DayPicker
      {...shared(today)}
      mode="range"
      numberOfMonths={months}
      showOutsideDays={months === 1}
      selected={from ? { from, to } : undefined}
      defaultMonth={from ?? today}
      onSelect={(_, local) => onDay(dayOf(local))}
    />
  );
}
