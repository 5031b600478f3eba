import type { FieldDescribe, FilterNode, SelectOption } from '../../contract/index.ts';
import { type JSONSchema7, equalData, type FieldModel } from '../../runtime/models/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';

/**
 * What every input takes: the part of rjsf's WidgetProps it needs, so that the same component
 * serves rjsf's Form, our fast path (FieldInput) and bare editors (ValueInput). The element that
 * takes the focus carries `id`.
 */
export interface InputProps {
  id: string;
  name?: string;
  htmlName?: string;
  label: string;
  /** No visible label: the input names itself. */
  hideLabel?: boolean;
  value?: unknown;
  onChange(value: unknown): void;
  onBlur(id: string, value: unknown): void;
  onFocus(id: string, value: unknown): void;
  options: InputOptions;
  schema: JSONSchema7;
  required?: boolean;
  readonly?: boolean;
  disabled?: boolean;
  autofocus?: boolean;
  rawErrors?: string[];
  placeholder?: string;
  registry: { formContext?: unknown };
}

/** Options of an input: rjsf's ui:options, or taken from the field's describe by FieldInput. */
export interface InputOptions {
  /** `note` is drawn beside the label, and searched. */
  choices?: readonly (SelectOption & { note?: string })[];
  enumOptions?: readonly { value: unknown; label: string }[];
  enumDisabled?: readonly unknown[];
  emptyValue?: unknown;
  refObject?: string;
  /** Which records of it are offered, and what is shown beside their titles. */
  candidates?: FilterNode;
  shows?: readonly { readonly field: string }[];
  /** Digits after the point; bounds are the validator's business. */
  scale?: number;
  currencyCode?: string;
  /** Shown beside the number that is typed. */
  unit?: string;
  unitFirst?: boolean;
  /** How a number is written. */
  numberKind?: 'integer' | 'decimal' | 'currency' | 'percent';
  maxLength?: number;
  rows?: number;
  multiple?: boolean;
  /** HTML autocomplete token: username, current-password ... */
  autocomplete?: string;
  clearable?: boolean;
  inputType?: string;
  [more: string]: unknown;
}

/** What the form context carries for inputs that need the world (people, records, files). */
export interface InputContext {
  ports?: EnginePorts;
  describe?: FieldDescribe;
  /** The field itself, for inputs of lists and objects. */
  field?: FieldModel;
}
export const portsOf = (props: Pick<InputProps, 'registry'>): EnginePorts | undefined =>
  (props.registry.formContext as InputContext | undefined)?.ports;

/** The field of a form an input is for. */
export const fieldOf = (props: Pick<InputProps, 'registry'>): FieldModel | undefined =>
  (props.registry.formContext as InputContext | undefined)?.field;

/** The name of the field an input is for, inside a form. */
export const fieldNameOf = (props: Pick<InputProps, 'registry'>): string | undefined =>
  (props.registry.formContext as InputContext | undefined)?.describe?.apiName;

/** Ids of what describes an input: rjsf's names, so that its own templates and ours agree. */
export const errorId = (id: string): string => `${id}__error`;
export const helpId = (id: string): string => `${id}__help`;
export const labelId = (id: string): string => `${id}__label`;

export const isFailing = (props: Pick<InputProps, 'rawErrors'>): boolean =>
  (props.rawErrors?.length ?? 0) > 0;

/** Attributes that tie an input to its label, its errors and its help. */
export function ariaPropsOf(props: InputProps) {
  const failing = isFailing(props);
  return {
    'aria-label': props.hideLabel ? props.label || undefined : undefined,
    'aria-required': props.required || undefined,
    'aria-invalid': failing || undefined,
    'aria-describedby': [failing && errorId(props.id), helpId(props.id)].filter(Boolean).join(' '),
  };
}
/** The same plus what any native input of ours carries. */
export function nativeAttributes(props: InputProps) {
  return {
    id: props.id,
    name: props.htmlName ?? props.name ?? props.id,
    disabled: props.disabled,
    readOnly: props.readonly,
    autoFocus: props.autofocus,
    // An empty one would still make the browser build a placeholder into every input.
    placeholder: props.placeholder || undefined,
    ...ariaPropsOf(props),
  };
}

/**
 * One choice of a select, from either of the two notations. `value` is what is stored: a number
 * where the schema wants one.
 */
export interface Choice {
  key: string;
  value: unknown;
  label: string;
  note?: string;
  color?: string | undefined;
  disabled?: boolean | undefined;
}
export function choicesOf(
  { choices, enumOptions, enumDisabled }: InputOptions,
  schema?: JSONSchema7,
): Choice[] {
  if (choices)
    return choices.map((option) => ({
      key: option.code,
      value: storedValue(option.code, schema),
      label: option.label,
      ...(option.note && { note: option.note }),
      color: option.color,
      disabled: option.disabled,
    }));
  // rjsf's values may be of any kind: equal-looking values differ only by their index.
  return (enumOptions ?? []).map(({ value, label }, index) => {
    const key = isPlain(value) ? String(value) : String(index);
    return {
      key,
      value,
      label: label === OBJECT_TEXT ? JSON.stringify(value) : label,
      disabled: enumDisabled?.some((each) => equalData(each, value)),
    };
  });
}
/** What JavaScript makes of an object that is asked for its text: no name for anyone. */
const OBJECT_TEXT = String({});
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
/**
 * The stored value of an option's code: codes are texts, the schema may want a number or a boolean.
 */
function storedValue(code: string, schema: JSONSchema7 | undefined): unknown {
  const source =
    schema?.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items)
      ? (schema.items as JSONSchema7)
      : schema;
  const values: unknown[] =
    source?.enum ??
    source?.oneOf?.map((branch) => (typeof branch === 'object' ? branch.const : undefined)) ??
    [];
  const found = values.find((value) => value !== undefined && String(value) === code);
  if (found !== undefined) return found;
  return source?.type === 'integer' || source?.type === 'number' ? Number(code) : code;
}
/** The choice a stored value is: objects are compared by what they hold. */
export const choiceOf = (choices: readonly Choice[], value: unknown): Choice | undefined =>
  choices.find((choice) =>
    isPlain(value) ? choice.value === value : equalData(choice.value, value),
  );
