import { type FieldType, valueType } from '../../contract/index.ts';
import { formatValue, isNumeric, type FieldFormat } from '../../values/index.ts';
import {
  nativeAttributes,
  portsOf,
  type InputContext,
  type InputProps,
} from '../fields/input-props.ts';
import { boxClass } from './text.tsx';
import styles from './inputs.module.css';

const OF_SCHEMA: Record<string, FieldType> = {
  integer: 'integer',
  number: 'decimal',
  boolean: 'boolean',
};
const OF_FORMAT: Record<string, FieldType> = { date: 'date', 'date-time': 'dateTime' };
/**
 * How the value reads: by its result's type, or by the schema's where there is no described field.
 */
function lookOf({ registry, schema, options }: InputProps): FieldFormat {
  const { describe } = (registry.formContext ?? {}) as InputContext;
  if (describe) return { ...describe, type: valueType(describe) };
  const type = OF_FORMAT[schema.format ?? ''] ?? OF_SCHEMA[String(schema.type)] ?? 'text';
  return { type, ...(options.scale !== undefined && { scale: options.scale }) };
}
/**
 * A computed value: shown as its type is, to be read and copied, never typed. `waiting` is shown
 * while there is none.
 */
function Computed({ props, waiting }: { props: InputProps; waiting: string }) {
  const look = lookOf(props);
  return (
    <input
      {...nativeAttributes(props)}
      readOnly
      placeholder={waiting}
      value={formatValue(look, props.value, portsOf(props)?.labels)}
      className={boxClass(
        { ...props, readonly: true },
        isNumeric(look.type) ? `${styles.figures} ${styles.right}` : '',
      )}
      onFocus={() => props.onFocus(props.id, props.value)}
      onBlur={() => props.onBlur(props.id, props.value)}
    />
  );
}
export const FormulaInput = (props: InputProps) => <Computed props={props} waiting="自动计算" />;
export const AutoNumberInput = (props: InputProps) => (
  <Computed props={props} waiting="保存后自动生成" />
);
