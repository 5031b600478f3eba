import { expect, it, vi } from 'vitest';
import { createMachine } from 'xstate';
import { LazyMachineRegistry } from './lazy-machine-registry.ts';

const shelf = () => {
  const fetched = vi.fn(async () => () => createMachine({ id: 'messages' }));
  return { fetched, machines: new LazyMachineRegistry({ messages: fetched }) };
};

it('a machine comes with the first page that declares it, once, and each page gets one of its own', async () => {
  const { fetched, machines } = shelf();
  await machines.loadFor({ machines: { session: { use: 'session' } } });
  await machines.loadFor({});
  expect(fetched).not.toHaveBeenCalled();
  for (let page = 0; page < 2; page += 1)
    await machines.loadFor({ machines: { box: { use: 'messages' } } });
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(machines.make('messages').id).toBe('messages');
  expect(machines.make('messages')).not.toBe(machines.make('messages'));
});

it('one the entry does not have is named', () => {
  expect(() => shelf().machines.make('constructor')).toThrow('no machine "constructor"');
});
