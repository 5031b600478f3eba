import type { SelectOption } from '../../contract/index.ts';
import type { Type } from '../../expression/index.ts';
import { fieldLogic, type Ruled } from '../../page/index.ts';
import type { JSONSchema7 } from '../json-schema.ts';
import { lazySpecs } from './spec.ts';
import type { Distinct, FieldSpec, Specs } from './spec.ts';

/**
 * The part of JSON Schema a form of its own may use: an object whose properties are string, number, integer, boolean, an
 * object of such properties (fields within a field), or an array (of objects: rows; of strings: several choices), with
 * title, description, default, enum, format, bounds and pattern. `ui` beside them says what JSON Schema cannot.
 */
export interface UiHints extends Ruled {
  input?: string; placeholder?: string; enumNames?: string[]; options?: SelectOption[]; readonly?: boolean;
  /** Says in words what the pattern asks for. */
  shape?: string;
  /** Digits of a number: in all, and after the point. */
  precision?: number; scale?: number;
  /** An object counts as filled in only when every member is. */
  requireAll?: boolean;
  /** In a row: no two rows may have the same. */
  distinct?: Distinct;
}
type Property = JSONSchema7 & { ui?: UiHints };

const asProperty = (value: unknown): Property | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Property : undefined;

function inputOf(schema: Property): string {
  if (schema.ui?.input) return schema.ui.input;
  if (schema.enum || schema.ui?.options) return 'select';
  switch (schema.type) {
    case 'boolean': return 'switch';
    case 'integer': case 'number': return 'number';
    case 'object': return schema.properties ? 'group' : 'text';
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

/** What an expression sees of a property: the types of its values, of an object's members, of a list's rows. */
function typeOfProperty(schema: Property | undefined): Type {
  switch (schema?.type) {
    case 'boolean': return 'boolean';
    case 'integer': case 'number': return 'number';
    case 'string': return { date: 'date', 'date-time': 'dateTime' }[schema.format ?? ''] as Type | undefined ?? 'text';
    case 'object': return schema.properties ? { fields: mapOf(schema.properties) } : 'any';
    case 'array': return { list: typeOfProperty(asProperty(schema.items)) };
    default: return 'any';
  }
}
const mapOf = (properties: object): Record<string, Type> =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, typeOfProperty(asProperty(value))]));
type TypeOf = (path: readonly string[]) => Type | undefined;
/** Types of names: of these properties, then of those around them. */
function typesOf(properties: object, around?: TypeOf): TypeOf {
  const own = mapOf(properties);
  return ([name = '', ...rest]) => {
    if (!Object.hasOwn(own, name)) return around?.([name, ...rest]);
    return rest.reduce<Type | undefined>((type, step) => (typeof type === 'object' && 'fields' in type ? type.fields[step] : undefined), own[name]);
  };
}

function specOf(name: string, schema: Property, required: boolean, typeOf: TypeOf): FieldSpec {
  // An array or object with an input of its own (options, chips, a range) is one value; without, it has rows or members.
  const own = schema.ui?.input !== undefined && schema.ui.input !== 'rows' && schema.ui.input !== 'group';
  const items = schema.type === 'array' && !own ? asProperty(schema.items) : undefined;
  const logic = schema.ui ? fieldLogic(schema.ui, typeOf) : null;
  const derived = logic?.compute != null;
  return {
    name, label: schema.title ?? name, help: schema.description ?? '', placeholder: schema.ui?.placeholder ?? '', describe: undefined,
    schema, input: derived ? schema.ui?.input ?? 'formula' : inputOf(schema), options: optionsOf(schema), required, logic, derived,
    readonly: derived || schema.ui?.readonly === true || schema.readOnly === true, initial: schema.default, distinct: schema.ui?.distinct,
    rows: items?.type === 'object' ? specsOf(items, typeOf) : null,
    members: schema.type === 'object' && schema.properties && !own ? specsOf(schema, typeOf) : null,
  };
}

function specsOf(root: Property, around?: TypeOf): Specs {
  const properties = root.properties ?? {};
  const required = new Set(root.ui?.requireAll ? Object.keys(properties) : root.required ?? []);
  const typeOf = typesOf(properties, around);
  return lazySpecs(Object.keys(properties), (name) => {
    const property = Object.hasOwn(properties, name) ? asProperty(properties[name]) : undefined;
    return property && specOf(name, property, required.has(name), typeOf);
  });
}
/** Specs of a form's own JSON Schema; throws a TypeError when it is no object schema. */
export function specsOfSchema(schema: unknown): Specs {
  const root = asProperty(schema);
  if (root?.type !== 'object' || !root.properties) throw new TypeError('表单的 schema 须是带 properties 的对象');
  return specsOf(root);
}
