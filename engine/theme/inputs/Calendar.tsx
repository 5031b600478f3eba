import { DayPicker, type DateRange } from 'react-day-picker';
import { zhCN } from 'react-day-picker/locale/zh-CN';
import { Icon } from '../icons.tsx';
import styles from './calendar.module.css';

/** Years the list of years goes back (birthdays) and ahead (contracts); others are typed. */
const YEARS_BACK = 100;
const YEARS_AHEAD = 30;
const CLASSES = {
  root: styles.root, months: styles.months, month: styles.month, month_caption: styles.caption, dropdowns: styles.dropdowns, dropdown_root: styles.dropdown, dropdown: styles.select, caption_label: styles.label,
  nav: styles.nav, button_previous: styles.step, button_next: styles.step, month_grid: styles.grid, weekday: styles.weekday, day: styles.day, day_button: styles.dayButton,
  today: styles.today, outside: styles.outside, selected: styles.selected, range_start: styles.start, range_middle: styles.middle, range_end: styles.finish,
};
const FORMATTERS = { formatMonthDropdown: (month: Date) => `${month.getMonth() + 1} 月`, formatYearDropdown: (year: Date) => `${year.getFullYear()} 年` };
const COMPONENTS = { Chevron: ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) => <Icon name={orientation ?? 'down'} /> };
const shared = (now: Date) => ({
  locale: zhCN, weekStartsOn: 1 as const, showOutsideDays: true, fixedWeeks: true, captionLayout: 'dropdown' as const, autoFocus: true, today: now, classNames: CLASSES, formatters: FORMATTERS, components: COMPONENTS,
  startMonth: new Date(now.getFullYear() - YEARS_BACK, 0), endMonth: new Date(now.getFullYear() + YEARS_AHEAD, 11),
});

/** One day of a calendar; arrows walk days, Page Up and Page Down months, Home and End the week, Enter takes. */
export const DayCalendar = ({ day, now, onPick }: { day: Date | undefined; now: Date; onPick(day: Date): void }) =>
  <DayPicker {...shared(now)} mode="single" required selected={day} defaultMonth={day ?? now} onSelect={onPick} />;

/** A span of days, drawn; what a press on a day means is for the caller to say. */
export const SpanCalendar = ({ span, now, months, onDay }: { span: DateRange | undefined; now: Date; months: number; onDay(day: Date): void }) =>
  <DayPicker {...shared(now)} mode="range" numberOfMonths={months} showOutsideDays={months === 1} selected={span} defaultMonth={span?.from ?? now} onSelect={(_, day) => onDay(day)} />;
