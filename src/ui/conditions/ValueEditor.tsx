import { useState } from 'react';
import {
  FIELDS,
  valueType,
  type FieldDescribe,
  type FieldType,
  type FilterLeaf,
} from '../../contract/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import {
  formatValue,
  isNumeric,
  operatorArity,
  operatorLabel,
  readValue,
} from '../../values/index.ts';
import { ValueInput } from '../inputs/FieldInput.tsx';
import { Select } from '../inputs/Select.tsx';
import { chrome } from '../parts/chrome.tsx';
import styles from './conditions.module.css';

/** Types whose input can hold several values by itself. */
const holdsSeveral = (type: FieldType): boolean =>
  FIELDS[type].family === 'option' || FIELDS[type].names !== undefined;
/** In a condition these are parts of a text: no format is asked for. */
const isSearched = (type: FieldType): boolean => FIELDS[type].operators.includes('contains');
const BOOLEANS = [
  { value: '', label: '请选择' },
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
] as const;

/** Values that people write in another way than they are stored: 1:30 is a number of seconds. */
const isWritten = (field: FieldDescribe): boolean => typeof FIELDS[field.type].read === 'function';
/** The value written as one text of a list; none where a number is needed and the text is not one. */
function valuesOf(field: FieldDescribe, text: string): unknown[] {
  if (isWritten(field)) {
    const read = readValue(field, text, new Date());
    if ('value' in read) return [read.value];
  }
  return isNumeric(field.type) ? [Number(text)].filter(Number.isFinite) : [text];
}

interface Props {
  leaf: FilterLeaf;
  field: FieldDescribe;
  ports: EnginePorts;
  failing: boolean;
  onChange(value: unknown): void;
}

/** The parts of a list that is written with commas, semicolons or lines between them. */
const partsOf = (text: string): string[] =>
  text
    .split(/[,，、;；\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Several texts or numbers, with commas between them. */
function ListText({
  field,
  value,
  onChange,
}: {
  field: FieldDescribe;
  value: unknown;
  onChange(value: unknown): void;
}) {
  const [text, setText] = useState(() =>
    Array.isArray(value)
      ? value.map((each) => (isWritten(field) ? formatValue(field, each) : String(each))).join('，')
      : '',
  );
  const change = (next: string) => {
    setText(next);
    onChange(partsOf(next).flatMap((part) => valuesOf(field, part)));
  };
  return (
    <input
      className={`${chrome.input} ${styles.text}`}
      aria-label={`${field.label}的值`}
      placeholder="多个值用逗号隔开"
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  );
}

function Pair({ leaf, field, ports, onChange }: Props) {
  const [low, high] = Array.isArray(leaf.value) ? (leaf.value as unknown[]) : [];
  return (
    <span className={styles.pair}>
      <ValueInput
        key={`${field.apiName} low`}
        describe={field}
        ports={ports}
        label={`${field.label}从`}
        value={low}
        onChange={(value) => onChange([value, high])}
      />
      至
      <ValueInput
        key={`${field.apiName} high`}
        describe={field}
        ports={ports}
        label={`${field.label}到`}
        value={high}
        onChange={(value) => onChange([low, value])}
      />
    </span>
  );
}

/**
 * The field a value is compared as: a date range as a date, a computed field as its result type.
 */
const comparedField = (field: FieldDescribe): FieldDescribe => ({
  ...field,
  type: field.type === 'dateRange' ? 'date' : valueType(field),
});

/**
 * The value of a condition, as its operator takes it: nothing, one, several, a pair, or a number of
 * days.
 */
export function ValueEditor(given: Props) {
  const props = { ...given, field: comparedField(given.field) };
  const { leaf, field, ports, failing, onChange } = props;
  const label = `${field.label}的值`;
  const key = `${field.apiName} ${operatorArity(leaf.op)}`;
  switch (operatorArity(leaf.op)) {
    case 'none':
      return null;
    case 'pair':
      return <Pair {...props} />;
    case 'days':
      return (
        <span className={styles.pair}>
          <ValueInput
            key={key}
            describe={{ type: 'integer', label: '天数', min: 1 }}
            ports={ports}
            label="天数"
            value={leaf.value}
            onChange={onChange}
          />
          {operatorLabel(leaf.op, field.type).split('若干')[1]}
        </span>
      );
    case 'list':
      return holdsSeveral(field.type) ? (
        <ValueInput
          key={key}
          describe={field}
          multiple
          ports={ports}
          label={label}
          value={leaf.value ?? []}
          onChange={onChange}
        />
      ) : (
        <ListText key={key} field={field} value={leaf.value} onChange={onChange} />
      );
    default:
      break;
  }
  if (field.type === 'boolean')
    return (
      <Select
        label={label}
        value={leaf.value === true ? 'true' : leaf.value === false ? 'false' : ''}
        options={BOOLEANS}
        onChange={(value) => onChange(value === '' ? undefined : value === 'true')}
        className={styles.full}
      />
    );
  if (isSearched(field.type))
    return (
      <input
        key={key}
        className={`${chrome.input} ${styles.text}`}
        aria-label={label}
        aria-invalid={failing || undefined}
        placeholder="请输入"
        value={typeof leaf.value === 'string' ? leaf.value : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <ValueInput
      key={key}
      describe={field}
      ports={ports}
      label={label}
      value={leaf.value}
      onChange={onChange}
    />
  );
}
