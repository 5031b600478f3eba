// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastAsked, listOn, ordersPage } from '../../tests/fixtures/orders.ts';
import { viewOf as view } from '../../tests/fixtures/views.ts';
import viewTabs from './index.ts';

const unpaid = view('v1', '未付款', {
  dataFilter: { field: 'paid', op: 'eq', value: false },
  sort: [{ field: 'amount', dir: 'desc' }],
  groupBy: ['status'],
});
const own = view('v2', '我的', { scope: 'personal' });
const kinds = [
  { key: 'grid', title: '表格', icon: 'nav' },
  { key: 'kanban', title: '看板', icon: 'dashboard' },
];
const events = [
  'ready',
  'change',
  'create',
  'rename',
  'copy',
  'update',
  'sort',
  'remove',
  'group',
  'groupSave',
  'groupRemove',
  'groupSort',
];

async function show(props: object = {}) {
  const on = Object.fromEntries(
    events.map((event) => [event, [{ do: 'emit', args: { event, payload: { $x: 'event' } } }]]),
  );
  const page = await ordersPage(
    [viewTabs],
    [
      {
        type: 'viewTabs@1',
        bind: 'orders',
        props: { items: [unpaid, own], kinds, canShare: true, ...props } as never,
        on: on as never,
      },
    ],
  );
  const told: [string, unknown][] = [];
  page.scope.listen((event, payload) => {
    told.push([event, payload]);
  });
  return { page, told };
}
const openMenu = async (page: Awaited<ReturnType<typeof show>>['page'], name: string) => {
  await page.user.click(screen.getByRole('button', { name: `“${name}”的操作` }));
  await page.settle();
};

test('the list is asked for through the view the page names: its filter, order and grouping', async () => {
  const { page } = await show({ value: 'v1' });
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('未付款');
  expect(lastAsked(page)).toMatchObject({
    filter: unpaid.dataFilter,
    sort: unpaid.sort,
    groupBy: ['status'],
  });
  expect(lastAsked(page)).not.toHaveProperty('viewId');
});
test('without a name the default view is shown, and without one the list by itself', async () => {
  await show({ items: [unpaid, { ...own, isDefault: true }] });
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('我的');
});
test('a view that is gone leaves the list by itself', async () => {
  const { page } = await show({ value: 'gone' });
  expect([screen.getByRole('tab', { selected: true }).textContent, listOn(page).view]).toEqual([
    '全部',
    null,
  ]);
});
test('a restricted view is only named to the server, and what it hides is not offered', async () => {
  const { page } = await show({
    items: [
      view('v3', '对外', { restricted: true, canEdit: false, showFields: [{ field: 'name' }] }),
    ],
    value: 'v3',
  });
  expect(lastAsked(page)).toMatchObject({ viewId: 'v3' });
  expect(lastAsked(page)).not.toHaveProperty('filter');
  expect(listOn(page).describe?.fields.map(({ apiName }) => apiName)).toEqual(['name']);
});
test('arrows go through the tabs, and choosing one notifies the page', async () => {
  const { page, told } = await show();
  screen.getByRole('tab', { name: '全部' }).focus();
  await page.user.keyboard('{ArrowRight}');
  await page.settle();
  expect(told.at(-1)).toEqual(['change', { id: 'v1' }]);
});
test('a setting changed by the user marks the view as unsaved, and another view discards it', async () => {
  const { page } = await show({ value: 'v1' });
  listOn(page).setSort([{ field: 'count', dir: 'asc' }]);
  await page.settle();
  expect(listOn(page).viewChanges).toEqual({ sort: [{ field: 'count', dir: 'asc' }] });
  expect(
    within(screen.getByRole('tab', { selected: true })).getByLabelText('有未保存的修改'),
  ).toBeTruthy();
  listOn(page).setView({ ...unpaid, version: 4, sort: [{ field: 'count', dir: 'asc' }] });
  await page.settle();
  expect(listOn(page).viewChanges).toEqual({});
  listOn(page).setView(own);
  expect(listOn(page).sort).toEqual([]);
});
test('a view is renamed in place: Enter keeps the name, Escape the old one', async () => {
  const { page, told } = await show({ value: 'v1' });
  await page.user.dblClick(screen.getByRole('tab', { name: '未付款' }));
  await page.settle();
  await page.user.keyboard('待收款{Enter}');
  await page.settle();
  expect(told.at(-1)).toEqual(['rename', { id: 'v1', version: 3, name: '待收款' }]);
  const before = told.length;
  screen.getByRole('tab', { name: '未付款' }).focus();
  await page.user.keyboard('{F2}别的{Escape}');
  await page.settle();
  expect(told).toHaveLength(before);
});
test('its menu copies, orders, shares, locks and takes away; a locked one can only be unlocked or copied', async () => {
  const { page, told } = await show({ value: 'v1' });
  for (const [entry, event] of [
    ['复制', ['copy', { id: 'v1', name: '未付款 副本' }]],
    ['右移', ['sort', { ids: ['v2', 'v1'] }]],
    ['锁定', ['update', { input: { id: 'v1', version: 3, scope: 'locked' } }]],
    ['设为默认视图', ['update', { input: { id: 'v1', version: 3, isDefault: true } }]],
    ['删除', ['remove', { id: 'v1', version: 3, name: '未付款' }]],
  ] as const) {
    await openMenu(page, '未付款');
    await page.user.click(screen.getByRole('menuitem', { name: entry }));
    await page.settle();
    expect(told.at(-1)).toEqual(event);
  }
});
test('a locked view offers its unlocking, no renaming and no deleting; who may not change a view may copy it', async () => {
  const { page } = await show({ items: [{ ...unpaid, scope: 'locked' }], value: 'v1' });
  await openMenu(page, '未付款');
  const entries = screen.getAllByRole('menuitem').map((item) => item.textContent);
  expect(entries).toEqual(['复制', '左移', '右移', '解锁']);
});
test('a new view asks for what its kind cannot do without', async () => {
  const { page, told } = await show();
  await page.click('新建视图');
  await page.user.click(screen.getByRole('radio', { name: '看板' }));
  await page.settle();
  await page.user.type(screen.getByLabelText('名称'), '按状态');
  await page.settle();
  expect(screen.getByLabelText<HTMLInputElement>('分栏').value).toBe('状态');
  await page.user.click(screen.getByRole('button', { name: '新建' }));
  await page.settle();
  expect(told.at(-1)).toEqual([
    'create',
    {
      name: '按状态',
      kind: 'kanban',
      scope: 'personal',
      kindConfig: { groupField: 'status' },
      groupId: null,
    },
  ]);
});

test('a new chart begins with the colours of a choice', async () => {
  const { page, told } = await show({ kinds: [...kinds, { key: 'gantt', title: '甘特图' }] });
  await page.click('新建视图');
  await page.user.click(screen.getByRole('radio', { name: '甘特图' }));
  await page.settle();
  await page.user.click(screen.getByRole('button', { name: '新建' }));
  await page.settle();
  expect(told.at(-1)).toMatchObject([
    'create',
    { kind: 'gantt', kindConfig: { startField: 'placedOn', colorField: 'status' } },
  ]);
});

const openPanel = async (page: Awaited<ReturnType<typeof show>>['page'], entry: string) => {
  await openMenu(page, '未付款');
  await page.user.click(screen.getByRole('menuitem', { name: entry }));
  await page.settle();
};
test('the audience of a view is chosen: oneself, everyone, or people, departments and roles', async () => {
  const { page, told } = await show({
    value: 'v1',
    items: [{ ...unpaid, isDefault: true, auth: { deptIds: ['d1'] } }, own],
  });
  await openPanel(page, '谁能看到');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^指定的人/ }).checked).toBe(true);
  await page.user.click(screen.getByRole('checkbox', { name: /^精简/ }));
  await page.click('保存');
  expect(told.at(-1)).toEqual([
    'update',
    { input: { id: 'v1', version: 3, scope: 'restricted', auth: { deptIds: ['d1'] } } },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await openPanel(page, '谁能看到');
  await page.user.click(screen.getByRole('radio', { name: /^只有我/ }));
  expect(screen.queryByRole('checkbox', { name: /^精简/ })).toBeNull();
  await page.click('保存');
  expect(told.at(-1)).toEqual([
    'update',
    { input: { id: 'v1', version: 3, scope: 'personal', auth: {}, isDefault: false } },
  ]);
});
test('a view without an audience is not saved, and a refused change stays to be corrected', async () => {
  const { page, told } = await show({ value: 'v1' });
  await openPanel(page, '谁能看到');
  await page.user.click(screen.getByRole('radio', { name: /^指定的人/ }));
  await page.click('保存');
  expect(screen.getByRole('alert').textContent).toBe('请选择能看到的成员、部门或角色');
  expect(told.some(([event]) => event === 'update')).toBe(false);
});
test('a person who may not share is not asked who sees a view', async () => {
  const { page } = await show({ value: 'v2', canShare: false });
  await openMenu(page, '我的');
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    '改名',
    '复制',
    '左移',
    '右移',
    '删除',
  ]);
});
test('Alt with an arrow moves a view among the others', async () => {
  const { page, told } = await show({ value: 'v1' });
  screen.getByRole('tab', { name: '未付款' }).focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  expect(told.at(-1)).toEqual(['sort', { ids: ['v2', 'v1'] }]);
});

const groups = [
  { id: 'g1', name: '销售' },
  { id: 'g2', name: '财务' },
];
const names = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
test('a group shows its own views; another group, or all, is chosen from a list that counts them', async () => {
  const { page, told } = await show({
    groups,
    group: 'g1',
    items: [{ ...unpaid, groupId: 'g1' }, own],
  });
  expect(names()).toEqual(['全部', '未付款']);
  await page.click('视图分组：销售');
  expect(
    within(screen.getByRole('list', { name: '视图分组' }))
      .getAllByRole('button', { name: /\d$/ })
      .map((button) => button.textContent),
  ).toEqual(['全部视图2', '销售1', '财务0']);
  await page.user.click(screen.getByRole('button', { name: /^财务\s*0/ }));
  await page.settle();
  expect(told.at(-1)).toEqual(['group', { id: 'g2' }]);
});
test('builders make, rename, order and delete groups, and put views into them', async () => {
  const { page, told } = await show({ groups, value: 'v1' });
  await page.click('视图分组：全部视图');
  await page.click('新建分组');
  await page.user.keyboard('运营{Enter}');
  await page.settle();
  expect(told.at(-1)).toEqual(['groupSave', { name: '运营' }]);
  await page.click('销售改名');
  await page.user.keyboard('销售一部{Enter}');
  await page.settle();
  expect(told.at(-1)).toEqual(['groupSave', { id: 'g1', name: '销售一部' }]);
  await page.click('财务上移');
  expect(told.at(-1)).toEqual(['groupSort', { ids: ['g2', 'g1'] }]);
  await page.click('删除财务');
  expect(told.at(-1)).toEqual(['groupRemove', { id: 'g2', name: '财务' }]);
  await page.user.keyboard('{Escape}');
  await page.settle();
  await openPanel(page, '移到分组');
  await page.user.click(screen.getByRole('radio', { name: '财务' }));
  await page.click('保存');
  expect(told.at(-1)).toEqual(['update', { input: { id: 'v1', version: 3, groupId: 'g2' } }]);
});
test('an address that names a missing view explains it and offers the default view', async () => {
  const { page, told } = await show({ value: 'gone' });
  page.expects({ sees: ['没有找到这个视图，它可能已被删除，或不再向你开放。'] });
  await page.click('打开默认视图');
  expect(told.at(-1)).toEqual(['change', { id: '' }]);
  page.leave();
  const other = await show({ groups, group: 'gone' });
  other.page.expects({ sees: ['没有找到这个视图分组，它可能已被删除。'] });
  expect(names()).toEqual(['全部', '未付款', '我的']);
});
test('the list by itself can be looked at though there is a default view', async () => {
  const { page, told } = await show({ items: [{ ...unpaid, isDefault: true }, own] });
  await page.user.click(screen.getByRole('tab', { name: '全部' }));
  await page.settle();
  expect(told.at(-1)).toEqual(['change', { id: 'all' }]);
  page.leave();
  await show({ items: [{ ...unpaid, isDefault: true }, own], value: 'all' });
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('全部');
});
test('where the list by itself is not offered, it opens with the first view', async () => {
  const { page } = await show({ only: true, value: 'gone' });
  expect(screen.queryByRole('tab', { name: '全部' })).toBeNull();
  expect(listOn(page).view?.name).toBe('未付款');
});
test('a view whose filter its reader does not know is applied by the server', async () => {
  const hidden = { ...unpaid, dataFilter: null, hiddenFilter: true };
  const { page } = await show({ items: [hidden], value: 'v1' });
  expect(lastAsked(page)).toMatchObject({ viewId: 'v1' });
});
