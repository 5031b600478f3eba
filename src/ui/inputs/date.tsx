import {
  addDays,
  dateText,
  dateTimeText,
  momentOf,
  readDate,
  readDateTime,
  clockAt,
  momentAtWall,
} from '../../values/index.ts';
import type { InputProps } from '../fields/input-props.ts';
import { MomentField, lazyPanel, type MomentKind } from './moment-field.tsx';

const textual = (value: unknown): string => (typeof value === 'string' ? value : '');
const DATE: MomentKind = {
  icon: 'calendar',
  opens: '日历',
  placeholder: () => '年-月-日',
  read: readDate,
  show: (value) => textual(value).slice(0, 10),
  step: (value, by, _, now) =>
    momentOf(value) ? addDays(textual(value).slice(0, 10), by) : dateText(now),
  panel: lazyPanel(async () => (await import('./DatePanel.tsx')).DatePanel, 296, 336),
};
function shiftDays(value: unknown, days: number): string {
  const moment = momentOf(value) ?? new Date();
  return momentAtWall(addDays(dateText(moment), days), ...clockAt(moment)).toISOString();
}
const DATE_TIME: MomentKind = {
  icon: 'calendar',
  opens: '日历',
  placeholder: () => '年-月-日 时:分',
  read: readDateTime,
  show: (value) => {
    const moment = momentOf(value);
    return moment ? dateTimeText(moment, false) : textual(value);
  },
  step: (value, by, _, now) => (momentOf(value) ? shiftDays(value, by) : now.toISOString()),
  panel: lazyPanel(async () => (await import('./DatePanel.tsx')).DateTimePanel, 424, 388),
};

/** Value YYYY-MM-DD. */
export const DateInput = (props: InputProps) => <MomentField props={props} kind={DATE} />;
/** Value ISO 8601 in UTC, shown and typed in the tenant's zone. */
export const DateTimeInput = (props: InputProps) => <MomentField props={props} kind={DATE_TIME} />;
