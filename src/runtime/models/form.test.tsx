// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { autorun, getObserverTree } from 'mobx';
import { describe, expect, test } from 'vitest';
import { problem } from '../../contract/index.ts';
import type { ObjectDescribe } from '../../contract/index.ts';
import { failedCall, fakePorts, pageOf, testPage } from '../../view/testing/index.ts';
import type { FormModel } from './types.ts';
import { testWidgets } from '../../view/testing/index.ts';
import { fieldOf, leave, boxed, button, page, record, world } from './leave-form.testing.ts';

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
    await on.type('天数', '3');
    on.expects({ sees: '已存在' });
    await on.type('事由', '旅行去');
    on.expects({ lacks: '已存在' });
  });
  test('what the server refused is sent again as it is, and its error goes with a change of another field', async () => {
    const refuse = () => {
      throw failedCall('BAD_REQUEST', '请求内容有误', [
        problem('/records/0/reason', 'EXPRESSION_INVALID', { why: '没有名为 天数 的数据' }),
      ]);
    };
    const ports = world({ 'bizmeta.record.bulkCreate': refuse });
    const on = await testPage(page, { widgets: testWidgets, ports });
    await on.type('事由', '旅行');
    await on.click('保存');
    await on.click('保存');
    expect(ports.calls('bizmeta.record.bulkCreate')).toHaveLength(2);
    on.expects({ sees: '公式有误' });
    await on.type('天数', '3');
    on.expects({ lacks: '公式有误' });
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
  const theirs = { ...record, version: 4, reason: '体检', days: 2 };
  /** Another person changed both fields after the form was opened; 天数 is changed here too. */
  async function conflicting(chosen?: readonly string[] | null) {
    const conflict = { field: 'days', by: 'u2', at: '2026-05-06T02:20:00Z' };
    const ports = world(
      {
        'bizmeta.record.bulkEdit': ({ records: [given] }: { records: [{ version: number }] }) => {
          if (given.version === 4)
            return {
              records: [{ id: '7', version: 5 }],
              read: [{ ...theirs, ...given, version: 5 }],
            };
          const refused = [problem('/records/0/days', 'EDIT_CONFLICT')];
          throw Object.assign(failedCall('EDIT_CONFLICT', '同时被他人改了', refused, 409), {
            current: { conflicts: [conflict], records: [theirs], labels: { user: { u2: '李四' } } },
          });
        },
      },
      chosen,
    );
    const on = await testPage(page, { widgets: testWidgets, ports, params: { id: '7' } });
    await on.type('天数', '5');
    await on.click('保存');
    return { on, ports, form: on.scope.forms.get('record')! };
  }
  test('that another changed too: which version stays is asked, and saved on top of theirs', async () => {
    const { on, ports, form } = await conflicting();
    expect(ports.log.find(({ kind }) => kind === 'versions')!['choices']).toEqual([
      {
        key: 'days',
        label: '天数',
        mine: '5.0',
        theirs: '2.0',
        base: '1.0',
        who: '李四 2026-05-06 10:20',
      },
    ]);
    expect(ports.calls('bizmeta.record.bulkEdit').map(({ records }) => records)).toEqual([
      [{ id: '7', version: 3, days: 5 }],
      [{ id: '7', version: 4, days: 5 }],
    ]);
    on.expects({ 事由: '体检', 天数: '5' });
    expect([form.dirty, form.stale]).toEqual([false, null]);
  });
  test('that another changed too becomes what the other saved, where the person chooses so', async () => {
    const { on, ports, form } = await conflicting(['days']);
    on.expects({ 事由: '体检', 天数: '2' });
    expect([ports.calls('bizmeta.record.bulkEdit').length, form.dirty]).toEqual([1, false]);
  });
  test('that another changed too stays as it was typed when the person does not choose', async () => {
    const { on, form } = await conflicting(null);
    on.expects({ 事由: '看病', 天数: '5' });
    expect([form.dirty, form.refused, form.clashes.map(({ label }) => label)]).toEqual([
      true,
      true,
      ['天数'],
    ]);
  });
  test('that the server merged with the changes of another says so', async () => {
    const merged = [
      { id: '7', fields: [{ field: 'reason', by: 'u2', at: '2026-05-06T02:20:00Z' }] },
    ];
    const ports = world({
      'bizmeta.record.bulkEdit': {
        records: [{ id: '7', version: 5 }],
        read: [{ ...theirs, days: 5, version: 5 }],
        merged,
        labels: { user: { u2: '李四' } },
      },
    });
    const on = await testPage(page, { widgets: testWidgets, ports, params: { id: '7' } });
    await on.type('天数', '5');
    await on.click('保存');
    on.expects({ 事由: '体检', 天数: '5' });
    expect(ports.log).toContainEqual(
      expect.objectContaining({ kind: 'toast', text: '已保存，并合入了李四对「事由」的修改' }),
    );
  });
  test('that another saves while it is open is offered, and nothing typed is lost', async () => {
    let now = record;
    const ports = world({
      'bizmeta.record.version': () => ({ version: now.version }),
      'bizmeta.record.detail': () => ({ record: now, labels: {} }),
    });
    const on = await testPage(page, { widgets: testWidgets, ports, params: { id: '7' } });
    const form = on.scope.forms.get('record')!;
    const look = async () => {
      act(() => void window.dispatchEvent(new Event('focus')));
      await on.settle();
    };
    now = { ...record, version: 4, reason: '体检' };
    await look();
    on.expects({ 事由: '体检' });
    await on.type('天数', '5');
    now = { ...record, version: 5, reason: '旅行' };
    await look();
    on.expects({ 事由: '体检', 天数: '5' });
    expect([form.stale?.['version'], form.refused]).toEqual([5, false]);
    await act(async () => void (await form.takeOver()));
    on.expects({ 事由: '旅行', 天数: '5' });
    expect(form.taken.map(({ name }) => name)).toEqual(['reason']);
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
    expect(ports.rememberedValues.get('test.page.record.new')).toMatchObject({
      changes: { reason: '写了一半' },
    }),
  );
  const again = await testPage(drafty, { widgets: testWidgets, ports });
  again.expects({ 事由: '写了一半' });
  await again.click('保存');
  expect(ports.rememberedValues.get('test.page.record.new')).toBeNull();
});

test('nothing is left listening when the page goes', async () => {
  const ports = world();
  const on = await testPage(page, { widgets: testWidgets, ports, params: { id: '7' } });
  const form = on.scope.forms.get('record')! as unknown as {
    field(name: string): { box: never };
  };
  const trees = [
    () => getObserverTree(form, 'status'),
    () => getObserverTree(form, 'rootRecord'),
    () => getObserverTree(form.field('reason').box),
    () => getObserverTree(form.field('days').box),
  ];
  const observersOf = () => trees.map((tree) => tree().observers?.length ?? 0);
  const stop = autorun(() => on.scope.title);
  expect(observersOf().some((count) => count > 0)).toBe(true);
  stop();
  on.leave();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(observersOf()).toEqual([0, 0, 0, 0]);
});
