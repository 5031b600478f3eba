import type { ReactNode } from 'react';
import { isNumeric } from '../../values/index.ts';
import type { PlaceholderProps } from '../kit/types.ts';
import type { FieldSnapshot, FieldSpec } from '../../runtime/models/index.ts';
import styles from './window.module.css';

export interface FieldPlaceholderProps {
  id: string;
  spec: FieldSpec;
  look: PlaceholderProps;
  input: string;
  text: string;
  snapshot: FieldSnapshot;
  required: boolean;
  /** The stretch it belongs to. */
  number: number;
  edge: ((element: Element | null) => (() => void) | undefined) | undefined;
}

/**
 * A field as text: its label, its value, what is wrong with it and its help, in the outline of the
 * input. Found by the browser's search and read by screen readers like any text. A function, not a
 * component: a form has hundreds.
 */
export function fieldPlaceholder({
  id,
  spec,
  look,
  input,
  text,
  snapshot: glance,
  required,
  number,
  edge,
}: FieldPlaceholderProps): ReactNode {
  const label = look.label ?? spec.label;
  const help = look.help ?? spec.help;
  const failing = glance.errors.length > 0;
  const yes = input === 'checkbox';
  const span =
    look.span !== undefined && look.span > 1 ? { gridColumn: `span ${look.span}` } : undefined;
  return (
    <div
      key={id}
      ref={edge}
      className={styles.field}
      style={span}
      data-stand-in={number}
      data-field={spec.name}
    >
      {!yes && labelled(label, look.hideLabel === true, required)}
      <span
        className={boxOf(
          input,
          failing,
          isNumeric(spec.describe?.type ?? 'text') || spec.schema.type === 'number',
        )}
      >
        {yes ? `${label}：${text || '否'}` : text}
      </span>
      {failing && <span className={styles.error}>{glance.errors.join('；')}</span>}
      {help && <span className={styles.help}>{help}</span>}
    </div>
  );
}
/**
 * A plain label is text without an element of its own: a thousand elements less to make and to lay
 * out.
 */
function labelled(label: string, isHidden: boolean, required: boolean): ReactNode {
  return isHidden || required ? (
    <span className={isHidden ? 'hz-visually-hidden' : styles.required}>{label}</span>
  ) : (
    label
  );
}
const BARE: ReadonlySet<string> = new Set(['checkbox', 'switch', 'radio']);
function boxOf(input: string, failing: boolean, figures: boolean): string | undefined {
  if (BARE.has(input)) return styles.bare;
  const more = [
    failing ? styles.failing : '',
    figures ? styles.figures : '',
    input === 'textarea' ? styles.area : '',
  ]
    .filter(Boolean)
    .join(' ');
  return more ? `${styles.box} ${more}` : styles.box;
}
