// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FieldDescribe, ObjectDescribe, RecordValues } from '../../src/contract/index.ts';
import { generatePage } from '../../src/page/index.ts';
import { fakePorts, pageOf, testPage, type TestPage } from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { widgets } from '../../renderers/index.ts';

const field = (
  apiName: string,
  label: string,
  type: FieldDescribe['type'],
  order: number,
  more: Partial<FieldDescribe> = {},
): FieldDescribe => ({ id: apiName, apiName, label, type, order, maxLength: 100, ...more });
const customer: ObjectDescribe = {
  id: 'c',
  apiName: 'customer',
  label: '客户',
  titleField: 'name',
  appId: 'a',
  version: 1,
  validator: '',
  fields: [field('name', '名称', 'text', 0, { required: true })],
};
const order: ObjectDescribe = {
  id: 'o',
  apiName: 'order',
  label: '订单',
  titleField: 'no',
  appId: 'a',
  version: 1,
  validator: '',
  fields: [
    field('no', '单号', 'text', 0),
    field('buyer', '客户', 'lookup', 1, { refObject: 'customer' }),
    field('others', '相关客户', 'lookups', 2, { refObject: 'customer' }),
  ],
};
const PEOPLE = [
  { id: 'c1', name: '甲公司' },
  { id: 'c2', name: '乙公司' },
  { id: 'c3', name: '丙公司' },
];

async function open(values: RecordValues = {}): Promise<TestPage> {
  const records = [...PEOPLE];
  const page = pageOf({
    forms: { record: { object: 'order', init: values as never } },
    body: {
      type: 'stack@1',
      slots: {
        default: [
          { type: 'field@1', bind: 'record.buyer' },
          { type: 'field@1', bind: 'record.others' },
        ],
      },
    },
  });
  const pages = Object.fromEntries(
    ['picker', 'form', 'detail'].map((kind) => [
      `object.customer.${kind}`,
      generatePage(kind as never, customer),
    ]),
  );
  const ports = fakePorts({
    describes: { customer, order },
    answers: {
      'bizmeta.record.list': ({
        search = '',
        filter,
      }: {
        search?: string;
        filter?: { value: string[] };
      }) => {
        const found = records.filter(
          (one) => one.name.includes(search) && (!filter || filter.value.includes(one.id)),
        );
        return {
          records: found,
          total: found.length,
          totalIsEstimate: false,
          labels: { customer: Object.fromEntries(records.map((one) => [one.id, one.name])) },
        };
      },
      'bizmeta.record.bulkCreate': ({ records: [made] }: { records: [{ name: string }] }) => {
        records.push({ id: 'c9', name: made.name });
        return { ids: ['c9'] };
      },
      'bizmeta.record.detail': { record: { id: 'c1', name: '甲公司', version: 1 }, labels: {} },
    },
  });
  ports.labels.add({ customer: { c1: '甲公司', c2: '乙公司', gone: '' } });
  return testPage(page, { widgets, pages, ports });
}
const value = (test: TestPage, name: string): unknown =>
  test.scope.forms.get('record')?.field(name).value;

beforeAll(async () => {
  await Promise.all([
    preloadInputs(['lookup', 'lookups', 'text']),
    ...widgets.map(({ view }) => view()),
  ]);
});

describe('a look-up', () => {
  it('is chosen from the list of the object, by opening one', async () => {
    const test = await open();
    await test.click('从列表中选择客户');
    const layer = await screen.findByRole('dialog', { name: '选择客户' });
    await test.user.click(await within(layer).findByText('乙公司'));
    await waitFor(() => expect(value(test, 'buyer')).toBe('c2'));
    expect(screen.queryByRole('dialog')).toBeNull();
    test.expects({ 客户: '乙公司' });
  });
  it('takes a record that was just written', async () => {
    const test = await open();
    await test.user.click(test.field('客户'));
    await test.user.click(await screen.findByRole('button', { name: '新建客户' }));
    await test.user.type(await screen.findByLabelText(/名称/), '丁公司');
    await test.click('保存');
    await waitFor(() => expect(value(test, 'buyer')).toBe('c9'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('of a form that finds by two characters asks for them before it says that there is none', async () => {
    const test = await open();
    Object.assign(test.ports, { searchFrom: 2 });
    await test.user.click(test.field('客户'));
    await test.user.keyboard('无');
    expect(await screen.findByText('输入至少 2 个字查找')).toBeTruthy();
    await test.user.keyboard('此');
    expect(await screen.findByText('没有找到记录')).toBeTruthy();
  });
  it('shows the chosen record, and says plainly what cannot be seen', async () => {
    const test = await open({ buyer: 'c1', others: ['gone'] });
    test.expects({ sees: '已删除或无权查看' });
    await test.click('查看甲公司');
    expect(await screen.findByRole('dialog')).toBeTruthy();
    await waitFor(() =>
      expect(test.ports.calls('bizmeta.record.detail')).toEqual([{ object: 'customer', id: 'c1' }]),
    );
  });
});

describe('a look-up of several', () => {
  it('starts the list with what is chosen and takes what is chosen then', async () => {
    const test = await open({ others: ['c1'] });
    await test.click('从列表中选择相关客户');
    const layer = await screen.findByRole('dialog', { name: '选择客户' });
    await within(layer).findByText('已选 1 条');
    await test.user.click(await within(layer).findByText('丙公司'));
    await within(layer).findByText('已选 2 条');
    await test.click('确定');
    await waitFor(() => expect(value(test, 'others')).toEqual(['c1', 'c3']));
  });
  it('can show only what is chosen', async () => {
    const test = await open({ others: ['c2'] });
    await test.click('从列表中选择相关客户');
    const layer = await screen.findByRole('dialog', { name: '选择客户' });
    await within(layer).findByText('丙公司');
    await test.click('只看已选');
    await waitFor(() => expect(within(layer).queryByText('丙公司')).toBeNull());
    expect(within(layer).getByText('乙公司')).toBeTruthy();
  });
  it('leaves what it had when the list is closed', async () => {
    const test = await open({ others: ['c2'] });
    await test.click('从列表中选择相关客户');
    await screen.findByRole('dialog', { name: '选择客户' });
    await test.press('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(value(test, 'others')).toEqual(['c2']);
  });
});
