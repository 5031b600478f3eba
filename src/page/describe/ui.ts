import type { FieldDescribe, FieldType } from '../../contract/index.ts';

/** The rjsf theme's input of each field type. */
const INPUTS: Readonly<Record<FieldType, string>> = {
  text: 'text',
  longText: 'textarea',
  integer: 'number',
  decimal: 'number',
  currency: 'currency',
  percent: 'percent',
  boolean: 'switch',
  date: 'date',
  dateTime: 'dateTime',
  singleSelect: 'select',
  multiSelect: 'multiSelect',
  user: 'user',
  dept: 'dept',
  lookup: 'lookup',
  attachment: 'attachment',
  email: 'email',
  phone: 'phone',
  url: 'url',
  richText: 'richText',
  time: 'time',
  yearMonth: 'yearMonth',
  dateRange: 'dateRange',
  cascade: 'cascade',
  area: 'area',
  users: 'users',
  depts: 'depts',
  role: 'role',
  lookups: 'lookups',
  subTable: 'subTable',
  image: 'image',
  signature: 'signature',
  rating: 'rating',
  slider: 'slider',
  location: 'location',
  barcode: 'scan',
  autoNumber: 'autoNumber',
  formula: 'formula',
  rollup: 'rollup',
};

const UI_SETTINGS = [
  'help',
  'placeholder',
  'options',
  'refObject',
  'currencyCode',
  'precision',
  'scale',
  'thousands',
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
  return { input: INPUTS[field.type], ...Object.fromEntries(given) };
}
/** Fields that take a whole row of a two-column form: their values are long or many. */
const WIDE: ReadonlySet<FieldType> = new Set([
  'longText',
  'attachment',
  'richText',
  'subTable',
  'image',
]);
export const isWide = (field: FieldDescribe): boolean => WIDE.has(field.type);
