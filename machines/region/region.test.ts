import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, type EventFromLogic } from 'xstate';
import { getShortestPaths, toDirectedGraph } from 'xstate/graph';
import type { RegionSwitch } from '../../src/contract/index.ts';
import { provideRegion, regionMachine } from './machine.ts';

const there: RegionSwitch = {
  domain: '',
  status: 0,
  rootHost: '',
  handOver: '',
  token: 'new',
  userid: 'u1',
  tenant: 't2',
  regionId: 'cn-south',
  remember: false,
};
const refusal = new Error('没有可以切换到的企业或区域');

/** A world whose answers the test gives when it likes, and which remembers what was asked of it. */
function world() {
  const recorded: string[] = [];
  const pending = new Map<
    string,
    { resolve(value: unknown): void; reject(error: unknown): void }
  >();
  const wait =
    <T>(name: string) =>
    (...args: unknown[]): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        recorded.push([name, ...args.map((arg) => JSON.stringify(arg))].join(' '));
        pending.set(name, { resolve: resolve as (value: unknown) => void, reject });
      });
  const note = (name: string) => () => {
    recorded.push(name);
  };
  const actor = createActor(
    provideRegion({
      canLeave: wait('canLeave'),
      switchTo: wait('switchTo'),
      store: note('store'),
      writeCookie: note('writeCookie'),
      go: note('go'),
      reportFailure: note('reportFailure'),
    }),
  ).start();
  const settle = async (name: string, how: 'resolve' | 'reject', value: unknown): Promise<void> => {
    pending.get(name)![how](value);
    await new Promise((done) => {
      setImmediate(done);
    });
  };
  return {
    recorded,
    actor,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    answers: (name: string, value: unknown) => settle(name, 'resolve', value),
    fails: (name: string, error: unknown) => settle(name, 'reject', error),
  };
}
async function switching(tenantId?: string) {
  const w = world();
  w.actor.send({ type: 'SWITCH', code: 'cn-south', tenantId: tenantId ?? null });
  await w.answers('canLeave', true);
  return w;
}
afterEach(() => {
  vi.useRealTimers();
});

describe('switching to another company', () => {
  it('moves the session, updates storage and cookie, then leaves', async () => {
    const w = await switching();
    expect(w.recorded).toEqual(['canLeave', 'switchTo {"code":"cn-south"}']);
    await w.answers('switchTo', there);
    expect(w.state()).toBe('leaving');
    expect(w.recorded.slice(2)).toEqual(['store', 'writeCookie', 'go']);
  });
  it('names the company when a person has several in a region', async () => {
    expect((await switching('t2')).recorded.at(-1)).toBe(
      'switchTo {"code":"cn-south","tenantId":"t2"}',
    );
  });
  it('a person who does not want to lose unsaved work stays, and the server gets no request', async () => {
    const w = world();
    w.actor.send({ type: 'SWITCH', code: 'cn-south' });
    await w.answers('canLeave', false);
    expect([w.state(), w.recorded]).toEqual(['idle', ['canLeave']]);
  });
  it('a refusal is shown, changes nothing, and the next try clears it', async () => {
    const w = await switching();
    await w.fails('switchTo', refusal);
    expect([w.state(), w.context().failure, w.recorded.slice(2)]).toEqual([
      'idle',
      refusal.message,
      ['reportFailure'],
    ]);
    w.actor.send({ type: 'SWITCH', code: 'cn-east' });
    expect(w.context().failure).toBeNull();
  });
  it('asks nothing more while it goes on; when it came to nothing, asks again', async () => {
    const w = await switching();
    const agreed = () => w.actor.getSnapshot().hasTag('agreed');
    expect(agreed()).toBe(true);
    await w.fails('switchTo', refusal);
    expect(agreed()).toBe(false);
    w.actor.send({ type: 'SWITCH', code: 'cn-south' });
    expect(agreed()).toBe(false);
    await w.answers('canLeave', true);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await w.answers('switchTo', there);
    expect(agreed()).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(agreed()).toBe(false);
  });
  it('a second press while the first is pending is ignored', async () => {
    const w = await switching();
    w.actor.send({ type: 'SWITCH', code: 'cn-east' });
    expect(w.recorded).toEqual(['canLeave', 'switchTo {"code":"cn-south"}']);
  });
  it('a browser that was prevented from leaving can switch again', async () => {
    const w = await switching();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await w.answers('switchTo', there);
    vi.advanceTimersByTime(10_000);
    expect(w.state()).toBe('idle');
    w.actor.send({ type: 'SWITCH', code: 'cn-east' });
    expect([w.state(), w.context().switched]).toEqual(['asking', null]);
  });
});

type Event = EventFromLogic<typeof regionMachine>;
const endings: [effect: string, how: 'done' | 'error', value: unknown][] = [
  ['canLeave', 'done', true],
  ['canLeave', 'done', false],
  ['canLeave', 'error', refusal],
  ['switchTo', 'done', there],
  ['switchTo', 'error', refusal],
];
const ended = endings.map(
  ([effect, how, value]) =>
    ({
      type: `xstate.${how}.actor.${effect}`,
      actorId: effect,
      ...(how === 'done' ? { output: value } : { error: value }),
    }) as unknown as Event,
);
const paths = getShortestPaths(regionMachine, {
  events: [{ type: 'SWITCH', code: 'cn-south' }, ...ended],
  serializeState: (state) => JSON.stringify([state.value, state.context.failure]),
});

describe('every path to another region', () => {
  it('reaches every state that is drawn', () => {
    expect(new Set(paths.map((path) => path.state.value))).toEqual(
      new Set(toDirectedGraph(regionMachine).children.map((child) => child.stateNode.key)),
    );
  });
  it.each(
    paths.map(
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
    const w = world();
    for (const { event } of path.steps.slice(1)) {
      const end = /^xstate\.(done|error)\.actor\.(\w+)$/.exec(event.type);
      const carried = event as unknown as { output?: unknown; error?: unknown };
      if (end)
        await (end[1] === 'done'
          ? w.answers(end[2]!, carried.output)
          : w.fails(end[2]!, carried.error));
      else w.actor.send(event);
    }
    expect(w.state()).toBe(path.state.value);
    expect(w.recorded.includes('go')).toBe(w.state() === 'leaving');
    w.actor.stop();
  });
});
