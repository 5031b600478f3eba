// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import { widgets } from '../index.ts';
import dialog from './index.ts';

const body = (more: object = {}) =>
  ({
    state: { open: { type: 'any', init: null } },
    body: {
      type: 'box@1',
      slots: {
        default: [
          {
            type: 'press@1',
            props: { text: '打开' },
            on: { click: [{ do: 'set', args: { target: 'state.open', value: 'r1' } }] },
          },
          {
            type: 'dialog@1',
            bind: 'state.open',
            props: { title: '云帆科技' },
            slots: {
              body: [
                { type: 'words@1', props: { text: '客户等级 A' } },
                { type: 'press@1', props: { text: '里面' } },
              ],
            },
            ...more,
          },
        ],
      },
    },
  }) as never;
const layer = () => screen.queryByRole('dialog');
const gone = () => new Promise((resolve) => setTimeout(resolve, 400));

test('opens when its cell holds something, and its content lives only then', async () => {
  const on = await openPage([dialog], body());
  on.expects({ lacks: '客户等级 A' });
  await on.click('打开');
  expect(layer()?.textContent).toContain('云帆科技');
  on.expects({ sees: '客户等级 A' });
});
test('Esc empties the cell, says it closed, and gives the focus back', async () => {
  const on = await openPage(
    [dialog],
    body({ on: { close: [{ do: 'toast', args: { text: '已关闭' } }] } }),
  );
  await on.click('打开');
  screen.getByRole('button', { name: '里面' }).focus();
  await on.press('{Escape}');
  await gone();
  await on.settle();
  expect(on.scope.cells.get('open')?.value).toBeNull();
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '已关闭' });
  expect(document.activeElement?.textContent).toBe('打开');
});
test('asks before unsaved work is lost, and stays when the answer is no', async () => {
  const on = await openPage([dialog], body({ props: { dirty: true } }), { confirms: false });
  await on.click('打开');
  screen.getByRole('button', { name: '里面' }).focus();
  await on.press('{Escape}');
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'confirm', danger: true });
  expect(on.scope.cells.get('open')?.value).toBe('r1');
});
const named = (slot: object) =>
  body({
    props: { title: '新建' },
    slots: { body: [slot] },
  }) as { state: object };
test.each([
  [
    'a form',
    {
      ...named({
        type: 'form@1',
        bind: 'draft',
        slots: { body: [{ type: 'field@1', bind: 'draft.name' }] },
      }),
      forms: {
        draft: {
          schema: { type: 'object', properties: { name: { type: 'string', title: '名称' } } },
        },
      },
    },
  ],
  [
    'an input over a value',
    {
      ...named({ type: 'input@1', bind: 'state.name', props: { label: '名称' } }),
      state: { open: { type: 'any', init: null }, name: { type: 'text' } },
    },
  ],
])('asks by itself before %s with something typed is lost', async (_what, page) => {
  const inputs = ['form', 'field', 'input'];
  const on = await openPage(
    [dialog, ...widgets.filter(({ type }) => inputs.includes(type))],
    page as never,
    { confirms: false },
  );
  const asked = () => on.ports.log.filter(({ kind }) => kind === 'confirm').length;
  await on.click('打开');
  await on.press('{Escape}');
  expect([asked(), layer()]).toEqual([0, null]);
  await on.click('打开');
  await on.user.type(screen.getByLabelText('名称'), '设备');
  await on.press('{Escape}');
  expect([asked(), layer()]).toEqual([1, expect.anything()]);
});
test('confirm and cancel are there when the page handles the confirmation', async () => {
  const on = await openPage(
    [dialog],
    body({ on: { ok: [{ do: 'toast', args: { text: '已确定' } }] } }),
  );
  await on.click('打开');
  await on.click('确定');
  expect(on.ports.log.at(-1)).toMatchObject({ text: '已确定' });
  await on.click('取消');
  expect(on.scope.cells.get('open')?.value).toBeNull();
});
