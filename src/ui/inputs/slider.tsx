import { formatValue } from '../../values/index.ts';
import { ariaPropsOf, type InputProps } from '../fields/input-props.ts';
import { NumberInput } from './number.tsx';
import styles from './slider.module.css';

const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
/**
 * A scale with a number box beside it: the box takes exact values and shows those the scale cannot.
 * An unset value stays unset until one of them is moved.
 */
export function SliderInput(props: InputProps) {
  const min = numberOr(props.options.min, 0);
  const max = Math.max(min, numberOr(props.options.max, 100));
  const step = numberOr(props.options.step, 1);
  const value =
    typeof props.value === 'number' && Number.isFinite(props.value) ? props.value : null;
  const at = Math.min(max, Math.max(min, value ?? min));
  const { numberKind, currencyCode, thousands } = props.options;
  const valueText = (number: number) =>
    formatValue(
      {
        type: numberKind ?? 'slider',
        step,
        ...(currencyCode && { currencyCode }),
        ...(thousands === false && { thousands }),
      },
      number,
    );
  const share = max > min ? (at - min) / (max - min) : 0;
  const { 'aria-required': _required, ...aria } = ariaPropsOf(props);
  return (
    <div className={styles.slider}>
      <span className={styles.scale}>
        <input
          {...aria}
          type="range"
          id={props.id}
          min={min}
          max={max}
          step={step > 0 ? step : 1}
          value={at}
          disabled={props.disabled || props.readonly}
          autoFocus={props.autofocus}
          className={`${styles.range} ${value === null ? styles.unset : ''}`}
          style={{ backgroundSize: `${share * 100}% 4px, 100% 4px` }}
          aria-valuetext={value === null ? '未填写' : valueText(value)}
          onChange={(event) => props.onChange(Number(event.target.value))}
          onBlur={() => props.onBlur(props.id, props.value)}
          onFocus={() => props.onFocus(props.id, props.value)}
        />
        <span className={styles.ends} aria-hidden>
          <span>{valueText(min)}</span>
          <span>{valueText(max)}</span>
        </span>
      </span>
      <span className={styles.number}>
        <NumberInput
          {...props}
          id={`${props.id}-number`}
          hideLabel
          label={`${props.label}的数值`}
          autofocus={false}
          placeholder={props.placeholder || '未填写'}
        />
      </span>
    </div>
  );
}
