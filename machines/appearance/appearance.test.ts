import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { provideAppearance } from './index.ts';

it('a choice is drawn and read back; what is no choice changes nothing', () => {
  const applied: string[] = [];
  const actor = createActor(provideAppearance({ apply: (scheme) => applied.push(scheme) }), {
    input: { scheme: 'system' },
  }).start();
  const scheme = (): string => actor.getSnapshot().context.scheme;
  expect(scheme()).toBe('system');
  actor.send({ type: 'CHOOSE', scheme: 'dark' });
  expect(scheme()).toBe('dark');
  actor.send({ type: 'CHOOSE', scheme: 'sepia' });
  expect(scheme()).toBe('dark');
  expect(applied).toEqual(['dark']);
});
