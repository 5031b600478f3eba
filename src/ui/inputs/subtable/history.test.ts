import { expect, it } from 'vitest';
import type { ObjectDescribe } from '../../../contract/index.ts';
import { FormModelImpl } from '../../../runtime/models/index.ts';
import { fakePorts } from '../../../view/testing/index.ts';
import { TableEdits } from './history.ts';

const bill = {
  id: 'o',
  apiName: 'bill',
  label: '单据',
  titleField: 'no',
  appId: null,
  version: 1,
  validator: '',
  fields: [
    {
      id: 'lines',
      apiName: 'lines',
      label: '明细',
      type: 'subTable',
      order: 0,
      fields: [{ id: 'goods', apiName: 'goods', label: '货品', type: 'text', order: 0 }],
    },
  ],
} as unknown as ObjectDescribe;

async function open() {
  const lines = [
    { id: 'r1', goods: '茶' },
    { id: 'r2', goods: '米' },
  ];
  const ports = fakePorts({
    describes: { bill },
    answers: {
      'bizmeta.record.detail': { record: { id: 'b1', version: 1, lines }, labels: {} },
      'bizmeta.record.bulkEdit': { records: [{ id: 'b1', version: 2 }] },
    },
  });
  const form = new FormModelImpl(
    'bill',
    ports,
    () => ({ waiting: false, failure: null, object: 'bill', id: 'b1', schema: null, init: {} }),
    true,
  );
  form.open();
  await new Promise((resolve) => setTimeout(resolve, 5));
  const field = form.field('lines');
  const goods = () => field.rows.map((row) => row.field('goods').value);
  return { form, field, goods, edits: new TableEdits(field) };
}

it('takes a new row back, and puts it there again', async () => {
  const { goods, edits } = await open();
  edits.insert(2, [{ goods: '盐' }]);
  edits.undo();
  expect([goods(), edits.canRedo]).toEqual([['茶', '米'], true]);
  edits.redo();
  expect(goods()).toEqual(['茶', '米', '盐']);
});
it('leaves the rows alone that came in the place of those it knew', async () => {
  const { form, goods, edits } = await open();
  edits.insert(2, [{ goods: '盐' }]);
  form.reset();
  expect(edits.canUndo).toBe(false);
  edits.undo();
  expect([goods(), form.dirty]).toEqual([['茶', '米'], false]);
});
it('brings no row back that a save has deleted', async () => {
  const { form, field, goods, edits } = await open();
  edits.remove([field.rows[0]!]);
  await form.save();
  edits.undo();
  expect([edits.canUndo, goods()]).toEqual([false, ['米']]);
});
