import { FIELDS, type FieldDescribe } from '../../contract/index.ts';

const UI_SETTINGS = [
  'help',
  'placeholder',
  'options',
  'refObject',
  'currencyCode',
  'precision',
  'scale',
  'thousands',
  'unit',
  'unitFirst',
  'compact',
  'showAs',
  'min',
  'max',
  'step',
  'seconds',
  'leafOnly',
  'areaLevel',
  'resultType',
] as const satisfies readonly (keyof FieldDescribe)[];
/** How a field is typed in: the input's name and what JSON Schema cannot say. */
export interface FieldUi extends Partial<Pick<FieldDescribe, (typeof UI_SETTINGS)[number]>> {
  input: string;
}
export function uiFor(field: FieldDescribe): FieldUi {
  const given = UI_SETTINGS.flatMap((key) =>
    field[key] === undefined ? [] : [[key, field[key]] as const],
  );
  return { input: FIELDS[field.type].input, ...Object.fromEntries(given) };
}
/** Fields that take a whole row of a two-column form: their values are long or many. */
export const isWide = (field: FieldDescribe): boolean => FIELDS[field.type].wide === true;
