import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold } from './state/fold.ts';
import { draftOf } from './state/state.ts';
import { approval, COUNTS, modelOf, type Written } from './testing/build.ts';
import { faultsOf } from './testing/faults.ts';
import { commandsIn } from './testing/moves.ts';
import { Player } from './testing/player.ts';

const PEOPLE = ['starter', 'ann', 'bob', 'cleo', 'manager'];

/** Steps without ids, up to three levels of branching ones. */
const human = fc
  .record({
    count: fc.constantFrom(...COUNTS),
    onReject: fc.constantFrom('end' as const, 'starter' as const),
    starter: fc.constantFrom('self' as const, 'skip' as const, 'leader' as const),
    empty: fc.constantFrom('approve' as const, 'reject' as const, 'managers' as const),
    skips: fc.boolean(),
    demands: fc.boolean(),
    timeouts: fc.array(
      fc.record({
        action: fc.constantFrom(
          'remind',
          'approve',
          'reject',
          'transfer',
          'escalate',
          'notifyManagers',
        ),
        times: fc.integer({ min: 1, max: 2 }),
      }),
      { maxLength: 2 },
    ),
  })
  .map((settings): Written => ({ ...approval(''), settings }));
const plain = fc
  .constantFrom('handle', 'cc', 'delay', 'wait', 'trigger', 'subProcess', 'end')
  .map((kind): Written => ({ id: '', kind: kind as Written['kind'] }));
const router = fc.constant<Written>({
  id: '',
  kind: 'router',
  settings: { routes: [{ id: 'back?', to: 'start' }] },
});
const stepsArb = fc.letrec<{ steps: Written[]; step: Written }>((tie) => ({
  steps: fc.array(tie('step'), { maxLength: 3, depthIdentifier: 'flow' }),
  step: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'flow' },
    { arbitrary: human, weight: 4 },
    { arbitrary: plain, weight: 3 },
    { arbitrary: router, weight: 1 },
    {
      arbitrary: fc.record({
        id: fc.constant(''),
        kind: fc.constantFrom('condition' as const, 'parallel' as const, 'inclusive' as const),
        branches: fc.array(tie('steps'), { minLength: 2, maxLength: 3 }),
      }),
      weight: 3,
    },
  ),
})).steps;

/** The same with an id each. */
function named(list: readonly Written[], next = { id: 0 }): Written[] {
  return list.map((step) => ({
    ...step,
    id: `s${(next.id += 1)}`,
    ...(step.branches && { branches: step.branches.map((each) => named(each, next)) }),
  }));
}

it('whatever people, time and the world do to whatever flow, it is never stuck and its history is its state', () => {
  fc.assert(
    fc.property(
      stepsArb,
      fc.constantFrom('ask' as const, 'once' as const, 'consecutive' as const),
      fc.array(fc.nat(), { minLength: 5, maxLength: 40 }),
      fc.infiniteStream(fc.nat()),
      (steps, repeated, choices, world) => {
        const model = modelOf(named(steps), { repeated });
        const player = new Player(model, (need) => {
          const chance = world.next().value;
          if (need.kind === 'condition') return chance % 2 === 0;
          if (need.kind === 'people') return PEOPLE.filter((_, i) => (chance >> i) % 2 === 1);
          if (need.kind === 'children') return chance % 3 === 0 ? [] : [`child ${chance}`];
          return chance % 10_000;
        });
        for (const choice of choices) {
          const moves = commandsIn(model, player.state);
          const before = player.state;
          const move = moves[choice % moves.length]!;
          const decision = player.does(move);
          if (decision.kind === 'refused') expect(player.state).toBe(before);
          if (decision.kind === 'done')
            expect(decision.events.reduce((at, e) => fold(at, e as never), before)).toEqual(
              player.state,
            );
          if (player.state.status === 'draft') expect(player.state).toEqual(draftOf('starter'));
          else expect(faultsOf(model, player.state), JSON.stringify(move)).toEqual([]);
        }
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 400) },
  );
});
