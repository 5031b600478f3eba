import { Check } from 'typebox/value';
import type { TSchema } from 'typebox';
import type { Json } from './components.ts';

/** How deep an example goes: a shape may contain itself. */
const MAX_DEPTH = 8;
const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-02',
  'date-time': '2026-01-02T03:04:05Z',
  email: 'name@example.com',
};
/** Texts for patterns, the first that fits. */
const TEXTS = [
  '示例',
  'example',
  '13800138000',
  '123456',
  'name@example.com',
  '2026-01-02',
  '2026-01',
  '03:04',
  'page.example',
  'Example@2026',
  '0'.repeat(32),
  'a'.repeat(43),
];

interface Schema extends Json {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

function textOf({ minLength = 0, maxLength = Infinity, pattern, format }: Schema): string {
  if (format !== undefined && FORMATS[format] !== undefined) return FORMATS[format];
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const fits = (text: string): boolean =>
    text.length >= minLength && text.length <= maxLength && (expression?.test(text) ?? true);
  return TEXTS.find(fits) ?? '示'.repeat(minLength);
}

function objectOf({ properties = {}, required = [] }: Schema, depth: number): Json {
  return Object.fromEntries(
    required.map((name) => [name, valueOf(properties[name] ?? {}, depth + 1)]),
  );
}

function valueOf(schema: Schema, depth: number): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return valueOf(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, depth);
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return depth > MAX_DEPTH
        ? []
        : Array.from({ length: schema.minItems ?? 1 }, () =>
            valueOf(schema.items ?? {}, depth + 1),
          );
    case 'object':
      return objectOf(schema, depth);
    default:
      return null;
  }
}

/**
 * A smallest value that the schema accepts; undefined where none is found without knowing what it
 * means.
 */
export function exampleOf(schema: TSchema): unknown {
  const value = valueOf(JSON.parse(JSON.stringify(schema)) as Schema, 0);
  return Check(schema, value) ? value : undefined;
}
