import { observer } from 'mobx-react-lite';
import { useContext, useId, useLayoutEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { shownType, type FieldDescribe, type SelectOption } from '../../contract/index.ts';
import { type JSONSchema7, INPUT_OF_TYPE, type FieldModel } from '../../runtime/models/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { HiddenContext } from '../hooks/hidden.tsx';
import { fieldFrame } from './FieldFrame.tsx';
import { explainButtonOf } from './explain/Explain.tsx';
import { inputOf } from './inputs.ts';
import { showFocused } from './show.ts';
import type { InputOptions, InputProps } from '../fields/input-props.ts';
import styles from './field.module.css';

/** What a page may say otherwise than the field does. */
interface FieldOverrides {
  /** Drawn beside the input: a button that belongs to it. */
  after?: ReactNode;
  label?: string | undefined;
  help?: string | undefined;
  placeholder?: string | undefined;
  input?: string | undefined;
  hideLabel?: boolean | undefined;
  autoFocus?: boolean | undefined;
  choices?: readonly SelectOption[] | undefined;
  required?: boolean | undefined;
  readonly?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Asked before the value is written; what is agreed to goes on. */
  ask?: string | undefined;
}
export interface FieldInputProps extends FieldOverrides {
  field: FieldModel;
  ports: EnginePorts;
  /** DOM id of the input; made up when left out. */
  id?: string | undefined;
}

interface Hints {
  rows?: number;
  autocomplete?: string;
  [more: string]: unknown;
}
/** Inputs with two meanings: the name selects one. */
const NUMBER_KINDS: Record<string, InputOptions['numberKind']> = {
  integer: 'integer',
  decimal: 'decimal',
  currency: 'currency',
  percent: 'percent',
};

/** Settings of a field that only its own input reads. */
const SETTINGS = [
  'min',
  'max',
  'step',
  'seconds',
  'leafOnly',
  'areaLevel',
] as const satisfies readonly (keyof FieldDescribe)[];
/** Options of an input from what is known of its field; hints of the schema (`ui`) go first. */
function optionsFor(
  name: string,
  describe: Partial<FieldDescribe> | undefined,
  schema: JSONSchema7,
  choices: readonly SelectOption[] | undefined,
): InputOptions {
  const hints = (schema.ui ?? {}) as Hints;
  const numberKind =
    NUMBER_KINDS[describe?.type ? shownType({ ...describe, type: describe.type }) : ''] ??
    NUMBER_KINDS[name];
  return {
    ...hints,
    ...(choices && choices.length > 0 && { choices }),
    ...(numberKind && { numberKind }),
    ...(describe && settingsOf(describe)),
  };
}
/** Settings of the field type that its input reads. */
const settingsOf = (describe: Partial<FieldDescribe>): InputOptions => ({
  ...(describe.scale !== undefined && { scale: describe.scale }),
  ...Object.fromEntries(
    SETTINGS.flatMap((key) => (describe[key] === undefined ? [] : [[key, describe[key]]])),
  ),
  ...(describe.thousands === false && { thousands: false }),
  ...(describe.unit && { unit: describe.unit, unitFirst: describe.unitFirst === true }),
  ...(describe.currencyCode && { currencyCode: describe.currencyCode }),
  ...(describe.refObject && { refObject: describe.refObject }),
  ...(describe.candidates && { candidates: describe.candidates }),
  ...(describe.shows && { shows: describe.shows }),
  ...(describe.maxLength !== undefined && { maxLength: describe.maxLength }),
});
/**
 * Of an input made of several parts, the first; the text is selected, as Tab does, so that one can
 * type over it.
 */
function focusInput(element: HTMLElement | null): void {
  const target = element?.matches('[role=group], fieldset')
    ? element.querySelector<HTMLElement>('input, textarea, button:not([data-handle])')
    : element;
  target?.focus({ preventScroll: true });
  if (target) showFocused(target);
  if (target instanceof HTMLInputElement) target.select();
}
/** The field's DOM handle while it is mounted and shown: the model finds it by `focusTarget`. */
export function useFocusTarget(field: FieldModel | null, id: string): void {
  const hidden = useContext(HiddenContext);
  useLayoutEffect(() => {
    if (!field || hidden) return undefined;
    const target = { focus: () => focusInput(document.getElementById(id)) };
    field.focusTarget = target;
    return () => {
      if (field.focusTarget === target) field.focusTarget = null;
    };
  }, [field, id, hidden]);
}

/** Inputs whose value is one thing; the others draw fields of their own. */
const isOne = (name: string): boolean => name !== 'rows' && name !== 'subTable';
/** The fields within a field, one above the other under its name. */
const Members = observer(function Members({
  id,
  label,
  field,
  ports,
  over,
}: {
  id: string;
  label: string;
  field: FieldModel;
  ports: EnginePorts;
  over: FieldOverrides;
}) {
  const locked = {
    ...(over.readonly && { readonly: true }),
    ...(over.disabled && { disabled: true }),
  };
  return (
    <fieldset id={id} role="group" className={styles.group}>
      {!over.hideLabel && <legend className={styles.title}>{label}</legend>}
      <div className={styles.items}>
        {field.members?.fieldNames.map((name) => (
          <FieldInput key={name} field={field.members!.field(name)} ports={ports} {...locked} />
        ))}
      </div>
    </fieldset>
  );
});

/**
 * A field of a form, whole: label, input, help and errors. The fast path beside rjsf's Form: the
 * same inputs and the same look, but one observer a field, so that a keystroke renders this and
 * nothing else. A component that draws just one field and observes already calls this instead of
 * FieldInput, and a thousand fields have a thousand observers less.
 */
export function useFieldInput({
  field,
  ports,
  id,
  ...over
}: FieldInputProps & { id: string }): ReactNode {
  useFocusTarget(field, id);
  const name = over.input ?? field.input;
  const Input = inputOf(name);
  const choices = over.choices ?? field.options;
  const unasked = over.autoFocus === true;
  const [fixed, explain] = useMemo(
    () => [fixedOf(name, field, choices, ports, unasked), explainButtonOf(field, ports)],
    [name, field, choices, ports, unasked],
  );
  const label = over.label ?? field.label;
  const errors = field.errors;
  const required = over.required ?? field.required;
  const frame = {
    id,
    label,
    required,
    help: over.help ?? field.help,
    errors,
    hideLabel: over.hideLabel,
  };
  if (field.members)
    return fieldFrame({
      ...frame,
      hideLabel: true,
      children: <Members id={id} label={label} field={field} ports={ports} over={over} />,
    });
  const input: InputProps = {
    // A list's rows and an object's fields are followed one by one by what draws them.
    id,
    name: field.path,
    label,
    value: isOne(name) ? field.value : undefined,
    schema: field.schema,
    required,
    readonly: over.readonly ?? field.readonly,
    disabled: over.disabled ?? field.disabled,
    hideLabel: over.hideLabel ?? false,
    autofocus: unasked,
    rawErrors: errors as string[],
    placeholder: over.placeholder ?? field.placeholder,
    ...fixed,
    ...asked(field, ports, over.ask),
  };
  // A checkbox carries its own label beside the box.
  return fieldFrame({
    ...frame,
    hideLabel: name === 'checkbox' || !isOne(name) || over.hideLabel,
    children: withAfter(<Input {...input} />, over.after, explain),
  });
}
/** Asks before the value is written, where the page says what to ask. */
const asked = (
  field: FieldModel,
  ports: EnginePorts,
  text: string | undefined,
): Partial<InputProps> =>
  text
    ? {
        onChange: async (value) => {
          const ok = await ports.confirm({ title: field.label, text, ok: '更改', danger: true });
          if (ok) field.set(value);
        },
      }
    : {};
/** What the page puts beside the input, else the button that says how its value came about. */
const withAfter = (input: ReactNode, given: ReactNode, explain: ReactNode): ReactNode => {
  const after = given ?? explain;
  return after ? (
    <div className={styles.beside}>
      {input}
      {after}
    </div>
  ) : (
    input
  );
};
const nothing = (): void => undefined;
/**
 * What stays the same while one types. A field that was given the focus `unasked` and left as it
 * was has not been tried: its person may have been on the way to something else, which must not
 * move.
 */
const fixedOf = (
  name: string,
  field: FieldModel,
  choices: readonly SelectOption[],
  ports: EnginePorts,
  unasked: boolean,
): Pick<InputProps, 'options' | 'registry' | 'onChange' | 'onBlur' | 'onFocus'> => ({
  options: optionsFor(name, field.describe, field.schema, choices),
  registry: { formContext: { ports, describe: field.describe, field } },
  onChange: (value) => field.set(value),
  onBlur: () => {
    if (!unasked || field.dirty) field.touch();
  },
  onFocus: nothing,
});
export const FieldInput = observer(function FieldInput(props: FieldInputProps) {
  const made = useId();
  return useFieldInput({ ...props, id: props.id ?? made });
});

export interface ValueInputProps {
  /** A field of an object, or a bare JSON Schema with an optional input name in `ui.input`. */
  describe:
    | (Pick<FieldDescribe, 'type'> & Partial<FieldDescribe>)
    | { schema: JSONSchema7; input?: string; options?: readonly SelectOption[]; label?: string };
  value: unknown;
  onChange(value: unknown): void;
  ports: EnginePorts;
  /** Accessible name, when the describe has no label or another is meant. */
  label?: string;
  id?: string;
  placeholder?: string;
  multiple?: boolean;
  disabled?: boolean;
  readonly?: boolean;
  autoFocus?: boolean;
  errors?: readonly string[];
  onBlur?(): void;
}
const inputNameOf = (schema: JSONSchema7): string =>
  schema.ui?.input ??
  (schema.enum
    ? 'select'
    : schema.type === 'boolean'
      ? 'switch'
      : schema.type === 'number' || schema.type === 'integer'
        ? 'number'
        : schema.format === 'date'
          ? 'date'
          : schema.format === 'date-time'
            ? 'dateTime'
            : 'text');

/** Schema and input of a value: as given, or by the field's type. */
const inputFor = (describe: ValueInputProps['describe']) =>
  'schema' in describe
    ? {
        schema: describe.schema,
        name: describe.input ?? inputNameOf(describe.schema),
        field: undefined,
      }
    : {
        schema: {} as JSONSchema7,
        name: INPUT_OF_TYPE[describe.type] ?? 'text',
        field: describe as Partial<FieldDescribe>,
      };
const choicesOfEnum = (schema: JSONSchema7): SelectOption[] | undefined =>
  schema.enum?.map((code) => ({ code: String(code), label: String(code) }));

/**
 * Only the input, for filters and cells edited in place: it names itself. `multiple` asks for a
 * list of the type's values.
 */
export function ValueInput({
  describe,
  value,
  onChange,
  onBlur,
  ports,
  multiple = false,
  errors,
  ...given
}: ValueInputProps) {
  const made = useId();
  const own = inputFor(describe);
  const name = multiple && own.name === 'select' ? 'multiSelect' : own.name;
  const Input = inputOf(name);
  const registry = useMemo(() => ({ formContext: { ports } }), [ports]);
  const options: InputOptions = {
    ...optionsFor(name, own.field, own.schema, describe.options ?? choicesOfEnum(own.schema)),
    ...(multiple && { multiple }),
  };
  return (
    <Input
      id={given.id ?? made}
      label={given.label ?? describe.label ?? ''}
      hideLabel
      value={value}
      onChange={onChange}
      onBlur={() => onBlur?.()}
      onFocus={() => undefined}
      options={options}
      schema={own.schema}
      registry={registry}
      disabled={given.disabled ?? false}
      readonly={given.readonly ?? false}
      autofocus={given.autoFocus ?? false}
      {...(errors && { rawErrors: [...errors] })}
      {...(given.placeholder !== undefined && { placeholder: given.placeholder })}
    />
  );
}
