// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { ObjectDescribe, RecordValues } from '../../src/contract/index.ts';
import { fakePorts, testPage } from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { flatten, generatePage, type NestedDocument } from '../../src/page/index.ts';
import { widgets } from '../../renderers/index.ts';
import transfer from '../../schemas/pages/record/transfer.json' with { type: 'json' };
import bulkEdit from '../../schemas/pages/record/bulkEdit.json' with { type: 'json' };
import { answerList } from '../fixtures/orders.ts';

/** What is done with the ticked records of an object's list. */
const fields = [
  { apiName: 'name', label: '名称', type: 'text', unique: true },
  { apiName: 'note', label: '备注', type: 'text' },
  { apiName: 'rank', label: '等级', type: 'text' },
  { apiName: 'owner', label: '负责人', type: 'user' },
].map((field, order) => ({ id: field.apiName, order, maxLength: 100, ...field }));
const order = {
  id: 'o',
  apiName: 'order',
  label: '订单',
  titleField: 'name',
  appId: 'a',
  version: 1,
  validator: '',
  fields,
} as unknown as ObjectDescribe;
const pages = {
  'object.order.list': generatePage('list', order),
  'record.bulkEdit': flatten(bulkEdit as unknown as NestedDocument),
  'record.transfer': flatten(transfer as unknown as NestedDocument),
};
beforeAll(async () => {
  await Promise.all([
    preloadInputs(['text', 'select', 'user']),
    ...widgets.map(({ view }) => view()),
  ]);
});

async function open() {
  const records: RecordValues[] = [1, 2, 3].map((n) => ({
    id: `r${n}`,
    version: 1,
    name: `订单 ${n}`,
  }));
  const page = await testPage(pages['object.order.list'], {
    widgets,
    pages,
    ports: fakePorts({
      describes: { order },
      pages,
      answers: {
        'bizmeta.customView.list': { views: [], groups: [], canShare: false },
        'bizmeta.record.list': (input: Parameters<typeof answerList>[1]) =>
          answerList(records, input),
        'bizmeta.record.bulkSet': { count: 2, gone: 1, undo: 'change1' },
        'bizmeta.record.undoBulk': { job: 'job1' },
        'bizmeta.record.transfer': { count: 2 },
        'upm.sysUser.listUserByDefault': [{ id: 'u1', realName: '张三' }],
      },
    } as never),
    params: { appId: 'a' },
  });
  await page.settle();
  for (const at of [0, 1])
    await page.user.click(screen.getAllByRole('checkbox', { name: '选择此行' })[at]!);
  await page.settle();
  return page;
}
const dialog = () => within(screen.getByRole('dialog'));
const options = () => screen.getAllByRole('option').map((option) => option.textContent);

it('fields of the ticked records are set at once, which is reported, and undone as a job', async () => {
  const page = await open();
  await page.click('批量编辑');
  await page.settle();
  await waitFor(() =>
    expect(screen.getByRole('dialog').textContent).toContain('选中的 2 条订单会改成同样的值'),
  );
  await page.user.click(dialog().getByRole('combobox', { name: '字段' }));
  expect(options()).toEqual(['备注', '等级', '负责人']);
  await page.user.click(screen.getByRole('option', { name: '备注' }));
  await page.settle();
  await page.user.type(dialog().getByRole('textbox', { name: '改成' }), '新的');
  await page.user.click(dialog().getByRole('button', { name: '修改 2 条' }));
  await page.settle();
  expect(page.ports.calls('bizmeta.record.bulkSet')).toEqual([
    { object: 'order', ids: ['r1', 'r2'], changes: [{ field: 'note', value: '新的' }] },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  page.expects({ sees: '已修改 2 条记录，另有 1 条已被删除' });
  await page.click('撤销修改');
  await page.settle();
  expect(page.ports.calls('bizmeta.record.undoBulk')).toEqual([{ object: 'order', id: 'change1' }]);
});
it('the ticked records are handed to a new owner, who is asked for', async () => {
  const page = await open();
  await page.click('转移负责人');
  await page.settle();
  await waitFor(() =>
    expect(screen.getByRole('dialog').textContent).toContain('2 条订单会归新的负责人'),
  );
  expect(dialog().getByRole('button', { name: '转移' })).toHaveProperty('disabled', true);
  await page.user.click(dialog().getByRole('combobox', { name: /新的负责人/ }));
  await page.settle();
  await page.user.click((await screen.findAllByRole('option'))[0]!);
  await page.user.click(dialog().getByRole('button', { name: '转移' }));
  await page.settle();
  expect(page.ports.calls('bizmeta.record.transfer')).toEqual([
    { object: 'order', ids: ['r1', 'r2'], owner: 'u1' },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});
