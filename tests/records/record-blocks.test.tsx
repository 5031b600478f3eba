// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { widgets } from '../../renderers/index.ts';
import changeLog from '../../schemas/pages/block/changeLog.json' with { type: 'json' };
import comments from '../../schemas/pages/block/comments.json' with { type: 'json' };
import { flatten, type NestedDocument, type PageDocument } from '../../src/page/index.ts';
import { failedCall, fakePorts, testPage } from '../../src/view/testing/index.ts';

/** A builder's own page shows the comments and the history of a record of any object. */
const pages: Record<string, PageDocument> = {
  'block.changeLog': flatten(changeLog as unknown as NestedDocument),
  'block.comments': flatten(comments as unknown as NestedDocument),
};
const showing = (block: string): PageDocument =>
  flatten({
    spec: 'page/1',
    key: 'mine.visit',
    rev: 1,
    title: '回访',
    params: { visit: { type: 'text' } },
    body: {
      id: 'about',
      type: 'block@1',
      props: { block, params: { object: 'visit', recordId: { $x: 'params.visit' } } },
    },
  });
const visit = {
  id: 'v',
  apiName: 'visit',
  label: '回访',
  titleField: 'name',
  appId: null,
  version: 1,
  fields: [{ id: 'n', apiName: 'name', label: '名称', type: 'text', order: 0 }],
};
const nothing = { records: [], people: [], total: 0, current: 1, size: 20, labels: {} };
const open = async (block: string, answers: object) => {
  const ports = fakePorts({ describes: { visit }, pages, answers } as never);
  const page = await testPage(showing(block), { widgets, pages, ports, params: { visit: 'v7' } });
  return { ports, page };
};
beforeAll(async () => {
  await Promise.all(widgets.map(({ view }) => view()));
});

it('comments of a record are read, written and deleted on a page of one’s own', async () => {
  let records = [
    {
      id: 'c1',
      parentId: null,
      content: '电话没有接通',
      mentions: [],
      userId: 'u1',
      at: '2026-03-05T01:00:00.000Z',
      deleted: false,
      canDelete: true,
    },
  ];
  const { page, ports } = await open('block.comments', {
    'bizmeta.comments.list': () => ({ ...nothing, records, total: records.length }),
    'bizmeta.comments.create': { id: 'c2' },
    'bizmeta.comments.delete': () => {
      records = [];
      return null;
    },
  });
  page.expects({ sees: '电话没有接通' });
  await page.user.type(screen.getByRole('textbox', { name: '写评论' }), '下午再打');
  await page.click('发表');
  expect(ports.calls('bizmeta.comments.create')).toEqual([
    expect.objectContaining({ object: 'visit', recordId: 'v7', content: '下午再打' }),
  ]);
  await page.user.click(screen.getByRole('button', { name: /^删除 / }));
  await page.settle();
  expect(ports.calls('bizmeta.comments.delete')).toEqual([{ id: 'c1' }]);
  page.expects({ sees: '还没有评论', lacks: '电话没有接通' });
});
it('the history of a record is shown with the labels of its object, and narrowed', async () => {
  const { page, ports } = await open('block.changeLog', {
    'bizmeta.dataChangeLog.list': {
      ...nothing,
      total: 1,
      people: ['u1'],
      labels: { user: { u1: '张伟' } },
      records: [
        {
          version: 2,
          op: 'edit',
          at: '2026-03-05T01:00:00.000Z',
          userId: 'u1',
          diff: [{ field: 'name', label: '名称', type: 'text', old: '甲', new: '乙' }],
        },
      ],
    },
  });
  page.expects({ sees: '修改了 1 个字段' });
  await page.choose('字段', '名称');
  expect(ports.calls('bizmeta.dataChangeLog.list')).toEqual([
    { object: 'visit', recordId: 'v7', current: 1 },
    { object: 'visit', recordId: 'v7', field: 'name', current: 1 },
  ]);
});
it.each([
  ['block.comments', 'bizmeta.comments.list', '还没有评论'],
  ['block.changeLog', 'bizmeta.dataChangeLog.list', '还没有变更记录'],
])('%s says that it failed, and tries again', async (block, call, empty) => {
  let fails = true;
  const { page } = await open(block, {
    [call]: () => {
      if (fails) throw failedCall('UNAVAILABLE', '服务暂不可用');
      return nothing;
    },
  });
  page.expects({ sees: '服务暂不可用', lacks: empty });
  fails = false;
  await page.click('重试');
  page.expects({ sees: empty });
});
