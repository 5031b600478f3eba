// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CustomView } from '../../src/contract/index.ts';
import { listOn, ordersPage } from '../../tests/fixtures/orders.ts';
import { viewOf } from '../../tests/fixtures/views.ts';
import dataTable from '../dataTable/index.ts';
import densityToggle from '../densityToggle/index.ts';
import viewSave from './index.ts';

const view = viewOf('v1', '未付款');
async function show(shown: CustomView | null) {
  const on = Object.fromEntries(
    ['save', 'saveAs'].map((event) => [
      event,
      [{ do: 'emit', args: { event, payload: { $x: 'event' } } }],
    ]),
  );
  const page = await ordersPage(
    [viewSave, densityToggle, dataTable],
    [
      { type: 'viewSave@1', bind: 'orders', on: on as never },
      { type: 'densityToggle@1', bind: 'orders' },
      { type: 'dataTable@1', bind: 'orders' },
    ],
  );
  const told: [string, unknown][] = [];
  page.scope.listen((event, payload) => {
    told.push([event, payload]);
  });
  listOn(page).setView(shown);
  await page.settle();
  return { page, told };
}

test('nothing is offered while the list is as its view has it', async () => {
  await show(view);
  expect(screen.queryByRole('group', { name: '未保存的视图修改' })).toBeNull();
});
test('what was changed is saved with the version it was made from', async () => {
  const { page, told } = await show(view);
  listOn(page).setFilter({ field: 'amount', op: 'gt', value: 5 });
  listOn(page).setGroupBy(['status']);
  await page.settle();
  await page.click('保存到视图');
  expect(told).toEqual([
    [
      'save',
      {
        input: {
          id: 'v1',
          version: 3,
          dataFilter: { field: 'amount', op: 'gt', value: 5 },
          groupBy: ['status'],
        },
      },
    ],
  ]);
});
test('the height of rows is stored in the view, the tall one too', async () => {
  const { page, told } = await show(view);
  await page.click('行高：舒适');
  await page.user.click(screen.getByRole('menuitem', { name: '宽松，文字两行' }));
  await page.settle();
  await page.click('保存到视图');
  expect(told).toEqual([['save', { input: { id: 'v1', version: 3, rowHeight: 'tall' } }]]);
});
test('it can be discarded', async () => {
  const { page } = await show(view);
  listOn(page).setSort([{ field: 'amount', dir: 'asc' }]);
  await page.settle();
  await page.click('还原');
  expect([listOn(page).sort, screen.queryByText('还原')]).toEqual([[], null]);
});
test('a view one may not change, and the list by itself, are saved as a new view', async () => {
  for (const shown of [{ ...view, canEdit: false }, null]) {
    const { page, told } = await show(shown);
    listOn(page).setSort([{ field: 'amount', dir: 'asc' }]);
    await page.settle();
    expect(screen.queryByText('保存到视图')).toBeNull();
    await page.click('另存为视图');
    await page.user.clear(screen.getByLabelText('名称'));
    await page.user.type(screen.getByLabelText('名称'), '按金额');
    await page.click('保存');
    expect(told[0]).toEqual([
      'saveAs',
      {
        view: expect.objectContaining({
          name: '按金额',
          kind: 'grid',
          scope: 'personal',
          sort: [{ field: 'amount', dir: 'asc' }],
          dataFilter: null,
          groupBy: [],
        }),
      },
    ]);
    page.leave();
  }
});
