import { FIELDS, FIELD_TYPES, type FieldInputName } from '../../contract/index.ts';
import { INPUT_OF_TYPE } from '../../runtime/models/index.ts';
import { FIELD_UI } from '../fields/index.ts';
import { NumberInput } from './number.tsx';
import { CheckboxInput, RadioInput, SwitchInput } from './switch.tsx';
import {
  EmailInput,
  PasswordInput,
  PhoneInput,
  TextInput,
  TextareaInput,
  UrlInput,
} from './text.tsx';
import { lazyInput, type Input } from './lazy-input.tsx';

/** Inputs of no field type, and those that login needs at once. */
const OWN = {
  text: TextInput,
  textarea: TextareaInput,
  number: NumberInput,
  switch: SwitchInput,
  checkbox: CheckboxInput,
  radio: RadioInput,
  password: PasswordInput,
  newPassword: lazyInput(async () => (await import('./new-password.tsx')).NewPasswordInput, 56),
  email: EmailInput,
  phone: PhoneInput,
  url: UrlInput,
  members: lazyInput(async () => (await import('./members/MemberField.tsx')).MemberInput),
  optionTree: lazyInput(async () => (await import('./options.tsx')).OptionTreeInput, 64),
  options: lazyInput(async () => (await import('./options.tsx')).OptionsInput, 64),
  icon: lazyInput(async () => (await import('./looks.tsx')).IconInput, 80),
  appStyle: lazyInput(async () => (await import('./looks.tsx')).AppStyleInput, 148),
  color: lazyInput(async () => (await import('./looks.tsx')).ColorInput, 28),
} as const satisfies Record<string, Input>;

/** Inputs by name. Those of field types come in chunks of their own. */
export const inputs: Readonly<Record<FieldInputName | keyof typeof OWN, Input>> = {
  ...(Object.fromEntries(
    FIELD_TYPES.flatMap((type): [string, Input][] => {
      const { load, height } = FIELD_UI[type];
      return load ? [[FIELDS[type].input, lazyInput(load, height)]] : [];
    }),
  ) as Record<FieldInputName, Input>),
  ...OWN,
};

/** Other names for an input: what it is filled in with says how its value is written. */
const ALIASES: Record<string, string> = {
  ...INPUT_OF_TYPE,
  currency: 'number',
  percent: 'number',
  rows: 'subTable',
};

const ownInput = (name = ''): Input | undefined =>
  Object.hasOwn(inputs, name) ? inputs[name as keyof typeof inputs] : undefined;
/**
 * The input of this name, which may also be a field type's; a line of text for a name there is none
 * for, so that a value can always be read and corrected.
 */
export function inputOf(name: string): Input {
  return ownInput(name) ?? ownInput(Object.hasOwn(ALIASES, name) ? ALIASES[name] : '') ?? TextInput;
}
/** Fetches the chunks of these inputs at once: a page asks for all it needs before it draws. */
export async function preloadInputs(names: Iterable<string>): Promise<void> {
  await Promise.all([...new Set(names)].map((name) => inputOf(name).preload?.()));
}
