import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldDescribe, FilterGroup, FilterLeaf, FilterNode } from '../../contract/index.ts';
import { check, parse } from '../../expression/index.ts';
import { fieldTypes, USER_TYPE } from '../index.ts';
import { conditionOf, conditionOperators, conditionText } from '../../values/index.ts';

const options = [
  { code: 'a', label: '甲' },
  { code: 'b', label: '乙' },
];
const field = (
  apiName: string,
  type: FieldDescribe['type'],
  more: Partial<FieldDescribe> = {},
): FieldDescribe => ({ id: apiName, apiName, label: apiName, type, order: 0, ...more });
const fields = [
  field('name', 'text'),
  field('in', 'longText'),
  field('qty', 'integer'),
  field('price', 'formula', { resultType: 'decimal' }),
  field('paid', 'boolean'),
  field('due', 'date'),
  field('kind', 'singleSelect', { options }),
  field('tags', 'multiSelect', { options }),
  field('owner', 'user'),
  field('photo', 'image'),
  field('at', 'time'),
];
const one = (leaf: FilterLeaf): FilterGroup => ({ op: 'and', items: [leaf] });

describe('conditions a person builds', () => {
  it.each<[FilterLeaf, string]>([
    [{ field: 'name', op: 'eq', value: "O'Neill" }, "name = 'O''Neill'"],
    [{ field: 'in', op: 'ncontains', value: 'x' }, "not contains(`in`, 'x')"],
    [{ field: 'qty', op: 'between', value: [1, 2.5] }, 'qty between 1 and 2.5'],
    [{ field: 'qty', op: 'lt', value: -3 }, 'qty < -3'],
    [{ field: 'paid', op: 'eq', value: false }, 'paid = false'],
    [{ field: 'due', op: 'gte', value: '2026-01-31' }, "due >= date('2026-01-31')"],
    [{ field: 'due', op: 'today' }, 'due = today()'],
    [{ field: 'kind', op: 'nin', value: ['a', 'b'] }, "kind not in ['a', 'b']"],
    [{ field: 'tags', op: 'hasAll', value: ['a', 'b'] }, "('a' in tags and 'b' in tags)"],
    [{ field: 'tags', op: 'hasNone', value: ['a', 'b'] }, "not ('a' in tags or 'b' in tags)"],
    [{ field: 'tags', op: 'hasAny', value: ['a'] }, "'a' in tags"],
    [{ field: 'owner', op: 'me' }, 'owner = user.id'],
    [{ field: 'photo', op: 'nempty' }, 'not isEmpty(photo)'],
  ])('%j is written as %s and read back', (leaf, text) => {
    expect(conditionText(one(leaf), fields)).toBe(text);
    expect(conditionOf(text, fields)).toEqual(one(leaf));
  });
  it('leave out what has no value yet', () => {
    expect(
      conditionText(
        {
          op: 'or',
          items: [
            { field: 'qty', op: 'gt' },
            { field: 'name', op: 'eq', value: '' },
            { field: 'kind', op: 'in', value: [] },
            { op: 'and', items: [] },
          ],
        },
        fields,
      ),
    ).toBe('');
    expect(
      conditionText(
        {
          op: 'or',
          items: [
            { field: 'qty', op: 'gt' },
            { field: 'paid', op: 'eq', value: true },
          ],
        },
        fields,
      ),
    ).toBe('paid = true');
  });
  it.each([
    'qty + 1 > 2',
    'name = kind',
    'gone = 1',
    'qty > 1 and len(name) > 2',
    'name contains',
    'not (qty > 1)',
    'owner = user.realName',
    "kind > 'a'",
  ])('%s is left to the formula editor', (text) => {
    expect(conditionOf(text, fields)).toBeNull();
  });
  it('none at all is a group without any', () => {
    expect(conditionOf('  ', fields)).toEqual({ op: 'and', items: [] });
  });
});

const valueOf: Partial<Record<FieldDescribe['type'], fc.Arbitrary<unknown>>> = {
  text: fc.string({ minLength: 1 }),
  longText: fc.string({ minLength: 1 }),
  integer: fc.integer(),
  formula: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 100),
  boolean: fc.boolean(),
  date: fc.constantFrom('2026-01-31', '2030-12-01'),
  singleSelect: fc.constantFrom('a', 'b'),
  multiSelect: fc.constantFrom('a', 'b'),
  user: fc.constant('u1'),
  time: fc.constant('08:30'),
};
const leaves = fc.constantFrom(...fields).chain((each) =>
  fc.constantFrom(...conditionOperators(each)).chain((op): fc.Arbitrary<FilterLeaf> => {
    const value = valueOf[each.type] ?? fc.constant('');
    if (['empty', 'nempty', 'me', 'today'].includes(op))
      return fc.constant({ field: each.apiName, op });
    if (op === 'between')
      return fc.tuple(value, value).map((pair) => ({ field: each.apiName, op, value: pair }));
    if (['in', 'nin', 'hasAny', 'hasNone'].includes(op))
      return fc
        .array(value, { minLength: 1, maxLength: 3 })
        .map((values) => ({ field: each.apiName, op, value: values }));
    // One of all and one of any say the same.
    if (op === 'hasAll')
      return fc
        .array(value, { minLength: 2, maxLength: 3 })
        .map((values) => ({ field: each.apiName, op, value: values }));
    return value.map((given) => ({ field: each.apiName, op, value: given }));
  }),
);
const inner = fc
  .tuple(
    fc.constantFrom('and', 'or'),
    fc.array(
      leaves.filter(({ op }) => op !== 'hasAny' && op !== 'hasAll'),
      { minLength: 2, maxLength: 3 },
    ),
  )
  .map(([op, items]) => ({ op, items }) as FilterGroup);
const typeOf = fieldTypes(fields);

describe('any conditions', () => {
  it('are sound expressions', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('and', 'or'),
        fc.array(fc.oneof(leaves, inner), { minLength: 1, maxLength: 4 }),
        (op, items: FilterNode[]) => {
          const text = conditionText({ op: op as 'and', items }, fields);
          const parsed = parse(text);
          expect(
            parsed.ok &&
              check(parsed.ast, {
                typeOf: (path) =>
                  path[0] === 'user'
                    ? (USER_TYPE as { fields: Record<string, 'text'> }).fields[path[1]!]
                    : typeOf(path),
                names: () => [],
              }).errors,
          ).toEqual([]);
        },
      ),
    );
  });
  it('come back as they were built', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<'and' | 'or'>('and', 'or'),
        fc.array(
          leaves.filter(({ op }) => op !== 'hasAny' && op !== 'hasAll'),
          { minLength: 2, maxLength: 3 },
        ),
        inner,
        (op, items, below) => {
          const group: FilterGroup = { op, items: below.op === op ? items : [...items, below] };
          expect(conditionOf(conditionText(group, fields), fields)).toEqual(group);
        },
      ),
    );
  });
});
