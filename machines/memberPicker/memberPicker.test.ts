import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { DEBOUNCE_MS, MEMBER_TABS } from '../../src/contract/index.ts';
import { allState, allWords } from './selection.ts';
import { page, person, settings, pickerHarness } from './fixtures.ts';
import { provideMemberPicker } from './machine.ts';
import type { PickerSettings } from './types.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(over: Partial<PickerSettings> = {}, chosen: string[] = []) {
  const w = pickerHarness();
  const actor = createActor(provideMemberPicker(w.services), {
    input: { settings: settings(over), chosen: chosen.map((id) => person(id)) },
  }).start();
  const now = () => actor.getSnapshot();
  const ids = (of: 'draft' | 'chosen' | 'people') =>
    now()
      .context[of].map(({ id }) => id)
      .join('');
  return { ...w, actor, send: actor.send, now, ids };
}
async function opened(
  over: Partial<PickerSettings> = {},
  chosen: string[] = [],
  first = page('abc'),
) {
  const p = start(over, chosen);
  p.send({ type: 'OPEN' });
  await p.grows();
  await p.answers(first);
  return p;
}

describe('choosing', () => {
  it('counts when it is confirmed, and is forgotten when it is not', async () => {
    const p = await opened({}, ['x']);
    p.send({ type: 'TOGGLE', member: person('a') });
    expect([p.ids('draft'), p.ids('chosen')]).toEqual(['xa', 'x']);
    p.send({ type: 'CANCEL' });
    expect([p.now().value, p.ids('draft'), p.committed]).toEqual(['closed', 'x', []]);
    p.send({ type: 'OPEN' });
    p.send({ type: 'TOGGLE', member: person('a') });
    p.send({ type: 'TOGGLE', member: person('x') });
    p.send({ type: 'CONFIRM' });
    expect([p.now().value, p.ids('chosen'), p.committed]).toEqual(['closed', 'a', [['a']]]);
  });
  it('of one replaces; taking one confirms', async () => {
    const p = await opened({ single: true, max: 1 }, ['x']);
    for (const id of ['a', 'b', 'b']) p.send({ type: 'TOGGLE', member: person(id) });
    expect(p.ids('draft')).toBe('b');
    p.send({ type: 'TAKE', member: person('c') });
    expect([p.now().value, p.committed]).toEqual(['closed', [['c']]]);
  });
  it('takes a tag away outside of the dialog at once, unless it is disabled', () => {
    const p = start({}, ['a', 'b']);
    p.send({ type: 'REMOVE', id: 'a' });
    expect([p.ids('chosen'), p.committed]).toEqual(['b', [['b']]]);
    const off = start({ disabled: true }, ['a']);
    off.send({ type: 'REMOVE', id: 'a' });
    off.send({ type: 'OPEN' });
    expect([off.now().value, off.ids('chosen')]).toEqual(['closed', 'a']);
  });
  it('stops at the maximum, with a message', async () => {
    const p = await opened();
    for (const id of ['a', 'b', 'c', 'd']) p.send({ type: 'TOGGLE', member: person(id) });
    expect([p.ids('draft'), p.told]).toEqual(['abc', ['最多选择 3 个']]);
  });
  it('that means everyone replaces all others, and is replaced by them', async () => {
    const p = await opened();
    const everybody = { id: '-1', kind: 'special', name: '所有人' } as const;
    for (const member of [person('a'), person('b'), everybody]) p.send({ type: 'TOGGLE', member });
    expect(p.now().context.draft).toEqual([everybody]);
    p.send({ type: 'TOGGLE', member: person('c') });
    expect(p.ids('draft')).toBe('c');
  });
  it('in place counts at once', async () => {
    const p = start({ inline: true });
    await p.grows();
    p.send({ type: 'TOGGLE', member: person('a') });
    p.send({ type: 'CANCEL' });
    expect([p.ids('chosen'), p.committed, p.now().matches('open')]).toEqual(['a', [['a']], true]);
    p.send({ type: 'SET', members: [person('z')] });
    expect(p.ids('draft')).toBe('z');
  });
});

describe('all of a list', () => {
  it('is all, some or none', () => {
    const [a, b] = [person('a'), person('b')];
    expect([
      allState([], [a, b]),
      allState([a], [a, b]),
      allState([a, b], [a, b]),
      allState([a, b], [a, b], true),
      allState([a], []),
    ]).toEqual(['none', 'some', 'all', 'some', 'none']);
  });
  it('is ticked and unticked together', async () => {
    const p = await opened({ max: 9 }, ['x']);
    p.send({ type: 'TOGGLE_ALL' });
    expect(p.ids('draft')).toBe('xabc');
    p.send({ type: 'TOGGLE_ALL' });
    expect(p.ids('draft')).toBe('x');
  });
  it('is fetched first when only a page of it is there', async () => {
    const p = await opened({ max: 4 }, [], page('ab', true));
    p.send({ type: 'TOGGLE_ALL' });
    expect(p.asked.at(-1)).toMatchObject({ size: 4, after: null });
    await p.answers(page('abcd', true));
    expect([p.ids('draft'), p.told]).toEqual(['abcd', ['人数较多，已选择前 4 人']]);
    p.send({ type: 'TOGGLE_ALL' });
    expect(p.ids('draft')).toBe('');
  });
  it('is ticked while a further page is loaded', async () => {
    const p = await opened({ max: 9 }, [], page('ab', true));
    p.send({ type: 'MORE' });
    p.send({ type: 'TOGGLE_ALL' });
    expect(p.asked.at(-1)).toMatchObject({ size: 9, after: null });
    await p.answers(page('abcd'));
    expect(p.ids('draft')).toBe('abcd');
  });
  it('says how many there are, once it is known, and whether all of them are ticked or those of a page', async () => {
    const p = await opened({ max: 9 }, [], page('ab', true));
    const words = () => allWords(p.now().context);
    expect(words()).toBe('共 2 人以上');
    await p.counts(4);
    expect(words()).toBe('共 4 人');
    p.send({ type: 'TOGGLE', member: person('a') });
    expect(words()).toBe('已选 1 人，共 4 人');
    p.send({ type: 'TOGGLE', member: person('b') });
    expect([words(), allState(p.now().context.draft, p.now().context.people, true)]).toEqual([
      '已选前 2 人，共 4 人',
      'some',
    ]);
    p.send({ type: 'TOGGLE_ALL' });
    await p.answers(page('abcd'));
    expect([p.ids('draft'), words()]).toEqual(['abcd', '已选全部 4 人']);
    p.send({ type: 'TOGGLE_ALL' });
    expect([p.ids('draft'), words()]).toEqual(['', '共 4 人']);
  });
  it('is as good without knowing how many there are; scrolling on does not wait for it', async () => {
    const p = await opened({}, [], page('ab', true));
    p.send({ type: 'MORE' });
    await p.answers(page('c', true));
    await p.miscounts();
    expect([p.ids('people'), p.now().context.total, p.now().context.failure]).toEqual([
      'abc',
      null,
      null,
    ]);
    p.send({ type: 'MORE' });
    await p.answers(page('d'));
    expect([p.ids('people'), p.now().context.total]).toEqual(['abcd', 4]);
  });
});

describe('searching', () => {
  const looking = (p: ReturnType<typeof start>) => p.now().matches({ open: { search: 'box' } });
  it('replaces the tabs, and gives way to them again when it is left empty', async () => {
    const p = await opened();
    p.send({ type: 'SEARCH' });
    expect(looking(p)).toBe(true);
    p.send({ type: 'TYPE', text: ' ' });
    p.send({ type: 'LEAVE_SEARCH' });
    expect(looking(p)).toBe(false);
    p.send({ type: 'TYPE', text: '李' });
    p.send({ type: 'LEAVE_SEARCH' });
    expect(looking(p)).toBe(true);
  });
  it('asks once the typing has paused, for the trimmed text, and not for none', async () => {
    const p = await opened({ limit: { deptIds: ['d1'] } });
    const before = p.asked.length;
    p.send({ type: 'SEARCH' });
    for (const text of [' ', ' l', ' li']) {
      p.send({ type: 'TYPE', text });
      vi.advanceTimersByTime(DEBOUNCE_MS - 1);
    }
    expect(p.asked.length).toBe(before);
    p.send({ type: 'TYPE', text: ' li ' });
    vi.advanceTimersByTime(DEBOUNCE_MS);
    expect(p.asked.slice(before)).toMatchObject([
      { text: 'li', orgId: null, limit: { deptIds: ['d1'] }, after: null },
    ]);
    await p.answers(page('l'));
    p.send({ type: 'TYPE', text: 'li' });
    vi.advanceTimersByTime(DEBOUNCE_MS);
    expect([p.asked.length, p.ids('people')]).toEqual([before + 1, 'l']);
  });
  it('goes on page by page, behind the last one found', async () => {
    const p = await opened();
    p.send({ type: 'TYPE', text: 'li' });
    vi.advanceTimersByTime(DEBOUNCE_MS);
    await p.answers(page('lm', true));
    await p.counts(3);
    p.send({ type: 'MORE' });
    expect(p.asked.at(-1)).toMatchObject({ text: 'li', after: { id: 'm' } });
    await p.answers(page('n'));
    expect([p.ids('people'), allWords(p.now().context)]).toEqual(['lmn', '共 3 人']);
  });
  it('forgets an answer that was overtaken', async () => {
    const p = await opened();
    p.send({ type: 'TYPE', text: 'a' });
    vi.advanceTimersByTime(DEBOUNCE_MS);
    const { answers } = p;
    p.send({ type: 'TYPE', text: 'ab' });
    await answers(page('z'));
    expect(p.ids('people')).toBe('');
  });
});

describe('where people are listed by', () => {
  it('everyone first, then a department, a role, page by page', async () => {
    const p = await opened({}, [], page('abc', true));
    p.send({ type: 'MORE' });
    expect(p.asked.map(({ orgId, after }) => [orgId, after?.id])).toEqual([
      ['-1', undefined],
      ['-1', 'c'],
    ]);
    await p.answers(page('d'));
    expect(p.ids('people')).toBe('abcd');
    p.send({ type: 'ENTER', id: 'd1' });
    await p.answers(page('e'));
    p.send({ type: 'TAB', tab: MEMBER_TABS.roles });
    expect(p.now().matches({ open: { people: 'resting' } })).toBe(true);
    await p.grows();
    p.send({ type: 'ENTER', id: 'r1' });
    expect(p.asked.at(-1)).toMatchObject({ orgId: null, roleId: 'r1' });
  });
  it('says why there is no list, keeps what there is when the next page fails, and tries again', async () => {
    const p = start();
    p.send({ type: 'OPEN' });
    await p.withers('没有树');
    await p.fails('不行');
    expect([p.now().context.failure, p.now().context.treeFailure]).toEqual(['不行', '没有树']);
    p.send({ type: 'RETRY' });
    await p.grows();
    await p.answers(page('a', true));
    p.send({ type: 'MORE' });
    await p.fails('又不行');
    expect([p.ids('people'), p.now().context.failure, p.now().context.treeFailure]).toEqual([
      'a',
      '又不行',
      null,
    ]);
    p.send({ type: 'RETRY' });
    await p.answers(page('b'));
    expect([p.ids('people'), p.now().context.failure]).toEqual(['ab', null]);
  });
  it('lists no one where only departments can be chosen', async () => {
    const p = start({ kinds: ['dept'], tabs: [MEMBER_TABS.orgs] });
    p.send({ type: 'OPEN' });
    await p.grows();
    expect([p.asked, p.now().context.trees.depts?.length]).toEqual([[], 1]);
  });
  it('goes to no tab that is not offered', async () => {
    const p = await opened({ tabs: [MEMBER_TABS.orgs, MEMBER_TABS.current] });
    p.send({ type: 'TAB', tab: MEMBER_TABS.users });
    expect([p.now().context.tab, p.ids('people')]).toEqual([MEMBER_TABS.orgs, 'abc']);
  });
  it('goes to the first tab when its own is no longer offered', async () => {
    const p = await opened();
    p.send({ type: 'TAB', tab: MEMBER_TABS.users });
    p.send({ type: 'SETTINGS', settings: settings({ tabs: [MEMBER_TABS.current] }) });
    expect(p.now().context.tab).toBe(MEMBER_TABS.current);
  });
});
