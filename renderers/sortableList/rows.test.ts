import { describe, expect, it } from 'vitest';
import { givenRows, ownRows, type ShownOrder } from './rows.ts';

/** Rows of a source, with the order the widget keeps for them. */
function shown(rows: readonly unknown[]) {
  let order: ShownOrder | null = null;
  const list = (of: readonly unknown[] = rows) =>
    givenRows(of, 'id', order, (keys) => {
      order = { of, keys };
    });
  return { list, keys: (of?: readonly unknown[]) => list(of).items.map(({ key }) => key) };
}

describe('rows of a source', () => {
  const rows = [
    { id: 'a', name: '甲' },
    { id: 'b', name: '乙' },
    { id: 'c', name: '丙' },
  ];

  it('are shown where they were put until the source answers again', () => {
    const on = shown(rows);
    on.list().move(0, 2);
    expect(on.keys()).toEqual(['b', 'c', 'a']);
    expect(on.list().items[0]?.value).toEqual({ id: 'b', name: '乙' });
    on.list().move(1, 0);
    expect(on.keys()).toEqual(['c', 'b', 'a']);
    expect(on.keys([...rows])).toEqual(['a', 'b', 'c']);
  });

  it('are not the widget’s to write', () => {
    expect(ownRows({ kind: 'source', data: rows })).toBeNull();
    expect(ownRows(undefined)).toBeNull();
  });
});
