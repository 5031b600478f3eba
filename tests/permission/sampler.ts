import type { Call } from '../../src/contract/index.ts';

/** A JSON schema as far as the contract's calls use them. */
interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  $ref?: string;
  $defs?: Record<string, Schema>;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

/**
 * Makes the text of a property: `name` is the nearest property's name. Undefined leaves it to the
 * schema.
 */
export type TextOf = (name: string) => string | undefined;
export interface Sampling {
  text: TextOf;
  /** Optional properties as well. */
  all: boolean;
}

/** How often a shape that contains itself is entered. */
const MAX_ROUNDS = 2;

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-02',
  'date-time': '2026-01-02T03:04:05Z',
  email: 'somebody@example.com',
  uuid: '01890000-0000-7000-8000-000000000000',
  uri: 'https://example.com/',
  ipv4: '127.0.0.1',
  time: '03:04:05Z',
};
/** Texts tried for a pattern, the first that fits. */
const CANDIDATES = [
  'a',
  'a1',
  'walk',
  '1',
  '123456',
  '13800138000',
  'page.walk',
  'somebody@example.com',
  '2026-01-02',
  '2026-01',
  '03:04',
  'aaaaaaaa1',
  'a'.repeat(32),
  '0'.repeat(32),
  'A'.repeat(43),
  '0123456789abcdef0123456789',
  '/a',
  'https://example.com/',
  '#ffffff',
  'example',
  'a.b',
  'a'.repeat(64),
  '01890000-0000-7000-8000-000000000000',
  'zh-CN',
];

function textFor(schema: Schema, name: string, { text }: Sampling): string {
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
  const fits = (value: string) =>
    value.length >= minLength &&
    value.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value));
  if (format !== undefined && FORMATS[format] !== undefined) return FORMATS[format];
  const wanted = text(name);
  if (wanted !== undefined && fits(wanted)) return wanted;
  return CANDIDATES.find(fits) ?? 'a'.repeat(Math.max(1, minLength));
}

const listed = (schema: Schema): Schema[] => schema.anyOf ?? schema.allOf ?? [];
/**
 * A value that is no help: alternatives that say null, and shapes that contain themselves, are
 * taken last.
 */
const simplest = (schemas: readonly Schema[]): Schema =>
  schemas.find(({ type, $ref }) => type !== 'null' && $ref === undefined) ?? schemas[0]!;

function objectFor(
  schema: Schema,
  sampling: Sampling,
  round: number,
  defs: Record<string, Schema>,
): Record<string, unknown> {
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([name, each]) => schema.required?.includes(name) || (sampling.all && each.$ref === undefined),
  );
  return Object.fromEntries(
    wanted.map(([name, each]) => [name, valueFor(each, name, sampling, round, defs)]),
  );
}

/** A value the schema takes. */
function valueFor(
  schema: Schema,
  name: string,
  sampling: Sampling,
  round: number,
  outer: Record<string, Schema>,
): unknown {
  const defs = { ...outer, ...schema.$defs };
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref !== undefined)
    return valueFor(defs[schema.$ref.split('/').at(-1)!] ?? {}, name, sampling, round + 1, defs);
  const choices = listed(schema);
  if (choices.length > 0) return valueFor(simplest(choices), name, sampling, round, defs);
  switch ([schema.type].flat()[0]) {
    case 'string':
      return textFor(schema, name, sampling);
    case 'integer':
    case 'number':
      return (
        schema.minimum ??
        (schema.exclusiveMinimum === undefined
          ? Math.min(1, schema.maximum ?? 1)
          : schema.exclusiveMinimum + 1)
      );
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.from(
        {
          length:
            schema.items?.$ref !== undefined && round >= MAX_ROUNDS
              ? 0
              : Math.max(1, schema.minItems ?? 1),
        },
        () => valueFor(schema.items ?? {}, name.replace(/s$/, ''), sampling, round, defs),
      );
    case 'object':
      return objectFor(schema, sampling, round, defs);
    default:
      return schema.properties
        ? objectFor(schema, sampling, round, defs)
        : (sampling.text(name) ?? 'a');
  }
}

/** A whole input of a call, by its parts. */
export interface Sample {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

export function sampleOf(call: Call, sampling: Sampling): Sample {
  const part = (schema: unknown) => (schema ? valueFor(schema as Schema, '', sampling, 0, {}) : {});
  const params = Object.fromEntries(
    [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 'a']),
  );
  const given = part(call.params) as Record<string, unknown>;
  return {
    params: Object.fromEntries(
      Object.entries({ ...params, ...given }).map(([name, value]) => [name, String(value)]),
    ),
    query: part(call.query) as Record<string, unknown>,
    body: part(call.body),
  };
}

/** Every text of a value, with the path to it. */
export function textsOf(
  value: unknown,
  path: readonly (string | number)[] = [],
): { path: readonly (string | number)[]; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (!value || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) =>
    textsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Every number of a value, by the path to it. */
export function numbersOf(
  value: unknown,
  path: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (typeof value === 'number') return [path];
  if (!value || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) =>
    numbersOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The value with something else at a place. */
export function withValue<T>(
  value: T,
  [step, ...rest]: readonly (string | number)[],
  other: unknown,
): T {
  if (step === undefined) return other as T;
  const copy = (
    Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
  ) as Record<string | number, unknown>;
  copy[step] = withValue(copy[step], rest, other);
  return copy as T;
}
