import { useId } from 'react';
import type { CSSProperties } from 'react';
import type { InputProps } from '../fields/input-props.ts';
import { Picker } from './Picker.tsx';
import { SEARCH_FROM, type PickItem } from './picker-types.ts';
import styles from './picker.module.css';

interface SelectOffer<T extends string> {
  value: T;
  label: string;
}
interface Props<T extends string> {
  /** Accessible name. */
  label: string;
  value: T;
  options: readonly SelectOffer<T>[];
  onChange(value: T): void;
  disabled?: boolean;
  /**
   * `fit`: as wide as its widest option; `bare`: only its text, as wide as that is; else as wide as
   * what it is in.
   */
  look?: 'fit' | 'bare';
  /** What a pointer that rests on it reads. */
  title?: string | undefined;
  className?: string | undefined;
}

const WIDE_SIGN = /[\u2e80-\uffef]/u;
/** Width of a text in em, near enough for a box: a Chinese sign is one, another a little more than half. */
const widthOf = (text: string): number =>
  [...text].reduce((width, sign) => width + (WIDE_SIGN.test(sign) ? 1 : 0.6), 0);
/** Widest box that fits its options, in em. */
const MOST_WIDTH = 16;
function fitting(options: readonly { label: string }[]): CSSProperties {
  const widest = Math.max(2, ...options.map(({ label }) => widthOf(label)));
  return { '--fit': `${Math.min(MOST_WIDTH, widest).toFixed(1)}em` } as CSSProperties;
}

const ignored = () => undefined;
const NO_OPTIONS: InputProps['options'] = {};
const NO_SCHEMA: InputProps['schema'] = {};
const NO_REGISTRY: InputProps['registry'] = {};

/**
 * One of a few texts, outside a form: what a condition, a setting or a list goes by. One is always
 * chosen. Nothing of the list exists until it opens.
 */
export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
  look,
  title,
  className = '',
}: Props<T>) {
  const id = useId();
  const items = options.map((option): PickItem => ({ key: option.value, label: option.label }));
  return (
    <Picker
      input={{
        id,
        label,
        hideLabel: true,
        value,
        disabled,
        onChange: ignored,
        onBlur: ignored,
        onFocus: ignored,
        options: NO_OPTIONS,
        schema: NO_SCHEMA,
        registry: NO_REGISTRY,
      }}
      items={items}
      picked={items.filter(({ key }) => key === value)}
      searchable={items.length > SEARCH_FROM}
      clearable={false}
      className={`${look ? styles[look] : ''} ${className}`}
      style={look === 'fit' ? fitting(options) : undefined}
      title={title}
      emptyText="没有符合的选项"
      onPick={([key]) => {
        const picked = options.find((option) => option.value === key);
        if (picked && picked.value !== value) onChange(picked.value);
      }}
    />
  );
}
