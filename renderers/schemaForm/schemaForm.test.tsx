// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import schemaForm from './index.ts';

beforeAll(() => schemaForm.view());
const order = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', title: '名称', maxLength: 5 },
    tags: { type: 'array', title: '标签', items: { type: 'string', title: '标签' } },
    paid: { type: 'boolean', title: '已付款' },
  },
  if: { properties: { paid: { const: true } }, required: ['paid'] },
  then: { properties: { day: { type: 'string', title: '付款单号' } }, required: ['day'] },
};
const open = (props: object, init: unknown = {}) =>
  openPage([schemaForm], {
    state: { value: { type: 'any', init: init as never }, seen: { type: 'any', init: null } },
    body: {
      type: 'schemaForm@1',
      bind: 'state.value',
      props: props as never,
      on: {
        change: [{ do: 'set', args: { target: 'state.seen', value: { $x: 'event' } } }],
        submit: [{ do: 'toast', args: { kind: 'info', text: { $t: '收到 {event.value.name}' } } }],
      },
    },
  });
type Opened = Awaited<ReturnType<typeof open>>;
const valueIn = (on: Opened, cell = 'value') => on.scope.cells.get(cell)!.value;

test('writes what is typed into the cell, and says how much is wrong with it', async () => {
  const on = await open({ schema: order });
  await on.type('名称', '一二三四五六');
  await waitFor(() => expect(valueIn(on)).toEqual({ name: '一二三四五六' }));
  await waitFor(() => expect(valueIn(on, 'seen')).toMatchObject({ problems: 1 }));
  await on.type('名称', '订单');
  await waitFor(() => expect(valueIn(on, 'seen')).toMatchObject({ problems: 0 }));
});
test('draws what a condition asks for once it holds', async () => {
  const on = await open({ schema: order });
  expect(screen.queryByLabelText(/付款单号/)).toBeNull();
  await on.user.click(screen.getByRole('switch', { name: '已付款' }));
  expect(await screen.findByLabelText(/付款单号/)).toBeTruthy();
});
test('explains in Chinese what is wrong at submit, goes there, and submits once it is right', async () => {
  const on = await open({ schema: order, submitText: '提交' });
  await on.click('提交');
  expect((await screen.findAllByText(/请填写/)).length).toBeGreaterThan(0);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /名称/ }));
  expect(on.ports.log.filter(({ kind }) => kind === 'toast')).toEqual([]);
  await on.user.type(screen.getByRole('textbox', { name: /名称/ }), '订单');
  await waitFor(() => expect(screen.queryByText(/请填写/)).toBeNull());
  await on.click('提交');
  await waitFor(() => expect(on.ports.log.filter(({ kind }) => kind === 'toast')).toHaveLength(1));
});
test('shows what is set from elsewhere', async () => {
  const on = await open({ schema: order }, { name: '甲' });
  on.scope.cells.get('value')!.set({ name: '乙', tags: ['急'] });
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /名称/ }).value).toBe('乙'),
  );
  expect(screen.getByDisplayValue('急')).toBeTruthy();
});
test.each([
  ['an address elsewhere', { $ref: 'https://example.com/a.json' }, '找不到'],
  ['a pattern that may never end', { type: 'string', pattern: '^(a+)+$' }, 'pattern'],
  ['a schema that contains itself', { allOf: [{ $ref: '#' }] }, '不能直接引用自己'],
  ['a list that begins endless', { type: 'array', minItems: 1e9, items: {} }, 'minItems'],
])('refuses %s, and draws nothing', async (_name, schema, why) => {
  const on = await openPage([schemaForm], {
    state: { value: { type: 'any', init: null }, schema: { type: 'any', init: schema as never } },
    body: {
      type: 'schemaForm@1',
      bind: 'state.value',
      props: { schema: { $x: 'state.schema' } },
    },
  });
  expect(screen.getByRole('alert').textContent).toContain(why);
  expect(screen.queryByRole('textbox')).toBeNull();
  on.leave();
});
