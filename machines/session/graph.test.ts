import { describe, expect, it } from 'vitest';
import { createActor, type EventFromLogic } from 'xstate';
import { getShortestPaths, toDirectedGraph } from 'xstate/graph';
import { failure, signInData, stored, verified, sessionHarness } from './fixtures.ts';
import { sessionMachine } from './machine.ts';
import { provideSession } from './provide.ts';
import { isRefused } from './transitions.ts';

type Event = EventFromLogic<typeof sessionMachine>;
/** One story a way out of a waiting state: which effect ends, how, and with what. */
const endings: [effect: string, how: 'done' | 'error', value: unknown][] = [
  ['restore', 'done', null],
  ['restore', 'done', stored()],
  ['restore', 'done', stored({ tenant: '' })],
  ['restore', 'error', new Error('x')],
  ['verify', 'done', verified()],
  ['verify', 'done', null],
  ['verify', 'error', failure(401, 'x')],
  ['verify', 'error', failure(0, 'x')],
  ['verify', 'error', Object.assign(failure(401, 'x'), { reason: 'TOKEN_REPLACED' })],
  ['verify', 'error', Object.assign(failure(403, 'x'), { reason: 'VIEWING_OVER' })],
  ['endViewing', 'done', signInData()],
  ['endViewing', 'error', failure(0, 'x')],
  ['alertViewingOver', 'done', undefined],
  ['verify', 'done', verified({ domain: 'a', domainStatus: 1 })],
  ['signIn', 'done', signInData()],
  ['signIn', 'done', signInData({ tenant: '' })],
  ['signIn', 'done', signInData({ domain: 'a', domainStatus: 1 })],
  ['signIn', 'error', failure(400, 'x')],
  ['signOut', 'done', undefined],
  ['signOut', 'error', failure(500, 'x')],
  ['transferSession', 'done', undefined],
  ['transferSession', 'error', failure(500, 'x')],
  ['alertNoTenant', 'done', undefined],
];
const ended = endings.map(
  ([effect, how, value]) =>
    ({
      type: `xstate.${how}.actor.${effect}`,
      actorId: effect,
      ...(how === 'done' ? { output: value } : { error: value }),
    }) as unknown as Event,
);
const said: Event[] = [
  { type: 'SIGN_IN', account: 'a', password: 'p' },
  { type: 'SIGN_OUT' },
  { type: 'END_VIEWING' },
  { type: 'VIEWING_OVER' },
  { type: 'EXPIRED' },
  { type: 'REPLACED' },
  { type: 'RETRY' },
  { type: 'SWITCHED', stored: stored({ tenant: 't2' }) },
  { type: 'SIGNED_IN', session: signInData() },
  { type: 'SIGNED_IN', session: signInData({ domain: 'a', domainStatus: 1 }) },
  { type: 'RENEWED', session: signInData({ token: 'renewed' }), of: 'tok' },
  { type: 'TAB_SIGNED_OUT' },
  { type: 'TAB_EXPIRED' },
  { type: 'TAB_SIGNED_IN', stored: stored({ token: 'newer' }) },
  { type: 'TAB_SIGNED_IN', stored: stored({ userid: 'u2' }) },
];
const pathsWith = (hasWork: boolean) =>
  getShortestPaths(
    sessionMachine.provide({
      guards: {
        isWorkAtRisk: ({ context }) => hasWork && context.profile !== null,
        isRefusedAtRisk: (given) => hasWork && given.context.profile !== null && isRefused(given),
      },
    }),
    {
      events: [...said, ...ended],
      input: { host: 'localhost' },
      serializeState: (state) =>
        JSON.stringify([state.value, state.context.profile !== null, state.context.failure]),
    },
  );

/** Plays one path against real effects: a done or error event becomes the effect's own end. */
async function play(events: readonly Event[], hasWork: boolean) {
  const w = sessionHarness();
  if (hasWork) w.typesSomething();
  const actor = createActor(provideSession(w.services), { input: { host: 'localhost' } }).start();
  for (const event of events) {
    const end = /^xstate\.(done|error)\.actor\.(\w+)$/.exec(event.type);
    const carried = event as unknown as { output?: unknown; error?: unknown };
    if (end)
      await (end[1] === 'done'
        ? w.answers(end[2]!, carried.output)
        : w.fails(end[2]!, carried.error));
    else actor.send(event);
  }
  return { ...w, snapshot: actor.getSnapshot() };
}

const lastWipe = (recorded: string[]): number =>
  Math.max(recorded.lastIndexOf('clear'), recorded.lastIndexOf('wipe'));

it('the paths of the session reach every state that is drawn', () => {
  const drawn = toDirectedGraph(sessionMachine).children.map((child) => child.stateNode.key);
  const reached = [...pathsWith(false), ...pathsWith(true)].map((path) => path.state.value);
  expect(new Set(reached)).toEqual(new Set(drawn));
});

describe.each([
  ['with nothing unsaved', false],
  ['with unsaved work', true],
] as const)('every path of the session %s', (_case, hasWork) => {
  it.each(
    pathsWith(hasWork).map(
      (path) =>
        [
          path.steps
            .map((step) => step.event.type.replace('xstate.', ''))
            .slice(1)
            .join(' > ') || 'the start',
          path,
        ] as const,
    ),
  )('%s', async (_, path) => {
    const events = path.steps
      .map((step) => step.event)
      .filter((event) => (event.type as string) !== 'xstate.init');
    const { snapshot, recorded } = await play(events, hasWork);
    expect(snapshot.value).toBe(path.state.value);
    const { stored: kept, profile, credentials } = snapshot.context;
    if (snapshot.value === 'signedIn') expect([profile, kept]).not.toContain(null);
    if (snapshot.value !== 'signingIn') expect(credentials).toBeNull();
    if (snapshot.value === 'locked') expect([profile?.user.id, kept?.token]).toEqual(['u1', '']);
    if (snapshot.value === 'signedOut' || snapshot.value === 'expired') {
      expect([profile, kept]).toEqual([null, null]);
      expect(recorded.at(-1)).toMatch(/^goToLogin/);
      // Everything stored before is gone before the login page shows.
      if (recorded.includes('store') || recorded.includes('verify'))
        expect(lastWipe(recorded)).toBeGreaterThan(recorded.lastIndexOf('store'));
    }
  });
});
