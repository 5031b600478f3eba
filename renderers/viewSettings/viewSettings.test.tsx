// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CustomView } from '../../src/contract/index.ts';
import { lastAsked, listOn, ordersPage } from '../../tests/fixtures/orders.ts';
import { viewOf } from '../../tests/fixtures/views.ts';
import viewSave from '../viewSave/index.ts';
import viewSettings from './index.ts';

const board = viewOf('v1', '看板', { kind: 'kanban', kindConfig: { groupField: 'status' } });
async function show(view: CustomView | null) {
  const tell = (event: string) => [{ do: 'emit', args: { event, payload: { $x: 'event' } } }];
  const page = await ordersPage(
    [viewSettings, viewSave],
    [
      { type: 'viewSettings@1', bind: 'orders', on: { rename: tell('rename') } as never },
      { type: 'viewSave@1', bind: 'orders', on: { save: tell('save') } as never },
    ],
  );
  const told: [string, unknown][] = [];
  page.scope.listen((event, payload) => {
    told.push([event, payload]);
  });
  listOn(page).setView(view);
  await page.settle();
  return { page, told };
}
const open = async (page: Awaited<ReturnType<typeof show>>['page']) => page.click('设置');
const pick = async (
  page: Awaited<ReturnType<typeof show>>['page'],
  label: string,
  option: string,
) => {
  await page.choose(screen.getByRole('combobox', { name: label }), option);
};

test('what a view goes by changes at once, and is saved with the view', async () => {
  const { page, told } = await show(board);
  await open(page);
  await pick(page, '分栏', '负责人');
  expect(listOn(page).view?.kindConfig).toEqual({ groupField: 'owner' });
  expect(lastAsked(page)).toMatchObject({ groupBy: ['owner'] });
  await page.click('保存到视图');
  expect(told).toEqual([
    ['save', { input: { id: 'v1', version: 3, kindConfig: { groupField: 'owner' } } }],
  ]);
});
test('a change can be taken back here, or with everything else that was changed', async () => {
  const { page } = await show(board);
  await open(page);
  await pick(page, '分栏', '负责人');
  await page.user.click(screen.getAllByRole('button', { name: '还原' }).at(-1)!);
  await page.settle();
  expect([listOn(page).viewChanges, lastAsked(page)['groupBy']]).toEqual([{}, ['status']]);
  await pick(page, '分栏', '负责人');
  listOn(page).resetView();
  await page.settle();
  expect(listOn(page).view?.kindConfig).toEqual({ groupField: 'status' });
});
test('the fields of a card are chosen, ordered and limited; what is not used is left out', async () => {
  const { page } = await show({
    ...board,
    kindConfig: { groupField: 'status', coverField: 'gone' },
  });
  await open(page);
  const shown = () =>
    within(screen.getByRole('list', { name: '显示的字段' }))
      .getAllByRole('checkbox')
      .map((box) => (box as HTMLInputElement).labels?.[0]?.textContent);
  // What the card shows by itself, before anything is chosen.
  expect(shown()).toEqual(['金额', '标签', '下单日期']);
  for (const name of ['标签', '下单日期', '数量']) {
    await page.user.click(screen.getByRole('checkbox', { name }));
    await page.settle();
  }
  await page.click('数量上移');
  await pick(page, '封面', '不使用');
  expect(listOn(page).view?.kindConfig).toEqual({
    groupField: 'status',
    cardFields: ['count', 'amount'],
  });
});
test('a number outside its bounds is explained and not tried', async () => {
  const { page } = await show(board);
  await open(page);
  await page.user.type(screen.getByLabelText('每栏最多', { selector: 'input' }), '20');
  await page.settle();
  expect(listOn(page).view?.kindConfig).toMatchObject({ wipLimit: 20 });
  await page.user.type(screen.getByLabelText('每栏最多', { selector: 'input' }), '000');
  await page.settle();
  page.expects({ sees: ['请填写 1 至 1000 的整数'] });
  expect(listOn(page).view?.kindConfig['wipLimit']).not.toBe(20_000);
});
test('who may change the view renames it here; who may not keeps what was tried as a view of their own', async () => {
  const { page, told } = await show(board);
  await open(page);
  await page.user.clear(screen.getByLabelText('名称'));
  await page.user.type(screen.getByLabelText('名称'), '按状态{Enter}');
  await page.settle();
  expect(told).toEqual([['rename', { id: 'v1', version: 3, name: '按状态' }]]);
  listOn(page).setView({ ...board, id: 'v2', canEdit: false });
  await page.settle();
  expect(screen.queryByLabelText('名称')).toBeNull();
  await pick(page, '分栏', '负责人');
  page.expects({ sees: ['改动只有自己看得到，可以另存为视图'] });
});
test('choosing another view discards unsaved settings; a table and the list by itself have no such settings', async () => {
  const { page } = await show(board);
  await open(page);
  await pick(page, '分栏', '负责人');
  listOn(page).setView({ ...board, id: 'v2' });
  expect(listOn(page).viewChanges).toEqual({});
  for (const view of [viewOf('v3', '表'), null]) {
    listOn(page).setView(view);
    await page.settle();
    expect(screen.queryByRole('button', { name: '设置' })).toBeNull();
  }
});
