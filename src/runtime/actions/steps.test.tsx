// @vitest-environment jsdom
import fc from 'fast-check';
import { autorun } from 'mobx';
import { act } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { RecordStep, TransactionAnswer } from '../../contract/index.ts';
import type { Action, NestedDocument, StateDecl, StepsDecl } from '../../page/index.ts';
import { failedCall, pageOf, testPage, testWidgets } from '../../view/testing/index.ts';

const TRANSACT = 'bizmeta.record.transact';
const done = (input: { steps: RecordStep[] }): TransactionAnswer => ({
  records: input.steps.map((_, i) => ({ id: `new${i}`, version: 1 })),
  changes: [],
  problems: [],
});
const toast = (text: string): Action => ({ do: 'toast', args: { text: { $t: text } } });

interface Parts extends Pick<NestedDocument, 'forms'> {
  steps?: Record<string, StepsDecl>;
  state?: Record<string, StateDecl>;
  answers?: Record<string, unknown>;
}
/** A page with one button that runs these actions. */
async function opened(click: Action[], { answers = {}, ...parts }: Parts) {
  const button = { id: 'go', type: 'button@1', props: { text: '做' }, on: { click } };
  return testPage(pageOf({ ...parts, body: { type: 'box@1', slots: { default: [button] } } }), {
    widgets: testWidgets,
    answers: { [TRANSACT]: done, ...answers } as never,
  });
}
async function pressed(click: Action[], parts: Parts) {
  const on = await opened(click, parts);
  await on.click('做');
  return on;
}
type On = Awaited<ReturnType<typeof pressed>>;
const toasts = (on: On) =>
  on.ports.log.filter(({ kind }) => kind === 'toast').map(({ text }) => text);
const failures = (on: On) =>
  on.ports.log.filter(({ kind }) => kind === 'failure').map(({ text }) => text);
const cells = (on: On) =>
  Object.fromEntries([...on.scope.cells].map(([name, { value }]) => [name, value]));

describe('steps of a page', () => {
  test('run with their parameters; their results are the result', async () => {
    const greet: StepsDecl = {
      params: { name: { type: 'text' } },
      do: [
        { do: 'call', as: 'got', args: { id: 'bizmeta.app.list', input: {} } },
        toast('你好，{args.name}{results.before}'),
      ],
    };
    const on = await pressed(
      [
        { do: 'call', as: 'before', args: { id: 'bizmeta.app.list', input: {} } },
        { do: 'steps.greet', as: 'made', args: { name: '云帆' } },
        toast('{count(results.made.got)}'),
      ],
      { steps: { greet }, answers: { 'bizmeta.app.list': [1, 2] } },
    );
    expect(toasts(on)).toEqual(['你好，云帆', '2']);
  });

  test('write their records in the transaction of the list that runs them', async () => {
    const add: StepsDecl = {
      params: { name: { type: 'text' } },
      do: [
        {
          do: 'create',
          as: 'made',
          args: { object: 'client', values: { name: { $x: 'args.name' } } },
        },
      ],
    };
    const run = (name: string): Action => ({ do: 'steps.add', as: name, args: { name } });
    const on = await pressed([run('a'), run('b'), toast('{results.b.made.id}')], {
      steps: { add },
    });
    expect(on.ports.calls(TRANSACT)).toHaveLength(1);
    expect(toasts(on)).toEqual(['new1']);
    const early = await pressed([run('a'), toast('{results.a.made.id}'), run('b')], {
      steps: { add },
    });
    expect(failures(early)).toEqual([expect.stringContaining('“a”的结果')]);
    expect(early.ports.calls(TRANSACT)).toEqual([]);
  });

  test('a failure inside stops the list, and the action that runs them may handle it', async () => {
    const ask: StepsDecl = {
      do: [{ do: 'call', args: { id: 'bizmeta.app.list', input: {} } }, toast('没有停')],
    };
    const answers = {
      'bizmeta.app.list': () => {
        throw failedCall('FAILED', '坏了');
      },
    };
    const plain = await pressed([{ do: 'steps.ask' }, toast('没有停')], {
      steps: { ask },
      answers,
    });
    expect([failures(plain).length, toasts(plain)]).toEqual([1, []]);
    const handled = await pressed([{ do: 'steps.ask', onError: [toast('失败：{error}')] }], {
      steps: { ask },
      answers,
    });
    expect([failures(handled), toasts(handled).length]).toEqual([[], 1]);
  });

  test('that run themselves are stopped with a sentence', async () => {
    const again: StepsDecl = { do: [{ do: 'steps.again' }] };
    const on = await pressed([{ do: 'steps.again' }], { steps: { again } });
    expect(failures(on)).toEqual([expect.stringContaining('步骤最多相互调用')]);
  });
});

describe('a law of steps', () => {
  const names = ['a', 'b', 'c'] as const;
  const cell = fc.constantFrom(...names);
  const amount = fc.integer({ min: 0, max: 9 });
  const add = (target: string, value: string): Action => ({
    do: 'set',
    args: { target: `state.${target}`, value: { $x: value } },
  });
  /** An action by its parameters: the text of `x` is a literal, or a parameter of the steps. */
  const action = fc
    .tuple(cell, cell, fc.boolean())
    .map(([to, from, skip]) => (x: string): Action => ({
      ...add(to, `state.${to} * 2 + state.${from} + ${x}`),
      ...(skip && { if: { $x: `state.${from} > ${x}` } }),
    }));
  test('what they do is what their actions do where they are written out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 1, maxLength: 4 }),
        fc.array(amount, { minLength: 1, maxLength: 3 }),
        async (body, runs) => {
          const state = Object.fromEntries(
            names.map((name): [string, StateDecl] => [name, { type: 'number', init: 1 }]),
          );
          const twice: StepsDecl = {
            params: { y: { type: 'number' } },
            do: [1, 2].map(() => ({ do: 'steps.once', args: { x: { $x: 'args.y' } } })),
          };
          const once: StepsDecl = {
            params: { x: { type: 'number' } },
            do: body.map((make) => make('args.x')),
          };
          const named = await pressed(
            runs.map((y) => ({ do: 'steps.twice', args: { y } })),
            { state, steps: { once, twice } },
          );
          const written = await pressed(
            runs.flatMap((x) => [...body, ...body].map((make) => make(String(x)))),
            { state },
          );
          expect(cells(named)).toEqual(cells(written));
          named.leave();
          written.leave();
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('several values at once', () => {
  const both: Action = {
    do: 'set',
    args: { cells: { 'state.a': { $x: 'state.b' }, 'state.b': { $x: 'state.a' } } },
  };
  const state: Record<string, StateDecl> = {
    a: { type: 'text', init: '甲' },
    b: { type: 'text', init: '乙' },
  };
  test('are computed before any is set; no reader sees one without the other', async () => {
    const on = await opened([both], { state });
    const seen: string[] = [];
    const stop = autorun(() => seen.push(`${cells(on).a}${cells(on).b}`));
    await on.click('做');
    stop();
    expect(seen).toEqual(['甲乙', '乙甲']);
  });
  test('a part of one, by a name that is computed: the others in it stay', async () => {
    const chosen = (name: string, value: string): Action => ({
      do: 'set',
      args: { target: { $t: `state.picks.{'${name}'}` }, value } as never,
    });
    const on = await opened([chosen('second-one', '乙'), chosen('first', '丙')], {
      state: { picks: { type: 'any', init: { first: '甲' } } },
    });
    await on.click('做');
    expect(cells(on)['picks']).toEqual({ first: '丙', 'second-one': '乙' });
  });
});

describe('a computed cell', () => {
  const state: Record<string, StateDecl> = {
    n: { type: 'number', init: 1 },
    twice: { type: 'number', is: { $x: 'state.n * 2' } },
  };
  test('follows what it reads and refuses to be set', async () => {
    const on = await pressed(
      [
        { do: 'set', args: { target: 'state.n', value: 4 } },
        toast('{state.twice}'),
        { do: 'set', args: { target: 'state.twice', value: 1 } },
      ],
      { state },
    );
    expect(toasts(on)).toEqual(['8']);
    expect(failures(on)).toEqual([expect.stringContaining('只能读取')]);
  });
});

describe('what a cell resets', () => {
  const state: Record<string, StateDecl> = {
    open: { type: 'boolean', init: false, resets: ['state.draft', 'state.who', 'form'] },
    draft: { type: 'text', init: '空' },
    who: { type: 'text', init: '无' },
    role: { type: 'text', resets: ['state.page'] },
    page: { type: 'number', init: 1 },
  };
  const forms: NestedDocument['forms'] = {
    form: { schema: { type: 'object', properties: { name: { type: 'string' } } } },
  };
  const set = (target: string, value: string | number | boolean): Action => ({
    do: 'set',
    args: { target, value },
  });
  test('goes back when a yes or no becomes yes, whatever else the same set says', async () => {
    const on = await pressed(
      [
        set('state.draft', '写了'),
        set('form.name', '写了'),
        { do: 'set', args: { cells: { 'state.who': '云帆', 'state.open': true } } },
        toast('{state.draft}{state.who}{form.name}'),
        set('state.draft', '写了'),
        set('state.open', false),
        toast('{state.draft}'),
      ],
      { state, forms },
    );
    expect(toasts(on)).toEqual(['空云帆', '写了']);
  });
  test('goes back when another value changes, and not when it stays', async () => {
    const on = await pressed(
      [set('state.page', 3), set('state.role', 'r1'), toast('{state.page}'), set('state.page', 5)],
      { state, forms },
    );
    await act(async () => on.scope.cells.get('role')!.set('r1'));
    expect([toasts(on), cells(on).page]).toEqual([['1'], 5]);
  });
});
