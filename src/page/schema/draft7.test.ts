import { ROOT_PATH } from '../../document/index.ts';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySchemaRefusals } from './any-schema.ts';
import { checkDraft7, DRAFT7_FORMATS } from './draft7.ts';
import { isCheapPattern } from './pattern-cost.ts';
import { uiSchemaRefusals } from './ui-schema.ts';

const ajv = new Ajv({
  strict: false,
  ownProperties: true,
  validateSchema: false,
  multipleOfPrecision: 9,
  logger: false,
});
for (const [name, { test: fits }] of Object.entries(DRAFT7_FORMATS)) ajv.addFormat(name, fits);

// Not toString: ajv calls that of a value.
const name = fc.constantFrom('a', 'b', 'c', 'hasOwnProperty');
const scalar = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'abc', '2026-02-28'),
  fc.integer({ min: -3, max: 6 }),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(name, tie('any'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any;
const count = fc.integer({ min: 0, max: 3 });
const some = (shape: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(shape, { requiredKeys: [] });
const schema = fc
  .letrec((tie) => {
    const any = tie('any');
    const list = fc.array(any, { minLength: 1, maxLength: 3 });
    return {
      any: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.boolean(),
        some({ type: fc.constantFrom('string', 'integer', 'null', ['string', 'null']) }),
        some({
          minLength: count,
          pattern: fc.constantFrom('^a', 'b'),
          format: fc.constant('date'),
        }),
        some({ minimum: count, exclusiveMaximum: count, multipleOf: fc.constantFrom(2, 0.5) }),
        scalar.map((only) => ({ const: only })),
        fc.constantFrom(
          { $ref: '#/$defs/short' },
          { $ref: '#/$defs/tree', minProperties: 1 },
          { $ref: '#/$defs/deep/properties/x' },
        ),
        // Apart: beside items, ajv takes an empty list for one that contains what is asked for.
        some({ contains: any, minItems: count, uniqueItems: fc.boolean() }),
        some({ items: fc.oneof(any, list), additionalItems: any, minItems: count }),
        some({
          properties: fc.dictionary(name, any, { maxKeys: 3 }),
          required: fc.uniqueArray(name, { maxLength: 2 }),
          additionalProperties: any,
          patternProperties: fc.dictionary(fc.constantFrom('^a', 'o'), any, { maxKeys: 1 }),
          propertyNames: any,
          dependencies: fc.dictionary(name, fc.oneof(any, fc.uniqueArray(name, { maxLength: 2 })), {
            maxKeys: 2,
          }),
        }),
        some({ if: any, then: any, else: any }),
        some({ not: any }),
        some({ allOf: list }),
        some({ anyOf: list, type: fc.constantFrom('string', 'object') }),
        some({ oneOf: list }),
      ),
    };
  })
  .any.map((made) => ({
    allOf: [made],
    $defs: {
      short: { type: 'string', maxLength: 2 },
      tree: { type: 'object', additionalProperties: { $ref: '#/$defs/tree' } },
      deep: { properties: { x: { type: 'integer' } } },
    },
  }));

test('any schema of draft 7 judges any value as ajv does', () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 1, maxLength: 8 }), (made, values) => {
      const judge = ajv.compile(made);
      for (const each of values)
        expect({ each, fits: checkDraft7(each, made).length === 0 }).toEqual({
          each,
          fits: judge(each),
        });
      ajv.removeSchema();
    }),
    { numRuns: 300 },
  );
});

const whys = (made: unknown): string[] =>
  anySchemaRefusals(made, ROOT_PATH).map(({ place, why }) => `${place.path} ${why}`);
const tree = {
  $ref: '#/definitions/node',
  definitions: {
    node: {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/definitions/node' } } },
    },
  },
};
test('a schema that contains itself through a field or a list is sound', () =>
  expect(whys(tree)).toEqual([]));
test.each([
  [
    'an unknown keyword',
    { properties: { a: { nullable: true } } },
    '/properties/a/nullable 不支持',
  ],
  ['a keyword that is nobody’s own', { toString: {} }, '不支持“toString”'],
  ['an address elsewhere', { items: { $ref: 'http://a.cn/b.json' } }, '/items/$ref 找不到'],
  ['an id that names a field of rjsf', { $id: 'LayoutGridField' }, '$id'],
  ['a circle within one value', { anyOf: [{ type: 'null' }, { $ref: '#' }] }, '不能直接引用自己'],
  ['a list of a million items', { type: 'array', minItems: 1_000_000 }, 'minItems'],
  ['a slow pattern', { pattern: '(x+x+)+y' }, 'pattern'],
  ['a slow pattern of names', { patternProperties: { '(a|a)*$': {} } }, 'pattern'],
  ['more text than a form has', { title: 'x'.repeat(200_000) }, '最多 100000 个字符'],
  ['what is no schema', [], '应为 JSON Schema 对象'],
])('refuses %s', (_name, made, why) => expect(whys(made).join('\n')).toContain(why));
test('refuses few lines that mean millions', () => {
  const definitions = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `d${i}`,
      {
        properties: {
          a: { $ref: `#/definitions/d${i + 1}` },
          b: { $ref: `#/definitions/d${i + 1}` },
        },
      },
    ]),
  );
  const started = performance.now();
  expect(
    whys({ $ref: '#/definitions/d0', definitions: { ...definitions, d20: {} } }).join(),
  ).toContain('展开后');
  expect(performance.now() - started).toBeLessThan(1_000);
});
test('a check that branches without end is given up with a fault', () => {
  const made = {
    definitions: {
      a: {
        anyOf: Array.from({ length: 9 }, () => ({
          items: { $ref: '#/definitions/a' },
          minItems: 9,
        })),
      },
    },
    $ref: '#/definitions/a',
  };
  const nested = Array.from({ length: 9 }).reduce<unknown>((inner) => Array(9).fill(inner), 1);
  const started = performance.now();
  expect(checkDraft7(nested, made).length).toBeGreaterThan(0);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test.each(['^1[3-9]\\d{9}$', '^[A-Z]{2,4}-\\d+$', '\\d+', '^(ab)?c$', '^(?:年|月)$'])(
  'the pattern %s is cheap',
  (source) => expect(isCheapPattern(source)).toBe(true),
);
test.each([
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|b){30}$',
  '^a?a?a?a$',
  '.*a.*b',
  '^(a)\\1*$',
  '^(?=a*)b$',
  '^(?<=a*)b$',
  '(',
])('the pattern %s is not', (source) => expect(isCheapPattern(source)).toBe(false));

test('a uiSchema says which input, and nothing of attributes, classes or HTML', () => {
  const sound = {
    'ui:order': ['b', '*'],
    a: { 'ui:widget': 'textarea', 'ui:options': { rows: 5 }, items: { 'ui:title': '甲' } },
    anyOf: [{ b: { 'ui:help': '乙' } }],
  };
  expect(uiSchemaRefusals(sound, ROOT_PATH)).toEqual([]);
  for (const [bad, why] of [
    [{ 'ui:submitButtonOptions': { props: { dangerouslySetInnerHTML: {} } } }, '不支持'],
    [{ a: { 'ui:classNames': 'hz-page' } }, '不支持'],
    [{ a: { 'ui:style': { position: 'fixed' } } }, '不支持'],
    [{ a: { 'ui:enableMarkdownInHelp': true } }, '不支持'],
    [{ a: { 'ui:options': { inputType: 'file' } } }, '不支持'],
    [{ a: { 'ui:field': 'LayoutGridField' } }, '不支持'],
    [{ a: { 'ui:widget': 'members' } }, '写得不对'],
    [{ a: { classNames: 'x' } }, 'uiSchema'],
  ] as const)
    expect(uiSchemaRefusals(bad, ROOT_PATH)[0]?.why).toContain(why);
});
