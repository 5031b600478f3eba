// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FieldDescribe, ObjectDescribe, RecordValues } from '../../src/contract/index.ts';
import type { FormModelImpl } from '../../src/runtime/models/index.ts';
import { fakePorts, pageOf, testPage, type TestPage } from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { widgets } from '../index.ts';

const column = (
  apiName: string,
  label: string,
  type: FieldDescribe['type'],
  order: number,
  more: Partial<FieldDescribe> = {},
) => ({ id: apiName, apiName, label, type, order, ...more });
const COLUMNS = [
  column('goods', '货品', 'text', 0, { required: true, maxLength: 20 }),
  column('qty', '数量', 'integer', 1, {
    rules: [{ when: 'qty <= stock', message: '数量超过库存' }],
  }),
  column('price', '单价', 'currency', 2, { precision: 9, scale: 2 }),
  column('kind', '类别', 'singleSelect', 3, {
    options: [
      { code: 'a', label: '食品' },
      { code: 'b', label: '饮料' },
    ],
  }),
  column('owner', '负责人', 'user', 4),
  column('note', '备注', 'longText', 5),
];
const bill: ObjectDescribe = {
  id: 'o',
  apiName: 'bill',
  label: '单据',
  titleField: 'no',
  appId: null,
  version: 1,
  validator: '',
  fields: [
    column('no', '单号', 'text', 0),
    column('stock', '库存', 'integer', 1),
    column('lines', '明细', 'subTable', 2, { fields: COLUMNS as never }),
  ],
};
interface Opened {
  test: TestPage;
  form: FormModelImpl;
  grid: HTMLElement;
  rows(): RecordValues[];
  key(keys: string): Promise<void>;
  paste(text: string): Promise<void>;
  cell(row: number, name: string): HTMLElement;
}
async function open(lines: RecordValues[] = []): Promise<Opened> {
  const ports = fakePorts({
    describes: { bill },
    answers: {
      'bizmeta.record.detail': { record: { id: 'b1', version: 1, stock: 10, lines }, labels: {} },
      'upm.sysUser.listUserByDefault': ({ name }: { name?: string }) =>
        [
          { id: 'u1', realName: '张三' },
          { id: 'u2', realName: '李四' },
        ].filter((one) => !name || one.realName === name),
    },
  });
  ports.labels.add({ user: { u1: '张三', u2: '李四' } });
  const page = pageOf({
    forms: { record: { object: 'bill', id: 'b1' } },
    body: {
      type: 'form@1',
      bind: 'record',
      slots: {
        body: [
          { type: 'formErrors@1', bind: 'record' },
          { type: 'field@1', bind: 'record.stock' },
          { type: 'field@1', bind: 'record.lines' },
        ],
      },
    },
  });
  const test = await testPage(page, { widgets, ports });
  const form = test.scope.forms.get('record')!;
  const grid = () => screen.getByRole('grid', { name: '明细' });
  return {
    test,
    form,
    get grid() {
      return grid();
    },
    rows: () => (form.values()['lines'] ?? []) as RecordValues[],
    key: async (keys) => {
      await test.user.keyboard(keys);
      await test.settle();
    },
    paste: async (text) => {
      fireEvent.paste(grid(), { clipboardData: { getData: () => text } });
      await test.settle();
    },
    cell: (row, name) =>
      within(within(grid()).getAllByRole('row')[row + 1]!).getAllByRole('gridcell')[
        COLUMNS.findIndex((each) => each.apiName === name) + 1
      ]!,
  };
}
/** Presses a cell, as a person does before typing. */
async function press(opened: Opened, row: number, name: string): Promise<void> {
  fireEvent.pointerDown(opened.cell(row, name), { button: 0 });
  fireEvent.pointerUp(opened.cell(row, name), { button: 0 });
  act(() => opened.grid.focus());
  await opened.test.settle();
}
beforeAll(async () => {
  await Promise.all([
    preloadInputs(['subTable', 'text', 'number', 'select', 'user', 'textarea']),
    ...widgets.map(({ view }) => view()),
  ]);
});

describe('rows of a form', () => {
  it('are typed in cell by cell: Tab goes on, Enter goes down, and Tab in the last cell makes a row more', async () => {
    const opened = await open([{ goods: '茶', qty: 1 }]);
    await press(opened, 0, 'goods');
    await opened.key('米{Tab}3{Tab}');
    expect(opened.rows()[0]).toMatchObject({ goods: '米', qty: 3 });
    await press(opened, 0, 'owner');
    await opened.key('{Enter}');
    await opened.key('{Tab}');
    await waitFor(() => expect(opened.form.field('lines').rows).toHaveLength(2));
  });
  it('are added, inserted, copied, taken out and moved, and every step goes back', async () => {
    const opened = await open([
      { id: 'r1', goods: '茶' },
      { id: 'r2', goods: '米' },
    ]);
    await press(opened, 1, 'goods');
    await opened.key('{Alt>}{ArrowUp}{/Alt}');
    expect(opened.rows().map((row) => row['goods'])).toEqual(['米', '茶']);
    await opened.key('{Alt>}d{/Alt}');
    expect(opened.rows().map((row) => [row['id'], row['goods']])).toEqual([
      ['r2', '米'],
      [undefined, '米'],
      ['r1', '茶'],
    ]);
    await press(opened, 2, 'goods');
    await opened.key('{Alt>}{Delete}{/Alt}');
    await opened.key('{Alt>}{Enter}{/Alt}');
    expect(opened.rows().map((row) => row['goods'])).toEqual(['米', undefined, '米']);
    await opened.key('{Control>}zz{/Control}');
    expect(opened.rows().map((row) => [row['id'], row['goods']])).toEqual([
      ['r2', '米'],
      [undefined, '米'],
      ['r1', '茶'],
    ]);
    await opened.key('{Control>}zz{/Control}');
    expect(opened.rows().map((row) => row['id'])).toEqual(['r1', 'r2']);
    expect(opened.form.dirty).toBe(false);
    await opened.key('{Control>}y{/Control}');
    expect(opened.rows().map((row) => row['id'])).toEqual(['r2', 'r1']);
  });
  it("are the person's undo even for what was typed", async () => {
    const opened = await open([{ goods: '茶', qty: 1 }]);
    await press(opened, 0, 'qty');
    await opened.key('9{Enter}');
    expect(opened.rows()[0]).toMatchObject({ qty: 9 });
    await opened.key('{Control>}z{/Control}');
    expect(opened.rows()[0]).toMatchObject({ qty: 1 });
  });
  it('take a range of a spreadsheet: options and people by name, rows beyond the end, what is wrong in its place', async () => {
    const opened = await open([{ goods: '茶' }]);
    await press(opened, 0, 'goods');
    await opened.paste('米\t１２\t1,234.50\t饮料\t李四\n面\t十二\t3\t没有\t王五\n');
    await waitFor(() => expect(opened.rows()).toHaveLength(2));
    expect(opened.rows()).toEqual([
      { goods: '米', qty: 12, price: 1234.5, kind: 'b', owner: 'u2' },
      { goods: '面', qty: '十二', price: 3, kind: '没有' },
    ]);
    expect(
      opened.test.ports.log.filter((entry) => entry.kind === 'toast').map((entry) => entry['text']),
    ).toEqual(['第 2 行“负责人”：没有找到“王五”']);
    expect(await opened.form.validate()).toBe(false);
    expect(opened.form.failing.map((field) => [field.path, field.errors[0]])).toEqual([
      ['lines.0.qty', '数量超过库存'],
      ['lines.1.qty', '数量应为整数'],
      ['lines.1.kind', '类别没有选项“没有”'],
    ]);
    await opened.key('{Control>}z{/Control}');
    expect(opened.rows()).toHaveLength(1);
  });
  it('are summed up below, exactly', async () => {
    const opened = await open([
      { goods: '茶', qty: 2, price: 0.1 },
      { goods: '米', qty: 3, price: 0.2 },
    ]);
    expect(screen.getByTitle('单价合计').textContent).toBe('¥0.30');
    act(() => opened.form.field('lines').rows[0]!.field('qty').set(7));
    await waitFor(() => expect(screen.getByTitle('数量合计').textContent).toBe('10'));
  });
});

describe('what is wrong in rows', () => {
  it('is found in 1,200 rows that are not drawn, and the way to the first leads to its cell', async () => {
    const opened = await open(
      Array.from({ length: 1200 }, (_, i) => ({ goods: i === 900 ? '' : `货 ${i}`, qty: 1 })),
    );
    expect(within(opened.grid).getAllByRole('row').length).toBeLessThan(60);
    expect(await opened.form.validate()).toBe(false);
    await opened.test.settle();
    await opened.test.click('第 901 行 › 货品');
    // Nothing is laid out here: the browser would report the scrolling itself.
    fireEvent.scroll(opened.grid);
    await opened.test.settle();
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toContain(
        '请填写货品',
      ),
    );
    const leadsTo = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    expect(leadsTo).toBe(opened.grid.getAttribute('aria-activedescendant'));
    const active = document.getElementById(leadsTo);
    expect(active?.getAttribute('aria-invalid')).toBe('true');
  });
  it("is said in the row's panel where there is room for every field", async () => {
    const opened = await open([{ goods: '茶', qty: 30 }]);
    await press(opened, 0, 'note');
    await opened.key('{Enter}');
    const panel = await screen.findByRole('dialog', { name: '明细：第 1 行' });
    await opened.test.user.type(within(panel).getByLabelText('备注'), '急');
    await opened.test.user.clear(within(panel).getByLabelText(/货品/));
    await opened.test.user.tab();
    expect(within(panel).getByText('请填写货品')).toBeTruthy();
    await opened.test.user.click(within(panel).getByRole('button', { name: '完成' }));
    expect(opened.rows()[0]).toEqual({ qty: 30, note: '急' });
    await opened.test.click('撤销（Ctrl+Z）');
    expect(opened.rows()[0]).toEqual({ goods: '茶', qty: 30 });
  });
});
