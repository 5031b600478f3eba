// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failedCall } from '../../src/view/testing/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import changeLog from './index.ts';

const fields = [
  { apiName: 'amount', label: '金额', type: 'currency', scale: 2 },
  {
    apiName: 'stage',
    label: '阶段',
    type: 'singleSelect',
    options: [
      { code: 'talk', label: '洽谈' },
      { code: 'won', label: '赢单' },
    ],
  },
];
const edited = {
  version: 2,
  op: 'edit',
  at: '2026-03-05T01:00:00.000Z',
  userId: 'u1',
  diff: [
    { field: 'amount', label: '金额', type: 'currency', old: 1000, new: 1280.5 },
    { field: 'stage', label: '阶段', type: 'singleSelect', old: null, new: 'won' },
  ],
};
const made = {
  version: 1,
  op: 'create',
  at: '2026-03-04T01:00:00.000Z',
  userId: 'u2',
  diff: [{ field: 'amount', label: '金额', type: 'currency', old: null, new: 1000 }],
};
const answer = (more: object = {}) => ({
  records: [edited, made],
  people: ['u1', 'u2'],
  total: 2,
  current: 1,
  size: 20,
  labels: { user: { u1: '张伟', u2: '林晓' } },
  ...more,
});
const open = (log: object, props: object = {}) =>
  openPage([changeLog], {
    state: { log: { type: 'any', init: log } },
    body: {
      type: 'changeLog@1',
      bind: 'state.log',
      props: { fields, ...props },
      on: {
        filter: [
          {
            do: 'toast',
            args: {
              text: { $t: '{event.person ?? "-"} {event.field ?? "-"}'.replaceAll('"', "'") },
            },
          },
        ],
        page: [{ do: 'toast', args: { text: { $t: '第 {event.current} 页' } } }],
      },
    },
  } as never);

test('shows day by day who changed which field from what to what, by their labels', async () => {
  await open(answer());
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    '今天',
    '昨天',
  ]);
  const today = screen.getByRole('list', { name: '今天' });
  expect(today.textContent).toContain('张伟');
  expect(today.textContent).toMatch(/\d\d:00/);
  expect(
    within(today)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['¥1,000.00→¥1,280.50', '—→赢单']);
  expect(screen.getByRole('list', { name: '昨天' }).textContent).toContain('林晓创建了记录');
});
test('is narrowed to a person and a field', async () => {
  const on = await open(answer(), { field: 'amount' });
  await on.choose('人员', '林晓');
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: 'u2 amount' });
  await on.choose('字段', '所有字段');
  expect(on.ports.log.at(-1)).toMatchObject({ text: '- -' });
});
test('goes on to what is older, and says when nothing fits', async () => {
  const on = await open(answer({ total: 45 }));
  on.expects({ sees: '第 1 至 20 次，共 45 次' });
  await on.click('较早的');
  expect(on.ports.log.at(-1)).toMatchObject({ text: '第 2 页' });
  const none = await open(answer({ records: [], total: 0 }), { person: 'u1' });
  none.expects({ sees: '没有符合条件的变更' });
});
test('follows a source: shapes while it waits, a failure that can be tried again, the changes', async () => {
  let reply: () => unknown = () => new Promise(() => undefined);
  const bound = {
    sources: { log: { call: 'bizmeta.app.list', input: {} } },
    body: { type: 'changeLog@1', bind: 'log', props: { fields } },
  } as never;
  const world = { answers: { 'bizmeta.app.list': () => reply() } };
  const waiting = await openPage([changeLog], bound, world);
  expect(screen.getByLabelText('加载中')).toBeTruthy();
  waiting.expects({ lacks: '还没有变更记录' });
  waiting.leave();
  reply = () => {
    throw failedCall('UNAVAILABLE', '服务暂不可用');
  };
  const on = await openPage([changeLog], bound, world);
  on.expects({ sees: '服务暂不可用', lacks: '还没有变更记录' });
  reply = () => answer();
  await on.click('重试');
  on.expects({ sees: '修改了 2 个字段' });
});
