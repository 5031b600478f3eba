import { Type } from 'typebox';
import { args, named, pathArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const send = defineAction<{ machine: string; event: string | { type: string } }>({
  name: 'send',
  title: '发送给状态机',
  group: 'flow',
  args: args({
    machine: pathArg('状态机', 'machine'),
    event: Type.Union([Type.String(), Type.Object({ type: Type.String() })], {
      description: '事件名，或带 type 的事件',
      ...named({ kind: 'event', machine: 'machine' }),
    }),
  }),
  summarize: ({ machine, event }) =>
    `向状态机“${machine}”发送 ${typeof event === 'string' ? event : event.type}`,
  run: (context, { machine, event }) =>
    context.send(machine, typeof event === 'string' ? { type: event } : event),
});
