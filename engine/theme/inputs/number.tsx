import { useLayoutEffect, useRef, useState } from 'react';
import { cleanNumberText, currencySign, fixedNumber, formatNumber, mayBeNumber, parseNumber, plainNumber } from '../../display/numbers.ts';
import { nativeAttributes, type InputProps } from '../input-props.ts';
import { boxClass } from './text.tsx';
import styles from './inputs.module.css';

const scaleOf = ({ options, schema }: InputProps): number | undefined =>
  options.numberKind === 'integer' || schema.type === 'integer' ? 0 : options.scale ?? (options.numberKind === 'currency' ? 2 : undefined);

/** The text while nobody types: grouped, with all its decimals. A value of another type shows as it is. */
function restingText(value: unknown, scale: number | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'number' && Number.isFinite(value) ? formatNumber(value, scale) : String(value);
}

/**
 * A number typed as text, exactly: what cannot become a number of this scale is not let in, and nothing is rounded behind
 * the person's back. The value is a JSON number (undefined when empty); an unfinished text such as "-" keeps the old value.
 */
export function NumberInput(props: InputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const typing = draft !== null;
  // The text changed from resting to plain under the selection that Tab made: without this, typing would add to the number. A press sets its caret after it.
  useLayoutEffect(() => { if (typing) box.current?.select(); }, [typing]);
  const scale = scaleOf(props);
  const { numberKind, currencyCode } = props.options;
  const type = (text: string) => {
    const clean = cleanNumberText(text);
    if (!mayBeNumber(clean, scale)) return;
    setDraft(clean);
    const number = parseNumber(clean);
    if (number !== null && number !== props.value) props.onChange(number === undefined ? props.options.emptyValue : number);
  };
  const begin = () => {
    setDraft(typeof props.value === 'number' ? (scale === undefined ? plainNumber(props.value) : fixedNumber(props.value, scale).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')) : restingText(props.value, scale));
    props.onFocus(props.id, props.value);
  };
  const sign = numberKind === 'currency' ? currencySign(currencyCode).trim() : '';
  const unit = numberKind === 'percent' ? '%' : '';
  const input = (
    <input ref={box} {...nativeAttributes(props)} type="text" autoComplete="off" inputMode={scale === 0 ? 'numeric' : 'decimal'}
      className={boxClass(props, [styles.figures, styles.right, sign && styles.withStart, unit && styles.withUnit].filter(Boolean).join(' '))}
      value={draft ?? restingText(props.value, scale)} onChange={(event) => type(event.target.value)}
      onFocus={begin} onBlur={() => { setDraft(null); props.onBlur(props.id, props.value); }} />
  );
  if (!sign && !unit) return input;
  return <span className={styles.wrap}>{sign && <span className={styles.start} aria-hidden>{sign}</span>}{input}{unit && <span className={styles.unit} aria-hidden>{unit}</span>}</span>;
}
