import { addTime, readTime, timeOf, timeParts, clockAt } from '../../values/index.ts';
import type { InputOptions, InputProps } from '../fields/input-props.ts';
import { MomentField, type MomentKind, type MomentPanelProps } from './moment-field.tsx';
import { MomentFoot } from './MomentFoot.tsx';
import { TimeColumns } from './TimeColumns.tsx';
import styles from './calendar.module.css';

const withSeconds = (options: InputOptions): boolean => options.seconds === true;
const writeNow = (now: Date, options: InputOptions): string =>
  timeOf(clockAt(now), withSeconds(options));

function TimePanel(foot: MomentPanelProps) {
  const { value, label, now, options, onPick } = foot;
  return (
    <div className={styles.panel}>
      <TimeColumns
        label={label}
        parts={timeParts(value)}
        now={now}
        seconds={withSeconds(options)}
        autoFocus
        onPick={(text) => onPick(text, false)}
      />
      <MomentFoot {...foot}>
        <button
          type="button"
          className={styles.text}
          onClick={() => onPick(writeNow(now, options), true)}
        >
          此刻
        </button>
        <button type="button" className={styles.primary} onClick={() => onPick(value, true)}>
          确定
        </button>
      </MomentFoot>
    </div>
  );
}
const TIME: MomentKind = {
  icon: 'clock-circle',
  opens: '时间表',
  placeholder: (options) => (withSeconds(options) ? '时:分:秒' : '时:分'),
  read: (text, now, options) => readTime(text, withSeconds(options), now),
  show: (value, options) => {
    const parts = timeParts(value);
    return parts ? timeOf(parts, withSeconds(options)) : typeof value === 'string' ? value : '';
  },
  step: (value, by, caret, now, options) =>
    timeParts(value)
      ? addTime(
          String(value),
          by,
          caret <= 2 ? 'hour' : caret <= 5 ? 'minute' : 'second',
          withSeconds(options),
        )
      : writeNow(now, options),
  panel: { Content: TimePanel, width: 232, height: 300 },
};
/** Value HH:mm, HH:mm:ss when the field counts seconds. */
export function TimeInput(props: InputProps) {
  // JSON Schema's own times always have seconds.
  const seconds = props.options.seconds ?? props.schema.format === 'time';
  return <MomentField props={{ ...props, options: { ...props.options, seconds } }} kind={TIME} />;
}
