import { expect, test } from 'vitest';
import { checkField } from './check.ts';
import { specsOfSchema } from './schema-specs.ts';

const form = (properties: Record<string, unknown>, more: object = {}): object => ({
  type: 'object',
  properties,
  ...more,
});
const says = (schema: object, value: unknown): string | undefined => {
  const spec = specsOfSchema(form({ f: { title: '栏', ...schema } })).get('f')!;
  return checkField(spec, value, spec.required, 'f')[0]?.msg;
};
const drawn = (schema: object) => {
  const { input, options, initial, readonly, label } = specsOfSchema(form({ f: schema })).get('f')!;
  return {
    input,
    options: options.map(({ code, label: name }) => `${code} ${name}`),
    initial,
    readonly,
    label,
  };
};

test.each<[string, object, object]>([
  [
    'options with titles',
    { oneOf: [{ const: 1, title: '一' }, { const: 2 }] },
    { input: 'select', options: ['1 一', '2 2'] },
  ],
  [
    'yes and no with titles',
    {
      type: 'boolean',
      oneOf: [
        { const: true, title: '要' },
        { const: false, title: '不要' },
      ],
    },
    { input: 'select', options: ['true 要', 'false 不要'] },
  ],
  [
    'several choices',
    { type: 'array', items: { oneOf: [{ const: 'a', title: '甲' }] } },
    { input: 'multiSelect', options: ['a 甲'] },
  ],
  [
    'no choice is no option',
    { type: ['string', 'null'], enum: ['a', null] },
    { input: 'select', options: ['a a'] },
  ],
  [
    'a fixed value is there and stays',
    { type: 'string', const: 'v2' },
    { input: 'text', initial: 'v2', readonly: true },
  ],
  [
    'a yes that is asked for is not given in advance',
    { type: 'boolean', const: true },
    { input: 'checkbox', initial: undefined, readonly: false },
  ],
  ['a type that may be empty', { type: ['integer', 'null'] }, { input: 'number' }],
])('%s', (_, schema, wanted) => expect(drawn(schema)).toMatchObject(wanted));

test('what a reference names is drawn, under the title beside it, also in rows and within fields', () => {
  const specs = specsOfSchema({
    ...form({
      home: { $ref: '#/$defs/address', title: '住址' },
      stops: { type: 'array', items: { $ref: '#/$defs/address' } },
    }),
    $defs: {
      kind: { enum: ['a'], title: '类型' },
      address: form({ kind: { $ref: '#/$defs/kind' } }, { title: '地址' }),
    },
  });
  expect(specs.get('home')).toMatchObject({ label: '住址', input: 'group' });
  for (const within of [specs.get('home')!.members, specs.get('stops')!.rows])
    expect(within!.get('kind')).toMatchObject({
      label: '类型',
      input: 'select',
      options: [{ code: 'a', label: 'a' }],
    });
});

test.each<[string, object, unknown, string | undefined]>([
  ['a multiple', { type: 'number', multipleOf: 0.1 }, 0.3, undefined],
  ['no multiple', { type: 'number', multipleOf: 0.5 }, 0.3, '栏的格式不对，应为 0.5 的倍数'],
  [
    'an open lower bound',
    { type: 'number', exclusiveMinimum: 0 },
    0,
    '栏的格式不对，应为大于 0 的数',
  ],
  [
    'an open upper bound',
    { type: 'number', exclusiveMaximum: 9 },
    9,
    '栏的格式不对，应为小于 9 的数',
  ],
  [
    'a choice twice',
    { type: 'array', uniqueItems: true, items: { enum: [1, 2] } },
    [1, 1],
    '栏的格式不对，应为互不重复的各项',
  ],
  [
    'too few choices',
    { type: 'array', minItems: 2, items: { enum: [1, 2] } },
    [1],
    '栏的格式不对，应为至少 2 项',
  ],
  ['a choice nobody offers', { oneOf: [{ const: 1 }] }, 3, '栏没有选项“3”'],
  [
    'one such among several',
    { type: 'array', items: { oneOf: [{ const: 1 }] } },
    [3],
    '栏没有选项“3”',
  ],
  ['terms not agreed to', { type: 'boolean', const: true }, false, '栏的格式不对，应为是'],
  ['another than the fixed value', { type: 'string', const: 'a' }, 'b', '栏的格式不对，应为 a'],
  [
    'an address that is none',
    { type: 'string', format: 'uri' },
    'example',
    '栏的格式不对，应为网址',
  ],
  [
    'a part of a value with an input of its own',
    { type: 'array', ui: { input: 'pairs' }, items: { type: 'object', required: ['code'] } },
    [{}],
    '栏的格式不对，应为完整的内容',
  ],
  ['no value at all', { type: 'number', multipleOf: 2 }, null, undefined],
])('%s', (_, schema, value, msg) => expect(says(schema, value)).toBe(msg));
