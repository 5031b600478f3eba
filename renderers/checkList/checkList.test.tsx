// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import checkList from './index.ts';

const rows = [
  { id: 'a', name: '甲' },
  { id: 'b', name: '乙' },
  { id: 'c', name: '丙' },
];
const body = (props: object = {}, items: unknown = rows) =>
  ({
    state: { ticked: { type: 'list', init: [] } },
    body: {
      type: 'checkList@1',
      props: { items, label: '人', ...props },
      on: {
        selectionChange: [
          { do: 'set', args: { target: 'state.ticked', value: { $x: 'event.ids' } } },
        ],
      },
      slots: {
        item: { as: 'row', nodes: [{ type: 'words@1', props: { text: { $x: 'row.name' } } }] },
        actions: [{ type: 'press@1', props: { text: '删除' } }],
        empty: [{ type: 'words@1', props: { text: '没有人' } }],
      },
    },
  }) as never;
const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name });
const given = { selected: { $x: 'state.ticked' } };

test('a tick is emitted, and all at once; 全选 is on only when every row is ticked', async () => {
  const on = await openPage([checkList], body(given));
  const ticked = () => on.scope.cells.get('ticked')?.value;
  box('选择 乙').click();
  await on.settle();
  expect([ticked(), box('全选').checked, box('全选').indeterminate]).toEqual([['b'], false, true]);
  box('全选').click();
  await on.settle();
  expect([ticked(), box('全选').checked]).toEqual([['a', 'b', 'c'], true]);
  box('全选').click();
  await on.settle();
  expect([ticked(), box('全选').checked]).toEqual([[], false]);
});

test('keeps its ticks itself when the page does not', async () => {
  const on = await openPage([checkList], body());
  box('选择 丙').click();
  await on.settle();
  expect(box('选择 丙').checked).toBe(true);
});

test('a tick counts while what an opened row began still goes on', async () => {
  const page = body(given) as { body: { on: object } };
  const on = await openPage([checkList], {
    ...page,
    body: { ...page.body, on: { ...page.body.on, open: [{ do: 'wait', args: { ms: 60_000 } }] } },
  } as never);
  screen.getByText('甲').click();
  box('选择 乙').click();
  await on.settle();
  expect(on.scope.cells.get('ticked')?.value).toEqual(['b']);
});

test('a row is not ticked by a press on it, only by its box', async () => {
  const on = await openPage([checkList], body(given));
  await on.click('甲');
  expect(on.scope.cells.get('ticked')?.value).toEqual([]);
});

test('says what belongs here when there is nothing, and ticks nothing that is not shown', async () => {
  const on = await openPage([checkList], body({ selected: ['gone', 'b'] }));
  expect(box('全选').checked).toBe(false);
  on.expects({ sees: '删除' });
  const bare = await openPage([checkList], body({}, []));
  bare.expects({ sees: '没有人' });
});
test('a press on a row opens it, one on its tick does not', async () => {
  const opening = {
    ...(body(given) as { body: object }).body,
    on: { open: [{ do: 'toast', args: { text: { $t: '打开 {event.value.name}' } } }] },
  };
  const on = await openPage([checkList], {
    state: { ticked: { type: 'list', init: [] } },
    body: opening,
  } as never);
  box('选择 乙').click();
  await on.settle();
  expect(on.ports.log).toEqual([]);
  screen.getByText('丙').click();
  await on.settle();
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '打开 丙' });
});

test('ticks are a part of a bound field’s value, which is gone when there are none', async () => {
  const page = {
    forms: {
      draft: {
        schema: { type: 'object', properties: { may: { ui: { input: 'kept' } } } },
        init: { may: { order: { ops: ['view'] } } },
      },
    },
    body: { type: 'checkList@1', bind: 'draft.may', props: { items: rows, part: 'order.views' } },
  };
  const on = await openPage([checkList], page as never);
  const may = () => on.scope.forms.get('draft')!.values()['may'];
  box('选择 乙').click();
  await on.settle();
  expect(may()).toEqual({ order: { ops: ['view'], views: ['b'] } });
  box('选择 乙').click();
  await on.settle();
  expect(may()).toEqual({ order: { ops: ['view'] } });
  const other = { ...page, body: { ...page.body, props: { ...page.body.props, part: 'x.views' } } };
  await openPage([checkList], other as never);
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').at(-1)!.disabled).toBe(true);
});
