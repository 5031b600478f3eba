import { valueType, type FieldType } from '../../contract/index.ts';
import { formatValue, labelKind, type FieldFormat } from '../../values/index.ts';
import type { FieldSpec } from '../../runtime/models/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';

/**
 * Inputs whose value reads well as plain text, with the type to format it as where there is no
 * describe. All others are mounted.
 */
const TYPES: Partial<Record<string, FieldType>> = {
  text: 'text',
  email: 'email',
  phone: 'phone',
  url: 'url',
  textarea: 'longText',
  number: 'decimal',
  integer: 'integer',
  decimal: 'decimal',
  currency: 'currency',
  percent: 'percent',
  switch: 'boolean',
  checkbox: 'boolean',
  radio: 'singleSelect',
  select: 'singleSelect',
  multiSelect: 'multiSelect',
  date: 'date',
  dateTime: 'dateTime',
  user: 'user',
  dept: 'dept',
  lookup: 'lookup',
};
const NO_OPTIONS: readonly never[] = [];

export const readsAsText = (input: string): boolean => Object.hasOwn(TYPES, input);

/**
 * How a field's value is formatted: by its describe, by the result type of a computed field, else
 * by its input.
 */
export function valueFormatOf(spec: FieldSpec, input: string = spec.input): FieldFormat {
  return spec.describe
    ? { ...spec.describe, type: valueType(spec.describe) }
    : {
        type: TYPES[input] ?? 'text',
        options: [...(spec.options ?? NO_OPTIONS)],
        ...scaleOf(spec),
      };
}
function scaleOf({ schema }: FieldSpec): { scale?: number } {
  const scale = schema.type === 'integer' ? 0 : schema.ui?.scale;
  return typeof scale === 'number' ? { scale } : {};
}

/** The value of a field as its input would show it; null while the name of an id is not loaded. */
export function valueText(
  spec: FieldSpec,
  input: string,
  value: unknown,
  ports: EnginePorts,
): string | null {
  const look = valueFormatOf(spec, input);
  const kind = labelKind(look);
  if (
    kind !== undefined &&
    [value]
      .flat()
      .some((id) => typeof id === 'string' && id !== '' && ports.labels.get(kind, id) === undefined)
  )
    return null;
  return formatValue(look, value, ports.labels);
}
