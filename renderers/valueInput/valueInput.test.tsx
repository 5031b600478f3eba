// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import { widgets } from '../index.ts';
import valueInput from './index.ts';

beforeAll(() => preloadInputs(['number', 'select', 'multiSelect', 'switch']));
const status = {
  id: '1',
  apiName: 'status',
  label: '状态',
  type: 'singleSelect',
  order: 1,
  options: [
    { code: 'new', label: '新建' },
    { code: 'done', label: '完成' },
  ],
};
const show = (field: object | null, value: unknown = null, props: object = {}) =>
  openPage([valueInput], {
    state: {
      value: { type: 'any', init: value as never },
      field: { type: 'any', init: field as never },
    },
    body: {
      type: 'valueInput@1',
      bind: 'state.value',
      props: { field: { $x: 'state.field' }, label: '默认值', ...props },
    },
  });

test('a number is filled in as a number', async () => {
  const page = await show({ id: '1', apiName: 'qty', label: '数量', type: 'integer', order: 1 });
  await page.user.type(screen.getByLabelText('默认值'), '12');
  await page.user.tab();
  await page.settle();
  expect(page.scope.cells.get('value')!.value).toBe(12);
});
test('a choice is made among the options of the field', async () => {
  const page = await show(status);
  await page.user.click(screen.getByLabelText('默认值'));
  await page.settle();
  await page.user.click(screen.getByRole('option', { name: '完成' }));
  await page.settle();
  expect(page.scope.cells.get('value')!.value).toBe('done');
});
test('several of the options can be chosen', async () => {
  const page = await show(status, ['new'], { choose: true });
  await page.user.click(screen.getByLabelText('默认值'));
  await page.settle();
  await page.user.click(screen.getByRole('option', { name: '完成' }));
  await page.settle();
  expect(page.scope.cells.get('value')!.value).toEqual(['new', 'done']);
});
test('another field changes the way it is filled in', async () => {
  const page = await show(status);
  page.scope.cells
    .get('field')!
    .set({ id: '2', apiName: 'note', label: '备注', type: 'text', order: 1 });
  await page.settle();
  await page.user.type(screen.getByLabelText('默认值'), '急');
  expect(page.scope.cells.get('value')!.value).toBe('急');
});
test('without a field it takes a line of text', async () => {
  const page = await show(null, '旧');
  expect(screen.getByLabelText<HTMLInputElement>('默认值').value).toBe('旧');
  page.scope.cells.get('field')!.set({ type: 'formula' });
  await page.settle();
  expect(screen.getByLabelText<HTMLInputElement>('默认值').value).toBe('旧');
});
test('a choice where the form wants a number is a number', async () => {
  const page = await openPage(
    widgets.filter(({ type }) => type === 'field'),
    {
      forms: {
        box: {
          schema: { type: 'object', properties: { columns: { type: 'integer', title: '分栏' } } },
          init: { columns: 1 },
        },
      },
      state: {
        spans: {
          type: 'list',
          init: [
            { key: 1, title: '一栏' },
            { key: 2, title: '两栏' },
          ],
        },
      },
      body: {
        type: 'field@1',
        bind: 'box.columns',
        props: {
          input: 'select',
          options: { $x: 'state.spans' },
          optionValue: 'key',
          optionLabel: 'title',
        },
      },
    },
  );
  expect(screen.getByDisplayValue('一栏')).toBeTruthy();
  await page.user.click(screen.getByLabelText('分栏'));
  await page.settle();
  await page.user.click(screen.getByRole('option', { name: '两栏' }));
  await page.settle();
  expect(page.scope.forms.get('box')!.values()).toEqual({ columns: 2 });
});
test('without a bind it shows what such a field looks like', async () => {
  await openPage([valueInput], {
    body: { type: 'valueInput@1', props: { field: status, label: '状态', value: 'done' } },
  });
  expect(screen.getByDisplayValue('完成')).toBeTruthy();
  expect(screen.getByLabelText('状态').matches('[aria-disabled="true"], :disabled')).toBe(true);
});
