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
import { useNarrow } from '../hooks/narrow.ts';
import { boxClass } from './text.tsx';
import styles from './inputs.module.css';

/**
 * The number pads of phones have no minus: a number that may be below zero is turned by a button.
 */
const useSignKey = ({ options, disabled, readonly }: InputProps): boolean =>
  useNarrow() && !disabled && !readonly && !(typeof options.min === 'number' && options.min >= 0);
const turned = (text: string): string => (text.startsWith('-') ? text.slice(1) : `-${text}`);

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

/** Turns a number below zero and back; a press leaves the focus, and the keys of a phone, there. */
const SignKey = ({ label, focus, onPress }: { label: string; focus(): void; onPress(): void }) => (
  <button
    type="button"
    tabIndex={-1}
    className={styles.end}
    aria-label={`${label}：正负号`}
    onMouseDown={(event) => {
      event.preventDefault();
      focus();
    }}
    onClick={onPress}
  >
    ±
  </button>
);

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
  const hasSignKey = useSignKey(props);
  const input = (
    <input
      ref={box}
      {...nativeAttributes(props)}
      type="text"
      autoComplete="off"
      inputMode={scale === 0 ? 'numeric' : 'decimal'}
      className={boxClass(
        props,
        [
          styles.figures,
          styles.right,
          sign && styles.withStart,
          unit && styles.withUnit,
          hasSignKey && styles.withEnd,
        ]
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
  if (!sign && !unit && !hasSignKey) return input;
  return (
    <span
      className={hasSignKey ? `${styles.wrap} ${styles.signed}` : styles.wrap}
      style={room(sign.length > unit.length ? sign : unit)}
    >
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
      {hasSignKey && (
        <SignKey
          label={props.label}
          focus={() => box.current?.focus()}
          onPress={() => type(turned(draft ?? restingText(props.value, scale, false)))}
        />
      )}
    </span>
  );
}
