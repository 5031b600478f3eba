import { expect, it } from 'vitest';
import type { Action } from '../model/document.ts';
import { validatePage } from './index.ts';

const args = { type: 'object' } as const;
const actions = [
  {
    name: 'create',
    title: '新建记录',
    args,
    writes: true,
    result: {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    },
  },
  { name: 'toast', title: '提示', args },
  { name: 'forEach', title: '逐项', args, steps: ['steps'] },
  { name: 'try', title: '尝试', args, steps: ['steps'], apart: true },
] as const;
const problemsOf = (onOpen: Action[]) =>
  validatePage(
    {
      spec: 'page/1',
      key: 'a.b',
      rev: 1,
      title: 'x',
      onOpen,
      root: 'r',
      nodes: { r: { type: 'box@1' } },
    },
    {
      widgets: [{ type: 'box', version: 1, title: '盒', category: 'layout', props: args }],
      actions: actions as never,
    },
  ).problems.map(({ path, msg }) => `${path} ${msg}`);

const create = (as: string, values: object = {}): Action => ({
  do: 'create',
  args: { values } as never,
  as,
});
const told: Action = { do: 'toast', args: { text: { $t: '{results.a.id}' } } };

it('a step between record steps may not read their results; record steps and later ones may', () => {
  expect(problemsOf([create('a'), told, create('b')])).toEqual([
    '/onOpen/1 页面配置有误：这一步要读“a”的结果，而同一组的记录要到第 3 步才一起写入；请移到它后面，或把前面的步骤放进 try',
  ]);
  expect(problemsOf([create('a'), create('b', { of: { $x: 'results.a.id' } }), told])).toEqual([]);
  expect(
    problemsOf([
      create('a'),
      { do: 'forEach', args: { items: [1], steps: [create('c') as never] } },
      told,
    ]),
  ).toEqual([]);
  expect(
    problemsOf([
      { do: 'try', args: { steps: [create('a') as never] } },
      { do: 'toast', args: { text: 'x' } },
      create('b'),
    ]),
  ).toEqual([]);
});
it('what a result holds is known: a wrong name is named', () => {
  expect(
    problemsOf([create('a'), { do: 'toast', args: { text: { $t: '{results.a.idd}' } } }]),
  ).toEqual([expect.stringContaining('results.a.id')]);
});
