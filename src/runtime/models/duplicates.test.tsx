// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { fakePorts, pageOf, testPage, testWidgets } from '../../view/testing/index.ts';
import type { FormModel } from './types.ts';

const distinct = { caseless: true, unless: 'removed' };
const page = pageOf({
  forms: {
    draft: {
      init: {
        fields: [
          { id: '1', name: '数量' },
          { id: '2', name: '单价' },
        ],
      },
      schema: {
        type: 'object',
        properties: {
          fields: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                id: { type: 'string' },
                name: { type: 'string', title: '名称', ui: { distinct } },
                removed: { type: 'boolean' },
              },
            },
          },
        },
      } as never,
    },
  },
  body: { type: 'form@1', bind: 'draft' } as never,
});
async function open() {
  const on = await testPage(page, { widgets: testWidgets, ports: fakePorts() });
  const form = on.scope.declared.get('draft') as unknown as FormModel;
  const rows = form.field('fields');
  const name = (at: number) => rows.rows[at]!.field('name');
  const type = (at: number, text: string) => {
    name(at).set(text);
    name(at).touch();
  };
  return { form, rows, name, type };
}

test('a name another row has already is refused at once, at its own place', async () => {
  const { form, name, type } = await open();
  type(1, ' 数量 ');
  expect([name(0).errors, name(1).errors]).toEqual([[], ['名称“数量”已被使用']]);
  expect(await form.validate()).toBe(false);
  type(1, '金额');
  expect(name(1).errors).toEqual([]);
});
test('of two new rows the later one is refused, and upper and lower case are the same', async () => {
  const { form, rows, name } = await open();
  rows.insertRow(2, { name: 'Total' });
  rows.insertRow(3, { name: 'total' });
  expect(await form.validate()).toBe(false);
  expect([name(2).errors, name(3).errors]).toEqual([[], ['名称“total”已被使用']]);
});
test('a row that is going leaves its name to others', async () => {
  const { form, rows, type } = await open();
  rows.rows[0]!.field('removed').set(true);
  type(1, '数量');
  expect(await form.validate()).toBe(true);
});
