import { describe, expect, it } from 'vitest';
import type { CustomView, FilterNode } from '../../contract/index.ts';
import { chosenAfter, chosenFrom, queryOf } from './list-address.ts';
import { START, type Chosen } from './list-view.ts';

const paid: FilterNode = { op: 'and', items: [{ field: 'state', op: 'eq', value: '已付' }] };
const chosen: Chosen = {
  ...START,
  search: '空压 机',
  filter: paid,
  sort: [
    { field: 'amount', dir: 'desc' },
    { field: 'owner.name', dir: 'asc' },
  ],
  groupBy: ['state', 'owner'],
  current: 3,
  size: 50,
};
const text = (more: Partial<Chosen>, view?: Partial<CustomView> | null) =>
  queryOf({ ...START, ...more }, view as CustomView | null | undefined, [], null);

describe('what a person looks at in a list', () => {
  it('is read from the address as it was written', () => {
    const query = queryOf(chosen, undefined, [], 'r7');
    expect(query).toMatchObject({ sort: '-amount,owner.name', group: 'state,owner', record: 'r7' });
    expect(chosenFrom(query)).toEqual(chosen);
  });
  it('is not said where the view has it anyway, and said where a filter of the view was taken off', () => {
    const view = { sort: [], groupBy: [], dataFilter: paid, kind: 'grid' } as never;
    expect(text({ filter: paid, sort: [], groupBy: [] }, view)).toMatchObject({
      filter: null,
      sort: null,
      group: null,
    });
    expect(text({ filter: null }, view).filter).toBe('');
    expect(chosenFrom({ filter: '' }).filter).toBeNull();
    expect(text({ filter: null }, null).filter).toBeNull();
  });
  it('that cannot be read is as good as not said', () => {
    const broken = {
      filter: '{"op":"and","items":[{"field":"a b","op":"eq"}]}',
      sort: '1;drop',
      page: '-2',
      size: '7',
    };
    expect(chosenFrom(broken)).toEqual({ ...START, sort: [] });
    expect(chosenFrom({ filter: '{"op":' })).toEqual(START);
    const deep = '{"op":"and","items":['.repeat(30) + ']}'.repeat(30);
    expect(chosenFrom({ filter: deep })).toEqual(START);
  });
  it('that no address holds is left out, and is there still when a record over it is closed', () => {
    const long = { field: 'name', op: 'in', value: ['很长'.repeat(3_000)] } as never;
    expect(text({ filter: long }).filter).toBeNull();
    const now: Chosen = { ...chosen, filter: long, kindConfig: { cover: 'photo' } as never };
    const said = queryOf(now, undefined, [], 'r7');
    expect(chosenAfter(now, said, { ...said, record: null })).toEqual(now);
    expect(chosenAfter({ ...now, filter: paid }, queryOf(chosen, undefined, [], null), {})).toEqual(
      { ...START, kindConfig: now.kindConfig },
    );
  });
});
