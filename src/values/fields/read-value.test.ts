import { expect, test } from 'vitest';
import type { FieldType } from '../../contract/index.ts';
import { formatValue } from './format.ts';
import { readValue, type ReadField } from './read-value.ts';

const now = new Date('2026-11-21T00:00:00+08:00');
const states = [
  { code: 'new', label: '新建' },
  { code: 'done', label: '完成' },
];
const tree = [
  {
    code: 'e',
    label: '电子',
    children: [
      { code: 'p', label: '手机' },
      { code: 'o', label: '其他' },
    ],
  },
  { code: 'f', label: '食品', children: [{ code: 'x', label: '其他' }] },
];
const read = (type: FieldType, text: string, more: Partial<ReadField> = {}) =>
  readValue({ type, ...more } as ReadField, text, now);

test.each<[FieldType, string, unknown, Partial<ReadField>?]>([
  ['text', ' 两\n行 ', '两 行'],
  ['longText', '两\n行', '两\n行'],
  ['phone', '+86 139', '+86 139'],
  ['decimal', '1,234.50', 1234.5],
  ['currency', '¥1,234.50', 1234.5],
  ['currency', 'CNY 12', 12],
  ['currency', '(1,200)', -1200],
  ['currency', '-¥1,234.50', -1234.5],
  ['percent', '25%', 25],
  ['percent', '25', 25],
  ['decimal', '85%', 0.85],
  ['decimal', '(12.5%)', -0.125],
  ['slider', '7%', 0.07],
  ['integer', '１２', 12],
  ['rating', '4 / 5', 4],
  ['boolean', '是', true],
  ['boolean', 'FALSE', false],
  ['boolean', '√', true],
  ['date', '2026/1/5', '2026-01-05'],
  ['date', '2026-01-05 00:00:00', '2026-01-05'],
  ['date', '2026年1月5日', '2026-01-05'],
  ['date', '今天', '2026-11-21'],
  ['time', '9:30', '09:30'],
  ['time', '上午12:30', '00:30'],
  ['dateTime', '2026/1/5 3:20 PM', '2026-01-05T07:20:00.000Z'],
  ['yearMonth', '2026年1月', '2026-01'],
  ['dateRange', '2026-01-01 至 2026-1-31', { from: '2026-01-01', to: '2026-01-31' }],
  ['singleSelect', '完成', 'done', { options: states }],
  ['singleSelect', 'new', 'new', { options: states }],
  ['multiSelect', '新建、完成', ['new', 'done'], { options: states }],
  ['multiSelect', '新建, 新建', ['new'], { options: states }],
  ['cascade', '电子 / 其他', 'o', { options: tree }],
  ['cascade', '手机', 'p', { options: tree }],
])('%s reads “%s”', (type, text, value, more) => expect(read(type, text, more)).toEqual({ value }));

test('an empty text is no value, for every type of field', () => {
  for (const type of ['text', 'integer', 'date', 'singleSelect', 'user', 'boolean'] as const)
    expect(read(type, '  ')).toEqual({ value: undefined });
});
test.each<[FieldType, string, string, Partial<ReadField>?]>([
  ['decimal', '十二', '“十二”不是数字'],
  ['integer', '-', '“-”不是数字'],
  ['integer', '200%', '“200%”是百分数，这一列不能填百分数'],
  ['currency', '85%', '“85%”是百分数，这一列不能填百分数'],
  ['dateTime', '2026-01-05 03:20 +0800', '“2026-01-05 03:20 +0800”不是日期时间'],
  ['date', '2026-02-30', '“2026-02-30”不是日期'],
  ['boolean', '也许', '“也许”不是“是”或“否”'],
  ['singleSelect', '取消', '没有选项“取消”', { options: states }],
  ['multiSelect', '新建、取消', '没有选项“取消”', { options: states }],
  ['cascade', '其他', '“其他”有多个同名选项，请写明上级', { options: tree }],
  ['attachment', 'a.pdf', '这一列不能粘贴文字'],
  ['formula', '1', '这一列不能粘贴文字'],
])('%s refuses “%s” and says why', (type, text, wrong, more) =>
  expect(read(type, text, more)).toEqual({ wrong }),
);

test('people, departments and records are named, several with commas between them', () => {
  expect(read('user', '林晓')).toEqual({ names: ['林晓'], kind: 'user', many: false });
  expect(read('users', '林晓、王敏')).toEqual({
    names: ['林晓', '王敏'],
    kind: 'user',
    many: true,
  });
  expect(read('lookup', '云帆，科技', { refObject: 'customer' })).toEqual({
    names: ['云帆，科技'],
    kind: 'customer',
    many: false,
  });
});
test('what a value is shown as reads back as the value', () => {
  const values: [ReadField, unknown][] = [
    [{ type: 'currency', scale: 2 }, -1234.5],
    [{ type: 'percent' }, 12.5],
    [{ type: 'boolean' }, false],
    [{ type: 'date' }, '2026-11-02'],
    [{ type: 'dateTime' }, '2026-11-02T01:02:03.000Z'],
    [{ type: 'time', seconds: true }, '09:08:07'],
    [{ type: 'yearMonth' }, '2026-11'],
    [{ type: 'dateRange' }, { from: '2026-11-01', to: '2026-11-02' }],
    [{ type: 'singleSelect', options: states }, 'done'],
    [{ type: 'multiSelect', options: states }, ['new', 'done']],
    [{ type: 'cascade', options: tree }, 'x'],
    [{ type: 'rating' }, 4],
  ];
  for (const [field, value] of values)
    expect(readValue(field, formatValue(field, value), now)).toEqual({ value });
});
