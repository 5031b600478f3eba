import { autorun } from 'mobx';
import { expect, it } from 'vitest';
import type { FieldDescribe, ObjectDescribe, RecordValues } from '../../contract/index.ts';
import { fakePorts } from '../../view/testing/index.ts';
import { FormModelImpl } from './form.ts';

const field = (
  apiName: string,
  type: FieldDescribe['type'],
  more: Partial<FieldDescribe> = {},
): FieldDescribe => ({ id: apiName, apiName, label: apiName, type, order: 0, ...more });
const read = (apiName: string, type: FieldDescribe['type']) => ({ apiName, label: apiName, type });
const sale: ObjectDescribe = {
  id: 'o',
  apiName: 'sale',
  label: '订单',
  titleField: 'name',
  appId: null,
  version: 1,
  validator: '',
  fields: [
    field('name', 'text'),
    field('discount', 'percent'),
    field('client', 'lookup', { refObject: 'client', reads: [read('level', 'text')] }),
    field('level', 'formula', { formula: "client.level & '级'", resultType: 'text' }),
    field('seller', 'lookup', { refObject: 'goods', fills: [{ from: 'price', to: 'paid' }] }),
    field('paid', 'currency'),
    field('lines', 'subTable', {
      fields: [
        field('goods', 'lookup', {
          refObject: 'goods',
          reads: [read('cost', 'currency')],
          fills: [
            { from: 'price', to: 'price' },
            { from: 'unit', to: 'unit', locked: true },
          ],
        }),
        field('qty', 'integer'),
        field('price', 'currency'),
        field('unit', 'text'),
        field('subtotal', 'formula', {
          formula: 'qty * price * (1 - discount)',
          resultType: 'decimal',
        }),
        field('share', 'formula', { formula: 'subtotal / total', resultType: 'decimal' }),
      ] as never,
    }),
    field('total', 'formula', { formula: 'sum(lines.subtotal)', resultType: 'decimal' }),
    field('cost', 'formula', {
      formula: 'sum(lines.qty * lines.goods.cost)',
      resultType: 'decimal',
    }),
    field('many', 'formula', { formula: 'count(lines, lines.qty > 1)', resultType: 'decimal' }),
  ].map((each, order) => ({ ...each, order })),
};
const RECORDS: Record<string, Record<string, RecordValues>> = {
  goods: {
    bolt: { id: 'bolt', price: 2.5, unit: '个', cost: 1 },
    nut: { id: 'nut', price: 1, unit: '盒', cost: 0.5 },
  },
  client: { big: { id: 'big', level: 'A' } },
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

async function open(values: RecordValues = {}, id: string | null = null) {
  const ports = fakePorts({
    describes: { sale },
    answers: {
      'bizmeta.record.bulkCreate': { ids: ['s1'] },
      'bizmeta.record.bulkEdit': { records: [{ id: 's1', version: 2 }] },
      'bizmeta.record.detail': { record: { id: 's1', version: 1, ...values }, labels: {} },
      'bizmeta.record.list': ({
        object,
        filter,
      }: {
        object: string;
        filter: { value: string[] };
      }) => ({
        records: filter.value.flatMap((each) => RECORDS[object]?.[each] ?? []),
        labels: {},
      }),
    },
  });
  const form = new FormModelImpl(
    'sale',
    ports,
    () => ({ waiting: false, failure: null, object: 'sale', id, schema: null, init: values }),
    true,
  );
  form.open();
  await settle();
  return { form, ports };
}

it('rows, sums over them and shares of the sum follow every key, exactly', async () => {
  const { form } = await open({ discount: 10 });
  const lines = form.field('lines');
  const [a, b] = [
    lines.insertRow(0, { qty: 3, price: 0.1 }),
    lines.insertRow(1, { qty: 1, price: 0.2 }),
  ];
  const seen: unknown[] = [];
  const stop = autorun(() => seen.push(form.field('total').value));
  expect([a.field('subtotal').value, b.field('subtotal').value]).toEqual([0.27, 0.18]);
  expect(a.field('share').value).toBe(0.6);
  b.field('qty').set(2);
  form.field('discount').set(0);
  expect(seen).toEqual([0.45, 0.63, 0.7]);
  expect([form.field('many').value, form.values()['total']]).toEqual([2, undefined]);
  expect(lines.value).toEqual([
    { qty: 3, price: 0.1 },
    { qty: 2, price: 0.2 },
  ]);
  stop();
});

it('choosing a record fills the row, and formulas read what it holds, asked for together', async () => {
  const { form, ports } = await open();
  const lines = form.field('lines');
  const [a, b] = [lines.insertRow(0, { qty: 4 }), lines.insertRow(1, { qty: 2 })];
  const stop = autorun(() => void form.field('cost').value);
  a.field('goods').set('bolt');
  b.field('goods').set('nut');
  await settle();
  expect([a.field('price').value, a.field('unit').value, a.field('subtotal').value]).toEqual([
    2.5,
    '个',
    undefined,
  ]);
  form.field('discount').set(0);
  expect([a.field('subtotal').value, form.field('cost').value]).toEqual([10, 5]);
  const asked = ports.calls('bizmeta.record.list');
  expect(
    asked.filter((each) => (each as { fields: string[] }).fields.includes('cost')),
  ).toHaveLength(1);
  expect([a.field('unit').readonly, a.field('price').readonly]).toEqual([true, false]);
  a.field('price').set(3);
  expect(a.field('subtotal').value).toBe(12);
  a.field('goods').set(undefined);
  expect([a.field('unit').value, a.field('price').value]).toEqual([undefined, 3]);
  stop();
});

it('what was typed while a record’s values were on their way stays, and so does what came with the choice', async () => {
  const { form } = await open();
  const lines = form.field('lines');
  const [typed, pasted] = [lines.insertRow(0, { qty: 1 }), lines.insertRow(1, { qty: 1 })];
  typed.field('goods').set('bolt');
  typed.field('price').set(9);
  pasted.field('goods').set('bolt', new Set(['goods', 'price', 'unit']));
  await settle();
  expect([typed.field('price').value, typed.field('unit').value]).toEqual([9, '个']);
  expect([pasted.field('price').value, pasted.field('unit').value]).toEqual([undefined, '个']);
});

it('a new record that begins with a chosen one is filled in at once', async () => {
  const { form } = await open({ seller: 'bolt' });
  expect(form.field('paid').value).toBe(2.5);
});

it('is saved as it is shown: with what the chosen record fills in, and empty where it was emptied', async () => {
  const { form, ports } = await open();
  const row = form.field('lines').insertRow(0, { qty: 4 });
  row.field('goods').set('bolt');
  await form.save();
  row.field('price').set(undefined);
  await form.save();
  const [made] = ports.calls('bizmeta.record.bulkCreate') as { records: RecordValues[] }[];
  expect(made?.records[0]?.['lines']).toEqual([{ goods: 'bolt', qty: 4, price: 2.5, unit: '个' }]);
  const [edited] = ports.calls('bizmeta.record.bulkEdit') as { records: RecordValues[] }[];
  expect(edited?.records[0]?.['lines']).toMatchObject([{ goods: 'bolt', price: null }]);
});

it('shows what the server computed until what it reads has come, and reads again what was written', async () => {
  const { form, ports } = await open({ client: 'big', level: 'B级' }, 's1');
  const seen: unknown[] = [];
  const stop = autorun(() => seen.push(form.field('level').value));
  expect(seen).toEqual(['B级']);
  await settle();
  expect(seen).toEqual(['B级', 'A级']);
  RECORDS['client']!['big'] = { id: 'big', level: 'C' };
  form.onRecordsChanged({ objects: new Set(['client']), by: null });
  await settle();
  expect(seen.at(-1)).toBe('C级');
  expect(ports.calls('bizmeta.record.list').length).toBeGreaterThan(1);
  stop();
});
