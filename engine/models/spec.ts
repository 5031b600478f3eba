import type { FieldDescribe, FieldType, ObjectDescribe, SelectOption } from '../../contract/index.ts';
import type { JSONSchema7 } from '../json-schema.ts';

/**
 * What is fixed about a field, made once per form and shared by the rows of a list field: from an object's describe, or
 * from one property of a form's own JSON Schema.
 */
export interface FieldSpec {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly placeholder: string;
  readonly describe: FieldDescribe | undefined;
  readonly schema: JSONSchema7;
  /** Name of the input in the rjsf theme. */
  readonly input: string;
  readonly options: readonly SelectOption[];
  readonly required: boolean;
  readonly readonly: boolean;
  readonly initial: unknown;
  /** Fields of a row when the value is a list of objects. */
  readonly rows: Specs | null;
}
export interface Specs {
  readonly names: readonly string[];
  /** The field's spec, made on first use; undefined for an unknown name. */
  get(name: string): FieldSpec | undefined;
}

/** The rjsf theme's input of each field type. */
export const INPUT_OF_TYPE: Record<FieldType, string> = {
  text: 'text', longText: 'textarea', integer: 'number', decimal: 'number', currency: 'currency', percent: 'percent',
  boolean: 'switch', date: 'date', dateTime: 'dateTime', singleSelect: 'select', multiSelect: 'multiSelect', user: 'user',
  dept: 'dept', lookup: 'lookup', attachment: 'attachment', email: 'email', phone: 'phone', url: 'url',
};

const TEXT: JSONSchema7 = { type: 'string' };
const SCHEMA_OF_TYPE: Record<FieldType, JSONSchema7> = {
  text: TEXT, longText: TEXT, integer: { type: 'integer' }, decimal: { type: 'number' }, currency: { type: 'number' },
  percent: { type: 'number' }, boolean: { type: 'boolean' }, date: { type: 'string', format: 'date' },
  dateTime: { type: 'string', format: 'date-time' }, singleSelect: TEXT, multiSelect: { type: 'array', items: TEXT },
  user: TEXT, dept: TEXT, lookup: TEXT, attachment: { type: 'array', items: { type: 'object' } },
  email: { type: 'string', format: 'email' }, phone: TEXT, url: { type: 'string', format: 'uri' },
};

/** Value schema of a described field, with the bounds its type uses. */
function schemaOf(field: FieldDescribe): JSONSchema7 {
  const schema: JSONSchema7 = { ...SCHEMA_OF_TYPE[field.type], title: field.label };
  if (field.maxLength !== undefined) schema.maxLength = field.maxLength;
  if (field.min !== undefined) schema.minimum = field.min;
  if (field.max !== undefined) schema.maximum = field.max;
  if (field.type === 'singleSelect' && field.options) schema.enum = field.options.map((option) => option.code);
  return schema;
}

function specOfDescribe(field: FieldDescribe): FieldSpec {
  return {
    name: field.apiName, label: field.label, help: field.help ?? '', placeholder: field.placeholder ?? '', describe: field,
    schema: schemaOf(field), input: INPUT_OF_TYPE[field.type], options: field.options ?? [], required: field.required === true,
    readonly: false, initial: field.defaultValue, rows: null,
  };
}

/** Specs of an object's fields, in the describe's order, without the removed ones. */
export function specsOfDescribe(describe: ObjectDescribe): Specs {
  const fields = describe.fields.filter((field) => field.removed !== true);
  const byName = new Map(fields.map((field) => [field.apiName, field]));
  return lazySpecs(fields.map((field) => field.apiName), (name) => {
    const field = byName.get(name);
    return field && specOfDescribe(field);
  });
}

/** Specs made when first asked for: a form of 1,000 fields pays for those it shows. */
export function lazySpecs(names: readonly string[], make: (name: string) => FieldSpec | undefined): Specs {
  const made = new Map<string, FieldSpec | undefined>();
  const get = (name: string): FieldSpec | undefined => {
    if (!made.has(name)) made.set(name, make(name));
    return made.get(name);
  };
  return { names, get };
}
