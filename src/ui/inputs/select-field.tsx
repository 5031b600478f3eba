import { choiceOf, choicesOf, type Choice, type InputProps } from '../fields/input-props.ts';
import { Picker } from './Picker.tsx';
import { SEARCH_FROM, type PickItem } from './picker-types.ts';

/**
 * A stored code without an option (removed since) stays visible under its code, so that saving
 * loses nothing.
 */
function itemOf(choices: readonly Choice[], value: unknown): PickItem {
  const choice = choiceOf(choices, value);
  if (!choice) return { key: textOf(value), label: textOf(value) };
  return choice.disabled ? { ...choice, label: `${choice.label}（已停用）` } : choice;
}
const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
/** Options switched off can no longer be chosen, but stay where they are chosen. */
const offered = (choices: readonly Choice[], picked: readonly PickItem[]): PickItem[] =>
  choices.flatMap((choice) =>
    choice.disabled ? (picked.find(({ key }) => key === choice.key) ?? []) : choice,
  );

export function SelectInput(props: InputProps) {
  const choices = choicesOf(props.options, props.schema);
  const empty = props.value === undefined || props.value === null || props.value === '';
  const picked = empty ? [] : [itemOf(choices, props.value)];
  return (
    <Picker
      input={props}
      items={offered(choices, picked)}
      picked={picked}
      searchable={choices.length > SEARCH_FROM}
      emptyText="没有符合的选项"
      onPick={([key]) =>
        props.onChange(
          key === undefined
            ? props.options.emptyValue
            : (choices.find((choice) => choice.key === key)?.value ?? key),
        )
      }
    />
  );
}

export function MultiSelectInput(props: InputProps) {
  const choices = choicesOf(props.options, props.schema);
  const values: unknown[] = Array.isArray(props.value)
    ? props.value
    : props.value === undefined || props.value === null
      ? []
      : [props.value];
  const picked = values.map((value) => itemOf(choices, value));
  // In the order of the options, independent of the order of clicks: equal choices are stored as
  // equal lists. `ordered` keeps the person's order, where it means something.
  const order = (keys: readonly string[]) =>
    props.options['ordered'] === true
      ? keys.map((key) => choices.find((choice) => choice.key === key)?.value ?? key)
      : [
          ...choices.filter((choice) => keys.includes(choice.key)).map((choice) => choice.value),
          ...keys.filter((key) => !choices.some((choice) => choice.key === key)),
        ];
  return (
    <Picker
      input={props}
      multiple
      items={offered(choices, picked)}
      picked={picked}
      searchable={choices.length > SEARCH_FROM}
      emptyText="没有符合的选项"
      onPick={(keys) => props.onChange(keys.length === 0 ? props.options.emptyValue : order(keys))}
    />
  );
}
