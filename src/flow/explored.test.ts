import { expect, it } from 'vitest';
import type { Known, Need } from './decide/known.ts';
import { approval, COUNTS, modelOf, type Written } from './testing/build.ts';
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

/**
 * States of one template that are left by every command: few at each run of the tests,
 * FLOW_STATES=2000 for a long one (hours of depth 2).
 */
const MOST = Number(process.env['FLOW_STATES'] ?? 12);
const isLong = MOST > 100;
const totals = { templates: 0, states: 0, commands: 0 };

function neverStuck(name: string, steps: readonly Written[], answers: Answers, most = MOST): void {
  const limits = isLong ? { deep: 12, items: 7 } : { deep: 9, items: 5 };
  const found = explore(modelOf(steps), answers, { ...limits, most });
  totals.templates += 1;
  totals.states += found.states;
  totals.commands += found.commands;
  expect(found.problems, name).toEqual([]);
}

it.each(COUNTS)(
  'a step that counts %s is never stuck, no matter whom it asks and what they do',
  (count) => {
    neverStuck(count, [approval('a', { count, starter: 'skip' })], people, MOST * 6);
  },
);

it('returns to each place, in each mode and from each way of counting leave no one behind', () => {
  for (const returnMode of ['replay', 'jumpBack', 'choose'] as const)
    for (const returnsTo of ['any', 'previous', 'starter', ['before']] as const)
      for (const count of COUNTS) {
        const last = approval('last', { count, returnMode, returnsTo });
        const steps = [approval('before'), { ...around(approval('inner'))[1]!, id: 'p' }, last];
        neverStuck(`${returnMode} ${String(returnsTo)} ${count}`, steps, one);
      }
});

it('each kind of step in each kind of branching one, with steps before and after, is never stuck', () => {
  for (const inner of kinds('inner'))
    for (const outer of around(inner))
      neverStuck(
        `${inner.kind} in ${outer.kind}`,
        [approval('before'), outer, approval('after')],
        one,
        MOST * 2,
      );
});

it('each kind of step in branching steps in branching steps is never stuck', () => {
  for (const inner of kinds('inner'))
    for (const middle of around(inner))
      for (const outer of around({ ...middle, id: 'within' }))
        neverStuck(
          `${inner.kind} in ${middle.kind} in ${outer.kind}`,
          [outer, approval('after')],
          one,
        );
});

it('people who are picked are never waited for in vain', () => {
  const picks = { starter: true, approver: true };
  neverStuck('picks', [approval('a'), approval('b', { picks })], people, MOST * 4);
});

it.each(['stop', 'continue', 'reject'] as const)(
  'a step that waits to be called back is never waited for in vain: %s when it takes too long',
  (onTimeout) => {
    const waits: Written = { id: 't', kind: 'trigger', settings: { waits: true, onTimeout } };
    neverStuck('callback', [approval('a'), waits, approval('b')], one, MOST * 4);
    for (const outer of around({ ...waits, id: 'inner' }))
      neverStuck(`callback in ${outer.kind}`, [outer, approval('after')], one, MOST * 2);
  },
);

it('has looked at each of them', () => {
  if (isLong) process.stdout.write(`${JSON.stringify(totals)}\n`);
  expect(totals.templates).toBeGreaterThan(180);
});
