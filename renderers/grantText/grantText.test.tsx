// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { RECORD_OPS } from '../../src/contract/index.ts';
import { openNode } from '../../tests/fixtures/page.ts';
import grantText from './index.ts';

const fields = ['amount 金额', 'cost 成本', 'level 级别', 'note 备注', 'name 名称'].map((words) => {
  const [apiName, label] = words.split(' ');
  return { apiName, label, type: 'text' };
});
const says = async (grant: unknown, object?: string) => {
  const { container } = await openNode(grantText, {
    props: { grant, fields, ...(object && { object }) } as never,
  });
  return container.querySelector('p')!.textContent;
};

test('says whose records may be seen and changed, and what is not seen of them', async () => {
  expect(
    await says({
      ops: ['create', 'view', 'edit', 'delete'],
      scope: { view: 'deptAndSub', create: 'all', edit: 'self', delete: 'self' },
      fields: { amount: 'none', level: 'read' },
    }),
  ).toBe('可查看本部门及下级的，可新建，可编辑、删除本人的；看不到 “金额”，“级别”只读');
  expect(
    await says({ customer: { ops: ['view'], fields: { '*': 'none', name: 'read' } } }, 'customer'),
  ).toBe('可查看全部；只看得到 “名称”');
  expect(await says({ ops: ['view'], scope: { view: { condition: "name = '甲'" } } })).toBe(
    '可查看符合条件（名称 等于 “甲”）的',
  );
  expect(
    await says({ ops: ['view'], scope: { view: { depts: ['d'] } }, fields: { '*': 'read' } }),
  ).toBe('可查看指定部门的；字段只读');
  expect(
    await says({
      ops: ['view', 'edit'],
      scope: { view: { through: 'name' }, edit: 'ledDepts' },
      fields: { note: 'masked', cost: 'none' },
    }),
  ).toBe('可查看随“名称”的，可编辑所负责部门的；看不到 “成本”，“备注”脱敏');
  expect(await says({ ops: RECORD_OPS })).toBe('可做全部操作');
  const ops = RECORD_OPS.filter((op) => op !== 'delete');
  expect(await says({ ops, scope: { view: 'self' } })).toBe('可对本人的做全部操作，删除除外');
  for (const none of [null, { ops: ['view'], scope: { view: 'none' } }, { ops: 3 }])
    expect(await says(none)).toBe('没有权限');
});
