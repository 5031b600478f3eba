// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { openPage } from '../../tests/fixtures/page.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { fakePorts, pageOf } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

const known = widgets.filter(({ type }) =>
  [
    'widgetSettings',
    'button',
    'kanban',
    'block',
    'link',
    'form',
    'field',
    'section',
    'stack',
    'dropdown',
    'icon',
    'formulaEditor',
  ].includes(type),
);
beforeAll(() => preloadInputs(['select', 'multiSelect']));

const field = (apiName: string, label: string, type: string) => ({
  id: apiName,
  order: 0,
  apiName,
  label,
  type,
});
const pages = ['page.visit', 'block.address'].map((key) => ({
  key,
  title: key === 'page.visit' ? '来访登记' : '地址',
}));
const lamp = createMachine({
  initial: 'off',
  states: {
    off: { on: { ON: 'on' } },
    on: { on: { OFF: 'off' }, after: { 9_000: 'off' } },
  },
});
const ports = () =>
  fakePorts({
    machines: { lamp },
    describes: {
      order: {
        id: 'o',
        apiName: 'order',
        label: '订单',
        titleField: 'name',
        appId: null,
        version: 1,
        validator: '',
        fields: [field('name', '名称', 'text'), field('stage', '阶段', 'singleSelect')],
      } as never,
    },
    answers: {
      'bizmeta.page.list': { records: pages, total: 2, current: 1, size: 200 },
      'bizmeta.describe.list': [{ apiName: 'order', label: '订单' }],
    },
  });
type Node = Record<string, unknown>;
async function open(node: Node, parts: Node = {}, id = 'a') {
  const document = { title: '测试', root: 'a', nodes: { a: node }, ...parts };
  const on = await openPage(
    known,
    {
      state: { page: { type: 'any', init: document as never } },
      body: { type: 'widgetSettings@1', bind: 'state.page', props: { node: id, whole: true } },
    },
    { ports: ports(), pages: { 'block.address': part } as never },
  );
  await on.settle();
  const page = () => on.scope.cells.get('page')!.value as { nodes: { a: Node }; onOpen?: unknown };
  const press = async (role: string, name: string | RegExp) => {
    await on.user.click(await screen.findByRole(role, { name }));
    await on.settle();
  };
  return {
    on,
    page,
    node: () => page().nodes.a,
    press,
    set: (next: Node) => act(() => on.scope.cells.get('page')!.set(next)),
    async offers(label: string | RegExp) {
      await press('combobox', label);
      return screen.getAllByRole('option').map((option) => option.textContent);
    },
    async adds(list: string, words: string) {
      await press('button', `${list}：添加动作`);
      await on.user.type(screen.getByRole('combobox', { name: '搜索动作' }), words);
      await on.user.keyboard('{Enter}');
      await on.settle();
    },
  };
}
const lines = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('button')
    .filter(({ dataset }) => dataset['action'] && !dataset['action'].endsWith('/add'))
    .map((button) => button.textContent);

describe('a prop that names something', () => {
  const orders = { sources: { orders: { list: 'order' } } };
  test('is chosen from the fields of the records the node shows, by their labels and types', async () => {
    const on = await open({ type: 'kanban@1', bind: 'orders', props: {} }, orders);
    const offers = await on.offers(/（groupField）$/);
    expect(offers).toContain('阶段stage · 单选');
    await on.press('option', /^阶段/);
    await waitFor(() => expect(on.node()['props']).toEqual({ groupField: 'stage' }));
  });
  test('says that a field is gone, and keeps it until another one is chosen', async () => {
    const on = await open(
      { type: 'kanban@1', bind: 'orders', props: { groupField: 'lost' } },
      orders,
    );
    expect(await screen.findByText(/现在的值不存在/)).toBeTruthy();
    expect(on.node()['props']).toEqual({ groupField: 'lost' });
    await on.offers(/（groupField）$/);
    await on.press('option', /^阶段/);
    await waitFor(() => expect(on.node()['props']).toEqual({ groupField: 'stage' }));
    await waitFor(() => expect(screen.queryByText(/现在的值不存在/)).toBeNull());
  });
  test('is written by hand where the records are unknown, or where one wants to', async () => {
    const unknown = await open({ type: 'kanban@1', bind: 'elsewhere', props: {} });
    expect(screen.getByRole('textbox', { name: /（groupField）$/ })).toBeTruthy();
    unknown.on.leave();
    const on = await open({ type: 'link@1', props: { to: '/page/visit' } });
    await on.press('button', /“.*（to）”的写法/);
    await on.press('menuitem', '自己填写');
    const box = screen.getByRole('textbox', { name: /（to）$/ });
    await on.on.user.clear(box);
    await on.on.user.type(box, '/app/1');
    await waitFor(() => expect(on.node()['props']).toEqual({ to: '/app/1' }));
  });
  test('a bind is chosen from what the page declares', async () => {
    const on = await open(
      { type: 'kanban@1', props: {} },
      { ...orders, state: { tab: { type: 'text' } } },
    );
    expect(await on.offers('绑定')).toEqual(['orders记录列表']);
    await on.press('option', /^orders/);
    await waitFor(() => expect(on.node()['bind']).toBe('orders'));
  });
});

const part = pageOf({
  key: 'block.address',
  params: { city: { type: 'text', required: true }, floor: { type: 'number' } },
  state: { who: { type: 'text', shared: true } },
  sources: { people: { call: 'upm.org.tree', shared: true } },
  body: { type: 'words@1' },
} as never);
describe('a block that is chosen', () => {
  const page = {
    state: {
      name: { type: 'text' },
      upper: { type: 'text', is: { $x: 'upper(state.name)' } },
      isOpen: { type: 'boolean' },
    },
    sources: { tree: { call: 'upm.org.tree' }, users: { call: 'upm.user.list' } },
  };
  const shown = { block: 'block.address' };
  test('has a setting for each of its parameters, and for each thing it shares what fits', async () => {
    const on = await open({ type: 'block@1', props: shown }, page);
    const city = await screen.findByRole('textbox', { name: /^参数 city/ });
    expect(city.getAttribute('aria-required')).toBe('true');
    await on.on.user.type(city, '北京');
    await waitFor(() => expect(on.node()['props']).toEqual({ ...shown, params: { city: '北京' } }));
    expect(await on.offers(/^共用的状态 state\.who/)).toEqual(['state.name']);
    await on.press('option', 'state.name');
    expect(await on.offers(/^共用的数据源 people/)).toEqual(['tree']);
    await on.press('option', 'tree');
    const shares = { 'state.who': 'state.name', people: 'tree' };
    await waitFor(() =>
      expect(on.node()['props']).toEqual({ ...shown, params: { city: '北京' }, shares }),
    );
  });
  test('takes a formula for a parameter', async () => {
    const on = await open({ type: 'block@1', props: { ...shown, params: { city: '北京' } } }, page);
    await on.press('button', /“参数 city”的写法/);
    await on.press('menuitem', '公式');
    await waitFor(() =>
      expect(on.node()['props']).toEqual({ ...shown, params: { city: { $x: "'北京'" } } }),
    );
  });
  test('that does not have what it is given says so, until that is emptied', async () => {
    const given = { ...shown, params: { city: '北京', street: '长安街' } };
    const on = await open({ type: 'block@1', props: given }, page);
    const box = await screen.findByRole('textbox', { name: /^参数 street（“block.address”没有/ });
    await on.on.user.clear(box);
    await waitFor(() => expect(on.node()['props']).toEqual({ ...shown, params: { city: '北京' } }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /street/ })).toBeNull());
  });
  test('keeps the focus on what it was chosen with', async () => {
    const on = await open({ type: 'block@1', props: {} }, page);
    await on.offers(/（block）$/);
    await on.press('option', /^地址/);
    await screen.findByRole('textbox', { name: /^参数 city/ });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /（block）$/ })),
    );
  });
  test('that cannot be read has its parameters as JSON', async () => {
    await open({ type: 'block@1', props: { block: 'block.gone', params: { city: '北京' } } }, page);
    const json = await screen.findByRole('textbox', { name: /（params）$/ });
    expect((json as HTMLTextAreaElement).value).toContain('北京');
  });
});

describe('the actions of an event', () => {
  const openActions = async (...given: Parameters<typeof open>) => {
    const on = await open(...given);
    await on.press('tab', /^动作/);
    return on;
  };
  test('are added from a menu that is searched, with their arguments chosen', async () => {
    const on = await openActions({ type: 'button@1', props: {} });
    await on.adds('点击', '前往');
    expect(on.node()['on']).toEqual({ click: [{ do: 'navigate' }] });
    expect(await on.offers(/（to）$/)).toEqual(['来访登记/page/visit']);
    await on.press('option', /来访登记/);
    await waitFor(() =>
      expect(on.node()['on']).toEqual({ click: [{ do: 'navigate', args: { to: '/page/visit' } }] }),
    );
    expect(lines('点击')).toEqual(['前往页面/page/visit']);
  });
  const two = { click: [{ do: 'back' }, { do: 'toast', args: { text: '好', odd: 1 }, x: [1] }] };
  test('are moved and removed, with keys as well; what the editor does not know stays', async () => {
    const on = await openActions({ type: 'button@1', on: two });
    screen.getByRole('button', { name: '提示 好' }).focus();
    await on.on.user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(lines('点击')).toEqual(['提示好', '返回']));
    expect(on.node()['on']).toEqual({ click: [two.click[1], two.click[0]] });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('提示好'));
    await on.press('button', '提示 好');
    const form = await screen.findByRole('form', { name: '提示的参数' });
    const text = within(form).getByRole('textbox', { name: '文字（text）' });
    await on.on.user.clear(text);
    await on.on.user.type(text, '行');
    await on.press('button', '移除 返回');
    expect(on.node()['on']).toEqual({
      click: [{ do: 'toast', args: { text: '行', odd: 1 }, x: [1] }],
    });
    await on.press('button', '移除 提示');
    expect(on.node()).toEqual({ type: 'button@1' });
  });
  test('hold lists of their own: steps, cases, and what is done on failure', async () => {
    const on = await openActions({ type: 'button@1' });
    await on.adds('点击', 'switch');
    await on.press('button', '添加一项“各种情况”');
    await on.adds('各种情况 1', '返回');
    expect(on.node()['on']).toEqual({
      click: [{ do: 'switch', args: { cases: [{ is: '', steps: [{ do: 'back' }] }] } }],
    });
    await on.press('button', '按值选择');
    await on.adds('出错时', '打印');
    await on.press('button', '移除 返回');
    expect(on.node()['on']).toEqual({
      click: [
        {
          do: 'switch',
          args: { cases: [{ is: '', steps: [] }] },
          onError: [{ do: 'print' }],
        },
      ],
    });
  });
  test('are JSON as well, and follow what is undone', async () => {
    const on = await openActions({ type: 'button@1', on: { click: [{ do: 'back' }] } });
    await on.press('button', '点击：编辑 JSON');
    const json = screen.getByRole('textbox', { name: /JSON/ });
    await on.on.user.clear(json);
    await on.on.user.type(json, '[[{{"do":"print"}]');
    await waitFor(() => expect(on.node()['on']).toEqual({ click: [{ do: 'print' }] }));
    await on.press('button', '点击：返回动作列表');
    expect(lines('点击')).toEqual(['打印']);
    on.set({ title: '测试', root: 'a', nodes: { a: { type: 'button@1' } } });
    await waitFor(() => expect(screen.queryByRole('list', { name: '点击' })).toBeNull());
  });
  test('send a machine of the page an event it takes', async () => {
    const on = await openActions(
      { type: 'button@1', on: { click: [{ do: 'send' }] } },
      { machines: { lamp: { use: 'lamp' } } },
    );
    await on.press('button', '发送给状态机');
    expect(await on.offers(/（machine）$/)).toEqual(['lamp状态机']);
    await on.press('option', /^lamp/);
    expect(await on.offers(/（event）$/)).toEqual(['ON', 'OFF']);
    await on.press('option', 'OFF');
    await waitFor(() =>
      expect(on.node()['on']).toEqual({
        click: [{ do: 'send', args: { machine: 'lamp', event: 'OFF' } }],
      }),
    );
  });
  test('of the page are those when it opens, and its steps, which actions run by name', async () => {
    const on = await openActions(
      { type: 'button@1' },
      { steps: { greet: { params: { name: { type: 'text' } }, do: [{ do: 'back' }] } } },
      '#page',
    );
    await on.adds('页面打开时', 'greet');
    await on.on.user.type(await screen.findByRole('textbox', { name: 'name（name）' }), '你好');
    await waitFor(() =>
      expect(on.page().onOpen).toEqual([{ do: 'steps.greet', args: { name: '你好' } }]),
    );
    expect(lines('步骤 greet')).toEqual(['返回']);
  });
});
