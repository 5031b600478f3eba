// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import ruleText from './index.ts';

const fields = [
  {
    apiName: 'kind',
    label: '类别',
    type: 'singleSelect',
    options: [
      { code: 'a', label: 'A' },
      { code: 'b', label: 'B' },
      { code: 'c', label: 'C' },
    ],
  },
  { apiName: 'amount', label: '金额', type: 'decimal' },
  { apiName: 'why', label: '原因', type: 'text' },
];
const says = async (when: string, then?: object[]) => {
  const { container } = await openNode(ruleText, {
    props: { when, fields, ...(then && { then }) } as never,
  });
  return container.querySelector('p')!.textContent;
};

test('says a rule, whole or begun, and a condition alone', async () => {
  expect(
    await says("kind in ['a', 'b'] and amount > 3", [
      { do: 'show', targets: ['why'] },
      { do: 'require', targets: ['why', 'amount'] },
    ]),
  ).toBe('当 类别 是 “A”、“B” 之一，并且 金额 大于 3 时，才显示“原因”，“原因”、“金额”必填');
  expect(
    await says('not isEmpty(why)', [
      { do: 'set', targets: ['kind'], value: 'b' },
      { do: 'limitOptions', targets: ['kind'], options: ['b', 'c'] },
    ]),
  ).toBe('当 原因 有内容 时，把“类别”填为“B”，“类别”只能选“B”、“C”');
  expect(await says('', [])).toBe('当 （未填写条件） 时，（未添加动作）');
  expect(await says('', [{ do: 'hide' }])).toBe('当 （未填写条件） 时，隐藏（未选择字段）');
  expect(await says('amount >')).toBe('（条件有误）');
  expect(await says("<b>1</b> > '<i>'")).toBe('（条件有误）');
  expect(await says('amount <= 3')).toBe('金额 不大于 3');
  expect(screen.queryByText('（未填写条件）')).toBeNull();
});
