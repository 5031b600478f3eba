import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActor, type ActorRefFrom } from 'xstate';
import type { Message } from '../../src/contract/index.ts';
import { message, messagesHarness } from './fixtures.ts';
import { provideMessages, type MessagesMachine } from './machine.ts';

let w: ReturnType<typeof messagesHarness>;
let actor: ActorRefFrom<MessagesMachine>;
beforeEach(() => {
  w = messagesHarness();
  actor = createActor(provideMessages(w.services)).start();
});
afterEach(() => {
  actor.stop();
});

const context = () => actor.getSnapshot().context;
const state = () => actor.getSnapshot().value as { box: unknown; live: string };
const shown = (tab: 'unread' | 'read') =>
  context()
    .boxes[tab].records.map(({ id }) => id)
    .join('');
const answer = (
  unread: readonly Message[],
  read: readonly Message[] = [],
  totals = [unread.length, read.length],
) =>
  w.answers('load', {
    unread: { records: unread, total: totals[0] },
    read: { records: read, total: totals[1] },
  });
const ABC = ['a', 'b', 'c'].map((id) => message(id));
async function open(): Promise<void> {
  await w.answers('count', 3);
  actor.send({ type: 'OPEN' });
  await answer(ABC, [message('z', 1)], [13, 1]);
}
const FIRST = '{"unread":{"current":1,"size":10},"read":{"current":1,"size":10}}';

describe('the drawer', () => {
  it('asks for both lists at page 1, size 10, regardless of what it showed when it was closed', async () => {
    await open();
    actor.send({ type: 'TURN', current: 2, size: 10 });
    await w.answers('load', { unread: { records: [message('k')], total: 13 } });
    actor.send({ type: 'TAB', tab: 'read' });
    actor.send({ type: 'CLOSE' });
    actor.send({ type: 'OPEN' });
    expect(w.recorded.at(-1)).toBe(`load ${FIRST}`);
    expect(context().tab).toBe('unread');
  });

  it('marks what is ticked: it moves from the unread list to the top of the read one, unticked, and both reload', async () => {
    await open();
    actor.send({ type: 'TURN', current: 1, size: 20 });
    await answer(ABC, [message('z', 1)], [13, 1]);
    actor.send({ type: 'CHECK', ids: ['c', 'a', 'unknown'] });
    expect(context().boxes.unread.withChecked).toEqual(['a', 'c']);
    actor.send({ type: 'MARK' });
    expect(w.recorded.at(-1)).toBe('mark ["a","c"]');
    await w.answers('mark');
    expect([
      shown('unread'),
      shown('read'),
      context().unread,
      context().boxes.unread.total,
    ]).toEqual(['b', 'acz', 11, 11]);
    expect(context().boxes.read.records[0]).toMatchObject({ isRead: 1 });
    expect([context().boxes.unread.withChecked, context().boxes.read.withChecked]).toEqual([
      [],
      [],
    ]);
    expect(w.recorded.at(-1)).toBe(`load ${FIRST}`);
  });

  it('marks the one that is opened, whatever is ticked, also while a page is loaded', async () => {
    await open();
    actor.send({ type: 'CHECK', ids: ['a'] });
    actor.send({ type: 'READ', id: 'b' });
    expect(w.recorded.at(-1)).toBe('mark ["b"]');
    await w.answers('mark');
    expect([shown('unread'), context().unread]).toEqual(['ac', 12]);
    // Ticked for a deed that is still to come.
    expect(context().boxes.unread.withChecked).toEqual(['a']);
    expect(state().box).toEqual({ open: 'loading' });
    actor.send({ type: 'READ', id: 'c' });
    expect(w.recorded.at(-1)).toBe('mark ["c"]');
    await w.answers('mark');
    expect([shown('unread'), state().box]).toEqual(['a', { open: 'loading' }]);
  });

  it('says what is missing when nothing is ticked, and does nothing else', async () => {
    await open();
    actor.send({ type: 'MARK' });
    actor.send({ type: 'DELETE' });
    expect(w.recorded.slice(-2)).toEqual(['tell 请选择要标记的消息', 'tell 请选择要删除的消息']);
    expect(state().box).toEqual({ open: 'ready' });
  });

  it('takes what is pressed while it loads, and loads the lists afterwards', async () => {
    await open();
    actor.send({ type: 'CHECK', ids: ['b'] });
    w.says({ type: 'COUNT', unread: 14, latest: 20 });
    actor.send({ type: 'TAB', tab: 'read' });
    actor.send({ type: 'DELETE' });
    expect([w.recorded.at(-1), state().box]).toEqual([
      'tell 请选择要删除的消息',
      { open: 'loading' },
    ]);
    actor.send({ type: 'TAB', tab: 'unread' });
    actor.send({ type: 'DELETE' });
    await w.answers('confirm', false);
    expect(w.recorded.slice(-2)).toEqual(['confirm ["提示","确定要删除消息吗"]', `load ${FIRST}`]);
    actor.send({ type: 'MARK' });
    expect(w.recorded.at(-1)).toBe('mark ["b"]');
    await w.fails('mark', '没有网络');
    expect(w.recorded.slice(-2)).toEqual(['fail 没有网络', `load ${FIRST}`]);
  });

  it('does what is pressed while marks are pending once they are made, in its order', async () => {
    await open();
    actor.send({ type: 'READ', id: 'a' });
    actor.send({ type: 'READ', id: 'b' });
    actor.send({ type: 'CHECK', ids: ['c'] });
    actor.send({ type: 'MARK' });
    actor.send({ type: 'MARK' });
    await w.answers('mark');
    await w.answers('mark');
    await w.answers('mark');
    expect(w.recorded.filter((each) => /^(mark|tell)/.test(each))).toEqual([
      'mark ["a"]',
      'mark ["b"]',
      'mark ["c"]',
      'tell 请选择要标记的消息',
    ]);
    expect([shown('unread'), shown('read'), state().box]).toEqual([
      '',
      'cbaz',
      { open: 'loading' },
    ]);
  });

  it('has nothing to mark among the read ones', async () => {
    await open();
    actor.send({ type: 'TAB', tab: 'read' });
    actor.send({ type: 'CHECK', ids: ['z'] });
    actor.send({ type: 'MARK' });
    expect(state().box).toEqual({ open: 'ready' });
  });

  it('deletes after asking, and not when the answer is no', async () => {
    await open();
    actor.send({ type: 'CHECK', ids: ['b'] });
    actor.send({ type: 'DELETE' });
    expect(w.recorded.at(-1)).toBe('confirm ["提示","确定要删除消息吗"]');
    await w.answers('confirm', false);
    expect([state().box, context().boxes.unread.withChecked]).toEqual([{ open: 'ready' }, ['b']]);
    actor.send({ type: 'DELETE' });
    await w.answers('confirm', true);
    expect(w.recorded.at(-1)).toBe('remove ["b"]');
    await w.answers('remove');
    expect([shown('unread'), context().unread, w.recorded.at(-1)]).toEqual([
      'ac',
      12,
      `load ${FIRST}`,
    ]);
  });

  it('keeps everything ticked when the server did not do it', async () => {
    await open();
    actor.send({ type: 'CHECK', ids: ['a'] });
    actor.send({ type: 'MARK' });
    await w.fails('mark', '没有网络');
    expect([w.recorded.at(-1), context().boxes.unread.withChecked, shown('unread')]).toEqual([
      'fail 没有网络',
      ['a'],
      'abc',
    ]);
  });

  it('starts at the first page with another size, and takes no size but 10, 20 and 50', async () => {
    await open();
    actor.send({ type: 'TURN', current: 2, size: 10 });
    await w.answers('load', { unread: { records: [message('k')], total: 13 } });
    actor.send({ type: 'TURN', current: 2, size: 50 });
    expect(w.recorded.at(-1)).toBe('load {"unread":{"current":1,"size":50}}');
    await answer(ABC);
    const before = w.recorded.length;
    actor.send({ type: 'TURN', current: 1, size: 100 });
    expect(w.recorded.length).toBe(before);
  });

  it('shows the last page when the one it asked for is gone', async () => {
    await open();
    actor.send({ type: 'TURN', current: 2, size: 10 });
    await w.answers('load', { unread: { records: [], total: 3 } });
    expect(w.recorded.at(-1)).toBe('load {"unread":{"current":1,"size":10}}');
  });

  it('says why a list could not be loaded, and loads it again when asked to', async () => {
    await w.answers('count', 0);
    actor.send({ type: 'OPEN' });
    await w.fails('load', '服务暂不可用');
    expect(context().boxes.unread.failure).toBe('服务暂不可用');
    actor.send({ type: 'RELOAD' });
    await answer(ABC);
    expect([context().boxes.unread.failure, shown('unread')]).toEqual([null, 'abc']);
  });
});

describe('how much is unread', () => {
  it('is requested first, then pushed by the stream, and requested again when the stream is gone', async () => {
    await w.answers('count', 3);
    expect(context().unread).toBe(3);
    w.says({ type: 'UP' });
    w.says({ type: 'COUNT', unread: 5, latest: 9 });
    expect([state().live, context().unread]).toEqual(['streaming', 5]);
    w.says({ type: 'DOWN' });
    expect([state().live, w.recorded.at(-1)]).toEqual(['counting', 'count']);
    await w.fails('count', 'x');
    expect([state().live, context().unread]).toEqual(['waiting', 5]);
  });

  it('makes an open drawer reload when there is news, with what is ticked still ticked', async () => {
    await open();
    w.says({ type: 'UP' });
    w.says({ type: 'COUNT', unread: 13, latest: 20 });
    const quiet = w.recorded.length;
    actor.send({ type: 'CHECK', ids: ['a'] });
    w.says({ type: 'COUNT', unread: 14, latest: 21 });
    expect(w.recorded.slice(quiet)).toEqual([`load ${FIRST}`]);
    await answer([message('n'), ...ABC], [], [14, 1]);
    expect([shown('unread'), context().boxes.unread.withChecked]).toEqual(['nabc', ['a']]);
    w.says({ type: 'COUNT', unread: 14, latest: 21 });
    expect(w.recorded.length).toBe(quiet + 1);
  });

  it('is listened to no more once the page is gone', () => {
    actor.stop();
    expect(w.recorded.at(-1)).toBe('unlisten');
  });
});
