// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import { widgets } from '../index.ts';
import tabs from './index.ts';

const items = [
  { key: 'unread', title: '未读', badge: '2' },
  { key: 'off', title: '停用', disabled: true },
  { key: 'read', title: '已读' },
];
const open = (more: object = {}) =>
  openPage([tabs], {
    state: { tab: { type: 'text', init: 'read' } },
    body: {
      type: 'tabs@1',
      props: { items, label: '消息' },
      slots: {
        unread: [{ type: 'words@1', props: { text: '两条消息' } }],
        read: [{ type: 'words@1', props: { text: '没有消息' } }],
      },
      ...more,
    },
  } as never);
const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

test('shows the panel of the chosen tab and draws others when first chosen', async () => {
  const on = await open();
  expect(chosen()).toBe('未读2');
  on.expects({ sees: '两条消息', lacks: '没有消息' });
  await on.user.click(screen.getByRole('tab', { name: '已读' }));
  await on.settle();
  expect(screen.getByRole('tabpanel').textContent).toBe('没有消息');
});
test('a page that says which tab is chosen is asked, not overruled; an empty word means the first', async () => {
  const on = await openPage([tabs], {
    state: { tab: { type: 'text', init: 'read' } },
    body: {
      type: 'tabs@1',
      props: { items, label: '消息', value: { $x: "coalesce(state.tab, '')" } },
      on: { change: [{ do: 'toast', args: { text: { $t: '换到 {event.key}' } } }] },
    },
  } as never);
  await on.user.click(screen.getByRole('tab', { name: /未读/ }));
  await on.settle();
  expect([chosen(), on.ports.log.at(-1)?.['text']]).toEqual(['已读', '换到 unread']);
  act(() => on.scope.cells.get('tab')!.set(null));
  expect(chosen()).toBe('未读2');
});
test('arrows go to the next tab that can be chosen', async () => {
  const on = await open();
  screen.getByRole('tab', { selected: true }).focus();
  await on.press('{ArrowRight}');
  expect(chosen()).toBe('已读');
  expect(document.activeElement?.textContent).toBe('已读');
});
test('a bound cell says which tab is chosen, and follows', async () => {
  const on = await open({
    bind: 'state.tab',
    on: { change: [{ do: 'toast', args: { text: { $t: '到 {event.key}' } } }] },
  });
  expect(chosen()).toBe('已读');
  await on.user.click(screen.getByRole('tab', { name: /未读/ }));
  await on.settle();
  expect(on.scope.cells.get('tab')?.value).toBe('unread');
  expect(on.ports.log.at(-1)).toMatchObject({ text: '到 unread' });
});
/** A form with a field that must be filled in, in the second of two tabs. */
const openForm = (props: object = {}, rest: object = {}) =>
  openPage(
    widgets.filter(({ type }) => ['tabs', 'field', 'section', 'stack'].includes(type)),
    {
      forms: {
        edit: {
          schema: {
            type: 'object',
            required: ['note'],
            properties: {
              note: { type: 'string', title: '备注' },
              kind: { type: 'string', title: '类别' },
            },
          },
        },
      },
      body: {
        type: 'tabs@1',
        props: { items: items as never, ...props },
        slots: {
          unread: [{ type: 'field@1', bind: 'edit.kind' }],
          read: [{ type: 'field@1', bind: 'edit.note', ...rest }],
        },
      },
    },
  );
type Opened = Awaited<ReturnType<typeof openForm>>;
const saves = async (on: Opened) => {
  const form = on.scope.forms.get('edit')!;
  await act(async () => {
    await form.validate();
    form.focusFirstError();
  });
  await on.settle();
};
test('a field that waits for the focus in another tab turns to it', async () => {
  const on = await openForm();
  await saves(on);
  expect(chosen()).toBe('已读');
  expect(document.activeElement).toBe(on.field('备注'));
});
test('so does one in a tab that was left, whose content is still there', async () => {
  const on = await openForm();
  await on.user.click(screen.getByRole('tab', { name: '已读' }));
  await on.settle();
  await on.user.click(screen.getByRole('tab', { name: /未读/ }));
  await on.settle();
  await saves(on);
  expect(chosen()).toBe('已读');
  expect(document.activeElement).toBe(on.field('备注'));
});
test('a tab says how many of its fields are wrong until they are right', async () => {
  const on = await openForm({ faults: true });
  await on.user.click(screen.getByRole('tab', { name: /未读/ }));
  await saves(on);
  await on.user.click(screen.getByRole('tab', { name: /未读/ }));
  await on.settle();
  expect(screen.getByRole('tab', { name: /已读/ }).textContent).toBe('已读1处需要修改');
  await on.user.click(screen.getByRole('tab', { name: /已读/ }));
  await on.user.type(on.field('备注'), '好');
  await on.settle();
  expect(screen.getByRole('tab', { name: /已读/ }).textContent).toBe('已读');
});
test('a tab of which all fields are hidden is not there, until one is shown', async () => {
  const on = await openForm({ faults: true }, { when: { visible: { $x: "edit.kind = '急'" } } });
  expect(screen.queryByRole('tab', { name: '已读' })).toBeNull();
  await on.user.type(on.field('类别'), '急');
  await on.settle();
  expect(screen.getByRole('tab', { name: '已读' })).toBeTruthy();
});
test('paper shows what is in all tabs, each under its name', async () => {
  const on = await open({ props: { items, printAll: true } });
  on.expects({ lacks: '没有消息' });
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  on.expects({ sees: ['两条消息', '没有消息'] });
  expect(screen.getByRole('heading', { name: '已读' })).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.getByRole('tabpanel').textContent).toBe('两条消息');
});
