// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import { widgets } from '../index.ts';
import undo from './index.ts';

const STEP = 450;
const rest = () => new Promise((resolve) => setTimeout(resolve, STEP));
const FORM = {
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '名称' },
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
          { type: 'undo@1', bind: 'draft', props },
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
  expect(form.values()).toEqual({ name: '乙', rows: [{ label: '一' }] });
  await page.click('撤销');
  expect(form.values()).toEqual(FORM.init);
  expect([button('撤销').disabled, form.dirty]).toEqual([true, false]);
  await page.click('重做');
  await page.click('重做');
  expect(form.values()).toEqual({ name: '乙', rows: [{ label: '一' }, { label: '二' }] });
  expect(button('重做').disabled).toBe(true);
});
test('what is typed in one go is one step, taken back before it has settled', async () => {
  const { page, form } = await show();
  await page.user.type(screen.getByLabelText('名称'), '乙丙丁');
  await page.user.keyboard('{Control>}z{/Control}');
  await page.settle();
  expect(form.field('name').value).toBe('甲');
  await page.user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await page.settle();
  expect(form.field('name').value).toBe('甲乙丙丁');
});
test('a change after something was taken back ends what could be done again', async () => {
  const { page, form, button, change } = await show();
  await change(() => form.field('name').set('乙'));
  await page.click('撤销');
  await change(() => form.field('name').set('丙'));
  expect(button('重做').disabled).toBe(true);
  await page.click('撤销');
  expect(form.field('name').value).toBe('甲');
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
