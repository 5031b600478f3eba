import { expect, test } from 'vitest';
import { ROOT_PATH } from '../../document/index.ts';
import { validatePage } from '../validate/index.ts';
import { formSchemaRefusals } from './form-schema.ts';

const form = (properties: Record<string, unknown>, more: object = {}): Record<string, unknown> => ({
  type: 'object',
  properties,
  ...more,
});
const told = (schema: Record<string, unknown>): string[] =>
  formSchemaRefusals(schema, ROOT_PATH).map(({ place, why }) => `${place.path}: ${why}`);
const city = { type: 'string', title: '城市' };

test.each<[string, Record<string, unknown>, string, RegExp]>([
  [
    'a condition',
    form({ a: city }, { if: { required: ['a'] }, then: { required: ['b'] } }),
    '/if',
    /ui\.requiredWhen/,
  ],
  [
    'dependencies between fields',
    form({ a: city, b: city }, { dependencies: { a: ['b'] } }),
    '/dependencies',
    /ui\.requiredWhen/,
  ],
  [
    'names by a pattern',
    form({ a: city }, { patternProperties: { '^x': city } }),
    '/patternProperties',
    /逐个写出字段/,
  ],
  [
    'rules for names',
    form({ a: city }, { propertyNames: { maxLength: 3 } }),
    '/propertyNames',
    /逐个写出字段/,
  ],
  [
    'names nobody knows',
    form({ a: city }, { additionalProperties: { type: 'string' } }),
    '/additionalProperties',
    /逐个写出字段/,
  ],
  [
    'what must not be',
    form({ a: { type: 'string', not: { const: 'x' } } }),
    '/properties/a/not',
    /ui\.rules/,
  ],
  ['parts that add up', form({ a: { allOf: [city] } }), '/properties/a/allOf', /合并/],
  [
    'one of several structures',
    form({ a: { oneOf: [city, { type: 'number' }] } }),
    '/properties/a/oneOf',
    /const/,
  ],
  [
    'any of several structures',
    form({ a: { anyOf: [city, { type: 'number' }] } }),
    '/properties/a/anyOf',
    /oneOf/,
  ],
  [
    'a list that contains something',
    form({ a: { type: 'array', items: { enum: ['x'] }, contains: { const: 'x' } } }),
    '/properties/a/contains',
    /ui\.rules/,
  ],
  [
    'a list by places',
    form({ a: { type: 'array', items: [city, city] } }),
    '/properties/a/items',
    /每个位置一个字段/,
  ],
  [
    'a list by places, as 2020-12 writes it',
    form({ a: { type: 'array', prefixItems: [city] } }),
    '/properties/a/prefixItems',
    /每个位置一个字段/,
  ],
  [
    'a list of free texts',
    form({ a: { type: 'array', items: { type: 'string' } } }),
    '/properties/a/items',
    /enum 或 oneOf/,
  ],
  [
    'a list of lists',
    form({ a: { type: 'array', items: { type: 'array', items: { enum: ['x'] } } } }),
    '/properties/a/items',
    /对象的列表/,
  ],
  [
    'a file in the text',
    form({ a: { type: 'string', contentEncoding: 'base64' } }),
    '/properties/a/contentEncoding',
    /attachment/,
  ],
  [
    'a file as data-url',
    form({ a: { type: 'string', format: 'data-url' } }),
    '/properties/a/format',
    /attachment/,
  ],
  [
    'a format nobody checks',
    form({ a: { type: 'string', format: 'ipv4' } }),
    '/properties/a/format',
    /date-time、email、uri/,
  ],
  ['a field that is only true', form({ a: true }), '/properties/a', /写明 type/],
  ['a field of no type', form({ a: { title: '甲' } }), '/properties/a', /写明 type/],
  [
    'a field of two types',
    form({ a: { type: ['string', 'number'] } }),
    '/properties/a/type',
    /一种 type/,
  ],
  ['an empty field', form({ a: { type: 'null' } }), '/properties/a/type', /文本|string/],
  ['an object without fields', form({ a: { type: 'object' } }), '/properties/a', /properties/],
  [
    'objects as options',
    form({ a: { enum: [{ id: 1 }, { id: 2 }] } }),
    '/properties/a/enum',
    /写得不对/,
  ],
  [
    'a reference elsewhere',
    form({ a: { $ref: 'https://example.com/a.json' } }),
    '/properties/a/$ref',
    /\$defs/,
  ],
  ['a reference to nothing', form({ a: { $ref: '#/$defs/none' } }), '/properties/a/$ref', /\$defs/],
  [
    'a reference to itself',
    {
      ...form({ a: { $ref: '#/$defs/node' } }),
      $defs: { node: form({ next: { $ref: '#/$defs/node' } }) },
    },
    '',
    /引用自己/,
  ],
  [
    'a check beside a reference',
    { ...form({ a: { $ref: '#/$defs/t', minLength: 3 } }), $defs: { t: city } },
    '/properties/a/minLength',
    /定义里/,
  ],
  [
    'a fault of a definition',
    {
      ...form({ a: { $ref: '#/$defs/t' } }),
      $defs: { t: form({ b: { type: 'array', items: city } }) },
    },
    '/$defs/t/properties/b/items',
    /enum 或 oneOf/,
  ],
  [
    'a bound of another type',
    form({ a: { type: 'string', minimum: 3 } }),
    '/properties/a/minimum',
    /type 是 string/,
  ],
  [
    'a bound that is no number',
    form({ a: { type: 'number', minimum: '3' } }),
    '/properties/a/minimum',
    /写得不对/,
  ],
  [
    'a pattern that is none',
    form({ a: { type: 'string', pattern: '(' } }),
    '/properties/a/pattern',
    /正则/,
  ],
  [
    'a first value of another type',
    form({ a: { type: 'integer', default: 'x' } }),
    '/properties/a/default',
    /整数/,
  ],
  [
    'a required field that is not there',
    form({ city }, { required: ['cita'] }),
    '/required',
    /是否想写“city”/,
  ],
  [
    'a misspelt keyword',
    form({ a: { type: 'string', maxlength: 3 } }),
    '/properties/a/maxlength',
    /是否想写“maxLength”/,
  ],
  [
    'rjsf’s own hints in the schema',
    form({ a: { type: 'string', 'ui:widget': 'textarea' } }),
    '/properties/a/ui:widget',
    /写在 ui 里/,
  ],
  [
    'OpenAPI’s nullable',
    form({ a: { type: 'string', nullable: true } }),
    '/properties/a/nullable',
    /请去掉/,
  ],
  ['a root that is no object', { type: 'string' }, '', /带 properties 的对象/],
])('%s is refused where it is written, with what to write instead', (_, schema, path, hint) => {
  const [first, ...others] = told(schema);
  expect(first?.split(': ')[0]).toBe(path);
  expect(first).toMatch(hint);
  if (!('if' in schema)) expect(others).toEqual([]);
});

test('what a form draws and checks is taken', () => {
  expect(
    told({
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...form(
        {
          kind: { oneOf: [{ const: 'a', title: '甲' }, { const: 'b' }] },
          version: { type: 'integer', const: 2 },
          agree: { type: 'boolean', const: true },
          price: { type: 'number', exclusiveMinimum: 0, maximum: 100, multipleOf: 0.01 },
          note: { type: ['string', 'null'], maxLength: 20, default: '无' },
          tags: { type: 'array', uniqueItems: true, maxItems: 3, items: { enum: ['x', 'y'] } },
          home: { $ref: '#/definitions/address', title: '住址' },
          lines: {
            type: 'array',
            minItems: 1,
            items: form({ place: { $ref: '#/definitions/city' } }),
          },
          file: { type: 'array', ui: { input: 'attachment' } },
          total: { ui: { formula: 'price * 2' } },
          day: { type: 'string', format: 'date' },
        },
        { required: ['kind'], additionalProperties: false },
      ),
      definitions: { city, address: form({ city: { $ref: '#/definitions/city' } }) },
    }),
  ).toEqual([]);
});

test('references that unfold without end are refused at once', () => {
  const level = (i: number): object =>
    form(
      Object.fromEntries(
        ['a', 'b', 'c', 'd'].map((name) => [name, i === 20 ? city : { $ref: `#/$defs/l${i + 1}` }]),
      ),
    );
  const schema = {
    ...form({ a: { $ref: '#/$defs/l0' } }),
    $defs: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`l${i}`, level(i)])),
  };
  expect(told(schema)[0]).toMatch(/最多 5000 项/);
});

test('a page with such a form is refused, the place counted from the page', () => {
  const page = {
    spec: 'page/1',
    key: 'a',
    rev: 1,
    title: '甲',
    root: 'p',
    nodes: { p: { type: 'page@1' } },
    forms: { f: { schema: form({ a: { type: 'string', not: {} } }) } },
  };
  const [problem] = validatePage(page, {
    widgets: [{ type: 'page', version: 1, title: '页', props: { type: 'object' } }],
    actions: [],
  } as never).problems;
  expect(problem).toMatchObject({
    path: '/forms/f/schema/properties/a/not',
    reason: 'PAGE_INVALID',
    severity: 'error',
  });
});
