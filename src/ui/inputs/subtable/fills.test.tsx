// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { autorun } from 'mobx';
import { expect, it } from 'vitest';
import type { FieldDescribe, ObjectDescribe } from '../../../contract/index.ts';
import { FormModelImpl } from '../../../runtime/models/index.ts';
import { fakePorts } from '../../../view/testing/index.ts';
import { VirtualGrid } from '../../grid/index.ts';
import { TableEdits } from './history.ts';
import { columnsOf, VisibleRows, type VisibleRow } from './rows.ts';

const field = (
  apiName: string,
  type: FieldDescribe['type'],
  more: Partial<FieldDescribe> = {},
): FieldDescribe => ({ id: apiName, apiName, label: apiName, type, order: 0, ...more });
const sale: ObjectDescribe = {
  id: 'o',
  apiName: 'sale',
  label: '订单',
  titleField: 'name',
  appId: null,
  version: 1,
  validator: '',
  fields: [
    field('lines', 'subTable', {
      fields: [
        field('goods', 'lookup', {
          refObject: 'goods',
          reads: [{ apiName: 'price', label: '售价', type: 'currency' }],
          fills: [{ from: 'price', to: 'price' }],
        }),
        field('qty', 'integer'),
        field('price', 'currency'),
        field('subtotal', 'formula', { formula: 'qty * price', resultType: 'decimal' }),
      ] as never,
    }),
    field('list', 'formula', {
      formula: 'sum(lines.qty * lines.goods.price)',
      resultType: 'decimal',
    }),
  ],
};

it('what choosing a record fills is drawn in its row, beside sums that read the same record', async () => {
  const ports = fakePorts({
    describes: { sale },
    answers: {
      'bizmeta.record.list': {
        records: [
          { id: 'bolt', version: 1, price: 2.5 },
          { id: 'nut', version: 1, price: 1 },
        ],
        labels: {},
      },
    },
  });
  const form = new FormModelImpl(
    'sale',
    ports,
    () => ({ waiting: false, failure: null, object: 'sale', id: null, schema: null, init: {} }),
    true,
  );
  form.open();
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  await settle();
  const lines = form.field('lines');
  const rows = new VisibleRows(lines, columnsOf(lines), ports);
  const edits = new TableEdits(lines);
  edits.insert(0, [{}]);
  const stop = autorun(() => void form.peek('list').value);
  render(
    <VirtualGrid
      label="明细"
      rows={rows}
      columns={rows.columns.map(({ name, spec }) => ({
        id: name,
        title: spec.label,
        width: 100,
        render: (shown: VisibleRow) => shown.texts[name] ?? '',
      }))}
      rowKey={(shown: VisibleRow) => shown.row.key}
      rowHeight={36}
    />,
  );
  await act(async () => {
    edits.write([{ row: lines.rows[0]!, column: 'goods', value: 'bolt' }]);
    await settle();
  });
  expect(screen.getByText('¥2.50')).toBeTruthy();
  act(() => edits.write([{ row: lines.rows[0]!, column: 'qty', value: 4 }]));
  expect(screen.getByText('10')).toBeTruthy();
  expect(form.peek('list').value).toBe(10);

  // A price of the row's own comes back with the goods it was for, and what is pasted stays.
  const row = lines.rows[0]!;
  const cells = () => [row.field('goods').value, row.field('price').value];
  act(() => edits.write([{ row, column: 'price', value: 3 }]));
  await act(async () => {
    edits.write([{ row, column: 'goods', value: 'nut' }]);
    await settle();
  });
  expect(cells()).toEqual(['nut', 1]);
  await act(async () => {
    edits.undo();
    await settle();
  });
  expect(cells()).toEqual(['bolt', 3]);
  await act(async () => {
    edits.write([
      { row, column: 'price', value: 7 },
      { row, column: 'goods', value: 'nut' },
    ]);
    edits.insert(1, [{ goods: 'nut', qty: 2 }]);
    await settle();
  });
  expect(cells()).toEqual(['nut', 7]);
  expect(lines.rows[1]!.field('price').value).toBe(1);
  stop();
});
