import { expect, test } from 'vitest';
import type { FieldDescribe } from '../../contract/index.ts';
import { checkField } from './check.ts';
import { specsOfDescribe } from './spec.ts';
import { specsOfSchema } from './schema-specs.ts';

const described = (more: Partial<FieldDescribe>) => {
  const field: FieldDescribe = {
    id: 'f',
    order: 0,
    apiName: 'f',
    label: '栏',
    type: 'text',
    ...more,
  };
  return specsOfDescribe({
    id: 'o',
    apiName: 'o',
    label: 'o',
    titleField: 'f',
    appId: null,
    version: 1,
    validator: '',
    fields: [field],
  }).get('f')!;
};
const says = (more: Partial<FieldDescribe>, value: unknown, required = false): string | undefined =>
  checkField(described(more), value, required, 'f')[0]?.msg;

test('a field without a value is wrong only when it is required; no and zero are values', () => {
  expect(says({}, undefined, true)).toBe('请填写栏');
  expect(says({}, '   ', true)).toBe('请填写栏');
  expect(says({ type: 'multiSelect', options: [] }, [], true)).toBe('请选择栏');
  expect(says({}, undefined)).toBeUndefined();
  expect(says({ type: 'boolean' }, false, true)).toBeUndefined();
  expect(says({ type: 'integer' }, 0, true)).toBeUndefined();
});
test.each<[string, Partial<FieldDescribe>, unknown, string | undefined]>([
  ['characters are counted as people see them', { maxLength: 2 }, '😀😀', undefined],
  ['too long a text', { maxLength: 2 }, '一二三', '栏最多 2 个字符'],
  ['a number plate typed with a space', { textFormat: 'plate' }, '浙a 12345', undefined],
  ['no number plate', { textFormat: 'plate' }, '12345', '栏的格式不对，应为车牌号，如 浙A12345'],
  ['a text that is a number', {}, 3, '栏应为文本'],
  [
    'an integer beyond its bounds',
    { type: 'integer' },
    2_147_483_648,
    '栏超出允许范围（-2147483648 至 2147483647）',
  ],
  ['half an integer', { type: 'integer' }, 1.5, '栏应为整数'],
  ['a decimal below its least', { type: 'decimal', min: 0 }, -1, '栏超出允许范围（0 至 不限）'],
  [
    'too many digits',
    { type: 'decimal', precision: 4, scale: 2 },
    1.234,
    '栏最多 4 位数字，其中小数 2 位',
  ],
  [
    'an option nobody offers',
    { type: 'singleSelect', options: [{ code: 'a', label: '甲' }] },
    'b',
    '栏没有选项“b”',
  ],
  [
    'one such among several',
    { type: 'multiSelect', options: [{ code: 'a', label: '甲' }] },
    ['a', 'c'],
    '栏没有选项“c”',
  ],
  [
    'no e-mail address',
    { type: 'email' },
    'a@b',
    '栏的格式不对，应为邮箱地址，如 name@example.com',
  ],
  ['a phone number', { type: 'phone' }, '0571-88880000', undefined],
  ['no date', { type: 'date' }, '2026-13-01', '栏的格式不对，应为日期'],
])('%s', (_, field, value, msg) => expect(says(field, value)).toBe(msg));

test('a schema of its own is checked by the same sentences', () => {
  const specs = specsOfSchema({
    type: 'object',
    required: ['code'],
    properties: {
      code: { type: 'string', title: '标识', pattern: '^[a-z]+$', minLength: 2 },
      kind: { type: 'string', title: '类型', enum: ['a'], ui: { enumNames: ['甲'] } },
      options: {
        type: 'array',
        title: '选项',
        items: { type: 'object', properties: { code: { type: 'string' } } },
        ui: { input: 'options' },
      },
    },
  });
  const tell = (name: string, value: unknown): string | undefined =>
    checkField(specs.get(name)!, value, specs.get(name)!.required, name)[0]?.msg;
  expect(tell('code', 'A1')).toBe('标识填写有误');
  expect(tell('code', 'a')).toBe('标识的格式不对，应为至少 2 个字符');
  expect(tell('code', '')).toBe('请填写标识');
  expect(tell('kind', 'b')).toBe('类型没有选项“b”');
  expect(specs.get('kind')!.options).toEqual([{ code: 'a', label: '甲' }]);
  // An array with an input of its own is one value.
  expect(specs.get('options')!.rows).toBeNull();
  expect(() => specsOfSchema({ type: 'string' })).toThrow(TypeError);
});
