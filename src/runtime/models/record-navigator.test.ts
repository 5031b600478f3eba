import { observable, runInAction } from 'mobx';
import { describe, expect, it } from 'vitest';
import { RecordNavigator, type NavigableList } from './record-navigator.ts';

/**
 * A list of r1, r2 ... with pages that come a moment later; `gone` records are answered no more.
 */
function listOf(
  all: number,
  size: number,
  more: Partial<Pick<NavigableList, 'totalIsEstimate' | 'total' | 'groupBy' | 'loadAll'>> = {},
) {
  const page = (current: number) =>
    Array.from({ length: all }, (_, i) => ({ id: `r${i + 1}` })).slice(
      (current - 1) * size,
      current * size,
    );
  const state = observable(
    {
      current: 1,
      status: 'ready' as NavigableList['status'],
      records: page(1) as { id: string }[],
      total: all,
      totalIsEstimate: false,
      groupBy: [] as readonly string[],
      loadAll: null as NavigableList['loadAll'],
      ...more,
    },
    {},
    { deep: false },
  );
  const list: NavigableList = {
    get records() {
      return state.records;
    },
    get current() {
      return state.current;
    },
    size,
    get total() {
      return state.total;
    },
    get totalIsEstimate() {
      return state.totalIsEstimate;
    },
    get status() {
      return state.status;
    },
    get groupBy() {
      return state.groupBy;
    },
    get loadAll() {
      return state.loadAll;
    },
    setPage(current) {
      runInAction(() => {
        state.current = current;
        state.status = 'loading';
      });
      setTimeout(
        () =>
          runInAction(() => {
            state.records = page(current);
            state.status = 'ready';
          }),
        0,
      );
    },
  };
  return { list, state, walk: new RecordNavigator(list) };
}

describe('from one record of a list to its neighbours', () => {
  it('goes over the end of a page and back, and says the place over all pages', async () => {
    const { walk, list } = listOf(7, 3);
    walk.open('r3');
    expect(walk.position).toEqual({ at: 3, of: 7, more: false });
    expect([await walk.step(1), list.current, walk.position]).toEqual([
      'r4',
      2,
      { at: 4, of: 7, more: false },
    ]);
    expect([await walk.step(-1), list.current, walk.position?.at]).toEqual(['r3', 1, 3]);
  });
  it('ends at the first and at the last', async () => {
    const { walk, list } = listOf(4, 3);
    walk.open('r1');
    expect([walk.hasPrevious, await walk.step(-1), walk.opened]).toEqual([false, null, 'r1']);
    list.setPage(2);
    await new Promise((done) => setTimeout(done, 1));
    walk.open('r4');
    expect([walk.hasNext, await walk.step(1), walk.opened]).toEqual([false, null, 'r4']);
  });
  it('says that there are more than were counted, and comes back from a page that turned out to be none', async () => {
    const { walk, list } = listOf(6, 3, { total: 5, totalIsEstimate: true });
    walk.open('r3');
    expect(walk.position).toEqual({ at: 3, of: 5, more: true });
    await walk.step(1);
    await walk.step(1);
    await walk.step(1);
    expect([walk.position, walk.hasNext]).toEqual([{ at: 6, of: 6, more: true }, true]);
    expect([await walk.step(1), walk.opened, list.current]).toEqual([null, 'r6', 2]);
  });
  it('of a record that has left the list, the next is the one that took its place', async () => {
    const { walk, state } = listOf(5, 5);
    walk.open('r2');
    runInAction(() => {
      state.records = state.records.filter(({ id }) => id !== 'r2');
    });
    expect([walk.position, walk.hasNext]).toEqual([null, true]);
    expect(await walk.step(1)).toBe('r3');
    walk.open('r2');
    expect([walk.hasNext, walk.hasPrevious]).toEqual([false, false]);
  });
  it('among groups and stretches there is no page to turn', async () => {
    const { walk } = listOf(7, 3, { groupBy: ['stage'] });
    walk.open('r3');
    expect([walk.position, walk.hasNext, await walk.step(1)]).toEqual([
      { at: 3, of: 3, more: true },
      false,
      null,
    ]);
  });
});
