// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
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
