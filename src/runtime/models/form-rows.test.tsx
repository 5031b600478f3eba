// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { problem } from '../../contract/index.ts';
import { failedCall, pageOf, testPage } from '../../view/testing/index.ts';
import { testWidgets } from '../../view/testing/index.ts';
import { boxed, button, world } from './leave-form.testing.ts';

describe('rows', () => {
  const schema = {
    type: 'object',
    properties: {
      lines: {
        type: 'array',
        title: '明细',
        items: {
          type: 'object',
          required: ['item'],
          properties: {
            item: { type: 'string', title: '品名' },
            amount: { type: 'number', title: '金额' },
            why: { type: 'string', title: '说明' },
          },
        },
      },
    },
  };
  const rows = pageOf({
    state: { drawn: { type: 'boolean', init: true } },
    forms: {
      order: {
        schema,
        init: {
          lines: [
            { item: '纸', amount: 2 },
            { item: '笔', amount: 3 },
          ],
        },
      },
    },
    body: boxed(
      {
        id: 'lines',
        type: 'rows@1',
        bind: 'order.lines',
        when: { visible: { $x: 'state.drawn' } },
        slots: {
          item: {
            as: 'line',
            nodes: [
              { id: 'item', type: 'text@1', props: { text: { $t: '{line_index}：{line.item}' } } },
              {
                id: 'why',
                type: 'field@1',
                bind: 'line.why',
                when: { required: { $x: 'line.amount > 2' } },
              },
            ],
          },
        },
      },
      {
        id: 'sum',
        type: 'text@1',
        props: { text: { $t: '共 {sum(order.lines.amount)} 元 {count(order.lines)} 行' } },
      },
      button('加', {
        do: 'insert',
        args: { target: 'order.lines', value: { item: '墨', amount: 5 } },
      }),
      button('移', { do: 'move', args: { target: 'order.lines', from: 0, to: 1 } }),
      button('减', { do: 'remove', args: { target: 'order.lines', at: 0 } }),
      button(
        '查',
        { do: 'validate', args: { form: 'order' } },
        { do: 'toast', args: { text: '通过' } },
      ),
    ),
  });
  test('are inserted, moved and removed; a sum follows', async () => {
    const on = await testPage(rows, { widgets: testWidgets });
    on.expects({ sees: ['0：纸', '1：笔', '共 5 元 2 行'] });
    const order = on.scope.forms.get('order')!;
    const keys = order.field('lines').rows.map((row) => row.key);
    await on.click('移');
    on.expects({ sees: ['0：笔', '1：纸'] });
    expect(order.field('lines').rows.map((row) => row.key)).toEqual([...keys].reverse());
    expect(order.dirty).toBe(true);
    await on.click('移');
    expect(order.dirty).toBe(false);
    await on.click('加');
    on.expects({ sees: ['2：墨', '共 10 元 3 行'] });
    await on.click('减');
    expect(order.values()).toEqual({
      lines: [
        { item: '笔', amount: 3 },
        { item: '墨', amount: 5 },
      ],
    });
    await act(async () => order.reset());
    on.expects({ sees: ['0：纸', '共 5 元 2 行'] });
    expect(order.dirty).toBe(false);
  });
  test('have their own conditions, which also hold for rows that are not drawn', async () => {
    const on = await testPage(rows, { widgets: testWidgets });
    await on.click('查');
    on.expects({ sees: '请填写说明' });
    const order = on.scope.forms.get('order')!;
    expect(order.failing.map((field) => field.path)).toEqual(['lines.1.why']);
    await act(async () => order.field('lines').rows[0]!.field('item').set(''));
    await on.click('查');
    expect(order.failing.map((field) => field.path)).toEqual(['lines.0.item', 'lines.1.why']);
  });
  test('are listed by name when something in them is wrong, in the order of the schema', async () => {
    const named = {
      type: 'object',
      properties: {
        lines: {
          type: 'array',
          title: '明细',
          items: {
            type: 'object',
            required: ['title', 'amount'],
            properties: {
              title: { type: 'string', title: '品名' },
              amount: { type: 'number', title: '金额' },
            },
          },
        },
      },
    };
    const on = await testPage(
      pageOf({
        forms: {
          order: {
            schema: named,
            init: { lines: [{ title: '纸', amount: 1 }, { title: '笔' }, {}] },
          },
        },
        body: boxed(button('查', { do: 'validate', args: { form: 'order' } })),
      }),
      { widgets: testWidgets },
    );
    await on.click('查');
    const order = on.scope.forms.get('order')!;
    expect(order.failing.map((field) => field.fullName)).toEqual([
      '笔 › 金额',
      '第 3 行 › 品名',
      '第 3 行 › 金额',
    ]);
    expect(order.field('lines').rows.map((row) => row.hasErrors)).toEqual([false, true, true]);
    expect(order.field('lines').pendingFocusRow).toBe(1);
  });
  test('of others are taken over by their id; new ones and changes here stay', async () => {
    const loaded = {
      version: 1,
      lines: [
        { id: 'a', item: '纸', amount: 2 },
        { id: 'b', item: '笔', amount: 3 },
        { id: 'c', item: '尺', amount: 4 },
        { id: 'e', item: '胶', amount: 1 },
      ],
    };
    const kept = {
      type: 'object',
      properties: {
        version: { type: 'integer' },
        lines: {
          ...schema.properties.lines,
          items: {
            ...schema.properties.lines.items,
            properties: { id: { type: 'string' }, ...schema.properties.lines.items.properties },
          },
        },
      },
    };
    const theirs = {
      version: 2,
      lines: [
        { id: 'b', item: '钢笔', amount: 3 },
        { id: 'a', item: '纸', amount: 9 },
        { id: 'd', item: '墨' },
        { id: 'e', item: '胶', amount: 1 },
      ],
    };
    const ports = world({
      'bizmeta.app.save': () => {
        throw Object.assign(failedCall('STALE_VERSION', '内容已被他人修改', [], 409), {
          current: theirs,
        });
      },
    });
    const on = await testPage(
      pageOf({
        forms: { order: { schema: kept, init: loaded } },
        body: boxed(
          button('存', { do: 'call', args: { id: 'bizmeta.app.save', form: 'order', input: {} } }),
        ),
      }),
      { widgets: testWidgets, ports },
    );
    const order = on.scope.forms.get('order')!;
    const lines = order.field('lines');
    await act(async () => {
      lines.rows[1]!.field('amount').set(7);
      lines.insertRow(3, { item: '本' });
      lines.removeRow(4);
    });
    await on.click('存');
    await act(async () => void (await order.takeOver()));
    expect(order.values()).toEqual({
      version: 2,
      lines: [
        { id: 'a', item: '纸', amount: 9 },
        { id: 'b', item: '钢笔', amount: 7 },
        { item: '本' },
        { id: 'd', item: '墨' },
      ],
    });
    expect(order.dirty).toBe(true);
  });
  test.each([
    [
      'changed here stay as they are',
      [{ item: '纸', amount: 2 }, { item: '本' }],
      [{ item: '纸', amount: 2 }, { item: '本' }],
      true,
    ],
    ['emptied here stay empty', [], undefined, true],
    ['left alone are taken over', null, [{ item: '墨' }], false],
  ])('without ids that were %s', async (_what, mine, left, dirty) => {
    const theirs = { version: 2, lines: [{ item: '墨' }] };
    const ports = world({
      'bizmeta.app.save': () => {
        throw Object.assign(failedCall('STALE_VERSION', '内容已被他人修改', [], 409), {
          current: theirs,
        });
      },
    });
    const on = await testPage(
      pageOf({
        forms: {
          order: {
            schema: {
              type: 'object',
              properties: { version: { type: 'integer' }, lines: schema.properties.lines },
            },
            init: { version: 1, lines: [{ item: '纸', amount: 2 }] },
          },
        } as never,
        body: boxed(
          button('存', { do: 'call', args: { id: 'bizmeta.app.save', form: 'order', input: {} } }),
        ),
      }),
      { widgets: testWidgets, ports },
    );
    const order = on.scope.forms.get('order')!;
    const lines = order.field('lines');
    if (mine)
      await act(async () => {
        if (mine.length > 1) lines.insertRow(1, { item: '本' });
        else lines.removeRow(0);
      });
    await on.click('存');
    await act(async () => void (await order.takeOver()));
    expect([order.values()['version'], order.values()['lines'] ?? [], order.dirty]).toEqual([
      2,
      left ?? [],
      dirty,
    ]);
  });
  test('take problems of the server by their number', async () => {
    const on = await testPage(rows, { widgets: testWidgets });
    const order = on.scope.forms.get('order')!;
    await act(async () => {
      expect(
        order.applyServerErrors([
          problem('/lines/1/why', 'FIELD_INVALID', { label: '说明' }),
          problem('/nowhere', 'BAD_REQUEST'),
        ]),
      ).toHaveLength(1);
    });
    on.expects({ sees: '说明填写有误' });
  });
});
