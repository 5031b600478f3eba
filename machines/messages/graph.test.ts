import { describe, expect, it } from 'vitest';
import { createActor, type EventFromLogic } from 'xstate';
import { getShortestPaths, toDirectedGraph } from 'xstate/graph';
import { message, messagesHarness } from './fixtures.ts';
import { messagesMachine, provideMessages } from './machine.ts';

type Event = EventFromLogic<typeof messagesMachine>;
const two = {
  unread: { records: [message('a'), message('b')], total: 2 },
  read: { records: [], total: 0 },
};
/** One story a way out of a waiting state: which effect ends, how, and with what. */
const endings: [effect: string, how: 'done' | 'error', value: unknown][] = [
  ['count', 'done', 2],
  ['count', 'error', new Error('x')],
  ['load', 'done', two],
  ['load', 'error', new Error('x')],
  ['mark', 'done', undefined],
  ['mark', 'error', new Error('x')],
  ['confirm', 'done', true],
  ['confirm', 'done', false],
  ['remove', 'done', undefined],
  ['remove', 'error', new Error('x')],
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
  { type: 'OPEN' },
  { type: 'CLOSE' },
  { type: 'CHECK', ids: ['a'] },
  { type: 'MARK' },
  { type: 'READ', id: 'a' },
  { type: 'DELETE' },
  { type: 'RELOAD' },
  { type: 'UP' },
  { type: 'DOWN' },
];
const paths = getShortestPaths(messagesMachine, {
  events: [...said, ...ended],
  limit: 20_000,
  serializeState: (state) =>
    JSON.stringify([
      state.value,
      state.context.boxes.unread.withChecked.length,
      state.context.boxes.unread.known,
    ]),
});

async function play(events: readonly Event[]) {
  const w = messagesHarness();
  const actor = createActor(provideMessages(w.services)).start();
  for (const event of events) {
    const end = /^xstate\.(done|error)\.actor\.(\w+)$/.exec(event.type);
    if (!end) actor.send(event);
    else if (end[1] === 'done')
      await w.answers(end[2]!, (event as unknown as { output: unknown }).output);
    else await w.fails(end[2]!, 'x');
  }
  const snapshot = actor.getSnapshot();
  actor.stop();
  return { ...w, snapshot };
}

const leaves = (graph: ReturnType<typeof toDirectedGraph>): string[] =>
  graph.children.length === 0 ? [graph.stateNode.id] : graph.children.flatMap(leaves);

describe('every path of the messages', () => {
  it('reaches every state that is drawn', () => {
    const reached = new Set(paths.flatMap(({ state }) => state._nodes.map(({ id }) => id)));
    expect(leaves(toDirectedGraph(messagesMachine)).filter((id) => !reached.has(id))).toEqual([]);
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
    const { snapshot } = await play(
      path.steps
        .map((step) => step.event)
        .filter((event) => (event.type as string) !== 'xstate.init'),
    );
    expect(snapshot.value).toEqual(path.state.value);
    const { boxes, unread } = snapshot.context;
    // In every state only listed messages are ticked, and no count is negative.
    for (const box of Object.values(boxes))
      expect(box.withChecked.every((id) => box.records.some((each) => each.id === id))).toBe(true);
    expect(Math.min(unread, boxes.unread.total, boxes.read.total)).toBeGreaterThanOrEqual(0);
  });
});
