// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { ObjectDescribe } from '../../src/contract/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import field from '../field/index.ts';
import form from '../form/index.ts';
import formErrors from '../formErrors/index.ts';
import descriptions from '../descriptions/index.ts';
import section from '../section/index.ts';
import stack from '../stack/index.ts';
import recordForm from './index.ts';

const describe = {
  id: 'o1',
  apiName: 'claim',
  label: '报销单',
  version: 1,
  titleField: 'name',
  fields: [
    { apiName: 'name', label: '事由', type: 'text' },
    { apiName: 'amount', label: '金额', type: 'integer' },
    { apiName: 'salary', label: '工资', type: 'integer' },
  ],
} as unknown as ObjectDescribe;
const WIDGETS = [recordForm, form, formErrors, section, field, descriptions, stack];
const opened = (rights: object, readonly = false) =>
  openPage(WIDGETS, {
    state: { changes: { type: 'any' } },
    body: {
      type: 'recordForm@1',
      bind: 'state.changes',
      props: {
        describe,
        values: { name: '出差', amount: 300, salary: 9000 },
        rights,
        readonly,
      },
    },
  } as never);

test('an approver changes what the node lets them change, and the page has the changes alone', async () => {
  const on = await opened({ '*': 'read', amount: 'write', salary: 'hidden' });
  await expect.poll(() => on.sees('金额')).toBe(true);
  expect(on.sees('工资')).toBe(false);
  const amount = document.querySelector<HTMLInputElement>('input:not([readonly])')!;
  await on.type('金额', '280');
  expect(amount).not.toBeNull();
  await expect.poll(() => on.scope.cells.get('changes')!.value).toEqual({ amount: 280 });
  await on.type('金额', '300');
  await expect.poll(() => on.scope.cells.get('changes')!.value).toBeNull();
});

test('where nothing may be written the record is read, without what is hidden', async () => {
  const on = await opened({ '*': 'write', salary: 'hidden' }, true);
  await expect.poll(() => on.sees('出差')).toBe(true);
  expect(on.sees('工资')).toBe(false);
  expect(document.querySelector('input')).toBeNull();
});

test('once the page has sent the changes it empties the cell, and nothing is unsaved', async () => {
  const on = await opened({ '*': 'write' });
  await expect.poll(() => on.sees('金额')).toBe(true);
  await on.type('金额', '280');
  const changes = on.scope.cells.get('changes')!;
  await expect.poll(() => changes.value).toEqual({ amount: 280 });
  changes.set(null);
  await on.settle();
  expect(changes.value).toBeNull();
  expect(document.querySelectorAll<HTMLInputElement>('input')[1]!.value).toBe('280');
  await on.type('金额', '281');
  await expect.poll(() => changes.value).toEqual({ amount: 281 });
});

test('what the server refused is shown at the fields it is about', async () => {
  const on = await openPage(WIDGETS, {
    state: { problems: { type: 'any', init: [] } },
    body: {
      type: 'recordForm@1',
      props: { describe, values: { name: '出差' }, problems: { $x: 'state.problems' } },
    },
  } as never);
  await expect.poll(() => on.sees('金额')).toBe(true);
  const said = {
    path: '/record/amount',
    reason: 'FLOW_FIELD_REQUIRED',
    msg: '此节点必须填写“金额”',
  };
  on.scope.cells.get('problems')!.set([said]);
  await expect.poll(() => on.sees('此节点必须填写“金额”')).toBe(true);
});
