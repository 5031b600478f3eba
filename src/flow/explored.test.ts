import { expect, it } from 'vitest';
import type { Known, Need } from './decide/known.ts';
import { COUNTS } from './model/settings.ts';
import { approval, modelOf, type Written } from './testing/build.ts';
import { explore, type Answers } from './testing/explore.ts';

const people: Answers = (need: Need): readonly Known[string][] => {
  switch (need.kind) {
    case 'people':
      return need.for === 'step' ? [['ann', 'bob'], ['starter'], []] : [['manager'], []];
    case 'condition':
      return [true, false];
    case 'time':
      return [5_000];
    case 'children':
      return [['child 1', 'child 2'], []];
    case 'seed':
      return [0, 7];
  }
};
const one: Answers = (need) => (need.kind === 'people' ? [[`by ${need.step}`]] : people(need));

/** Each kind of step that goes before, in or after others. */
const kinds = (id: string): Written[] => [
  approval(id),
  { id, kind: 'handle' },
  { id, kind: 'cc' },
  { id, kind: 'delay' },
  { id, kind: 'wait', settings: { hasTimeout: true } },
  { id, kind: 'trigger' },
  { id, kind: 'subProcess' },
  { id, kind: 'end' },
  { id, kind: 'router', settings: { routes: [{ id: `${id}?`, to: 'start' }] } },
];
const around = (inner: Written): Written[] =>
  (['condition', 'parallel', 'inclusive'] as const).map((kind) => ({
    id: 'branching',
    kind,
    branches: [[inner], kind === 'parallel' ? [approval('beside')] : []],
  }));

it.each(COUNTS)(
  'a step that counts %s is never stuck, no matter whom it asks and what they do',
  (count) => {
    const found = explore(modelOf([approval('a', { count, starter: 'skip' })]), people, {
      deep: 3,
      items: 5,
      most: 100,
    });
    expect(found.problems).toEqual([]);
    expect(found.states).toBeGreaterThan(10);
  },
);

it('each kind of step in each kind of branching one, with steps before and after, is never stuck', () => {
  for (const inner of kinds('inner'))
    for (const outer of around(inner)) {
      const model = modelOf([approval('before'), outer, approval('after')]);
      const { problems } = explore(model, one, { deep: 8, items: 5, most: 40 });
      expect(problems, `${inner.kind} in ${outer.kind}`).toEqual([]);
    }
});

it('branching steps in branching steps are never stuck', () => {
  for (const inner of around(approval('inner')))
    for (const outer of around({ ...inner, id: 'within' })) {
      const model = modelOf([outer, approval('after')]);
      const { problems } = explore(model, one, { deep: 9, items: 5, most: 40 });
      expect(problems, `${inner.kind} in ${outer.kind}`).toEqual([]);
    }
});
