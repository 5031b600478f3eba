// @vitest-environment jsdom
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { defineWidget, props, anyProp, pageOf, testPage } from '../../view/testing/index.ts';
import { bindKind, asValue } from '../models/guards.ts';
import { resolveBind } from './bind.ts';

/** Keeps a text that may not be empty; what is written is unsaved until it is sent. */
const desk = setup({
  types: {
    context: {} as { text: string; refused: boolean },
    events: {} as
      | { type: 'WRITE'; path: string[]; value: unknown }
      | { type: 'SAVE' }
      | { type: 'STORED' },
  },
}).createMachine({
  id: 'desk',
  context: { text: '甲', refused: false },
  initial: 'saved',
  on: {
    WRITE: [
      {
        guard: ({ event }) => event.path[0] === 'text' && event.value !== '',
        target: '.unsaved',
        actions: assign({ text: ({ event }) => String(event.value), refused: false }),
      },
      { actions: assign({ refused: true }) },
    ],
  },
  states: {
    saved: {},
    unsaved: { tags: 'unsaved', on: { SAVE: 'saving' } },
    saving: { tags: ['unsaved', 'saving'], on: { STORED: 'saved' } },
  },
});
const box = defineWidget({
  type: 'box',
  version: 1,
  title: '框',
  category: 'input',
  props: props({ note: anyProp('') }),
  bind: { kinds: ['cell'], required: true },
  view: async () => ({
    default: ({ node }) =>
      createElement('input', {
        'aria-label': bindKind(node.bound),
        value: String(asValue(node.bound).value),
        title: String(node.props.note),
        onChange: (event: { target: { value: string } }) =>
          asValue(node.bound).set(event.target.value),
      }),
  }),
});
const open = (bind = 'desk.context.text') =>
  testPage(
    pageOf({
      machines: { desk: { use: 'desk' } },
      body: {
        type: 'box@1',
        bind,
        props: { note: { $x: "desk.state & ' ' & text(desk.context.refused)" } },
      },
    }),
    { widgets: [box], machines: { desk } },
  );
const shown = () => {
  const { value, title } = document.querySelector('input')!;
  return [value, title];
};
const send = (on: Awaited<ReturnType<typeof open>>, type: string) => {
  const model = on.scope.declared.get('desk');
  if (model?.kind === 'machine') model.send({ type });
};

it("a part of a machine is bound like a cell; what is written is the machine's to take or to refuse", async () => {
  const on = await open();
  expect(shown()).toEqual(['甲', 'saved 否']);
  await on.user.type(on.field('cell'), '乙');
  expect(shown()).toEqual(['甲乙', 'unsaved 否']);
  await on.user.clear(on.field('cell'));
  expect(shown()).toEqual(['甲乙', 'unsaved 是']);
});
it('what is not its context can only be read', async () => {
  const on = await open('desk.state');
  expect(() => asValue(resolveBind(on.scope, ['desk', 'state'], null)).set('unsaved')).toThrow(
    '只能读取',
  );
  expect(document.querySelector('input')!.value).toBe('saved');
});
it('a page is asked about before it is left while a machine has something unsaved; a pending save is waited for', async () => {
  const on = await open();
  expect([on.scope.unsaved, await on.scope.hasUnsavedWork()]).toEqual([false, false]);
  await on.user.type(on.field('cell'), '乙');
  expect([on.scope.unsaved, await on.scope.hasUnsavedWork()]).toEqual([true, true]);
  send(on, 'SAVE');
  const leaving = on.scope.hasUnsavedWork();
  send(on, 'STORED');
  expect(await leaving).toBe(false);
});
