// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { runInAction } from 'mobx';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import { widgets } from '../index.ts';
import undo from './index.ts';

const STEP = 450;
const rest = () => new Promise((resolve) => setTimeout(resolve, STEP));
/** Ctrl and a key, as the browser would send it. */
function pressed(target: Element, key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', {
    key,
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
  });
  act(() => void target.dispatchEvent(event));
  return event;
}
const FORM = {
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '名称' },
      shown: {
        type: 'object',
        title: '显示',
        properties: { again: { type: 'boolean', title: '再填', default: true } },
      },
      extra: { type: 'array', title: '其他', items: { type: 'object', properties: {} } },
      rows: {
        type: 'array',
        title: '行',
        items: { type: 'object', properties: { label: { type: 'string' } } },
      },
    },
  },
  init: { name: '甲', rows: [{ label: '一' }] },
};
async function show(props: { most?: number } = {}) {
  const page = await openPage([undo, ...widgets.filter(({ type }) => type === 'field')], {
    forms: { draft: FORM },
    body: {
      type: 'box@1',
      slots: {
        default: [
          {
            type: 'undo@1',
            bind: 'draft',
            props,
            on: {
              change: [
                { do: 'toast', args: { kind: 'info', text: { $t: '{event.name} {event.row}' } } },
              ],
            },
          },
          { type: 'field@1', bind: 'draft.name' },
        ],
      },
    },
  });
  const form = page.scope.forms.get('draft')!;
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  const change = async (work: () => void) => {
    work();
    await rest();
    await page.settle();
  };
  return { page, form, button, change };
}

test('takes back what was changed, rows too, and does it again', async () => {
  const { page, form, button, change } = await show();
  expect([button('撤销').disabled, button('重做').disabled]).toEqual([true, true]);
  await change(() => form.field('name').set('乙'));
  await change(() => form.field('rows').insertRow(1, { label: '二' }));
  await page.click('撤销');
  expect(form.values()).toMatchObject({ name: '乙', rows: [{ label: '一' }] });
  await page.click('撤销');
  expect(form.values()).toMatchObject(FORM.init);
  expect([button('撤销').disabled, form.dirty]).toEqual([true, false]);
  await page.click('重做');
  await page.click('重做');
  expect(form.values()).toMatchObject({ name: '乙', rows: [{ label: '一' }, { label: '二' }] });
  expect(button('重做').disabled).toBe(true);
});
test('what is typed into a text is one step; within it the browser takes back its own', async () => {
  const { page, form, button } = await show();
  const text = screen.getByLabelText('名称');
  await page.user.type(text, '乙丙');
  await rest();
  await page.user.type(text, '丁');
  expect(pressed(text, 'z').defaultPrevented).toBe(false);
  expect(form.field('name').value).toBe('甲乙丙丁');
  text.blur();
  pressed(document.body, 'z');
  await page.settle();
  expect([form.field('name').value, button('撤销').disabled]).toEqual(['甲', true]);
  pressed(document.body, 'y');
  await page.settle();
  expect(form.field('name').value).toBe('甲乙丙丁');
});
test('a text typed back to what it was is no step; one that was only focused leaves the key to the list', async () => {
  const { page, form, button } = await show();
  const text = screen.getByLabelText('名称');
  form.field('rows').removeRow(0);
  await page.user.type(text, '乙{Backspace}');
  expect(pressed(text, 'z').defaultPrevented).toBe(true);
  await page.settle();
  expect([form.values(), button('撤销').disabled]).toMatchObject([FORM.init, true]);
});
test('the key never reaches the undo of the browser outside a text, which would change texts elsewhere', async () => {
  await show();
  for (const key of ['z', 'y']) expect(pressed(document.body, key).defaultPrevented).toBe(true);
});
test('says where the form changed, and has no steps once the form was loaded again', async () => {
  const { page, form, button, change } = await show();
  await change(() => form.field('rows').insertRow(1, { label: '二' }));
  await page.click('撤销');
  await page.click('重做');
  expect(page.ports.log.filter(({ kind }) => kind === 'toast')).toMatchObject([
    { text: 'rows 0' },
    { text: 'rows 1' },
  ]);
  await change(() => void form.reload());
  expect([button('撤销').disabled, button('重做').disabled]).toEqual([true, true]);
});
test('a save that others were quicker than leaves the steps; what is taken over has none behind it', async () => {
  const { page, form, button, change } = await show();
  const { versions } = form as unknown as { versions: { refused: boolean } };
  await change(() => form.field('name').set('乙'));
  await change(() => {
    runInAction(() => (versions.refused = true));
  });
  await page.click('撤销');
  expect(form.field('name').value).toBe('甲');
  await page.click('重做');
  expect(form.field('name').value).toBe('乙');
  await change(() => {
    runInAction(() => {
      versions.refused = false;
      form.field('rows').insertRow(1, { label: '二' });
    });
  });
  await page.click('撤销');
  expect([form.dirty, button('撤销').disabled]).toEqual([false, true]);
});
test('a change after something was taken back ends what could be done again', async () => {
  const { page, form, button, change } = await show();
  await change(() => form.field('name').set('乙'));
  await page.click('撤销');
  await page.user.type(screen.getByLabelText('名称'), '丙');
  await page.settle();
  expect(button('重做').disabled).toBe(true);
  await page.click('撤销');
  expect(form.field('name').value).toBe('甲');
});
test('a list that is drawn for the first time is no change', async () => {
  const { page, form, button, change } = await show();
  await change(() => form.field('name').set('乙'));
  await page.click('撤销');
  expect(form.field('extra').value).toEqual([]);
  await page.user.keyboard('{Control}');
  await rest();
  await page.click('重做');
  expect([form.field('name').value, button('重做').disabled]).toEqual(['乙', true]);
});
test('an object with defaults that is drawn after a change is no change', async () => {
  const { page, form, change } = await show();
  await change(() => form.field('name').set('乙'));
  form.field('shown');
  await page.click('撤销');
  expect(form.field('name').value).toBe('甲');
});
test('what the page changes by itself after something was taken back leaves it to be done again', async () => {
  const { page, form, button, change } = await show();
  await change(() => form.field('rows').insertRow(1, { label: '二' }));
  await page.click('撤销');
  await change(() => form.field('rows').rows[0]!.field('label').set('一。'));
  expect([button('撤销').disabled, button('重做').disabled]).toEqual([true, false]);
  await page.click('重做');
  expect(form.field('rows').rows).toHaveLength(2);
});
test('remembers the configured number of steps; saving forgets none', async () => {
  const { page, form, change } = await show({ most: 2 });
  for (const name of ['乙', '丙', '丁']) await change(() => form.field('name').set(name));
  form.markSaved();
  for (let turn = 0; turn < 3; turn++)
    if (!screen.getByRole<HTMLButtonElement>('button', { name: '撤销' }).disabled)
      await page.click('撤销');
  expect(form.field('name').value).toBe('乙');
});
