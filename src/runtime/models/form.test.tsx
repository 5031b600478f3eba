// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { autorun, getObserverTree } from 'mobx';
import { describe, expect, test } from 'vitest';
import { problem, type FieldDescribe, type ObjectDescribe } from '../../contract/index.ts';
import {
  failedCall,
  fakePorts,
  pageOf,
  testPage,
  type FakePorts,
  testWidgets,
} from '../../view/testing/index.ts';
import type { FormModel } from './types.ts';

const fieldOf = (
  apiName: string,
  label: string,
  more: Partial<FieldDescribe> = {},
): FieldDescribe => ({ id: apiName, order: 0, apiName, label, type: 'text', ...more });
const leave: ObjectDescribe = {
  id: 'o1',
  apiName: 'leave',
  label: '请假单',
  titleField: 'reason',
  appId: null,
  version: 1,
  validator: '',
  fields: [
    fieldOf('reason', '事由', { required: true, maxLength: 10 }),
    fieldOf('days', '天数', { type: 'decimal', precision: 4, scale: 1 }),
    fieldOf('note', '备注', { defaultValue: '无' }),
  ],
};
const boxed = (...nodes: object[]) =>
  ({ id: 'root', type: 'box@1', slots: { default: nodes } }) as never;
const button = (text: string, ...steps: object[]) => ({
  type: 'button@1',
  props: { text },
  on: { click: steps },
});
const page = pageOf({
  params: { id: { type: 'text' } },
  forms: { record: { object: 'leave', id: { $x: 'params.id' }, init: { days: 2 } } },
  body: boxed(
    {
      id: 'form',
      type: 'form@1',
      bind: 'record',
      slots: {
        default: [
          { id: 'reason', type: 'field@1', bind: 'record.reason' },
          { id: 'days', type: 'field@1', bind: 'record.days' },
        ],
      },
    },
    button(
      '保存',
      { do: 'save', args: { form: 'record' }, as: 'saved' },
      { do: 'toast', args: { text: { $t: '已保存 {results.saved.id}' } } },
    ),
  ),
});
const record = { id: '7', version: 3, reason: '看病', days: 1, createdAt: '2026-01-01T00:00:00Z' };
const world = (answers: Record<string, unknown> = {}): FakePorts =>
  fakePorts({
    describes: { leave },
    answers: { 'bizmeta.record.detail': { record, labels: {} }, ...answers },
  });

describe('a new record', () => {
  test('starts with defaults and first values, and is written whole', async () => {
    const ports = world({ 'bizmeta.record.bulkCreate': { ids: ['9'] } });
    const on = await testPage(page, { widgets: testWidgets, ports });
    on.expects({ 天数: '2' });
    await on.type('事由', '旅行');
    expect(on.scope.dirtyForms.map((form) => form.key)).toEqual(['record']);
    await on.click('保存');
    expect(ports.calls('bizmeta.record.bulkCreate')[0]).toMatchObject({
      object: 'leave',
      records: [{ reason: '旅行', days: 2, note: '无' }],
    });
    expect(ports.log.at(-1)).toMatchObject({ text: '已保存 9' });
    expect(on.scope.dirtyForms).toEqual([]);
  });
  test('shows what the server computed as soon as it is saved, and writes its rows only once', async () => {
    const order: ObjectDescribe = {
      ...leave,
      fields: [
        fieldOf('reason', '事由'),
        fieldOf('no', '单号', { type: 'autoNumber' }),
        fieldOf('total', '合计', { type: 'rollup', resultType: 'decimal', showAs: 'currency' }),
        fieldOf('lines', '明细', {
          type: 'subTable',
          fields: [fieldOf('qty', '数量', { type: 'integer' })] as never,
        }),
      ],
    };
    const ports = fakePorts({
      describes: { leave: order },
      answers: {
        'bizmeta.record.bulkCreate': ({ records: [made] }: { records: [object] }) => ({
          ids: ['9'],
          read: [
            {
              ...made,
              id: '9',
              version: 1,
              no: 'HT-0001',
              total: 7,
              updatedAt: '2026-11-21T00:00:00Z',
              lines: [
                { id: 'l1', qty: 3 },
                { id: 'l2', qty: 4 },
              ],
            },
          ],
        }),
        'bizmeta.record.bulkEdit': ({
          records: [{ id, lines }],
        }: {
          records: [{ id: string; lines: object[] }];
        }) => ({
          records: [{ id, version: 2 }],
          read: [{ id, version: 2, reason: '采购', no: 'HT-0001', total: 12, lines }],
        }),
      },
    });
    const save = button('保存', { do: 'save', args: { form: 'record' } });
    const on = await testPage(
      pageOf({
        forms: {
          record: { object: 'leave', init: { reason: '采购', lines: [{ qty: 3 }, { qty: 4 }] } },
        },
        body: boxed(
          {
            type: 'form@1',
            bind: 'record',
            slots: {
              default: [
                { type: 'field@1', bind: 'record.reason' },
                { type: 'field@1', bind: 'record.no' },
                { type: 'field@1', bind: 'record.total' },
              ],
            },
          },
          save,
        ),
      }),
      { widgets: testWidgets, ports },
    );
    await on.click('保存');
    on.expects({ 单号: 'HT-0001', 合计: '7' });
    const form = on.scope.declared.get('record') as FormModel;
    expect([form.dirty, form.loaded['updatedAt'], form.field('lines').value]).toEqual([
      false,
      '2026-11-21T00:00:00Z',
      [
        { id: 'l1', qty: 3 },
        { id: 'l2', qty: 4 },
      ],
    ]);
    const [first] = form.field('lines').rows;
    act(() => first!.field('qty').set(8));
    await on.click('保存');
    expect(ports.calls('bizmeta.record.bulkEdit')[0]).toMatchObject({
      records: [
        {
          id: '9',
          version: 1,
          lines: [
            { id: 'l1', qty: 8 },
            { id: 'l2', qty: 4 },
          ],
        },
      ],
    });
    on.expects({ 合计: '12' });
    // The rows on the screen are the same objects: the user's position in them is preserved.
    expect([form.dirty, form.field('lines').rows[0]]).toEqual([false, first]);
  });
  test('is not sent while something is wrong; the first wrong field takes the focus', async () => {
    const ports = world();
    const on = await testPage(page, { widgets: testWidgets, ports });
    await on.click('保存');
    on.expects({ sees: ['请填写事由', '有 1 处需要修改'] });
    expect(document.activeElement).toBe(on.field('事由'));
    expect(ports.calls('bizmeta.record.bulkCreate')).toEqual([]);
  });
  test('tried again with the same content carries the same number, with another content another one', async () => {
    const ports = world({
      'bizmeta.record.bulkCreate': () => {
        throw new Error('网络中断');
      },
    });
    const on = await testPage(page, { widgets: testWidgets, ports });
    await on.type('事由', '旅行');
    await on.click('保存');
    await on.click('保存');
    await on.type('事由', '探亲');
    await on.click('保存');
    const [first, second, third] = ports
      .calls('bizmeta.record.bulkCreate')
      .map((input) => input['requestId']);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(ports.log.filter((entry) => entry.kind === 'failure')).toHaveLength(3);
  });
  test("the server's problem lands on its field and goes when the field changes", async () => {
    const refuse = () => {
      throw failedCall('BAD_REQUEST', '请求内容有误', [
        problem('/records/0/reason', 'VALUE_TAKEN', { label: '事由', value: '旅行' }),
      ]);
    };
    const ports = world({ 'bizmeta.record.bulkCreate': refuse });
    const on = await testPage(page, { widgets: testWidgets, ports });
    await on.type('事由', '旅行');
    await on.click('保存');
    on.expects({ sees: '事由“旅行”已存在，不能重复' });
    expect(ports.log.some((entry) => entry.kind === 'failure' || entry.kind === 'toast')).toBe(
      false,
    );
    await on.type('事由', '旅行去');
    on.expects({ lacks: '已存在' });
  });
});

describe('an existing record', () => {
  test('is loaded, and only what changed is written, with its version', async () => {
    const ports = world({ 'bizmeta.record.bulkEdit': { records: [{ id: '7', version: 4 }] } });
    const on = await testPage(page, { widgets: testWidgets, ports, params: { id: '7' } });
    on.expects({ 事由: '看病', 天数: '1' });
    await on.type('天数', '3');
    await on.click('保存');
    expect(ports.calls('bizmeta.record.bulkEdit')[0]!['records']).toEqual([
      { id: '7', version: 3, days: 3 },
    ]);
    await on.type('天数', '');
    await on.click('保存');
    expect(ports.calls('bizmeta.record.bulkEdit')[1]!['records']).toEqual([
      { id: '7', version: 4, days: null },
    ]);
  });
  test('another id loads the form again', async () => {
    const ports = world({
      'bizmeta.record.detail': (input: { id: string }) => ({
        record: { ...record, id: input.id, reason: `事由${input.id}` },
        labels: {},
      }),
    });
    const on = await testPage(page, { widgets: testWidgets, ports, params: { id: '7' } });
    await on.type('天数', '5');
    await on.params({ id: '8' });
    on.expects({ 事由: '事由8', 天数: '1' });
    expect(on.scope.forms.get('record')!.dirty).toBe(false);
  });
  test('that others saved first is not written over: their changes are taken over, one’s own stay and are saved on top', async () => {
    let version = 3;
    const theirs = { ...record, version: 4, reason: '体检', days: 2 };
    const ports = world({
      'bizmeta.record.bulkEdit': (input: { records: { version: number }[] }) => {
        if (input.records[0]!.version === 3)
          throw Object.assign(
            failedCall(
              'STALE_VERSION',
              '内容已被他人修改',
              [problem('/records/0/version', 'STALE_VERSION')],
              409,
            ),
            { current: theirs },
          );
        return { records: [{ id: '7', version: ++version }] };
      },
    });
    const on = await testPage(page, { widgets: testWidgets, ports, params: { id: '7' } });
    await on.type('天数', '5');
    await on.click('保存');
    const form = on.scope.forms.get('record')!;
    expect(form.stale).toEqual(theirs);
    expect(ports.log.some((entry) => entry.kind === 'failure' || entry.kind === 'toast')).toBe(
      false,
    );
    await act(async () => form.rebaseOnLatest());
    on.expects({ 事由: '体检', 天数: '5' });
    expect(form.stale).toBeNull();
    await on.click('保存');
    expect(ports.calls('bizmeta.record.bulkEdit')[1]!['records']).toEqual([
      { id: '7', version: 4, days: 5 },
    ]);
    expect(form.dirty).toBe(false);
  });
  test('that cannot be loaded shows it in its place and can be tried again', async () => {
    let isDown = true;
    const ports = world({
      'bizmeta.record.detail': () => {
        if (isDown) throw new Error('记录不存在或已被删除');
        return { record, labels: {} };
      },
    });
    const on = await testPage(
      pageOf({
        forms: { record: { object: 'leave', id: '7' } },
        body: boxed({ id: 'reason', type: 'field@1', bind: 'record.reason' }),
      }),
      { widgets: testWidgets, ports },
    );
    on.expects({ sees: ['没有加载成功', '记录不存在或已被删除'] });
    isDown = false;
    await on.click('重试');
    on.expects({ 事由: '看病' });
  });
});

test('unsaved work of a form that keeps drafts is there again, and gone once it is saved', async () => {
  const drafty = pageOf({
    forms: { record: { object: 'leave', draft: true } },
    body: boxed(
      { id: 'reason', type: 'field@1', bind: 'record.reason' },
      button('保存', { do: 'save', args: { form: 'record' } }),
    ),
  });
  const ports = world({ 'bizmeta.record.bulkCreate': { ids: ['9'] } });
  const first = await testPage(drafty, { widgets: testWidgets, ports });
  await first.type('事由', '写了一半');
  await waitFor(() =>
    expect(ports.rememberedValues.get('test.page.record.new')).toEqual({ reason: '写了一半' }),
  );
  const again = await testPage(drafty, { widgets: testWidgets, ports });
  again.expects({ 事由: '写了一半' });
  await again.click('保存');
  expect(ports.rememberedValues.get('test.page.record.new')).toBeNull();
});

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
    });
    await on.click('存');
    await act(async () => order.rebaseOnLatest());
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
    await act(async () => order.rebaseOnLatest());
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

test('nothing is left listening when the page goes', async () => {
  const ports = world();
  const on = await testPage(page, { widgets: testWidgets, ports, params: { id: '7' } });
  const form = on.scope.forms.get('record')! as unknown as {
    statusBox: never;
    rootBox: never;
    field(name: string): { box: never };
  };
  const boxes = [form.statusBox, form.rootBox, form.field('reason').box, form.field('days').box];
  const stop = autorun(() => on.scope.title);
  expect(boxes.some((box) => (getObserverTree(box).observers ?? []).length > 0)).toBe(true);
  stop();
  on.leave();
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const box of boxes) expect(getObserverTree(box).observers ?? []).toEqual([]);
});
