import { useState } from 'react';
import type { FieldType } from '../../contract/index.ts';
import { formatValue, readValue } from '../../values/index.ts';
import { nativeAttributes, type InputProps } from '../fields/input-props.ts';
import { boxClass } from './text.tsx';

/**
 * A text that is read as a value of the type while it is typed, as a pasted one is; at rest it is
 * the value as the type writes it. A text that cannot be read is handed on as it is, for the checks
 * to refuse in words.
 */
export function ReadInput({
  props,
  type,
  className = '',
}: {
  props: InputProps;
  type: FieldType;
  className?: string;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const change = (text: string) => {
    setDraft(text);
    const read = readValue({ type }, text, new Date());
    const next = 'value' in read ? (read.value ?? props.options.emptyValue) : text;
    if (next !== props.value) props.onChange(next);
  };
  return (
    <input
      {...nativeAttributes(props)}
      type="text"
      autoComplete="off"
      spellCheck={false}
      className={boxClass(props, className)}
      value={draft ?? formatValue({ type }, props.value)}
      onChange={(event) => change(event.target.value)}
      onFocus={() => props.onFocus(props.id, props.value)}
      onBlur={() => {
        setDraft(null);
        props.onBlur(props.id, props.value);
      }}
    />
  );
}
