// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all([
    preloadInputs(['text', 'textarea', 'subTable']),
    ...widgets.filter(({ type }) => ['descriptions'].includes(type)).map(({ view }) => view()),
  ]),
);

it('reads the fields that are asked for, in their order, and a dash for what is empty', async () => {
  await testPage(
    pageOf({
      forms: {
        leave: {
          schema: {
            type: 'object',
            properties: {
              reason: { type: 'string', title: '事由' },
              days: { type: 'number', title: '天数' },
              kind: {
                type: 'string',
                title: '类型',
                ui: { options: [{ code: 'a', label: '年假' }] },
              },
            },
          },
          init: { days: 1200, kind: 'a' },
        },
      },
      body: {
        type: 'descriptions@1',
        bind: 'leave',
        props: { fields: ['kind', 'days', 'reason', 'nothing'] },
      },
    }),
    { widgets },
  );
  const pairs = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(pairs).toEqual([
    ['类型', '年假'],
    ['天数', '1,200'],
    ['事由', '—'],
  ]);
});

const customer = {
  id: 'o1',
  apiName: 'contact',
  label: '联系人',
  titleField: 'name',
  appId: null,
  version: 1,
  validator: '',
  fields: [
    { id: 'name', apiName: 'name', label: '姓名', type: 'text', order: 0 },
    {
      id: 'company',
      apiName: 'company',
      label: '客户',
      type: 'lookup',
      refObject: 'customer',
      fills: [{ from: 'note', to: 'note' }],
      order: 1,
    },
    { id: 'note', apiName: 'note', label: '备注', type: 'text', order: 2 },
    {
      id: 'lines',
      apiName: 'lines',
      label: '明细',
      type: 'subTable',
      order: 3,
      fields: [{ id: 'goods', apiName: 'goods', label: '货品', type: 'text', order: 0 }],
    },
  ],
} as never;
const record = (props: object, answers: object = {}) =>
  testPage(
    pageOf({
      forms: { record: { object: 'contact', id: 'r1' } },
      body: {
        type: 'descriptions@1',
        bind: 'record',
        props: props as never,
        on: { saved: [{ do: 'toast', args: { text: { $t: '已保存 {first(event.fields)}' } } }] },
      },
    }),
    {
      widgets,
      describes: { contact: customer },
      answers: {
        'bizmeta.record.detail': {
          record: {
            id: 'r1',
            version: 1,
            name: '林晓',
            company: 'c1',
            note: null,
            lines: [{ id: 'l1', goods: '茶' }],
            createdAt: '2026-11-20T02:00:00Z',
          },
          labels: { customer: { c1: '云帆科技' } },
        },
        ...answers,
      },
    },
  );

it('shows when the record was made, though no builder made that field', async () => {
  await record({ fields: ['createdAt'] });
  expect(screen.getByRole('term').textContent).toBe('创建时间');
  expect(screen.getByRole('definition').textContent).toMatch(/^2026-11-20 /);
});
it('leads from a lookup to the record it names', async () => {
  const page = await record({ fields: ['company'], linkPath: '/app/1/{object}/record/{id}' });
  expect(screen.getByRole('link', { name: '云帆科技' }).getAttribute('href')).toBe(
    '/app/1/customer/record/c1',
  );
  await page.click('云帆科技');
  expect(page.ports.log).toContainEqual(
    expect.objectContaining({ kind: 'navigate', path: '/app/1/customer/record/c1' }),
  );
});
it('in a line, only what is filled in shows', async () => {
  await record({ fields: ['company', 'note'], inline: true });
  expect(screen.getAllByRole('definition').map((each) => each.textContent)).toEqual(['云帆科技']);
});

it('a double click opens one field; Enter saves that field alone, on the version that was read', async () => {
  const page = await record(
    { fields: ['name', 'note', 'createdAt'], editable: true },
    { 'bizmeta.record.bulkEdit': { records: [{ id: 'r1', version: 2 }] } },
  );
  await page.user.dblClick(screen.getByText('林晓'));
  await page.user.clear(screen.getByRole('textbox', { name: '姓名' }));
  await page.user.type(screen.getByRole('textbox', { name: '姓名' }), '林晓明{Enter}');
  await page.settle();
  expect(page.ports.calls('bizmeta.record.bulkEdit')).toMatchObject([
    { object: 'contact', records: [{ id: 'r1', version: 1, name: '林晓明' }] },
  ]);
  expect(
    Object.keys((page.ports.calls('bizmeta.record.bulkEdit')[0]!['records'] as object[])[0]!),
  ).toEqual(['id', 'version', 'name']);
  expect(page.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '已保存 name' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '修改姓名' }));
});
it('Esc takes it back; what the platform keeps has no pen', async () => {
  const page = await record({ fields: ['name', 'createdAt'], editable: true });
  await page.click('修改姓名');
  await page.user.type(screen.getByRole('textbox', { name: '姓名' }), '改了{Escape}');
  await page.settle();
  expect(screen.getAllByRole('definition')[0]!.textContent).toBe('林晓');
  expect(page.ports.calls('bizmeta.record.bulkEdit')).toEqual([]);
  expect(screen.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
    '修改姓名',
  ]);
});
it('a sub-table that was opened and left is closed again, and the record counts as unchanged', async () => {
  const page = await record({ fields: ['name', 'lines'], editable: true });
  const form = page.scope.forms.get('record')!;
  await page.click('修改明细');
  await page.click('取消');
  expect([form.dirty, screen.queryByRole('button', { name: '取消' })]).toEqual([false, null]);
  expect(screen.getByRole('button', { name: '修改姓名' })).toBeTruthy();
  await page.click('修改明细');
  act(() => form.field('lines').removeRow(0));
  await page.click('取消');
  expect([form.dirty, form.values()['lines']]).toEqual([false, [{ id: 'l1', goods: '茶' }]]);
});
it('a lookup that is taken back takes back what it filled in', async () => {
  const page = await record(
    { fields: ['company', 'note'], editable: true },
    {
      'bizmeta.record.list': { records: [{ id: 'c2', version: 1, note: '他们的' }], labels: {} },
    },
  );
  const form = page.scope.forms.get('record')!;
  await page.click('修改客户');
  act(() => form.field('company').set('c2'));
  await page.settle();
  expect(form.values()['note']).toBe('他们的');
  await page.click('取消');
  await page.settle();
  expect([form.dirty, form.values()['company'], form.values()['note']]).toEqual([
    false,
    'c1',
    undefined,
  ]);
});
