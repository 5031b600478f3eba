import { Ajv } from 'ajv';
import formatsPlugin from 'ajv-formats';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT_PATH, checkSchema, FORMATS, type Schema } from '../../document/index.ts';
import { callCatalogue } from '../validate/index.ts';
import { KEYWORDS, keywordTable } from './keywords.ts';

// Own properties: an object has no member toString unless it was given one.
const ajv = new Ajv({
  strict: false,
  ownProperties: true,
  validateSchema: false,
  multipleOfPrecision: 9,
  validateFormats: true,
  logger: false,
});
for (const [name, { test: fits }] of Object.entries(FORMATS)) ajv.addFormat(name, fits);
// Its own comparison calls what a value has under `toString`.
ajv.removeKeyword('uniqueItems');
ajv.addKeyword({
  keyword: 'uniqueItems',
  type: 'array',
  validate: (isAsked: boolean, list: readonly unknown[]) =>
    !isAsked ||
    list.every((item, at) => !list.slice(0, at).some((each) => isDeepStrictEqual(each, item))),
});
const fits = (value: unknown, schema: Schema): boolean =>
  checkSchema(value, schema, ROOT_PATH).length === 0;

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'Z', '1', ' ', '好', '😀'),
  maxLength: 6,
});
const number = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.integer({ min: -200, max: 200 }).map((n) => n / 10),
);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const name = fc.constantFrom('a', 'b', 'c', 'toString', '__proto__');
/** Ajv overlooks a property of a schema that is called `__proto__`; this checker does not. */
const named = name.filter((each) => each !== '__proto__');
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.constantFrom('2026-02-28', '2026-02-29', 'a@b.cn'),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(name, tie('any'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any;
const count = fc.integer({ min: 0, max: 4 });
const some = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(shape, { requiredKeys: [] });
/** Random schemas of every checked keyword of the table. */
const schema = fc
  .letrec<{ any: Schema }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      some({
        type: fc.constant('string'),
        minLength: count,
        maxLength: count,
        pattern: fc.constantFrom('^a', '[b1]', '好$'),
        format: fc.constantFrom(...Object.keys(FORMATS)),
      }),
      some({
        type: fc.constantFrom('number', 'integer'),
        minimum: number,
        maximum: number,
        exclusiveMinimum: number,
        exclusiveMaximum: number,
        multipleOf: fc.constantFrom(0.1, 0.5, 2, 3),
      }),
      fc.constant({ type: 'boolean' }),
      some({ type: fc.constant<string[]>(['string', 'null']) }),
      fc.array(scalar, { minLength: 1, maxLength: 4 }).map((choices) => ({ enum: choices })),
      scalar.map((only) => ({ const: only })),
      fc
        .array(
          scalar.map((only) => ({ const: only })),
          { minLength: 1, maxLength: 4 },
        )
        .map((oneOf) => ({ oneOf })),
      fc.constantFrom({ $ref: '#/$defs/short' }, { $ref: '#/definitions/whole' }),
      some({
        type: fc.constant('array'),
        items: tie('any'),
        minItems: count,
        maxItems: count,
        uniqueItems: fc.boolean(),
      }),
      some({
        type: fc.constant('object'),
        properties: fc.dictionary(named, tie('any'), { maxKeys: 4 }),
        required: fc.uniqueArray(name, { maxLength: 3 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('any')),
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'o'), tie('any'), { maxKeys: 2 }),
        minProperties: count,
        maxProperties: count,
      }),
      fc
        .array(tie('any'), { minLength: 1, maxLength: 3 })
        .chain((parts) =>
          fc.constantFrom<Schema>({ anyOf: parts }, { oneOf: parts }, { allOf: parts }),
        ),
    ),
  }))
  .any.map((made): Schema => ({
    ...made,
    $defs: { short: { type: 'string', maxLength: 2 } },
    definitions: { whole: { type: 'integer' } },
  }));

/** Alike but for what each object inherits, and two that are alike. */
const INHERITED: unknown[] = [
  {},
  { toString: [] },
  { valueOf: 1 },
  { constructor: 'x' },
  { toString: [] },
];
test('any schema of the subset judges any value as ajv does', () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 1, maxLength: 8 }), (made, values) => {
      const judge = ajv.compile(made);
      for (const each of values)
        expect({ each, fits: fits(each, made) }).toEqual({ each, fits: judge(each) });
      ajv.removeSchema();
    }),
    { numRuns: 151, examples: [[{ uniqueItems: true }, [[{ toString: [] }, {}], INHERITED]]] },
  );
});

test('formats are those of ajv-formats', () => {
  const others = new Ajv({ strict: false });
  // CommonJS: its callable is the default export, or that one's default, by loader.
  (
    (formatsPlugin as unknown as { default?: (ajv: Ajv) => void }).default ??
    (formatsPlugin as unknown as (ajv: Ajv) => void)
  )(others);
  const samples = [
    '2026-02-28',
    '2026-02-29',
    '2024-02-29',
    '2026-13-01',
    '2026-1-1',
    '0000-01-01x',
    '2026-02-28T10:00:00Z',
    '2026-02-28T10:00:00.123+08:00',
    '2026-02-28 10:00:00Z',
    '2026-02-28T10:00:00',
    '2026-02-30T10:00:00Z',
    '2026-02-28T24:00:00Z',
    'a@b.cn',
    'a.b+c@x-y.example.com',
    'a@b',
    'ab.cn',
    '.a@b.cn',
    'a@-b.cn',
    'a b@c.cn',
    'https://example.com/a?b=c#d',
    'mailto:a@b.cn',
    'urn:isbn:1',
    '//example.com',
    'example.com',
    'https://a b',
    '',
    'x',
  ];
  const judged = (of: (format: string, sample: string) => boolean): string[] =>
    Object.keys(FORMATS).flatMap((format) =>
      samples.filter((sample) => of(format, sample)).map((sample) => `${format} ${sample}`),
    );
  expect(judged((format, sample) => FORMATS[format]!.test(sample))).toEqual(
    judged((format, sample) => others.validate({ type: 'string', format }, sample)),
  );
});

test('a schema that is only true or false takes everything or nothing', () => {
  expect(fits(1, true as never)).toBe(true);
  expect(fits(1, false as never)).toBe(false);
  expect(fits({ a: 1 }, { properties: { a: false as never } })).toBe(false);
});
test('a text is measured in characters as people count them', () =>
  expect(fits('😀😀', { maxLength: 2 })).toBe(true));
test('a value that fits two of oneOf fits none', () =>
  expect(fits(3, { oneOf: [{ type: 'integer' }, { minimum: 2 }] })).toBe(false));
test('a list with two alike names the second', () => {
  expect(
    checkSchema([{ a: 1, b: 2 }, 3, { b: 2, a: 1 }], { uniqueItems: true }, ROOT_PATH)[0]?.why,
  ).toBe('第 3 项与前面的重复');
});

/** Every keyword a schema uses, in it and below. */
function used(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  for (const [key, inner] of Object.entries(schema)) {
    found.add(key === 'format' ? `format ${String(inner)}` : key);
    if (['properties', 'patternProperties', '$defs', 'definitions'].includes(key))
      Object.values(inner as object).forEach((each) => used(each, found));
    else if (['anyOf', 'oneOf', 'allOf'].includes(key))
      (inner as unknown[]).forEach((each) => used(each, found));
    else if (['items', 'additionalProperties'].includes(key)) used(inner, found);
  }
  return found;
}
test('no definition of a widget, an action or a call uses a keyword the checker does not know', () => {
  const read = (path: string): { props?: unknown; args?: unknown; result?: unknown }[] =>
    JSON.parse(readFileSync(path, 'utf8')) as never;
  const found = new Set<string>();
  for (const { props } of read('schemas/widgets.json')) used(props, found);
  for (const { args, result } of read('schemas/actions.json')) {
    used(args, found);
    used(result, found);
  }
  for (const { input } of callCatalogue().values()) used(input, found);
  const unknown = [...found].filter((each) =>
    each.startsWith('format ')
      ? !Object.hasOwn(FORMATS, each.slice(7))
      : !Object.hasOwn(KEYWORDS, each),
  );
  expect(unknown).toEqual([]);
});
test('the guide shows the table', () =>
  expect(readFileSync('docs/page-schema.md', 'utf8')).toContain(keywordTable()));

test('a pattern is not tried on a text of any length: quadratic patterns would not end in time', () => {
  const started = performance.now();
  const [fault] = checkSchema(
    'a'.repeat(200_000),
    { type: 'string', pattern: '^.*a.*b$' },
    ROOT_PATH,
  );
  expect(fault).toMatchObject({
    keyword: 'maxLength',
    limit: 2_000,
    why: '最多 2000 个字符，现在有 200000 个',
  });
  expect(performance.now() - started).toBeLessThan(1_000);
  expect(checkSchema('a'.repeat(2_000), { type: 'string', pattern: '^a+$' }, ROOT_PATH)).toEqual(
    [],
  );
});
