// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { ObjectDescribe, RecordValues } from '../../src/contract/index.ts';
import { fakePorts, testPage, type TestPage } from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import {
  flatten,
  generatePage,
  type NestedDocument,
  type PageDocument,
} from '../../src/page/index.ts';
import { widgets } from '../../renderers/index.ts';
import changeLog from '../../schemas/pages/block/changeLog.json' with { type: 'json' };
import comments from '../../schemas/pages/block/comments.json' with { type: 'json' };
import related from '../../schemas/pages/record/related.json' with { type: 'json' };
import { answerList } from '../fixtures/orders.ts';

/** The pages of an object as people use them: its list, the drawer of a record, a copy of it. */
const field = (apiName: string, label: string, type: string, order: number, more: object = {}) => ({
  id: apiName,
  apiName,
  label,
  type,
  order,
  maxLength: 100,
  ...more,
});
const order = {
  id: 'o',
  apiName: 'order',
  label: '订单',
  titleField: 'name',
  appId: 'a',
  version: 1,
  validator: '',
  fields: [field('name', '名称', 'text', 0, { required: true }), field('note', '备注', 'text', 1)],
} as unknown as ObjectDescribe;
const pages: Record<string, PageDocument> = {
  ...Object.fromEntries(
    (['list', 'form', 'detail', 'picker'] as const).map((kind) => [
      `object.order.${kind}`,
      generatePage(kind, order),
    ]),
  ),
  'record.related': flatten(related as unknown as NestedDocument),
  'block.changeLog': flatten(changeLog as unknown as NestedDocument),
  'block.comments': flatten(comments as unknown as NestedDocument),
};
beforeAll(async () => {
  await Promise.all([preloadInputs(['text']), ...widgets.map(({ view }) => view())]);
});

let records: RecordValues[];
beforeEach(() => {
  records = Array.from({ length: 25 }, (_, i) => ({
    id: `r${i + 1}`,
    version: 1,
    name: `订单 ${i + 1}`,
    note: `第 ${i + 1}`,
  }));
});
function open(kind: 'list' | 'detail', params: Record<string, unknown> = {}): Promise<TestPage> {
  const ports = fakePorts({
    describes: { order },
    pages,
    answers: {
      'bizmeta.customView.list': { views: [], groups: [], canShare: false },
      'bizmeta.filterView.list': [],
      'bizmeta.record.list': (input: Parameters<typeof answerList>[1]) =>
        answerList(records, input),
      'bizmeta.record.detail': ({ id }: { id: string }) => ({
        record: records.find((each) => each['id'] === id),
        labels: {},
      }),
      'bizmeta.record.refList': [],
      'bizmeta.dataChangeLog.list': {
        records: [],
        people: [],
        total: 0,
        current: 1,
        size: 20,
        labels: {},
      },
      'bizmeta.comments.create': { id: 'c1' },
      'bizmeta.comments.list': { records: [], total: 3, current: 1, size: 1, labels: {} },
      'bizmeta.record.bulkCreate': ({ records: [made] }: { records: [RecordValues] }) => {
        const id = `n${records.length}`;
        records.push({ ...made, id, version: 1 });
        return { ids: [id] };
      },
    },
  } as never);
  return testPage(pages[`object.order.${kind}`]!, {
    widgets,
    pages,
    ports,
    params: { appId: 'a', ...params },
  });
}
const drawer = () => screen.getAllByRole('dialog').at(-1)!;

it('from a record to the next goes on over the end of the page, with its place in the whole list', async () => {
  const page = await open('list');
  await page.click('订单 20');
  await waitFor(() => expect(within(drawer()).getByText('第 20 / 25 条')).toBeTruthy());
  await page.press('j');
  await page.settle();
  await waitFor(() => expect(within(drawer()).getByText('第 21 / 25 条')).toBeTruthy());
  await waitFor(() =>
    expect(within(drawer()).getByRole('heading', { name: '订单 21' })).toBeTruthy(),
  );
  await page.press('k');
  await page.settle();
  await waitFor(() =>
    expect(within(drawer()).getByRole('heading', { name: '订单 20' })).toBeTruthy(),
  );
});
it('a copy that is saved and restarted stays open; closing it leaves the new record', async () => {
  const page = await open('detail', { id: 'r1' });
  await page.click('更多操作');
  await page.user.click(await screen.findByRole('menuitem', { name: '复制' }));
  await page.settle();
  await page.user.click(await screen.findByRole('button', { name: '保存并新建' }));
  await page.settle();
  expect(page.ports.calls('bizmeta.record.bulkCreate')).toHaveLength(1);
  expect(drawer().textContent).toContain('复制订单');
  await page.user.click(within(drawer()).getByRole('button', { name: '保存' }));
  await page.settle();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(
    page.ports
      .calls('bizmeta.record.bulkCreate')
      .map((input) => (input['records'] as RecordValues[])[0]!['name']),
  ).toEqual(['订单 1', '订单 1']);
});
it('a new record can be opened from the message about it', async () => {
  const page = await open('list');
  await page.click('新建');
  await page.user.type(within(drawer()).getByRole('textbox', { name: /名称/ }), '新订单');
  await page.settle();
  await page.click('保存');
  expect(page.ports.log).toContainEqual(
    expect.objectContaining({
      kind: 'toast',
      text: '已保存',
      link: { text: '查看', to: '/app/a/order/record/n25' },
    }),
  );
});
it('comments are counted before the tab is opened', async () => {
  const page = await open('detail', { id: 'r1' });
  expect(screen.getByRole('tab', { name: /评论/ }).textContent).toBe('评论3');
  expect(page.ports.calls('bizmeta.comments.list')).toEqual([expect.objectContaining({ size: 1 })]);
  await page.user.click(screen.getByRole('tab', { name: /评论/ }));
  await page.settle();
  await page.user.type(screen.getByRole('textbox', { name: '写评论' }), '周三寄出');
  await page.click('发表');
  expect(page.ports.calls('bizmeta.comments.create')).toEqual([
    expect.objectContaining({ object: 'order', recordId: 'r1', content: '周三寄出' }),
  ]);
  expect(page.ports.calls('bizmeta.comments.list').slice(-2)).toEqual([
    { object: 'order', recordId: 'r1', current: 1 },
    { object: 'order', recordId: 'r1', size: 1 },
  ]);
});
it('the history of a record is requested when its tab is opened', async () => {
  const page = await open('detail', { id: 'r1' });
  expect(page.ports.calls('bizmeta.dataChangeLog.list')).toEqual([]);
  await page.user.click(screen.getByRole('tab', { name: '变更记录' }));
  await page.settle();
  expect(page.ports.calls('bizmeta.dataChangeLog.list')).toEqual([
    expect.objectContaining({ object: 'order', recordId: 'r1' }),
  ]);
  page.expects({ sees: '还没有变更记录' });
});
