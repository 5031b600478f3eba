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
    expect(form.clashes.map(({ field, mine, theirs: other }) => [field.name, mine, other])).toEqual(
      [['days', 5, 2]],
    );
    await act(async () => form.rebaseOnLatest());
    on.expects({ 事由: '体检', 天数: '5' });
    expect(form.taken.map(({ name }) => name)).toEqual(['reason']);
    expect(form.stale).toBeNull();
    await on.click('保存');
    expect(ports.calls('bizmeta.record.bulkEdit')[1]!['records']).toEqual([
      { id: '7', version: 4, days: 5 },
    ]);
    expect([form.dirty, form.taken]).toEqual([false, []]);
  });
  test('that both changed in one field becomes what the others saved, where the person chooses so', async () => {
    const theirs = { ...record, version: 4, reason: '体检', days: 2 };
    const ports = world({
      'bizmeta.record.bulkEdit': () => {
        throw Object.assign(failedCall('STALE_VERSION', '内容已被他人修改', [], 409), {
          current: theirs,
        });
      },
    });
    const on = await testPage(page, { widgets: testWidgets, ports, params: { id: '7' } });
    await on.type('天数', '5');
    await on.click('保存');
    const form = on.scope.forms.get('record')!;
    await act(async () => form.rebaseOnLatest(form.clashes.map(({ field }) => field)));
    on.expects({ 事由: '体检', 天数: '2' });
    expect(form.taken.map(({ name }) => name).toSorted()).toEqual(['days', 'reason']);
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
