import type { SelectOption } from '../../contract/index.ts';
import type { Type } from '../../expression/index.ts';
import { fieldLogic, unfoldFormSchema, type Ruled } from '../../page/index.ts';
import type { JSONSchema7 } from './json-schema.ts';
import { lazySpecs, type Distinct, type FieldSpec, type Specs } from './spec.ts';

/**
 * What `ui` says beside a property of a form's own JSON Schema. The keywords a form takes are
 * listed in src/page/schema/keywords.ts; validatePage refuses the others.
 */
export interface UiHints extends Ruled {
  input?: string;
  placeholder?: string;
  enumNames?: string[];
  options?: SelectOption[];
  readonly?: boolean;
  /** Says in words what the pattern asks for. */
  shape?: string;
  /** Digits of a number: in all, and after the point. */
  precision?: number;
  scale?: number;
  /** An object counts as filled in only when every member is. */
  requireAll?: boolean;
  /** In a row: no two rows may have the same. */
  distinct?: Distinct;
}
type Property = JSONSchema7 & { ui?: UiHints };

const asProperty = (value: unknown): Property | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Property)
    : undefined;

function inputOf(schema: Property): string {
  if (schema.ui?.input) return schema.ui.input;
  if (schema.type !== 'array' && (choicesIn(schema).length > 0 || schema.ui?.options))
    return 'select';
  if (schema.const !== undefined) return schema.type === 'boolean' ? 'checkbox' : 'text';
  return inputOfType(schema);
}
/** The input of a plain property, by its type and format. */
function inputOfType(schema: Property): string {
  switch (schema.type) {
    case 'boolean':
      return 'switch';
    case 'integer':
    case 'number':
      return 'number';
    case 'object':
      return schema.properties ? 'group' : 'text';
    case 'array':
      return asProperty(schema.items)?.type === 'object' ? 'rows' : 'multiSelect';
    default:
      return (
        { date: 'date', 'date-time': 'dateTime', email: 'email', uri: 'url' }[
          schema.format ?? ''
        ] ?? 'text'
      );
  }
}

/**
 * The values that can be chosen, with the titles the schema gives them. No choice is the empty
 * value of every field.
 */
function choicesIn(schema: Property): { value: unknown; title?: string | undefined }[] {
  const branches = schema.oneOf?.map((branch) => ({
    value: asProperty(branch)?.const,
    title: asProperty(branch)?.title,
  }));
  return (branches ?? (schema.enum ?? []).map((value) => ({ value }))).filter(
    ({ value }) => value !== null && value !== undefined,
  );
}
function optionsOf(schema: Property): SelectOption[] {
  if (schema.ui?.options) return schema.ui.options;
  const source = schema.type === 'array' ? (asProperty(schema.items) ?? schema) : schema;
  const names = schema.ui?.enumNames ?? source.ui?.enumNames;
  const word = (value: unknown): string =>
    typeof value === 'boolean' ? (value ? '是' : '否') : String(value);
  return choicesIn(source).map(({ value, title }, at) => ({
    code: String(value),
    label: names?.[at] ?? title ?? word(value),
  }));
}

/**
 * What an expression sees of a property: the types of its values, of an object's members, of a
 * list's rows.
 */
function typeOfProperty(schema: Property | undefined): Type {
  switch (schema?.type) {
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return (
        ({ date: 'date', 'date-time': 'dateTime' }[schema.format ?? ''] as Type | undefined) ??
        'text'
      );
    case 'object':
      return schema.properties ? { fields: mapOf(schema.properties) } : 'any';
    case 'array':
      return { list: typeOfProperty(asProperty(schema.items)) };
    default:
      return 'any';
  }
}
const mapOf = (properties: object): Record<string, Type> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, typeOfProperty(asProperty(value))]),
  );
type TypeOf = (path: readonly string[]) => Type | undefined;
/** Types of names: of these properties, then of those around them. */
function typesOf(properties: object, around?: TypeOf): TypeOf {
  const own = mapOf(properties);
  return ([name = '', ...rest]) => {
    if (!Object.hasOwn(own, name)) return around?.([name, ...rest]);
    return rest.reduce<Type | undefined>(
      (type, step) =>
        typeof type === 'object' && 'fields' in type ? type.fields[step] : undefined,
      own[name],
    );
  };
}

/**
 * Holds its one value from the start. A yes that is asked for, as of terms, has to be given by its
 * person.
 */
const isFixed = (schema: Property): boolean =>
  schema.const !== undefined && schema.type !== 'boolean';

/**
 * Fields within a list or an object. One with an input of its own (options, chips, a range) is a
 * single value and has none.
 */
function nestedSpecs(schema: Property, typeOf: TypeOf): Pick<FieldSpec, 'rows' | 'members'> {
  const input = schema.ui?.input;
  if (input !== undefined && input !== 'rows' && input !== 'group')
    return { rows: null, members: null };
  const items = schema.type === 'array' ? asProperty(schema.items) : undefined;
  return {
    rows: items?.type === 'object' ? specsOf(items, typeOf) : null,
    members: schema.type === 'object' && schema.properties ? specsOf(schema, typeOf) : null,
  };
}
const textsOf = (
  name: string,
  schema: Property,
): Pick<FieldSpec, 'label' | 'help' | 'placeholder'> => ({
  label: schema.title ?? name,
  help: schema.description ?? '',
  placeholder: schema.ui?.placeholder ?? '',
});

function specOf(name: string, schema: Property, required: boolean, typeOf: TypeOf): FieldSpec {
  const logic = schema.ui ? fieldLogic(schema.ui, { typeOf }) : null;
  const derived = logic?.compute != null;
  return {
    name,
    ...textsOf(name, schema),
    describe: undefined,
    schema,
    input: derived ? (schema.ui?.input ?? 'formula') : inputOf(schema),
    options: optionsOf(schema),
    required,
    logic,
    derived,
    readonly:
      derived || schema.ui?.readonly === true || schema.readOnly === true || isFixed(schema),
    initial: schema.default ?? (isFixed(schema) ? schema.const : undefined),
    distinct: schema.ui?.distinct,
    ...nestedSpecs(schema, typeOf),
  };
}

function specsOf(root: Property, around?: TypeOf): Specs {
  const properties = root.properties ?? {};
  const required = new Set(root.ui?.requireAll ? Object.keys(properties) : (root.required ?? []));
  const typeOf = typesOf(properties, around);
  return lazySpecs(Object.keys(properties), (name) => {
    const property = Object.hasOwn(properties, name) ? asProperty(properties[name]) : undefined;
    return property && specOf(name, property, required.has(name), typeOf);
  });
}
/** Specs of a form's own JSON Schema; throws a TypeError when it is no object schema. */
export function specsOfSchema(schema: unknown): Specs {
  const given = asProperty(schema);
  const root = given && asProperty(unfoldFormSchema(given).schema);
  if (root?.type !== 'object' || !root.properties)
    throw new TypeError('表单的 schema 须是带 properties 的对象');
  return specsOf(root);
}
