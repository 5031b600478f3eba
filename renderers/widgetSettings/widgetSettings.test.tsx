// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import { widgets } from '../index.ts';

const known = widgets.filter(({ type }) =>
  ['widgetSettings', 'button', 'progress', 'form', 'field'].includes(type),
);
const open = (node: object, widget: string) =>
  openPage(known, {
    state: { page: { type: 'any', init: { type: 'box@1', slots: { default: [node] } } as never } },
    body: { type: 'widgetSettings@1', bind: 'state.page', props: { widget } },
  });
const propsOf = (on: Awaited<ReturnType<typeof open>>) =>
  (on.scope.cells.get('page')!.value as { slots: { default: { props: object }[] } }).slots
    .default[0]!.props;

test('shows the props of the node and writes what is typed into the document', async () => {
  const on = await open({ type: 'button@1', props: { text: '保存' } }, 'button');
  on.expects({ '文字（text）': '保存' });
  await on.type('文字（text）', '提交');
  await waitFor(() => expect(propsOf(on)).toEqual({ text: '提交' }));
  on.expects({ '文字（text）': '提交' });
});
test('a wrong value is explained and not written', async () => {
  const on = await open({ type: 'progress@1', props: { value: 3, max: 5 } }, 'progress');
  const field = screen.getByLabelText(/（value）/);
  await on.user.clear(field);
  await on.user.type(field, '[[1');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('JSON'));
  expect(propsOf(on)).toEqual({ value: 3, max: 5 });
});
test('without a node of that widget it says what to do', async () => {
  const on = await open({ type: 'button@1' }, 'progress');
  on.expects({ sees: '请先选中一个组件' });
});
const wholly = widgets.filter(({ type }) =>
  [
    'widgetSettings',
    'button',
    'form',
    'field',
    'section',
    'stack',
    'dropdown',
    'icon',
    'formulaEditor',
  ].includes(type),
);
const openWhole = (node: string) =>
  openPage(wholly, {
    state: {
      page: {
        type: 'any',
        init: {
          title: '客户',
          root: 'go',
          nodes: { go: { type: 'button@1', props: { text: '保存' } } },
        } as never,
      },
    },
    body: { type: 'widgetSettings@1', bind: 'state.page', props: { node, whole: true } },
  });
const whole = (on: Awaited<ReturnType<typeof openWhole>>) =>
  on.scope.cells.get('page')!.value as { title: unknown; nodes: { go: Record<string, unknown> } };
test('as a whole sets when the node shows, and writes a value as a formula', async () => {
  const on = await openWhole('go');
  await on.user.click(screen.getByRole('combobox', { name: '显示' }));
  await on.user.click(await screen.findByRole('option', { name: '否' }));
  await waitFor(() => expect(whole(on).nodes.go['when']).toEqual({ visible: false }));
  await on.user.click(screen.getByRole('button', { name: '“文字（text）”的写法：固定的值' }));
  await on.user.click(screen.getByRole('menuitem', { name: '公式' }));
  await waitFor(() => expect(whole(on).nodes.go['props']).toEqual({ text: { $x: "'保存'" } }));
});
test('of the page itself are its title', async () => {
  const on = await openWhole('#page');
  await on.type('页面标题', '客户们');
  await waitFor(() => expect(whole(on).title).toBe('客户们'));
});
test('are refilled when the document changes from elsewhere, and not by their own writing', async () => {
  const on = await openWhole('go');
  await on.type('文字（text）', '提交');
  await waitFor(() => expect(whole(on).nodes.go['props']).toEqual({ text: '提交' }));
  const before = screen.getByRole('textbox', { name: '文字（text）' });
  on.scope.cells.get('page')!.set({
    title: '客户',
    root: 'go',
    nodes: { go: { type: 'button@1', props: { text: '撤销了' } } },
  });
  await on.settle();
  await on.settle();
  expect((screen.getByRole('textbox', { name: '文字（text）' }) as HTMLInputElement).value).toBe(
    '撤销了',
  );
  expect(screen.getByRole('textbox', { name: '文字（text）' })).not.toBe(before);
});
