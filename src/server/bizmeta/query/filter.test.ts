import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILTER_MAX_LEAVES, type FilterNode, type Problem } from '../../../contract/index.ts';
import { matches } from './conditions.ts';
import { readFilter } from './read-filter.ts';
import {
  list,
  nameOf,
  openFilterServer,
  operandOf,
  opsOf,
  reasons,
  records,
  table,
  tree,
  TYPES,
  user,
} from '../testing/filter.ts';

openFilterServer();

describe('a filter', () => {
  /** PostgreSQL finds the records the filter matches in memory, and returns their ids. */
  async function agrees(filter: FilterNode): Promise<number> {
    const answer = await list(filter);
    expect(answer.msg).toBe('ok');
    const problems: Problem[] = [];
    const condition = readFilter(filter, table, { now: new Date(), userId: user.userid }, problems);
    expect(problems).toEqual([]);
    const expected = records
      .filter((record) => condition === null || matches(condition, record))
      .map((record) => record['id']);
    expect(answer.data.records.map((record) => record['id'])).toEqual(expected);
    expect(answer.data.total).toBe(expected.length);
    return expected.length;
  }

  it('finds in PostgreSQL exactly the records it matches in memory, for any tree', async () => {
    await fc.assert(
      fc.asyncProperty(tree(), async (filter) => void (await agrees(filter))),
      { numRuns: 200 },
    );
  });

  it.each(TYPES)(
    'takes every operator its type offers, and some find something: %s',
    async (type) => {
      let found = 0;
      for (const op of opsOf(type)) {
        for (const value of fc.sample(operandOf(type, op), { numRuns: 3, seed: 3 }))
          found += await agrees({
            field: `${nameOf(type)}0`,
            op,
            ...(value !== undefined && { value }),
          });
      }
      expect(found).toBeGreaterThan(0);
    },
  );

  it('with wildcards in its text finds just that text', async () => {
    const found = (await list({ field: 'xtext0', op: 'contains', value: '%' })).data.records;
    expect(found.every((record) => String(record['xtext0']).includes('%'))).toBe(true);
  });

  it('with current_user means the user of the request', async () => {
    const asked = (
      await list({ field: 'createdBy', op: 'eq', value: 'current_user', valueType: 'variable' })
    ).data.total;
    expect(asked).toBe(records.length);
  });

  it('reads the words that a picker of members offers, alone and among others', async () => {
    const found = async (...filters: FilterNode[]) => {
      const answers = await Promise.all(filters.map((filter) => list(filter)));
      expect(answers.map(({ msg }) => msg)).toEqual(answers.map(() => 'ok'));
      return answers.map(({ data }) => data.records.map((record) => record['id']));
    };
    const { userid: me } = user;
    const pairs: [object, object][] = [
      [
        { field: 'xusers0', op: 'hasAny', value: ['current_user'] },
        { field: 'xusers0', op: 'hasAny', value: [me] },
      ],
      [
        { field: 'xuser0', op: 'nin', value: ['current_user', 'someone'] },
        { field: 'xuser0', op: 'nin', value: [me, 'someone'] },
      ],
      [
        { field: 'createdBy', op: 'eq', value: 'current_user' },
        { op: 'and', items: [] },
      ],
      [
        { field: 'xdept0', op: 'in', value: ['current_user_dept'] },
        { field: 'xdept0', op: 'myDepts' },
      ],
      [
        { field: 'xuser0', op: 'in', value: ['last_editor', 'current_user'] },
        {
          op: 'or',
          items: [
            { field: 'xuser0', op: 'eq', value: 'updatedBy', valueType: 'field' },
            { field: 'xuser0', op: 'eq', value: me },
          ],
        },
      ],
    ];
    for (const [words, meant] of pairs) {
      const [read, expected] = await found(words as FilterNode, meant as FilterNode);
      expect(read).toEqual(expected);
    }
    const refusal = async (filter: object) => JSON.stringify((await list(filter as never)).error);
    expect(await refusal({ field: 'xuser0', op: 'in', value: ['dynamic_user'] })).toContain(
      '不能与“动态用户”比较',
    );
    expect(await refusal({ field: 'xdept0', op: 'nin', value: ['current_user_dept'] })).toContain(
      '只能用“等于”或“属于”比较',
    );
  });

  const wrong: [string, unknown, string[]][] = [
    [
      'an unknown field',
      { field: 'nothing', op: 'eq', value: 1 },
      ['/filter/field FILTER_INVALID'],
    ],
    [
      'a property of objects as a field',
      { field: 'constructor', op: 'eq', value: 1 },
      ['/filter/field FILTER_INVALID'],
    ],
    [
      'an operator of another type',
      { field: 'xtext0', op: 'gt', value: 'a' },
      ['/filter/op FILTER_INVALID'],
    ],
    [
      'a value of another type',
      { field: 'xinteger0', op: 'eq', value: 'a' },
      ['/filter/value FILTER_INVALID'],
    ],
    [
      'an option that is none',
      { field: 'xsingleSelect0', op: 'eq', value: 'z' },
      ['/filter/value FILTER_INVALID'],
    ],
    ['no value', { field: 'xtext0', op: 'eq' }, ['/filter/value FILTER_INVALID']],
    [
      'a value nobody asked for',
      { field: 'xtext0', op: 'empty', value: 'x' },
      ['/filter/value FILTER_INVALID'],
    ],
    ['an empty list', { field: 'xtext0', op: 'in', value: [] }, ['/filter/value FILTER_INVALID']],
    [
      'a list that is too long',
      { field: 'xtext0', op: 'in', value: Array(1001).fill('a') },
      ['/filter/value FILTER_INVALID'],
    ],
    [
      'half a span',
      { field: 'xinteger0', op: 'between', value: [1] },
      ['/filter/value FILTER_INVALID'],
    ],
    [
      'a day that is none',
      { field: 'xdate0', op: 'gt', value: '2026-13-01' },
      ['/filter/value FILTER_INVALID'],
    ],
    [
      'a property too many',
      { field: 'xtext0', op: 'eq', value: 'a', sql: '1=1' },
      ['/filter FILTER_INVALID'],
    ],
    ['another kind of group', { op: 'xor', items: [] }, ['/filter/op FILTER_INVALID']],
    ['no list of items', { op: 'and', items: {} }, ['/filter/items FILTER_INVALID']],
    [
      'fields that cannot be compared',
      { field: 'xdate0', op: 'eq', value: 'xdateTime0', valueType: 'field' },
      ['/filter/value FILTER_INVALID'],
    ],
    [
      'a variable of another type',
      { field: 'xtext0', op: 'eq', value: 'current_user', valueType: 'variable' },
      ['/filter/value FILTER_INVALID'],
    ],
    [
      'every wrong leaf of a tree',
      {
        op: 'and',
        items: [
          { field: 'a', op: 'eq' },
          {
            op: 'or',
            items: [
              { field: 'xtext0', op: 'eq', value: 'ok' },
              { field: 'b', op: 'eq' },
            ],
          },
        ],
      },
      ['/filter/items/0/field FILTER_INVALID', '/filter/items/1/items/1/field FILTER_INVALID'],
    ],
    [
      'too deep a tree',
      {
        op: 'and',
        items: [
          {
            op: 'and',
            items: [
              {
                op: 'and',
                items: [
                  { op: 'and', items: [{ op: 'and', items: [{ field: 'xtext0', op: 'empty' }] }] },
                ],
              },
            ],
          },
        ],
      },
      ['/filter/items/0/items/0/items/0/items/0/items/0 FILTER_INVALID'],
    ],
  ];
  it.each(wrong)(
    'is refused with the place of what is wrong: %s',
    async (_why, filter, expected) => {
      expect(await reasons(filter)).toEqual(expected);
      expect((await list(filter)).code).toBe(400);
    },
  );

  it('has a limit of leaves, also when they are spread over groups', async () => {
    const items = Array.from({ length: 2 }, () => ({
      op: 'or',
      items: Array.from({ length: FILTER_MAX_LEAVES / 2 + 1 }, () => ({
        field: 'xtext0',
        op: 'empty',
      })),
    }));
    expect(await reasons({ op: 'and', items })).toEqual(['/filter FILTER_INVALID']);
  });
});
