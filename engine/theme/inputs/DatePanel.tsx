import DatePicker from '@arco-design/web-react/es/DatePicker';
import { momentOf } from '../../display/dates.ts';
import styles from './inputs.module.css';

export interface DatePanelProps { value: string; time: boolean; /** `text` is YYYY-MM-DD, with HH:mm for a time; `done` when the choice is complete. */ onPick(text: string, done: boolean): void }

/** Arco's calendar without its own input. */
export function DatePanel({ value, time, onPick }: DatePanelProps) {
  // Text typed so far may be no date; the calendar then starts at today.
  const known = momentOf(value.replace(' ', 'T')) ? value : undefined;
  const calendar = time
    ? <DatePicker triggerElement={null} showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" dayStartOfWeek={1} value={known} onSelect={(text) => onPick(text, false)} onOk={(text) => onPick(text, true)} />
    : <DatePicker triggerElement={null} format="YYYY-MM-DD" dayStartOfWeek={1} value={known} onChange={(text) => onPick(text, true)} />;
  return <div className={styles.calendar}>{calendar}</div>;
}
