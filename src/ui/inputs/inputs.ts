import { INPUT_OF_TYPE } from '../../runtime/models/index.ts';
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

/** Inputs by name. What login needs is here at once; the rest come in chunks of their own. */
export const inputs = {
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
  date: lazyInput(async () => (await import('./date.tsx')).DateInput),
  dateTime: lazyInput(async () => (await import('./date.tsx')).DateTimeInput),
  select: lazyInput(async () => (await import('./select.tsx')).SelectInput),
  multiSelect: lazyInput(async () => (await import('./select.tsx')).MultiSelectInput),
  user: lazyInput(async () => (await import('./members/presets.tsx')).UserInput),
  dept: lazyInput(async () => (await import('./members/presets.tsx')).DeptInput),
  users: lazyInput(async () => (await import('./members/presets.tsx')).UsersInput),
  depts: lazyInput(async () => (await import('./members/presets.tsx')).DeptsInput),
  members: lazyInput(async () => (await import('./members/MemberField.tsx')).MemberInput),
  role: lazyInput(async () => (await import('./members/presets.tsx')).RoleInput),
  time: lazyInput(async () => (await import('./time.tsx')).TimeInput),
  yearMonth: lazyInput(async () => (await import('./year-month.tsx')).YearMonthInput),
  dateRange: lazyInput(async () => (await import('./date-range.tsx')).DateRangeInput),
  cascade: lazyInput(async () => (await import('./cascade.tsx')).CascadeInput),
  area: lazyInput(async () => (await import('./area.tsx')).AreaInput),
  lookup: lazyInput(async () => (await import('./lookup.tsx')).LookupInput),
  lookups: lazyInput(async () => (await import('./lookup.tsx')).LookupsInput),
  formula: lazyInput(async () => (await import('./computed.tsx')).FormulaInput),
  rollup: lazyInput(async () => (await import('./computed.tsx')).FormulaInput),
  autoNumber: lazyInput(async () => (await import('./computed.tsx')).AutoNumberInput),
  subTable: lazyInput(async () => (await import('./subtable/SubTable.tsx')).SubTableInput, 164),
  attachment: lazyInput(async () => (await import('./attachment.tsx')).AttachmentInput, 40),
  image: lazyInput(async () => (await import('./image.tsx')).ImageInput, 96),
  signature: lazyInput(
    async () => (await import('./signature/SignatureInput.tsx')).SignatureInput,
    120,
  ),
  rating: lazyInput(async () => (await import('./rating.tsx')).RatingInput),
  slider: lazyInput(async () => (await import('./slider.tsx')).SliderInput, 44),
  location: lazyInput(async () => (await import('./location.tsx')).LocationInput, 72),
  scan: lazyInput(async () => (await import('./scan/ScanInput.tsx')).ScanInput),
  richText: lazyInput(
    async () => (await import('./rich-text/RichTextInput.tsx')).RichTextInput,
    158,
  ),
  optionTree: lazyInput(async () => (await import('./options.tsx')).OptionTreeInput, 64),
  options: lazyInput(async () => (await import('./options.tsx')).OptionsInput, 64),
  icon: lazyInput(async () => (await import('./looks.tsx')).IconInput, 80),
  appStyle: lazyInput(async () => (await import('./looks.tsx')).AppStyleInput, 148),
  color: lazyInput(async () => (await import('./looks.tsx')).ColorInput, 28),
} as const satisfies Record<string, Input>;
type InputName = keyof typeof inputs;

/** Other names for an input: what it is filled in with says how its value is written. */
const ALIASES: Record<string, InputName> = {
  ...(INPUT_OF_TYPE as Record<string, InputName>),
  currency: 'number',
  percent: 'number',
  rows: 'subTable',
};

/**
 * The input of this name, which may also be a field type's; a line of text for a name there is none
 * for, so that a value can always be read and corrected.
 */
export function inputOf(name: string): Input {
  if (Object.hasOwn(inputs, name)) return inputs[name as InputName];
  const alias = Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
  return alias !== undefined && Object.hasOwn(inputs, alias) ? inputs[alias] : TextInput;
}
/** Fetches the chunks of these inputs at once: a page asks for all it needs before it draws. */
export async function preloadInputs(names: Iterable<string>): Promise<void> {
  await Promise.all([...new Set(names)].map((name) => inputOf(name).preload?.()));
}
