import type { FieldDescribe, FieldType, SelectOption } from '../../contract/index.ts';

/** The rjsf theme's input of each field type. */
export const INPUTS: Readonly<Record<FieldType, string>> = {
  text: 'text', longText: 'textarea', integer: 'number', decimal: 'number', currency: 'currency', percent: 'percent', boolean: 'switch',
  date: 'date', dateTime: 'dateTime', singleSelect: 'select', multiSelect: 'multiSelect', user: 'user', dept: 'dept', lookup: 'lookup',
  attachment: 'attachment', email: 'email', phone: 'phone', url: 'url',
};

/** How a field is typed in: the input's name and what JSON Schema cannot say. */
export interface FieldUi { input: string; help?: string; placeholder?: string; options?: SelectOption[]; refObject?: string; currencyCode?: string; precision?: number; scale?: number }
export function uiFor(field: FieldDescribe): FieldUi {
  const { help, placeholder, options, refObject, currencyCode, precision, scale } = field;
  const given = Object.entries({ help, placeholder, options, refObject, currencyCode, precision, scale }).filter(([, value]) => value !== undefined);
  return { input: INPUTS[field.type], ...Object.fromEntries(given) };
}
/** Fields that take a whole row of a two-column form: their values are long or many. */
export const isWide = (field: FieldDescribe): boolean => field.type === 'longText' || field.type === 'attachment';
