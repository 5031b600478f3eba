import type { ComponentProps, ReactNode } from 'react';
import { useState } from 'react';
import { Icon } from '../icons/icons.tsx';
import { isFailing, nativeAttributes, type InputProps } from '../fields/input-props.ts';
import styles from './inputs.module.css';

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
/** An emptied text is no value: undefined, unless the schema's options name another. */
const valueOf = (text: string, props: InputProps): unknown =>
  text === '' ? props.options.emptyValue : text;
export const boxClass = (
  props: Pick<InputProps, 'rawErrors' | 'disabled' | 'readonly'>,
  more = '',
): string =>
  [
    styles.box,
    isFailing(props) && styles.failing,
    props.disabled && styles.disabled,
    props.readonly && styles.readonly,
    more,
  ]
    .filter(Boolean)
    .join(' ');

type Extra = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoComplete' | 'spellCheck' | 'className'
>;
/**
 * A line of text. A native element in Arco's look (its tokens), not Arco's component: a form of a
 * thousand fields mounts in a third of the time, and login needs no Arco code at all. Drawn within
 * the component that calls it.
 */
function lineInput(props: InputProps, extra: Extra): ReactNode {
  return (
    <input
      {...nativeAttributes(props)}
      {...extra}
      autoComplete={props.options.autocomplete ?? extra.autoComplete ?? 'off'}
      className={boxClass(props, extra.className)}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(valueOf(event.target.value, props))}
      onBlur={() => props.onBlur(props.id, props.value)}
      onFocus={() => props.onFocus(props.id, props.value)}
    />
  );
}

export const TextInput = (props: InputProps) =>
  lineInput(props, { type: props.options.inputType === 'search' ? 'search' : 'text' });
export const EmailInput = (props: InputProps) =>
  lineInput(props, { type: 'text', inputMode: 'email', spellCheck: false });
export const PhoneInput = (props: InputProps) =>
  lineInput(props, { type: 'tel', inputMode: 'tel', className: styles.figures });
export const UrlInput = (props: InputProps) =>
  lineInput(props, { type: 'text', inputMode: 'url', spellCheck: false });

export const PasswordInput = (props: InputProps) => (
  <SecretInput {...props} kind="current-password" />
);
/** Hidden unless its person wants to see it. */
export function SecretInput({
  kind,
  ...props
}: InputProps & { kind: 'current-password' | 'new-password' }) {
  const [shown, setShown] = useState(false);
  return (
    <span className={styles.wrap}>
      {lineInput(props, {
        type: shown ? 'text' : 'password',
        autoComplete: kind,
        spellCheck: false,
        className: styles.withEnd,
      })}
      <button
        type="button"
        className={styles.end}
        aria-pressed={shown}
        aria-label="显示密码"
        title={shown ? '隐藏密码' : '显示密码'}
        disabled={props.disabled}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'eye' : 'eye-invisible'} />
      </button>
    </span>
  );
}

/** The counter appears when this share of the length is used up: earlier it is noise. */
const COUNT_FROM = 0.8;
/**
 * Grows with its text (CSS field-sizing, three rows and a handle where a browser lacks it). A text
 * that is too long is preserved and marked, never cut.
 */
export function TextareaInput(props: InputProps) {
  const text = textOf(props.value);
  const most = props.options.maxLength ?? props.schema.maxLength;
  const near = most !== undefined && text.length >= most * COUNT_FROM;
  return (
    <span className={styles.wrap}>
      <textarea
        {...nativeAttributes(props)}
        className={boxClass(props, styles.area)}
        rows={props.options.rows ?? 3}
        value={text}
        onChange={(event) => props.onChange(valueOf(event.target.value, props))}
        onBlur={() => props.onBlur(props.id, props.value)}
        onFocus={() => props.onFocus(props.id, props.value)}
      />
      {near && <Count length={text.length} most={most} />}
    </span>
  );
}
const Count = ({ length, most }: { length: number; most: number }) => (
  <span className={`${styles.count} ${length > most ? styles.over : ''}`} aria-live="polite">
    {length} / {most}
  </span>
);
