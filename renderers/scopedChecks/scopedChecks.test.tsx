// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import input from '../input/index.ts';
import scopedChecks from './index.ts';

const titled = (titles: Record<string, string>) =>
  Object.entries(titles).map(([key, title]) => ({ key, title }));
const show = (may: object, more: object = {}) =>
  openPage([scopedChecks, input], {
    state: { may: { type: 'any', init: may as never } },
    body: {
      type: 'scopedChecks@1',
      bind: 'state.may',
      props: {
        label: '操作',
        part: 'order',
        follow: 'view',
        items: titled({ view: '查看', edit: '编辑', export: '导出' }),
        choices: titled({ self: '本人', all: '全部', condition: '符合条件' }),
        base: { order: { ops: ['view'], scope: { view: 'self' } } },
        presets: [{ key: 'read', title: '只看', value: { ops: ['view'], scope: { view: 'all' } } }],
        baseName: '默认',
      },
      slots: {
        condition: {
          as: 'condition',
          nodes: [{ type: 'input@1', bind: 'condition', props: { label: '条件' } }],
        },
      },
      ...more,
    },
  });
const row = (name: string) => within(screen.getByRole('group', { name }));
const scope = (name: string) => row(name).getByLabelText<HTMLInputElement>(`${name}的范围`);

test('ticks rows and says how far each reaches, in one part of the value', async () => {
  const on = await show({ order: { ops: ['view'], scope: { view: 'self' } }, other: { ops: [] } });
  const value = () => on.scope.cells.get('may')!.value;
  expect(scope('编辑').value).toBe('无');
  await on.user.click(row('编辑').getByRole('checkbox'));
  expect(scope('编辑').value).toBe('同“查看”');
  await on.choose(scope('导出'), '全部');
  expect(value()).toEqual({
    order: { ops: ['view', 'edit', 'export'], scope: { view: 'self', export: 'all' } },
    other: { ops: [] },
  });
  expect(row('编辑').getByText('默认：无')).toBeTruthy();
  expect(row('查看').queryByText(/^默认：/)).toBeNull();
  await on.choose(scope('导出'), '无');
  expect(value()).toMatchObject({ order: { ops: ['view', 'edit'], scope: { view: 'self' } } });
  await on.user.click(screen.getByRole('checkbox', { name: '全选' }));
  expect(value()).toMatchObject({ order: { ops: ['view', 'edit', 'export'] } });
  const preset = screen.getByLabelText<HTMLInputElement>('预设');
  expect(preset.value).toBe('自定义');
  await on.choose(preset, '只看');
  expect(value()).toMatchObject({ order: { ops: ['view'], scope: { view: 'all' } } });
  expect(preset.value).toBe('只看');
});

test('a scope with settings is filled in beneath its row, by what the page puts there', async () => {
  const on = await show({});
  await on.choose(scope('查看'), '符合条件');
  on.expects({ sees: '填写之后才能保存' });
  await on.user.type(screen.getByRole('textbox', { name: '条件' }), 'amount > 3');
  await on.settle();
  expect(on.scope.cells.get('may')!.value).toEqual({
    order: { ops: ['view'], scope: { view: { condition: 'amount > 3' } } },
  });
  expect(screen.queryByText('填写之后才能保存')).toBeNull();
});

test('what is locked cannot be changed, and odd values are shown as nothing ticked', async () => {
  await show({ order: { ops: 'all', scope: [] } }, { when: { readonly: true } });
  expect(screen.getByText('已选 0 / 3')).toBeTruthy();
  expect(row('查看').getByRole<HTMLInputElement>('checkbox').disabled).toBe(true);
});
