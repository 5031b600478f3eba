import { valueType, type FieldDescribe, type FieldType } from '../../contract/index.ts';
import type { ScalarType, Type } from '../../expression/index.ts';

/** What an expression sees of each field type. Files, places and documents are only there or not. */
const SCALARS: Partial<Record<FieldType, ScalarType>> = {
  text: 'text', longText: 'text', email: 'text', phone: 'text', url: 'text', barcode: 'text', autoNumber: 'text',
  integer: 'number', decimal: 'number', currency: 'number', percent: 'number', rating: 'number', slider: 'number',
  boolean: 'boolean', date: 'date', dateTime: 'dateTime', time: 'text', yearMonth: 'text',
  singleSelect: 'text', cascade: 'text', area: 'text', user: 'text', dept: 'text', role: 'text', lookup: 'text',
};
const TEXTS: ReadonlySet<FieldType> = new Set(['multiSelect', 'users', 'depts', 'lookups']);

type Typed = Pick<FieldDescribe, 'type'> & Partial<FieldDescribe>;
/** The type of a field's value in the expression language. */
export function expressionType(field: Typed): Type {
  if (field.type === 'subTable') return { list: { fields: rowTypes(field.fields ?? []) } };
  if (field.type === 'dateRange') return { fields: { from: 'date', to: 'date' } };
  if (field.type === 'location') return { fields: { lng: 'number', lat: 'number', address: 'text' } };
  const type = valueType(field);
  return TEXTS.has(type) ? { list: 'text' } : SCALARS[type] ?? 'any';
}
const rowTypes = (fields: readonly (Typed & { apiName?: string | undefined })[]): Record<string, Type> =>
  Object.fromEntries(fields.map((field) => [field.apiName ?? '', expressionType(field)]));

/** Types of the names an expression over a record reads: its fields; undefined for any other name. */
export function fieldTypes(fields: readonly FieldDescribe[]): (path: readonly string[]) => Type | undefined {
  const byName = new Map(fields.map((field) => [field.apiName, field]));
  return ([name = '', ...rest]) => {
    const field = byName.get(name);
    if (!field) return undefined;
    return rest.reduce<Type | undefined>((type, step) => (typeof type === 'object' && 'fields' in type ? type.fields[step] : undefined), expressionType(field));
  };
}
