// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all(widgets.filter(({ type }) => ['palette'].includes(type)).map(({ view }) => view())),
);

it('hands on the key and title of what was picked, grouped as given', async () => {
  const test = await testPage(
    pageOf({
      body: {
        type: 'palette@1',
        props: {
          label: '字段类型',
          items: [
            { key: 'text', title: '单行文本', group: '文本' },
            { key: 'integer', title: '整数', group: '数字' },
          ],
        },
        on: {
          pick: [
            { do: 'toast', args: { kind: 'info', text: { $t: '{event.key} {event.title}' } } },
          ],
        },
      },
    }),
    { widgets },
  );
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    '字段类型',
    '文本',
    '数字',
  ]);
  await test.press('{Tab}{Tab}{Enter}');
  expect(test.ports.log).toContainEqual(
    expect.objectContaining({ kind: 'toast', text: 'integer 整数' }),
  );
});

it('finds by name, and offers neither what is used nor what cannot be', async () => {
  const items = [
    { key: 'name', title: '名称', used: true },
    { key: 'owner', title: '负责人', hint: '只能用于成员填写的表单' },
    { key: 'note', title: '备注' },
  ];
  const test = await testPage(
    pageOf({
      body: {
        type: 'palette@1',
        props: { label: '字段', search: true, items: items as never },
        on: {
          pick: [
            {
              do: 'toast',
              args: { kind: 'info', text: { $t: '{event.key} {count(event.path)}' } },
            },
          ],
        },
      },
    }),
    { widgets },
  );
  expect(
    screen
      .getAllByRole<HTMLButtonElement>('button')
      .map((button) => [button.textContent, button.disabled, button.title]),
  ).toEqual([
    ['名称', true, '已经用过'],
    ['负责人', true, '只能用于成员填写的表单'],
    ['备注', false, '添加备注'],
  ]);
  await test.user.type(screen.getByRole('searchbox', { name: '查找字段' }), '注');
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['备注']);
  await test.click('备注');
  expect(test.ports.log).toContainEqual(expect.objectContaining({ kind: 'toast', text: 'note 0' }));
  await test.user.type(screen.getByRole('searchbox', { name: '查找字段' }), '没有');
  test.expects({ sees: '没有名称包含“注没有”的' });
});
