// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { widgets } from '../index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import collapse from './index.ts';

const items = [
  { key: 'base', title: '基本信息' },
  { key: 'more', title: '更多' },
  { key: 'off', title: '停用', disabled: true },
];
const slots = {
  base: [{ type: 'words@1', props: { text: '名称' } }],
  more: [{ type: 'words@1', props: { text: '备注' } }],
};
const open = (props: object = {}, world: object = {}, more: object = {}) =>
  openPage(
    [collapse],
    {
      state: { keys: { type: 'list', init: ['more'] } },
      body: { type: 'collapse@1', id: 'fold', props: { items, ...props }, slots, ...more },
    } as never,
    world,
  );
const isOpen = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-expanded') === 'true';

test('the first section is open; another is drawn when it is opened, and both stay open', async () => {
  const on = await open();
  on.expects({ sees: '名称', lacks: '备注' });
  await on.click('更多');
  expect([isOpen('基本信息'), isOpen('更多')]).toEqual([true, true]);
  on.expects({ sees: ['名称', '备注'] });
});
test('an accordion closes one when another opens, and what was closed keeps its content', async () => {
  const on = await open({ accordion: true });
  await on.click('更多');
  expect([isOpen('基本信息'), isOpen('更多')]).toEqual([false, true]);
  on.expects({ sees: ['名称', '备注'] });
});
test('what a person opened is remembered under page and node', async () => {
  const on = await open({ remember: true });
  await on.click('更多');
  expect([...on.ports.rememberedValues]).toEqual([['test.page.fold.open', ['base', 'more']]]);
  await open({ remember: true }, { remembered: { 'test.page.fold.open': ['more'] } });
  expect([isOpen('基本信息'), isOpen('更多')]).toEqual([false, true]);
});
test('a bound cell says what is open, and follows', async () => {
  const on = await open(
    {},
    {},
    { bind: 'state.keys', on: { change: [{ do: 'toast', args: { text: { $x: 'event.key' } } }] } },
  );
  expect([isOpen('基本信息'), isOpen('更多')]).toEqual([false, true]);
  await on.click('基本信息');
  expect(on.scope.cells.get('keys')?.value).toEqual(['more', 'base']);
  expect(on.ports.log.at(-1)).toMatchObject({ text: 'base' });
});
test('arrows go from heading to heading, past one that is disabled', async () => {
  const on = await open();
  screen.getByRole('button', { name: '更多' }).focus();
  await on.press('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('基本信息');
});
/** A form with a field that must be filled in, in the second of two panels. */
async function openForm() {
  const on = await openPage(
    widgets.filter(({ type }) => ['collapse', 'field'].includes(type)),
    {
      forms: {
        edit: {
          schema: {
            type: 'object',
            required: ['note'],
            properties: { note: { type: 'string', title: '备注' } },
          },
        },
      },
      body: {
        type: 'collapse@1',
        props: { items: items as never },
        slots: { more: [{ type: 'field@1', bind: 'edit.note' }] },
      },
    },
  );
  const saves = async () => {
    const form = on.scope.forms.get('edit')!;
    await act(async () => {
      await form.validate();
      form.focusFirstError();
    });
    await on.settle();
  };
  return { on, saves };
}
test('a field that waits for the focus in a closed section opens it', async () => {
  const { saves } = await openForm();
  expect(isOpen('更多')).toBe(false);
  await saves();
  expect(isOpen('更多')).toBe(true);
});
test('so does one in a section that was open before and is closed again', async () => {
  const { on, saves } = await openForm();
  await on.click('更多');
  await on.settle();
  await on.click('更多');
  expect(isOpen('更多')).toBe(false);
  await saves();
  expect(isOpen('更多')).toBe(true);
  expect(document.activeElement).toBe(on.field('备注'));
});
