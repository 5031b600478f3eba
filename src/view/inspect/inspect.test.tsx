// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { fakePorts, pageOf, TEST_PERSON, testPage, type FakePorts } from '../testing/index.ts';
import { testWidgets } from '../testing/widgets.tsx';
import type { Person } from '../../runtime/ports/index.ts';

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', title: '名称' },
    price: { type: 'number', title: '单价' },
    kind: { type: 'string', title: '类型', readOnly: true },
  },
};
const body = {
  id: 'root',
  type: 'box@1',
  when: { readonly: { $x: "state.mode = 'read'" } },
  slots: {
    default: [
      {
        id: 'name',
        type: 'field@1',
        bind: 'order.name',
        when: { visible: { $x: "order.price > 10 and state.mode = 'read'" } },
      },
      { id: 'price', type: 'field@1', bind: 'order.price' },
      { id: 'kind', type: 'field@1', bind: 'order.kind' },
      {
        id: 'sum',
        type: 'text@1',
        props: { text: { $t: '合计 {order.price * 2} {weather.data.sky}' } },
      },
      {
        id: 'go',
        type: 'button@1',
        props: { text: '做' },
        on: {
          click: [
            { do: 'create', args: { object: 'client', values: { name: '甲' } } },
            { do: 'toast', args: { text: '好了' } },
          ],
        },
      },
      { id: 'broken', type: 'broken@1' },
      { id: 'odd', type: 'odd@1', props: { secret: 1 } },
    ],
  },
};
const document_ = pageOf({
  state: { mode: { type: 'text', init: 'read' } },
  sources: { weather: { call: 'test.weather', input: { city: '北京' } } },
  forms: { order: { schema, init: { name: '云帆', price: 12 } } },
  body: body as never,
});
const change = {
  step: 0,
  do: 'create',
  object: 'client',
  label: '客户',
  title: '甲',
  fields: [{ field: 'name', label: '名称', before: null, after: '甲' }],
};

async function opened(
  person: Person | null = TEST_PERSON,
  more: Partial<FakePorts> & { remembered?: never; on?: string } = {},
) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { on: chosen, ...rest } = more;
  const ports = Object.assign(
    fakePorts({
      person,
      remembered: chosen ? { why: chosen } : {},
      describes: { client: { fields: [] } as never },
      answers: {
        'test.weather': { sky: '晴' },
        'bizmeta.record.transact': { records: [], changes: [change], problems: [] },
      },
    }),
    rest,
  );
  const page = await testPage(document_, { widgets: testWidgets, ports });
  await page.settle();
  return page;
}
/** Questions are answered once it has come. */
beforeAll(() => import('./Why.tsx'));

const panel = () => screen.queryByRole('dialog', { name: /为什么/ });
/** Alt-clicks and waits for the panel's chunk. */
async function asks(element: Element) {
  await act(async () => {
    fireEvent.click(element, { altKey: true });
  });
  await expect.poll(() => panel()).not.toBeNull();
  return within(panel()!);
}
const texts = () => panel()!.textContent ?? '';

describe('why?', () => {
  test('names the node that was clicked with Alt, its value, its rules with their parts, and who forbade it', async () => {
    await opened();
    await asks(screen.getByLabelText(/^名称/));
    expect(texts()).toContain('test.page · name · field@1');
    for (const text of [
      'order.name',
      '“云帆”',
      "order.price > 10 and state.mode = 'read'",
      'order.price > 10是',
      'order.price12',
      'state.mode“read”',
      '只读是外层 root 的 when.readonly',
      '必填是表单的 schema：必填',
    ])
      expect(texts().replaceAll(' ', '')).toContain(text.replaceAll(' ', ''));
  });
  test('says of what the server forbids that it was the server', async () => {
    await opened();
    await asks(screen.getByLabelText('类型'));
    expect(texts()).toContain('表单的 schema：只读');
  });
  test('shows props with their formulas, the request behind them with its time, and follows what changes', async () => {
    const on = await opened();
    await asks(screen.getByText('合计 24 晴'));
    for (const text of [
      '“合计 24 晴”',
      'order.price * 2',
      'test.weather',
      '毫秒',
      '"city": "北京"',
    ])
      expect(texts()).toContain(text);
    await act(async () => on.scope.forms.get('order')!.field('price').set(20));
    expect(texts()).toContain('“合计 40 晴”');
  });
  test('does not press the button it is asked about; says what it would do and writes nothing', async () => {
    const on = await opened();
    const within = await asks(screen.getByRole('button', { name: '做' }));
    expect(on.ports.log.map(({ kind }) => kind)).toEqual(['call']);
    await act(async () => {
      fireEvent.click(within.getByText('试运行'));
    });
    await expect.poll(texts).toContain('新建客户“甲”：名称 甲');
    expect(texts()).toContain('提示“好了”');
    expect(on.ports.calls('bizmeta.record.transact')).toMatchObject([{ dryRun: true }]);
    expect(on.ports.log.some(({ kind }) => kind === 'toast')).toBe(false);
  });
  test('shows a node that broke, and an unknown widget', async () => {
    await opened();
    await asks(screen.getByText('画不出来'));
    expect(texts()).toContain('问题 1');
    await asks(screen.getByText(/没有名为“odd@1”/));
    expect(texts()).toContain('"secret": 1');
  });
  test('goes to the node around, copies the JSON and links to the source', async () => {
    await opened(TEST_PERSON, {
      sourceHref: (page, node) => `/build.html#/page/${page}?node=${node}`,
    });
    const within = await asks(screen.getByText('合计 24 晴'));
    expect(
      within.getByRole('link', { name: '在页面源码中打开', hidden: true }).getAttribute('href'),
    ).toBe('/build.html#/page/test.page?node=sum');
    await act(async () => {
      fireEvent.click(within.getByText('复制'));
    });
    expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({ type: 'text@1' });
    await act(async () => {
      fireEvent.click(within.getByLabelText('看外层节点'));
    });
    expect(texts()).toContain('test.page · root · box@1');
  });
  test('opens by keyboard for what has the focus, also in a field; Esc gives the focus back', async () => {
    const on = await opened();
    const field = screen.getByLabelText('单价');
    field.focus();
    await on.press('{Control>}.{/Control}');
    await expect.poll(() => panel()).not.toBeNull();
    expect(texts()).toContain('price · field@1');
    expect(panel()).toBe(document.activeElement);
    await on.press('{Escape}');
    expect([panel(), document.activeElement]).toEqual([null, field]);
  });
  test('has no accessibility fault', async () => {
    await opened();
    await asks(screen.getByText('合计 24 晴'));
    const { violations } = await axe.run(panel()!, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
  test.each([
    ['a member', { ...TEST_PERSON, isBuilder: false }, undefined],
    ['somebody not signed in', null, undefined],
    ['a builder who switched it off', TEST_PERSON, 'off'],
  ] as const)('is not there for %s: Alt is theirs', async (_who, person, on) => {
    const page = await opened(person, { ...(on && { on }) });
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: '做' }), { altKey: true });
    });
    await page.settle();
    expect([panel(), page.ports.calls('bizmeta.record.transact').length]).toEqual([null, 1]);
  });
  test('is switched on by an address, and stays so', async () => {
    const on = await opened(
      { ...TEST_PERSON, isBuilder: false },
      { location: () => ({ path: '/', query: { why: 'on' } }) },
    );
    await asks(screen.getByText('合计 24 晴'));
    expect(on.ports.rememberedValues.get('why')).toBe('on');
  });
  test('is there for a member who switched it on', async () => {
    await opened({ ...TEST_PERSON, isBuilder: false }, { on: 'on' });
    await asks(screen.getByText('合计 24 晴'));
  });
});
