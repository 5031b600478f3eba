import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { conflict, draft, wordTools, words, editorHarness } from './fixtures.ts';
import { provideDocumentEditor } from './machine.ts';
import type { DocumentEditorEvent, Draft, SaveRequest } from './types.ts';

const AUTOSAVE_MS = 800;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(first: Draft = draft(words({ a: '甲', b: '乙' }))) {
  const w = editorHarness();
  const actor = createActor(provideDocumentEditor(w.services), {
    input: { key: 'k', selected: 'b' },
  }).start();
  await w.answers({ draft: first, tools: wordTools });
  const on = {
    ...w,
    actor,
    send: (event: DocumentEditorEvent) => actor.send(event),
    write: (document: object) => actor.send({ type: 'WRITE', path: ['document'], value: document }),
    get context() {
      return actor.getSnapshot().context;
    },
    get state() {
      const { value } = actor.getSnapshot();
      return typeof value === 'string' ? value : value.editing;
    },
    tags: () => [...actor.getSnapshot().tags].sort(),
    saves: () =>
      w.asked.filter(({ name }) => name === 'save').map(({ input }) => input as SaveRequest),
    pause: () => vi.advanceTimersByTimeAsync(AUTOSAVE_MS),
  };
  return on;
}

describe('loading', () => {
  it('shows the draft and keeps what was asked to be selected', async () => {
    const on = await open();
    expect([on.state, on.context.document, on.context.selected, on.tags()]).toEqual([
      'saved',
      { a: '甲', b: '乙' },
      'b',
      [],
    ]);
  });
  it('locked it is only looked at', async () => {
    const w = editorHarness();
    const input = { key: 'k', locked: true };
    const actor = createActor(provideDocumentEditor(w.services), { input }).start();
    await w.answers({ draft: draft(words({ a: '甲', b: '乙' })), tools: wordTools });
    actor.send({ type: 'WRITE', path: ['selected'], value: 'b' });
    actor.send({ type: 'WRITE', path: ['document', 'a'], value: '丙' });
    actor.send({ type: 'REMOVE', id: 'a' });
    const { context } = actor.getSnapshot();
    expect([context.selected, context.document]).toEqual(['b', { a: '甲', b: '乙' }]);
    expect(actor.getSnapshot().can({ type: 'REMOVE', id: 'a' })).toBe(false);
  });
  it('says why it failed, and is tried again', async () => {
    const w = editorHarness();
    const actor = createActor(provideDocumentEditor(w.services), { input: { key: 'k' } }).start();
    await w.fails('没有权限');
    expect([actor.getSnapshot().value, actor.getSnapshot().context.failure]).toEqual([
      'failed',
      '没有权限',
    ]);
    actor.send({ type: 'RELOAD' });
    await w.answers({ draft: draft(words({ a: '甲' })), tools: wordTools });
    expect(actor.getSnapshot().value).toEqual({ editing: 'saved' });
  });
});

describe('saving', () => {
  it('waits for a pause in writing, and then sends the whole', async () => {
    const on = await open();
    on.write({ a: '甲一', b: '乙' });
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1);
    on.write({ a: '甲一二', b: '乙' });
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1);
    expect([on.state, on.tags(), on.saves()]).toEqual(['waiting', ['saving', 'unsaved'], []]);
    await on.pause();
    expect(on.saves().map(({ document }) => document)).toEqual([{ a: '甲一二', b: '乙' }]);
    await on.answers({ draft: draft(words({ a: '甲一二', b: '乙' }), 2) });
    expect([on.state, on.tags(), on.context.draft!['version']]).toEqual(['saved', [], 2]);
  });
  it('is asked for at once by SAVE, and not at all when nothing changed', async () => {
    const on = await open();
    on.send({ type: 'SAVE' });
    on.write({ a: '甲', b: '乙' });
    on.send({ type: 'SAVE' });
    expect(on.saves()).toHaveLength(0);
    on.write({ a: '甲一', b: '乙' });
    on.send({ type: 'SAVE' });
    expect(on.saves()).toHaveLength(1);
  });
  it('goes on with what was written during the request', async () => {
    const on = await open();
    on.write({ a: '一', b: '乙' });
    await on.pause();
    on.write({ a: '一', b: '二' });
    await on.answers({ draft: draft(words({ a: '一', b: '乙' }), 2) });
    expect([on.state, on.context.document]).toEqual(['waiting', { a: '一', b: '二' }]);
    await on.pause();
    expect(on.saves().at(-1)).toMatchObject({
      document: { a: '一', b: '二' },
      draft: { version: 2 },
    });
  });
  it('merges what others changed, notifies about it, and preserves what was written since', async () => {
    const on = await open();
    on.write({ a: '一', b: '乙' });
    await on.pause();
    on.write({ a: '一一', b: '乙' });
    await on.answers({ draft: draft(words({ a: '一', b: '乙', c: '丙' }), 3) });
    expect(on.context.document).toEqual({ a: '一一', b: '乙', c: '丙' });
    expect(on.told).toEqual(['已合并他人的改动：c']);
    await on.pause();
    expect(on.saves().at(-1)!.document).toEqual({ a: '一一', b: '乙', c: '丙' });
  });
  it('that failed says why, keeps the work, and is tried again by itself and by hand', async () => {
    const on = await open();
    on.write({ a: '一', b: '乙' });
    await on.pause();
    await on.fails('网络不通');
    expect([on.state, on.context.failure, on.tags()]).toEqual(['unsaved', '网络不通', ['unsaved']]);
    on.write({ a: '一二', b: '乙' });
    expect(on.state).toBe('unsaved');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(on.saves()).toHaveLength(2);
    await on.fails('网络不通');
    on.send({ type: 'SAVE' });
    expect(on.saves().at(-1)!.document).toEqual({ a: '一二', b: '乙' });
    await on.answers({ draft: draft(words({ a: '一二', b: '乙' }), 2) });
    expect([on.state, on.context.failure, on.context.tries]).toEqual(['saved', null, 0]);
  });
});

describe('reloading', () => {
  it('keeps what was written meanwhile, and saves it', async () => {
    const on = await open();
    on.send({ type: 'RELOAD' });
    on.write({ a: '甲', b: '二' });
    await on.answers({ draft: draft(words({ a: '甲', b: '乙', c: '丙' }), 5), tools: wordTools });
    expect([on.state, on.context.document]).toEqual(['waiting', { a: '甲', b: '二', c: '丙' }]);
    await on.pause();
    expect(on.saves().at(-1)).toMatchObject({
      document: { b: '二', c: '丙' },
      draft: { version: 5 },
    });
  });
  it('keeps undo where the document is the same, as after publishing, and not where it is another, as after giving up the draft', async () => {
    const on = await open();
    on.write({ a: '一', b: '乙' });
    await on.pause();
    await on.answers({ draft: draft(words({ a: '一', b: '乙' }), 2) });
    on.send({ type: 'RELOAD' });
    await on.answers({ draft: draft(words({ a: '一', b: '乙' }), 3), tools: wordTools });
    expect([on.state, on.context.past.length]).toEqual(['saved', 1]);
    on.send({ type: 'RELOAD' });
    await on.answers({ draft: draft(words({ a: '甲', b: '乙' }), 4), tools: wordTools });
    expect([on.context.document, on.context.past]).toEqual([{ a: '甲', b: '乙' }, []]);
  });
  it('that failed leaves everything as it was, and what waits to be saved is saved', async () => {
    const on = await open();
    on.send({ type: 'RELOAD' });
    await on.fails('网络不通');
    expect([on.state, on.told]).toEqual(['saved', ['网络不通']]);
    on.write({ a: '我的', b: '乙' });
    await on.pause();
    await on.answers({ conflicts: [conflict('x')] });
    on.send({ type: 'RELOAD' });
    await on.fails('网络不通');
    expect([on.state, on.context.document]).toEqual(['waiting', { a: '我的', b: '乙' }]);
  });
});

describe('conflicts', () => {
  it('keep mine on the screen until each is answered, and then the same is sent with the choices', async () => {
    const on = await open();
    on.write({ a: '我的', b: '乙' });
    await on.pause();
    await on.answers({ conflicts: [conflict('x'), conflict('y')] });
    expect([on.state, on.context.document, on.tags()]).toEqual([
      'conflicted',
      { a: '我的', b: '乙' },
      ['unsaved'],
    ]);
    on.send({ type: 'CHOOSE', id: 'x', side: 'theirs' });
    on.send({ type: 'RESOLVE' });
    expect(on.state).toBe('conflicted');
    on.send({ type: 'CHOOSE', id: 'y', side: 'mine' });
    on.send({ type: 'RESOLVE' });
    expect(on.saves().at(-1)).toMatchObject({
      document: { a: '我的', b: '乙' },
      draft: { version: 1 },
      choices: { x: 'theirs', y: 'mine' },
    });
    await on.answers({ draft: draft(words({ a: '他的', b: '乙' }), 3) });
    expect([on.state, on.context.document, on.context.conflicts]).toEqual([
      'saved',
      { a: '他的', b: '乙' },
      [],
    ]);
  });
  it('of the draft itself are answered by the server, all of one side in one go', async () => {
    const on = await open(
      draft(words({ a: '甲' }), 4, [conflict('x'), { ...conflict('y'), takes: ['mine'] }]),
    );
    expect(on.context.conflicts).toHaveLength(2);
    on.send({ type: 'CHOOSE', side: 'theirs' });
    expect(on.context.conflicts.map(({ take }) => take)).toEqual(['theirs', undefined]);
    on.send({ type: 'CHOOSE', id: 'y', side: 'mine' });
    on.send({ type: 'RESOLVE' });
    expect(on.asked.at(-1)).toMatchObject({
      name: 'resolve',
      input: { draft: { version: 4 }, choices: { x: 'theirs', y: 'mine' } },
    });
    await on.answers(draft(words({ a: '新的' }), 5));
    expect([on.state, on.context.document, on.context.conflicts]).toEqual([
      'saved',
      { a: '新的' },
      [],
    ]);
  });
});

describe('undo', () => {
  it('takes back what was typed in one place in one go, and brings it back', async () => {
    const on = await open();
    for (const text of ['一', '一二', '一二三']) on.write({ a: text, b: '乙' });
    on.write({ a: '一二三', b: '二' });
    on.send({ type: 'UNDO' });
    expect(on.context.document).toEqual({ a: '一二三', b: '乙' });
    on.send({ type: 'UNDO' });
    expect(on.context.document).toEqual({ a: '甲', b: '乙' });
    expect(on.actor.getSnapshot().can({ type: 'UNDO' })).toBe(false);
    on.send({ type: 'REDO' });
    on.send({ type: 'REDO' });
    expect(on.context.document).toEqual({ a: '一二三', b: '二' });
    on.send({ type: 'UNDO' });
    on.write({ a: '另', b: '乙' });
    expect(on.actor.getSnapshot().can({ type: 'REDO' })).toBe(false);
  });
  it('made by others meanwhile is reported and left out', async () => {
    const on = await open();
    on.write({ a: '甲', b: '乙', c: '丙' });
    await on.pause();
    await on.answers({ draft: draft(words({ a: '甲', b: '乙' }), 3) });
    on.send({ type: 'UNDO' });
    expect([on.context.document, on.context.past, on.told.at(-1)]).toEqual([
      { a: '甲', b: '乙' },
      [],
      '这一步已被后来的改动取代，不能再撤销或重做',
    ]);
  });
});

describe('wishes', () => {
  it('are done by the tools and select what they made; a refusal is reported', async () => {
    const on = await open();
    on.send({ type: 'INSERT', what: 'c' });
    expect([on.context.document, on.context.selected]).toEqual([
      { a: '甲', b: '乙', c: '新' },
      'c',
    ]);
    const before = on.context.outline;
    on.send({ type: 'REMOVE', id: 'z' });
    expect([on.told, on.context.outline === before]).toEqual([['没有这一项'], false]);
  });
});

describe('writing', () => {
  it('what is no document leaves the document and says why; selecting is no change', async () => {
    const on = await open();
    on.send({ type: 'WRITE', path: ['document'], value: 3 });
    expect([on.context.refusal, on.context.document]).toEqual(['不是文档', { a: '甲', b: '乙' }]);
    on.send({ type: 'WRITE', path: ['selected'], value: 'a' });
    on.send({ type: 'WRITE', path: ['selected'], value: 'nobody' });
    expect([on.state, on.context.selected]).toEqual(['saved', 'a']);
    on.send({ type: 'WRITE', path: ['document', 'a'], value: '改' });
    expect([on.state, on.context.document, on.context.refusal]).toEqual([
      'waiting',
      { a: '改', b: '乙' },
      null,
    ]);
  });
});
