// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import { widgets } from '../index.ts';

const known = widgets.filter(({ type }) => ['widgetSettings', 'button', 'progress', 'form', 'field'].includes(type));
const open = (node: object, widget: string) => openPage(known, {
  state: { page: { type: 'any', init: { type: 'box@1', slots: { default: [node] } } as never } },
  body: { type: 'widgetSettings@1', bind: 'state.page', props: { widget } },
});
const propsOf = (on: Awaited<ReturnType<typeof open>>) => (on.scope.cells.get('page')!.value as { slots: { default: { props: object }[] } }).slots.default[0]!.props;

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
