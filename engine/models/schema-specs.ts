import type { SelectOption } from '../../contract/index.ts';
import type { JSONSchema7 } from '../json-schema.ts';
import { lazySpecs } from './spec.ts';
import type { FieldSpec, Specs } from './spec.ts';

/**
 * The part of JSON Schema a form of its own may use: an object whose properties are string, number, integer, boolean, or
 * an array (of objects: rows; of strings: several choices), with title, description, default, enum, format, bounds and
 * pattern. `ui` beside them says what JSON Schema cannot: {input, placeholder, enumNames, options, readonly, shape}; the
 * shape says in words what the pattern asks for.
 */
export interface UiHints { input?: string; placeholder?: string; enumNames?: string[]; options?: SelectOption[]; readonly?: boolean; shape?: string }
type Property = JSONSchema7 & { ui?: UiHints };

const asProperty = (value: unknown): Property | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Property : undefined;

function inputOf(schema: Property): string {
  if (schema.ui?.input) return schema.ui.input;
  if (schema.enum || schema.ui?.options) return 'select';
  switch (schema.type) {
    case 'boolean': return 'switch';
    case 'integer': case 'number': return 'number';
    case 'array': return asProperty(schema.items)?.type === 'object' ? 'rows' : 'multiSelect';
    default: return { date: 'date', 'date-time': 'dateTime', email: 'email', uri: 'url' }[schema.format ?? ''] ?? 'text';
  }
}

function optionsOf(schema: Property): SelectOption[] {
  if (schema.ui?.options) return schema.ui.options;
  const source = schema.type === 'array' ? asProperty(schema.items) ?? schema : schema;
  const names = schema.ui?.enumNames ?? source.ui?.enumNames;
  return (source.enum ?? []).map((code, at) => ({ code: String(code), label: names?.[at] ?? String(code) }));
}

function specOf(name: string, schema: Property, required: boolean): FieldSpec {
  // An array with an input of its own (options, chips) is one value; without, its items are rows.
  const items = schema.type === 'array' && (schema.ui?.input ?? 'rows') === 'rows' ? asProperty(schema.items) : undefined;
  return {
    name, label: schema.title ?? name, help: schema.description ?? '', placeholder: schema.ui?.placeholder ?? '', describe: undefined,
    schema, input: inputOf(schema), options: optionsOf(schema), required, readonly: schema.ui?.readonly === true || schema.readOnly === true,
    initial: schema.default, rows: items?.type === 'object' ? specsOfSchema(items) : null,
  };
}

/** Specs of a form's own JSON Schema; throws a TypeError when it is no object schema. */
export function specsOfSchema(schema: unknown): Specs {
  const root = asProperty(schema);
  if (root?.type !== 'object' || !root.properties) throw new TypeError('表单的 schema 须是带 properties 的对象');
  const required = new Set(root.required ?? []);
  return lazySpecs(Object.keys(root.properties), (name) => {
    const property = Object.hasOwn(root.properties!, name) ? asProperty(root.properties![name]) : undefined;
    return property && specOf(name, property, required.has(name));
  });
}
