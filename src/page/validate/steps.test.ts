import { describe as group, expect, it } from 'vitest';
import type { Action, NestedDocument, StateDecl, StepsDecl } from '../model/document.ts';
import { flatten } from '../model/nested.ts';
import { MAX_ACTIONS, MAX_STEPS_DEEP } from '../model/limits.ts';
import { forbiddenCalls } from '../rights/rights.ts';
import { applyRename, pageUses } from '../references/index.ts';
import { actions, describeOf, widgets } from '../testing/samples.ts';
import { validatePage } from './index.ts';

const toast = (text: unknown = '好'): Action => ({ do: 'toast', args: { text: text as never } });
/** A page with these steps and cells, whose button runs these actions. */
function page(
  steps: Record<string, StepsDecl>,
  click: Action[] = [],
  state: Record<string, StateDecl> = {},
): NestedDocument {
  return {
    spec: 'page/1',
    key: 'a.b',
    rev: 1,
    title: '页',
    state,
    forms: { record: { object: 'leave' } },
    steps,
    body: { id: 'go', type: 'button@1', props: { text: '做' }, on: { click } },
  };
}
const problemsOf = (document: unknown): string[] =>
  validatePage(document, { widgets, actions, describe: describeOf }).problems.map(
    ({ path, msg, severity }) => `${severity} ${path} ${msg}`,
  );
const only = (document: unknown): string => {
  const problems = problemsOf(document);
  expect(problems).toHaveLength(1);
  return problems[0]!;
};

group('steps of a page', () => {
  const say: StepsDecl = {
    params: { text: { type: 'text', required: true }, times: { type: 'number' } },
    do: [toast({ $x: 'args.text' })],
  };
  it('are sound when what runs them hands in what they take', () => {
    const run: Action = { do: 'steps.say', args: { text: '好', times: { $x: '1 + 1' } } };
    expect(problemsOf(page({ say }, [run]))).toEqual([]);
  });
  it.each<[string, Action, string]>([
    [
      'unknown ones',
      { do: 'steps.sya', args: {} },
      '/do 页面配置有误：页面没有名为“sya”的步骤，是否想写“say”',
    ],
    ['a missing parameter', { do: 'steps.say' }, '/args'],
    ['an unknown parameter', { do: 'steps.say', args: { text: '好', txet: 1 } }, '/args/txet'],
    ['a wrong type', { do: 'steps.say', args: { text: 3 } }, '/args/text'],
    [
      'a formula of a wrong type',
      { do: 'steps.say', args: { text: '', times: { $x: "'a'" } } },
      '/args/times',
    ],
  ])('%s are named at their place', (_, run, place) => {
    const found = problemsOf(page({ say }, [{ do: 'steps.say', args: { text: '' } }, run]));
    expect(found).toEqual([expect.stringContaining(`/nodes/go/on/click/1${place}`)]);
  });
  it('read their parameters and the page, and nothing of the event that runs them', () => {
    const reads = (text: string) =>
      only(page({ say: { do: [toast({ $x: text })] } }, [{ do: 'steps.say' }]));
    expect(reads('args.other')).toContain('/steps/say/do/0/args/text');
    expect(reads('event.id')).toContain('/steps/say/do/0/args/text');
    expect(reads('results.before')).toContain('/steps/say/do/0/args/text');
  });
  it('result in what their own actions result in', () => {
    const load: StepsDecl = {
      do: [{ do: 'call', as: 'apps', args: { id: 'bizmeta.app.list', input: {} } }],
    };
    const run = (text: string): Action[] => [{ do: 'steps.load', as: 'got' }, toast({ $x: text })];
    expect(problemsOf(page({ load }, run('count(results.got.apps) & 1')))).toEqual([]);
    expect(only(page({ load }, run('results.got.aps')))).toContain('apps');
  });
  it('do not run each other in a circle, nor themselves', () => {
    const a: StepsDecl = { do: [{ do: 'steps.b', as: 'x' }] };
    const b: StepsDecl = {
      do: [{ do: 'try', args: { steps: [{ do: 'steps.a', as: 'y' }] as never } }],
    };
    expect(only(page({ a, b }, [{ do: 'steps.a' }]))).toContain('a → b → a');
  });
  it('count where they are run, so that doubling explodes nowhere', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: MAX_STEPS_DEEP }, (_, i): [string, StepsDecl] => [
        `s${i}`,
        { do: i === 0 ? Array(9).fill(toast()) : Array(3).fill({ do: `steps.s${i - 1}` }) },
      ]),
    );
    const found = problemsOf(page(doubling, [{ do: 'steps.s1' }, { do: 'steps.s2' }]));
    expect(found.join()).toContain(
      `/nodes/go/on/click 页面配置有误：一个事件最多 ${MAX_ACTIONS} 个动作，现在有 125 个`,
    );
    expect(found.join()).toContain('/steps/s3');
  });
  it('are not nested beyond what can be followed', () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, i): [string, StepsDecl] => [
          `s${i}`,
          { do: i === 0 ? [toast()] : [{ do: `steps.s${i - 1}` }] },
        ]),
      );
    const run = (length: number): Action[] => [{ do: `steps.s${length - 1}` }];
    expect(problemsOf(page(chain(MAX_STEPS_DEEP), run(MAX_STEPS_DEEP)))).toEqual([]);
    expect(only(page(chain(MAX_STEPS_DEEP + 1), run(MAX_STEPS_DEEP + 1)))).toContain('层');
  });
  it('that nothing runs are pointed out', () => {
    const unused = { say: { do: [toast()] }, more: { do: [{ do: 'steps.say' }] } };
    expect(problemsOf(page(unused)).map((each) => each.split(' ')[0])).toEqual([
      'warning',
      'warning',
    ]);
  });
  it('hide no call: what they call is judged as if it stood in the event', () => {
    const calls = (id: unknown): StepsDecl => ({
      params: { id: { type: 'text' } },
      do: [{ do: 'call', args: { id: id as never, input: {} } }],
    });
    const refused = (id: unknown) =>
      forbiddenCalls(
        flatten(page({ go: calls(id) }, [{ do: 'steps.go', args: { id: 'log.loginLog.export' } }])),
        { widgets, actions },
        { rights: { isSuper: false, functions: ['build.use'] } },
      ).map(({ place }) => place.path);
    expect(refused('bizmeta.app.list')).toEqual([]);
    expect(refused('upm.tenant.changeAdmin')).toEqual(['/steps/go/do/0/args/id']);
    expect(refused({ $x: 'args.id' })).toEqual(['/steps/go/do/0/args/id']);
  });
  it('name pages as events do', () => {
    const open: StepsDecl = { do: [{ do: 'dialog', args: { page: 'page.visit' } }] };
    expect(pageUses(flatten(page({ open })), { widgets, actions })).toEqual([
      { nodeId: 'go', key: 'page.visit' },
    ]);
  });
});

group('several values at once', () => {
  const cells = (given: object): Action => ({ do: 'set', args: { cells: given as never } });
  const state: Record<string, StateDecl> = { a: { type: 'text' }, b: { type: 'number' } };
  it('are set by their paths', () => {
    expect(problemsOf(page({}, [cells({ 'state.a': 'x', 'record.name': null })], state))).toEqual(
      [],
    );
    expect(only(page({}, [cells({ 'state.a': 'x', 'state.c': 1 })], state))).toContain(
      '/nodes/go/on/click/0/args/cells/state.c',
    );
    expect(
      only(page({}, [cells({ 'state.a': { $x: 'state.c' }, 'state.b': 1 })], state)),
    ).toContain('/nodes/go/on/click/0/args/cells/state.a');
  });
  it('have one form each: one value its own, several the other', () => {
    expect(only(page({}, [cells({ 'state.a': 'x' })], state))).toContain('/args/cells');
    expect(only(page({}, [{ do: 'set', args: {} }], state))).toContain('target 或 cells');
    const both: Action = {
      do: 'set',
      args: { target: 'state.a', cells: { 'state.a': 1, 'state.b': 2 } },
    };
    expect(only(page({}, [both], state))).toContain('target 或 cells');
  });
  it('follow a renamed field', () => {
    const document = flatten(
      page({ keep: { do: [cells({ 'record.name': 'x', 'state.a': 1 })] } }, [], state),
    );
    const rename = { object: 'leave', to: 'leave', fields: new Map([['name', 'title']]) };
    expect(
      JSON.stringify(applyRename(document, rename, { catalogues: { widgets, actions } }).steps),
    ).toContain('"record.title":"x"');
  });
});

group('computed cells', () => {
  const state: Record<string, StateDecl> = {
    a: { type: 'text' },
    both: { type: 'text', is: { $x: 'state.a & record.name' } },
  };
  it('read what the page has and are read as any cell', () => {
    expect(problemsOf(page({}, [toast({ $x: 'state.both' })], state))).toEqual([]);
  });
  it('cannot be set', () => {
    const found = only(page({}, [{ do: 'set', args: { target: 'state.both', value: '' } }], state));
    expect(found).toContain('/args/target');
    expect(found).toContain('不能写入');
    const several: Action = { do: 'set', args: { cells: { 'state.a': '', 'state.both': '' } } };
    expect(only(page({}, [several], state))).toContain('/args/cells/state.both');
  });
  it('have no first value, memory or resets of their own', () => {
    const spoilt = { ...state, both: { ...state.both!, init: '', remember: true } };
    expect(problemsOf(page({}, [], spoilt))).toHaveLength(2);
  });
  it('do not read themselves', () => {
    const x: StateDecl = { type: 'text', is: { $x: 'state.y' } };
    const y: StateDecl = { type: 'text', is: { $x: 'state.x' } };
    expect(only(page({}, [], { x, y }))).toContain('循环依赖');
  });
  it('give what they are declared as', () => {
    expect(only(page({}, [], { n: { type: 'number', is: { $x: "'a'" } } }))).toContain(
      '/state/n/is',
    );
  });
});

group('what a cell resets', () => {
  const cell = (...resets: string[]): StateDecl => ({ type: 'text', resets });
  it('is a cell or a form of the page', () => {
    expect(problemsOf(page({}, [], { a: cell('state.b', 'record'), b: cell() }))).toEqual([]);
    expect(only(page({}, [], { a: cell('state.d'), bd: cell() }))).toContain('/state/a/resets/0');
    const is: StateDecl = { type: 'text', is: '' };
    expect(only(page({}, [], { a: cell('state.b'), b: is }))).toContain('/state/a/resets/0');
  });
  it('does not lead back to it', () => {
    expect(only(page({}, [], { a: cell('state.b'), b: cell('state.a') }))).toContain('循环还原');
  });
});
