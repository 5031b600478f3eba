import { describe, expect, it } from 'vitest';
import { Entries, type Entry } from './entries.ts';
import type { ObjectTable } from './table.ts';

const table = {} as ObjectTable;
const entry = (tenantId: string, apiName: string, ...more: string[]): Entry => ({
  tenantId,
  apiName,
  isOpen: true,
  table,
  tables: new Map(),
  names: new Set([apiName, ...more]),
  fields: 20,
  pages: new Map(),
});
const page = (length: number) => ({ key: 'k', rev: 1, hash: 'h', text: 'x'.repeat(length) });

describe('entries of many companies', () => {
  it('drop the least recently used', () => {
    const entries = new Entries(100_000);
    for (const name of ['a', 'b']) entries.add(entry('t1', name), 1);
    expect(entries.get('t1', 'a')).toBeDefined();
    entries.add(entry('t2', 'c'), 7);
    expect(
      [entries.get('t1', 'a'), entries.get('t1', 'b'), entries.get('t2', 'c')].map(Boolean),
    ).toEqual([true, false, true]);
  });

  it('count the pages made from a describe', () => {
    const entries = new Entries(100_000);
    const [a, b] = [entry('t1', 'a'), entry('t1', 'b')];
    entries.add(a, 1);
    entries.add(b, 1);
    entries.addPage(b, 'list', page(20_000));
    expect([entries.has(a), entries.has(b)]).toEqual([false, true]);
    // The page is dropped with its entry, and nothing of either remains.
    entries.apply('t1', { since: 1, version: 2, touched: new Set(['b']) });
    for (const name of ['c', 'd']) entries.add(entry('t1', name), 2);
    expect([entries.get('t1', 'c'), entries.get('t1', 'd')].every(Boolean)).toBe(true);
  });

  it('refuse an entry of another version than the rest of the company', () => {
    const entries = new Entries();
    entries.add(entry('t1', 'a'), 5);
    entries.add(entry('t1', 'b'), 4);
    expect(entries.get('t1', 'b')).toBeUndefined();
    entries.apply('t1', { since: 5, version: 6, touched: new Set() });
    expect([entries.versionOf('t1'), entries.get('t1', 'a') !== undefined]).toEqual([6, true]);
  });

  it('drop everything when the changes are unknown', () => {
    const entries = new Entries();
    entries.add(entry('t1', 'a'), 5);
    entries.apply('t1', { since: 5, version: 900, touched: undefined });
    entries.add(entry('t2', 'a'), 5);
    entries.apply('t2', { since: 7, version: 8, touched: new Set() });
    expect([entries.get('t1', 'a'), entries.get('t2', 'a')]).toEqual([undefined, undefined]);
  });
});
