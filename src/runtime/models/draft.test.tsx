// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ObjectDescribe, RecordValues } from '../../contract/index.ts';
import { fakePorts, pageOf, testPage, testWidgets } from '../../view/testing/index.ts';
import { boxed, button, fieldOf, leave } from './leave-form.testing.ts';
import type { OwnedRecord } from './owner.ts';
import type { FormModel, RecordModel } from './types.ts';

const order: ObjectDescribe = {
  ...leave,
  fields: [
    fieldOf('reason', '事由'),
    fieldOf('note', '备注'),
    fieldOf('lines', '明细', {
      type: 'subTable',
      fields: [fieldOf('item', '品名'), fieldOf('qty', '数量', { type: 'integer' })] as never,
    }),
  ],
};
const page = pageOf({
  forms: { record: { object: 'leave', id: '7', draft: true } },
  body: boxed(
    { id: 'reason', type: 'field@1', bind: 'record.reason' },
    button('保存', { do: 'save', args: { form: 'record' } }),
  ),
});
const first = {
  id: '7',
  version: 1,
  reason: '采购',
  note: '',
  lines: [
    { id: 'l1', item: '纸', qty: 1 },
    { id: 'l2', item: '笔', qty: 2 },
  ],
};
const KEY = 'test.page.record.7';

/** Opens the form over the record as it is now, with what the browser remembers. */
async function opens(record: RecordValues, remembered?: unknown) {
  const ports = fakePorts({
    describes: { leave: order },
    answers: {
      'bizmeta.record.detail': { record, labels: {} },
      'bizmeta.record.bulkEdit': () => ({ records: [{ id: '7', version: 9 }], read: [record] }),
    },
  });
  if (remembered !== undefined) ports.rememberedValues.set(KEY, remembered);
  const on = await testPage(page, { widgets: testWidgets, ports });
  return { on, ports, form: on.scope.forms.get('record') as unknown as FormModel };
}
/** A draft over the first version: one row changed, one removed, one added, the reason changed. */
async function drafted(): Promise<unknown> {
  const { ports, form } = await opens(first);
  form.field('reason').set('急用');
  form.field('lines').rows[0]!.field('qty').set(10);
  form.field('lines').removeRow(1);
  form.field('lines').insertRow(1, { item: '墨', qty: 3 });
  await waitFor(() => expect(ports.rememberedValues.get(KEY)).toMatchObject({ version: 1 }));
  return ports.rememberedValues.get(KEY);
}
const idOf = (row: RecordModel) => (row as OwnedRecord).loaded['id'];
const rows = (form: FormModel) =>
  form.field('lines').rows.map((row) => [idOf(row), row.values()['qty']]);

test('a draft over a record no one changed is there again as it was, row by row', async () => {
  const { form } = await opens(first, await drafted());
  expect(rows(form)).toEqual([
    ['l1', 10],
    [undefined, 3],
  ]);
  expect([form.field('reason').value, form.stale]).toEqual(['急用', null]);
});

test('a draft over a record that others saved since loses nothing of theirs', async () => {
  const now = {
    ...first,
    version: 2,
    note: '加急',
    lines: [
      { id: 'l1', item: '白纸', qty: 1 },
      { id: 'l2', item: '笔', qty: 2 },
      { id: 'l3', item: '尺', qty: 5 },
    ],
  };
  const { form } = await opens(now, await drafted());
  expect([form.stale?.['version'], form.clashes]).toEqual([2, []]);
  await form.takeOver();
  expect(form.field('lines').rows.map((row) => row.values())).toMatchObject([
    { item: '白纸', qty: 10 },
    { item: '墨', qty: 3 },
    { item: '尺', qty: 5 },
  ]);
  expect(form.field('lines').rows.map(idOf)).toEqual(['l1', undefined, 'l3']);
  expect(form.values()).toMatchObject({ reason: '急用', note: '加急' });
  expect(form.loaded['version']).toBe(2);
});

test('what both changed is a clash, and a save sends the version the draft was begun on', async () => {
  const { on, ports, form } = await opens(
    { ...first, version: 2, reason: '退货' },
    await drafted(),
  );
  expect(form.clashes).toMatchObject([
    { key: 'reason', mine: '急用', theirs: '退货', base: '采购' },
  ]);
  await on.click('保存');
  const [sent] = ports.calls('bizmeta.record.bulkEdit');
  expect(sent).toMatchObject({ records: [{ id: '7', version: expect.any(Number) }] });
});

test('changes that were stored without a version are restored as before', async () => {
  const { form } = await opens(first, { reason: '旧草稿' });
  expect([form.field('reason').value, form.stale]).toEqual(['旧草稿', null]);
});
