// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { act } from 'react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import input from '../input/index.ts';
import fieldEntries from './index.ts';

const fields = [
  { apiName: 'status', label: '状态', type: 'text' },
  { apiName: 'doneOn', label: '完成日期', type: 'date' },
  { apiName: 'total', label: '合计', type: 'formula' },
  { apiName: 'old', label: '旧字段', type: 'text', removed: true },
];
const show = (init: unknown, more: object = {}) =>
  openPage([fieldEntries, input], {
    state: { values: { type: 'any', init: init as never }, who: { type: 'text', init: 'first' } },
    body: {
      type: 'fieldEntries@1',
      bind: 'state.values',
      props: { label: '新值', fields: fields as never, of: { $x: 'state.who' } },
      slots: {
        value: {
          as: 'formula',
          nodes: [{ type: 'input@1', bind: 'formula', props: { label: '公式', type: 'text' } }],
        },
      },
      ...more,
    },
  });
const row = (name: string) => within(screen.getByRole('group', { name }));

test('fields are added by their labels, given a value and taken away', async () => {
  const on = await show(null);
  const value = () => on.scope.cells.get('values')!.value;
  on.expects({ sees: '还没有字段' });
  await on.choose(screen.getByLabelText('添加字段'), '完成日期');
  // Nothing is written before there is a value.
  expect(value()).toBeNull();
  await on.user.type(row('完成日期').getByRole('textbox'), 'today()');
  await on.settle();
  expect(value()).toEqual({ doneOn: 'today()' });
  await on.choose(screen.getByLabelText('添加字段'), '状态');
  await on.user.type(row('状态').getByRole('textbox'), 'x');
  await on.settle();
  expect(value()).toEqual({ doneOn: 'today()', status: 'x' });
  await on.user.click(screen.getByRole('button', { name: '去掉完成日期' }));
  expect(value()).toEqual({ status: 'x' });
  expect(screen.queryByRole('group', { name: '完成日期' })).toBeNull();
});

test('a value that is emptied is none, and its row stays to be written again', async () => {
  const on = await show({ status: 'a', doneOn: 'b' });
  await on.user.clear(row('状态').getByRole('textbox'));
  await on.settle();
  expect(on.scope.cells.get('values')!.value).toEqual({ doneOn: 'b' });
  const rows = within(screen.getByRole('group', { name: '新值' })).getAllByRole('group');
  expect(rows.map((each) => each.getAttribute('aria-label'))).toEqual(['状态', '完成日期']);
});

test('computed and removed fields are not offered; one that is gone is shown by its name', async () => {
  const on = await show({ gone: '1', status: 'a' });
  expect(screen.getByRole('group', { name: 'gone' })).toBeTruthy();
  await on.user.click(screen.getByLabelText('添加字段'));
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(offered).toEqual(['添加字段', '完成日期']);
});

test('what was added without a value is forgotten when another is shown', async () => {
  const on = await show({});
  await on.choose(screen.getByLabelText('添加字段'), '状态');
  expect(screen.getByRole('group', { name: '状态' })).toBeTruthy();
  act(() => on.scope.cells.get('who')!.set('second'));
  await on.settle();
  expect(screen.queryByRole('group', { name: '状态' })).toBeNull();
});

test('what is locked can only be read', async () => {
  await show({ status: 'a' }, { when: { readonly: true } });
  expect(screen.queryByRole('button', { name: '去掉状态' })).toBeNull();
  expect(screen.queryByLabelText('添加字段')).toBeNull();
});
