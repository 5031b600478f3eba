import { jsonTypeName } from '../../../contract/index.ts';
import type { Path } from './tree.ts';

/** The part of JSON Schema that describes what is valid at a path. */
export interface Schema {
  $ref?: string;
  $defs?: Readonly<Record<string, Schema>>;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  title?: string;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Readonly<Record<string, Schema>>;
  items?: boolean | Schema;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
}
/** Schemas may refer to themselves: deeper levels than this are not followed. */
const MAX_DEPTH = 24;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSchema = (schema: unknown): schema is Schema => isObject(schema);

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
function isOfType({ type }: Schema, value: unknown): boolean {
  if (type === undefined) return true;
  const types = [type].flat();
  return (
    types.length === 0 ||
    types.includes(typeOf(value)) ||
    (types.includes('integer') && Number.isInteger(value))
  );
}
/**
 * Whether what is written so far speaks for a schema; what is missing does not speak against it,
 * unless it is required.
 */
function fits(schema: Schema, value: unknown, strict: boolean): boolean {
  if ('const' in schema && schema.const !== value) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  if (!isOfType(schema, value)) return false;
  if (!isObject(value)) return true;
  if (strict && schema.required?.some((name) => !Object.hasOwn(value, name))) return false;
  return Object.entries(schema.properties ?? {}).every(
    ([name, each]) =>
      !Object.hasOwn(value, name) ||
      !('const' in each || 'enum' in each || strict) ||
      fits(each, value[name], strict),
  );
}

function referred(ref: string | undefined, root: Schema): Schema | undefined {
  if (ref === '#') return root;
  return ref?.startsWith('#/$defs/')
    ? root.$defs?.[ref.slice('#/$defs/'.length).replaceAll('~1', '/').replaceAll('~0', '~')]
    : undefined;
}
/**
 * All schemas that apply to a value: references followed, and of alternatives those that can still
 * match.
 */
function applying(schema: Schema, value: unknown, root: Schema, depth = 0): Schema[] {
  if (depth > MAX_DEPTH) return [];
  const go = (next: unknown): Schema[] =>
    isSchema(next) ? applying(next, value, root, depth + 1) : [];
  const found = [schema, ...go(referred(schema.$ref, root)), ...(schema.allOf ?? []).flatMap(go)];
  if (schema.if) found.push(...go(fits(schema.if, value, true) ? schema.then : schema.else));
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const likely = isObject(value)
    ? choices.filter((choice) =>
        applying(choice, value, root, depth + 1).every((each) => fits(each, value, false)),
      )
    : choices;
  return [...found, ...(likely.length > 0 ? likely : choices).flatMap(go)];
}

function below(schema: Schema, key: string | number): Schema[] {
  if (typeof key === 'number') return isSchema(schema.items) ? [schema.items] : [];
  const own = schema.properties?.[key];
  if (own) return [own];
  const like = Object.entries(schema.patternProperties ?? {})
    .filter(([pattern]) => new RegExp(pattern, 'u').test(key))
    .map(([, each]) => each);
  return like.length > 0
    ? like
    : isSchema(schema.additionalProperties)
      ? [schema.additionalProperties]
      : [];
}
const inside = (value: unknown, key: string | number): unknown =>
  Array.isArray(value) || isObject(value)
    ? (value as Record<string | number, unknown>)[key]
    : undefined;

/** The schemas that hold at a place in a document that is written so far. */
export function schemasAt(root: Schema, document: unknown, path: Path): Schema[] {
  let here = applying(root, document, root);
  let value = document;
  for (const key of path) {
    value = inside(value, key);
    here = here
      .flatMap((schema) => below(schema, key))
      .flatMap((schema) => applying(schema, value, root));
  }
  return here;
}

/** Properties an object may have, each once, with what is said of them. */
export function propertiesOf(schemas: readonly Schema[], root: Schema): Map<string, Schema> {
  const found = new Map<string, Schema>();
  for (const schema of schemas)
    for (const [name, each] of Object.entries(schema.properties ?? {})) {
      const whole = applying(each, undefined, root);
      const described = {
        ...whole.find((one) => one.type),
        ...whole.find((one) => one.description),
        ...each,
      };
      if (!found.has(name) || !found.get(name)!.description) found.set(name, described);
    }
  return found;
}
/** Values that are named one by one, with their titles. */
export function valuesOf(schemas: readonly Schema[]): Map<unknown, string> {
  const found = new Map<unknown, string>();
  for (const schema of schemas) {
    if ('const' in schema) found.set(schema.const, schema.title ?? '');
    for (const value of schema.enum ?? []) if (!found.has(value)) found.set(value, '');
    if ([schema.type].flat().includes('boolean'))
      for (const value of [true, false]) if (!found.has(value)) found.set(value, '');
  }
  return found;
}

/** Most values a help names. */
const MAX_NAMED = 8;
/** What a place is, for people: the description, the type, the values and the default. */
export function helpOf(schemas: readonly Schema[]): string[] {
  const say = [
    ...new Set(schemas.flatMap(({ description, title }) => [description ?? title ?? []].flat())),
  ];
  const types = [
    ...new Set(
      schemas.flatMap(({ type }) => (type === undefined ? [] : [type].flat())).map(jsonTypeName),
    ),
  ];
  const values = [...valuesOf(schemas).keys()]
    .filter((value) => typeof value !== 'boolean')
    .map(String);
  const given = schemas.find((schema) => schema.default !== undefined)?.default;
  return [
    ...say.slice(0, 3),
    ...(types.length > 0 ? [`类型：${types.join('、')}`] : []),
    ...(values.length > 0
      ? [
          `可选：${values.slice(0, MAX_NAMED).join('、')}${values.length > MAX_NAMED ? ` 等 ${values.length} 种` : ''}`,
        ]
      : []),
    ...(given === undefined ? [] : [`默认：${JSON.stringify(given)}`]),
  ];
}
