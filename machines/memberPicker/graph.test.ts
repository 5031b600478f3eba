import { describe, expect, it } from 'vitest';
import { createActor, type EventFromLogic } from 'xstate';
import { getShortestPaths, toDirectedGraph } from 'xstate/graph';
import { MEMBER_TABS } from '../../src/contract/index.ts';
import { page, person, settings, TREES } from './fixtures.ts';
import { memberPickerMachine } from './machine.ts';

type Event = EventFromLogic<typeof memberPickerMachine>;
const member = person('a');
const said: Event[] = [
  { type: 'OPEN' },
  { type: 'CONFIRM' },
  { type: 'CANCEL' },
  { type: 'TAB', tab: MEMBER_TABS.users },
  { type: 'TAB', tab: MEMBER_TABS.current },
  { type: 'ENTER', id: 'd1' },
  { type: 'TOGGLE', member },
  { type: 'TOGGLE_ALL' },
  { type: 'REMOVE', id: 'a' },
  { type: 'SEARCH' },
  { type: 'LEAVE_SEARCH' },
  { type: 'TYPE', text: '李' },
  { type: 'TYPE', text: '' },
  { type: 'MORE' },
  { type: 'RETRY' },
];
const ends = (id: string, output: unknown): Event[] =>
  [
    { type: `xstate.done.actor.${id}`, actorId: id, output },
    { type: `xstate.error.actor.${id}`, actorId: id, error: new Error('x') },
  ] as unknown as Event[];
const paused = {
  type: 'xstate.after.debounce.memberPicker.open.people.pausing',
} as unknown as Event;
const paths = getShortestPaths(memberPickerMachine, {
  events: [
    ...said,
    ...ends('first', page('ab', true)),
    ...ends('further', page('c')),
    ...ends('every', page('abc')),
    ...ends('count', 9),
    ...ends('trees', TREES),
    paused,
  ],
  input: { settings: settings() },
  limit: 20_000,
  serializeState: (state) =>
    JSON.stringify([
      state.value,
      state.context.tab,
      state.context.text,
      state.context.draft.length > 0,
      state.context.more,
    ]),
});

/** Names of the states in a value, the deepest ones of each region. */
const leaves = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(leaves);

describe('every path of the member picker', () => {
  it('reaches every state that is drawn', () => {
    const deepest = (node: ReturnType<typeof toDirectedGraph>): string[] =>
      node.children.length === 0 ? [node.stateNode.key] : node.children.flatMap(deepest);
    const passing = ['checking', 'gathered'];
    expect(new Set(paths.flatMap((path) => leaves(path.state.value)))).toEqual(
      new Set(
        deepest(toDirectedGraph(memberPickerMachine)).filter((name) => !passing.includes(name)),
      ),
    );
  });
  it.each(
    paths
      .filter(({ state }) => state.value === 'closed')
      .map(
        (path) =>
          [
            path.steps
              .map((step) => step.event.type)
              .slice(1)
              .join(' > ') || 'the start',
            path,
          ] as const,
      ),
  )('closed after %s, what is ticked is what counts', (_, path) => {
    expect(path.state.context.draft).toEqual(path.state.context.chosen);
  });
  it('lists only what was requested: no people without a request', () => {
    for (const { state } of paths)
      if (leaves(state.value).includes('resting')) expect(state.context.people).toEqual([]);
  });
  it('never leaves the search box while it holds text', () => {
    for (const { state } of paths)
      if (leaves(state.value).includes('tabs')) expect(state.context.text.trim()).toBe('');
  });
  it('takes no more than the most', () => {
    for (const { state } of paths)
      expect(state.context.draft.length).toBeLessThanOrEqual(settings().max);
  });
  it('starts closed', () => {
    expect(
      createActor(memberPickerMachine, { input: { settings: settings() } })
        .start()
        .getSnapshot().value,
    ).toBe('closed');
  });
});
