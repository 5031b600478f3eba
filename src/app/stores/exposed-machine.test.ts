import { expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { exposeMachine } from './exposed-machine.ts';

it('an expression reads nothing of the session that its page is not shown: no token, no password', () => {
  const context = {
    stored: { token: 'secret' },
    credentials: { password: 'secret' },
    profile: { name: '林晓' },
  };
  const actor = createActor(
    createMachine({
      context,
      initial: 'on',
      states: { on: { tags: 'here', on: { STOP: 'off' } }, off: {} },
    }),
  ).start();
  const shown = exposeMachine(actor, ['profile']);
  expect(JSON.stringify(shown.getSnapshot().context)).toBe('{"profile":{"name":"林晓"}}');
  expect([
    shown.getSnapshot().value,
    shown.getSnapshot().can({ type: 'STOP' }),
    shown.getSnapshot().hasTag('here'),
  ]).toEqual(['on', true, true]);
  let told = 0;
  shown.subscribe(() => {
    told += 1;
  });
  shown.send({ type: 'STOP' });
  expect([told, shown.getSnapshot().value]).toEqual([1, 'off']);
});
