import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import {
  checkDecimal,
  currencySign,
  fixedNumber,
  groupDigits,
  parseNumber,
  plainNumber,
} from '../../values/index.ts';
import { nativeAttributes, type InputOptions, type InputProps } from '../fields/input-props.ts';
import { boxClass } from './text.tsx';
import styles from './inputs.module.css';

/** More digits than any number of ours has: only those after the point are asked about. */
const ANY = 400;
const scaleOf = ({ options, schema }: InputProps): number | undefined =>
  options.numberKind === 'integer' || schema.type === 'integer'
    ? 0
    : (options.scale ?? (options.numberKind === 'currency' ? 2 : undefined));

/**
 * The text while the field is not edited: grouped, with all its decimals. A number with more
 * decimals than the field has shows them all, since it is refused and must be seen; what is no
 * number shows as it was typed.
 */
function restingText(value: unknown, scale: number | undefined, grouped: boolean): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'number' || !Number.isFinite(value))
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text =
    scale === undefined || !checkDecimal(value, ANY, scale)
      ? plainNumber(value)
      : fixedNumber(value, scale);
  return grouped ? groupDigits(text) : text;
}

/** What is shown before and after the number. */
function besides({ numberKind, currencyCode, unit = '', unitFirst }: InputOptions) {
  if (numberKind === 'percent') return { sign: '', unit: '%' };
  const before = unitFirst === true ? unit : '';
  return {
    sign: numberKind === 'currency' ? currencySign(currencyCode).trim() : before,
    unit: before === '' ? unit : '',
  };
}
/** Room for what is beside the number, in characters. */
const room = (text: string): CSSProperties => ({ '--beside': [...text].length }) as CSSProperties;

/**
 * A number typed as text, exactly: full-width digits, grouping and powers of ten are understood,
 * nothing is rounded behind the person's back and nothing is lost. The value is a JSON number
 * (undefined when empty); a text that is no number is handed on as it is, for the checks to refuse
 * in words.
 */
export function NumberInput(props: InputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const typing = draft !== null;
  // The text changed from resting to plain under the selection that Tab made: without this, typing
  // would add to the number. A press sets its caret after it.
  useLayoutEffect(() => {
    if (typing) box.current?.select();
  }, [typing]);
  const scale = scaleOf(props);
  const { thousands } = props.options;
  const type = (text: string) => {
    setDraft(text);
    const number = parseNumber(text, props.options.numberKind === 'percent');
    const next = number === undefined ? props.options.emptyValue : (number ?? text);
    if (next !== props.value) props.onChange(next);
  };
  const begin = () => {
    setDraft(
      typeof props.value === 'number' && Number.isFinite(props.value)
        ? plainNumber(props.value)
        : restingText(props.value, scale, false),
    );
    props.onFocus(props.id, props.value);
  };
  const { sign, unit } = besides(props.options);
  const input = (
    <input
      ref={box}
      {...nativeAttributes(props)}
      type="text"
      autoComplete="off"
      inputMode={scale === 0 ? 'numeric' : 'decimal'}
      className={boxClass(
        props,
        [styles.figures, styles.right, sign && styles.withStart, unit && styles.withUnit]
          .filter(Boolean)
          .join(' '),
      )}
      value={draft ?? restingText(props.value, scale, thousands !== false)}
      onChange={(event) => type(event.target.value)}
      onFocus={begin}
      onBlur={() => {
        setDraft(null);
        props.onBlur(props.id, props.value);
      }}
    />
  );
  if (!sign && !unit) return input;
  return (
    <span className={styles.wrap} style={room(sign.length > unit.length ? sign : unit)}>
      {sign && (
        <span className={styles.start} aria-hidden>
          {sign}
        </span>
      )}
      {input}
      {unit && (
        <span className={styles.unit} aria-hidden>
          {unit}
        </span>
      )}
    </span>
  );
}
