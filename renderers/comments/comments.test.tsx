// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failedCall } from '../../src/view/testing/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import comments from './index.ts';
import { storedTextOf, insertMention } from './text.ts';

const comment = (id: string, more: object = {}) => ({
  id,
  parentId: null,
  content: id,
  mentions: [],
  userId: 'u1',
  at: '2026-03-05T01:00:00.000Z',
  deleted: false,
  canDelete: false,
  ...more,
});
const people = [
  { id: 'p1', realName: '林晓', deptName: '销售部', headImgUrl: '' },
  { id: 'p2', realName: '林晓', deptName: '财务部', headImgUrl: '' },
];
const open = (
  records: object[] = [],
  world: object = {},
  send: object[] = [{ do: 'toast', args: { text: { $t: '{event.content}' } } }],
) =>
  openPage(
    [comments],
    {
      state: {
        talk: {
          type: 'any',
          init: {
            records,
            total: records.length,
            current: 1,
            size: 20,
            labels: { user: { u1: '张伟', p1: '林晓' } },
          },
        },
      },
      body: {
        id: 'talk',
        type: 'comments@1',
        bind: 'state.talk',
        props: { draft: 'r1' },
        on: { send, remove: [{ do: 'toast', args: { text: { $t: '删除 {event.id}' } } }] },
      },
    } as never,
    { answers: { 'upm.sysUser.listUserByDefault': people }, ...world },
  );
const box = () => screen.getByRole('textbox', { name: '写评论' }) as HTMLTextAreaElement;

test('mentions a colleague by @, and sends with Ctrl+Enter; the box is empty again', async () => {
  const on = await open();
  on.expects({ sees: '还没有评论' });
  await on.user.type(box(), '请 @林');
  await expect.poll(() => screen.queryAllByRole('option').length).toBe(2);
  await on.user.keyboard('{Enter}看看{Control>}{Enter}{/Control}');
  await on.settle();
  expect(on.ports.log.findLast(({ kind }) => kind === 'toast')).toMatchObject({
    text: '请 @{p1} 看看',
  });
  expect(box().value).toBe('');
});
test('what is written on while the rest is being sent stays', async () => {
  let sent: (answer: object) => void = () => undefined;
  const on = await open(
    [],
    { answers: { 'bizmeta.app.list': () => new Promise((done) => (sent = done)) } },
    [{ do: 'call', args: { id: 'bizmeta.app.list' } }],
  );
  await on.user.type(box(), '第一句{Control>}{Enter}{/Control} 第二句');
  await act(async () => sent({ records: [] }));
  await on.settle();
  expect(box().value).toBe('第二句');
});
test('what was not sent stays: after a failure, and when the page is opened again', async () => {
  const failing = await open([], {}, [{ do: 'call', args: { id: 'no.such.call' } }]);
  await failing.user.type(box(), '没发出去');
  await failing.click('发表');
  expect(box().value).toBe('没发出去');
  const kept = Object.fromEntries(failing.ports.rememberedValues);
  failing.leave();
  await open([], { remembered: kept });
  expect(box().value).toBe('没发出去');
});
test('shows who is mentioned, puts replies under their comment, and deletes one’s own', async () => {
  const on = await open([
    comment('c3', { content: '好', parentId: 'c1' }),
    comment('c2', { deleted: true, content: '' }),
    comment('c1', { content: '@{p1} 能否确认？', canDelete: true }),
  ]);
  on.expects({ sees: ['@林晓 能否确认？', '这条评论已删除'] });
  expect(
    screen.getAllByRole('listitem').map(({ textContent }) => textContent?.includes('好')),
  ).toEqual([false, true]);
  await on.click('删除 张伟的评论');
  expect(on.ports.log.at(-1)).toMatchObject({ text: '删除 c1' });
});
test('an answer is written under what it answers', async () => {
  const on = await open([comment('c1')], {}, [
    { do: 'toast', args: { text: { $t: '{event.parentId}：{event.content}' } } },
  ]);
  await on.click('回复 张伟');
  await on.user.type(screen.getByRole('textbox', { name: '回复 张伟' }), '收到');
  await on.click('回复');
  expect(on.ports.log.findLast(({ kind }) => kind === 'toast')).toMatchObject({ text: 'c1：收到' });
  expect(screen.queryByRole('textbox', { name: '回复 张伟' })).toBeNull();
});
test('two people of one name are distinguished, and a longer name is not a shorter one with something behind it', () => {
  const one = insertMention(
    { text: '@林', people: {} },
    { from: 0, name: '林' },
    { id: 'p1', name: '林晓', note: '销售部' },
  ).draft;
  const two = insertMention(
    { ...one, text: `${one.text}@林` },
    { from: one.text.length, name: '林' },
    { id: 'p2', name: '林晓', note: '财务部' },
  ).draft;
  expect(two.text).toBe('@林晓 @林晓（财务部） ');
  expect(storedTextOf(two)).toBe('@{p1} @{p2}');
});
test('follows a source: shapes while it waits, a failure that can be tried again, what was said', async () => {
  let answer: () => unknown = () => new Promise(() => undefined);
  const bound = {
    sources: { talk: { call: 'bizmeta.app.list', input: {} } },
    body: { type: 'comments@1', bind: 'talk' },
  };
  const world = { answers: { 'bizmeta.app.list': () => answer() } };
  const waiting = await openPage([comments], bound, world);
  expect(screen.getByLabelText('加载中')).toBeTruthy();
  waiting.expects({ lacks: '还没有评论' });
  waiting.leave();
  answer = () => {
    throw failedCall('UNAVAILABLE', '服务暂不可用');
  };
  const on = await openPage([comments], bound, world);
  on.expects({ sees: '服务暂不可用', lacks: '还没有评论' });
  answer = () => ({ records: [comment('c1', { content: '样品已寄出' })], total: 1 });
  await on.click('重试');
  on.expects({ sees: '样品已寄出' });
});
