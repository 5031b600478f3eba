// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { RecordStep, TransactionAnswer } from '../../contract/index.ts';
import type { Action } from '../../page/index.ts';
import {
  failedCall,
  pageOf,
  testPage,
  type TestOptions,
  testWidgets,
  createRegistry,
} from '../../view/testing/index.ts';
import { dryRunEvent } from './run.ts';
import { actions } from './index.ts';
import { MAX_LOOP, MAX_STEPS, MAX_WAIT_MS } from '../scope/limits.ts';

const TRANSACT = 'bizmeta.record.transact';
const done = (input: { steps: RecordStep[] }): TransactionAnswer => ({
  records: input.steps.map((step, i) => ({
    id: step.do === 'create' ? `new${i}` : step.id,
    version: step.do === 'delete' ? null : 1,
  })),
  changes: [],
  problems: [],
});
const toast = (text: string): Action => ({ do: 'toast', args: { text: { $t: text } } });
/** Steps as an argument holds them. */
const held = (...steps: Action[]) => steps as never;
const create = (name: string, as?: string, more: object = {}): Action => ({
  do: 'create',
  args: { object: 'client', values: { name, ...more } },
  ...(as !== undefined && { as }),
});
const button = (steps: Action[]) => ({
  id: 'go',
  type: 'button@1',
  props: { text: '做' },
  on: { click: steps },
});

/** A page with one button, pressed. */
async function pressed(
  steps: Action[],
  { state = {}, ...more }: Partial<TestOptions> & { state?: object } = {},
) {
  const on = await testPage(
    pageOf({ state: state as never, body: { type: 'box@1', slots: { default: [button(steps)] } } }),
    { widgets: testWidgets, answers: { [TRANSACT]: done }, ...more },
  );
  await on.click('做');
  return on;
}
type On = Awaited<ReturnType<typeof pressed>>;
const sent = (on: On) =>
  on.ports.calls(TRANSACT) as { steps: RecordStep[]; requestId?: string; dryRun?: boolean }[];
const toasts = (on: On) =>
  on.ports.log.filter(({ kind }) => kind === 'toast').map(({ text }) => text);
const failures = (on: On) =>
  on.ports.log.filter(({ kind }) => kind === 'failure').map(({ text }) => text);

describe('record steps of one list', () => {
  test('are one transaction; a later one uses the id of a record that is not there yet', async () => {
    const on = await pressed([
      create('云帆', 'made'),
      { do: 'create', args: { object: 'bill', values: { client: { $x: 'results.made.id' } } } },
      { do: 'edit', args: { object: 'client', id: 'c7', version: 2, values: { level: 3 } } },
      { do: 'delete', args: { object: 'client', ids: ['c8', 'c9'] } },
      toast('新建了 {results.made.id}'),
    ]);
    const [{ steps, requestId } = { steps: [] }] = sent(on);
    const key = (steps[0] as { key: string }).key;
    expect(steps).toEqual([
      { do: 'create', object: 'client', key, values: { name: '云帆' } },
      { do: 'create', object: 'bill', key: expect.any(String), values: { client: key } },
      { do: 'edit', object: 'client', id: 'c7', version: 2, values: { level: 3 } },
      { do: 'delete', object: 'client', id: 'c8' },
      { do: 'delete', object: 'client', id: 'c9' },
    ]);
    expect([sent(on).length, requestId?.length, toasts(on)]).toEqual([1, 36, ['新建了 new0']]);
  });

  test('inside loops, choices and branches belong to the same transaction', async () => {
    const on = await pressed(
      [
        {
          do: 'forEach',
          args: {
            items: { $x: 'state.names' },
            as: 'name',
            steps: [
              {
                do: 'switch',
                args: {
                  value: 1,
                  cases: [
                    {
                      is: 1,
                      steps: [
                        {
                          do: 'create',
                          args: { object: 'client', values: { name: { $x: 'name' } } },
                        },
                      ],
                    },
                  ],
                },
              },
            ],
          },
        },
        { do: 'parallel', args: { branches: [held(create('丙')), held(create('丁'))] } },
      ],
      { state: { names: { type: 'list', init: ['甲', '乙'] } } },
    );
    expect(sent(on)).toHaveLength(1);
    expect(sent(on)[0]!.steps.map((step) => step.do === 'create' && step.values['name'])).toEqual([
      '甲',
      '乙',
      '丙',
      '丁',
    ]);
  });

  test('are written before what follows them in the chosen case, and a refusal ends it there', async () => {
    const steps = [
      {
        do: 'switch',
        args: {
          value: 'delete',
          cases: [
            {
              is: 'delete',
              steps: held(
                { do: 'delete', args: { object: 'client', ids: ['c8'] } },
                toast('已删除'),
                { do: 'emit', args: { event: 'deleted' } },
              ),
            },
          ],
        },
      },
    ];
    const on = await pressed(steps);
    expect([sent(on).length, toasts(on)]).toEqual([1, ['已删除']]);
    const refused = await pressed(steps, {
      answers: { [TRANSACT]: () => Promise.reject(new Error('被维修工单的“设备”引用，不能删除')) },
    });
    expect([toasts(refused), failures(refused)]).toEqual([
      [],
      ['被维修工单的“设备”引用，不能删除'],
    ]);
  });

  test('are not written when a step between them stops the list', async () => {
    const on = await pressed(
      [create('甲'), { do: 'confirm', args: { text: '继续吗' } }, create('乙'), toast('好了')],
      { confirms: false },
    );
    expect([sent(on), toasts(on)]).toEqual([[], []]);
  });

  test('that were refused hand the failure to the step it is about', async () => {
    const refuse = () => {
      throw failedCall('VALUE_TAKEN', '编号重复', [
        { path: '/steps/1/values/code', reason: 'VALUE_TAKEN', msg: '编号重复' },
      ]);
    };
    const on = await pressed(
      [
        create('甲'),
        { ...create('乙'), onError: [toast('乙没有写入：{error}')] },
        create('丙'),
        toast('好了'),
      ],
      { answers: { [TRANSACT]: refuse } },
    );
    expect([toasts(on), failures(on)]).toEqual([['乙没有写入：编号重复'], []]);
  });

  test('cannot be read before they are written', async () => {
    const on = await pressed([create('甲', 'made'), toast('{results.made.id}'), create('乙')]);
    expect([sent(on), failures(on)]).toEqual([
      [],
      [expect.stringContaining('动作“toast”要读“made”的结果')],
    ]);
  });

  test('sent again after no answer came are the same request; after a refusal they are a new one', async () => {
    let failure: Error = failedCall('', '服务器异常', [], 0);
    const on = await pressed([create('甲')], {
      answers: {
        [TRANSACT]: () => {
          throw failure;
        },
      },
    });
    await on.click('做');
    failure = failedCall('REQUIRED', '请填写名称', [], 400);
    await on.click('做');
    await on.click('做');
    const ids = sent(on).map(({ requestId }) => requestId);
    expect([new Set(ids.slice(0, 3)).size, ids[3] !== ids[0]]).toEqual([1, true]);
    expect(sent(on)[1]).toEqual(sent(on)[0]);
  });

  test('of nothing ask the server nothing', async () => {
    const on = await pressed([
      { do: 'delete', args: { object: 'client', ids: [] }, as: 'gone' },
      toast('删除 {results.gone.count} 条'),
    ]);
    expect([sent(on), toasts(on)]).toEqual([[], ['删除 0 条']]);
  });
});

describe('try', () => {
  const broken: Action = { do: 'call', args: { id: 'test.do' } };
  const answers = {
    [TRANSACT]: done,
    'test.do': () => {
      throw new Error('做不到');
    },
  };
  test('goes on after a failure, which its catch reads', async () => {
    const on = await pressed(
      [
        {
          do: 'try',
          args: {
            steps: held(broken, toast('不会到')),
            catch: held(toast('接住：{error}')),
            always: held(toast('总会')),
          },
          as: 'tried',
        },
        toast('{results.tried.ok}'),
      ],
      { answers },
    );
    expect([toasts(on), failures(on)]).toEqual([['接住：做不到', '总会', '否'], []]);
  });
  test('writes its records apart from those around it', async () => {
    const on = await pressed(
      [
        create('甲'),
        { do: 'try', args: { steps: held(create('乙', 'b'), toast('{results.b.id}')) } },
        create('丙'),
      ].slice(0, 3) as Action[],
      { answers },
    );
    expect(sent(on).map(({ steps }) => steps.length)).toEqual([1, 2]);
  });
  test('only says what its steps would do when it is dry', async () => {
    const changes = [
      {
        step: 0,
        do: 'create',
        object: 'client',
        label: '客户',
        title: '甲',
        fields: [{ field: 'name', label: '名称', before: null, after: '甲' }],
      },
    ];
    const on = await pressed(
      [
        {
          do: 'try',
          args: {
            dry: true,
            steps: held(create('甲'), toast('好了'), { do: 'navigate', args: { to: '/x' } }),
          },
          as: 'plan',
        },
        toast("{join(results.plan.lines, '|')}"),
      ],
      {
        answers: {
          [TRANSACT]: (input: { dryRun?: boolean }) => ({
            records: [],
            changes: input.dryRun ? changes : [],
            problems: [],
          }),
        },
        describes: { client: { fields: [] } as never },
      },
    );
    expect(sent(on)).toEqual([{ steps: [expect.anything()], dryRun: true }]);
    await vi.waitFor(() =>
      expect(toasts(on)).toEqual(['新建客户“甲”：名称 甲|提示“好了”|前往 /x']),
    );
    expect(on.ports.log.some(({ kind }) => kind === 'navigate')).toBe(false);
  });
});

test('an address is copied whole', async () => {
  const on = await pressed([{ do: 'copy', args: { address: '/form/abc' } }]);
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/form/abc`);
  expect(toasts(on)).toEqual(['已复制']);
});

describe('a dry run', () => {
  test('of a list names every step in Chinese and every problem, and touches nothing', async () => {
    const problems = [{ path: '/steps/0/values/name', reason: 'REQUIRED', msg: '请填写名称' }];
    const on = await pressed([]);
    const document = pageOf({
      state: { tab: { type: 'text', init: '甲' } },
      body: button([
        { do: 'set', args: { target: 'state.tab', value: '乙' }, confirm: { text: '确定吗' } },
        { do: 'call', args: { id: 'bizmeta.app.list' } },
        create(''),
        {
          do: 'forEach',
          args: { items: [1, 2], steps: [{ do: 'copy', args: { text: { $t: '{item}' } } }] },
        },
        { do: 'toast', args: { text: '不说' }, if: { $x: 'false' } },
      ]),
    });
    const page = await testPage(document, {
      widgets: testWidgets,
      answers: { [TRANSACT]: { records: [], changes: [], problems } },
    });
    const notes = await dryRunEvent(
      { scope: page.scope, registry: createRegistry(testWidgets, actions), locals: null },
      page.scope.node('go')!.on['click']!,
      null,
    );
    expect(notes.map(({ text }) => text)).toEqual([
      '先询问“确定吗”',
      '把“state.tab”设为 "乙"',
      '调用接口 bizmeta.app.list',
      '整组都不会写入：请填写名称',
    ]);
    problems.length = 0;
    const fine = await dryRunEvent(
      { scope: page.scope, registry: createRegistry(testWidgets, actions), locals: null },
      page.scope.node('go')!.on['click']!,
      null,
    );
    expect(fine.map(({ text }) => text).slice(3)).toEqual(['复制“1”', '复制“2”']);
    expect(page.scope.cells.get('tab')?.value).toBe('甲');
    expect(page.ports.log.map(({ kind, id }) => id ?? kind)).toEqual([TRANSACT, TRANSACT]);
    on.leave();
  });
});

describe('limits', () => {
  test.each([
    [
      'a loop',
      { do: 'forEach', args: { items: { $x: 'state.many' }, steps: [] } },
      `最多 ${MAX_LOOP} 项`,
    ],
    [
      'loops in loops',
      {
        do: 'forEach',
        args: {
          items: { $x: 'state.some' },
          steps: [
            {
              do: 'forEach',
              args: {
                items: { $x: 'state.some' },
                steps: [{ do: 'copy', if: { $x: 'false' }, args: { text: 'x' } }],
              },
            },
          ],
        },
      },
      `一次最多进行 ${MAX_STEPS} 步`,
    ],
    ['a wait', { do: 'wait', args: { ms: MAX_WAIT_MS + 1 } }, `0 至 ${MAX_WAIT_MS} 毫秒`],
  ] as [string, Action, string][])(
    '%s beyond them is refused with a sentence',
    async (_what, step, text) => {
      const many = (count: number) => ({
        type: 'list',
        init: Array.from({ length: count }, (_, i) => i),
      });
      const on = await pressed([step], { state: { many: many(MAX_LOOP + 1), some: many(150) } });
      expect(failures(on)).toEqual([expect.stringContaining(text)]);
    },
  );
});

test('wait waits, and gives up with its page', async () => {
  const on = await pressed([{ do: 'wait', args: { ms: 20 } }, toast('醒了')]);
  await expect.poll(() => toasts(on)).toEqual(['醒了']);
  const gone = await pressed([{ do: 'wait', args: { ms: 400 } }, toast('不该说')]);
  gone.leave();
  await new Promise((resolve) => setTimeout(resolve, 450));
  expect(toasts(gone)).toEqual([]);
});

test('confirm answers what the person said when the list is to go on', async () => {
  const on = await pressed(
    [{ do: 'confirm', args: { text: '要吗', goOn: true }, as: 'yes' }, toast('{results.yes}')],
    { confirms: false },
  );
  expect(toasts(on)).toEqual(['否']);
});

test('print asks the browser', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await pressed([{ do: 'print' }]);
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce());
  vi.unstubAllGlobals();
});

test('upload asks for files and answers what the server holds of them', async () => {
  const on = await pressed([
    { do: 'upload', args: { accept: '.txt' }, as: 'files' },
    toast('{count(results.files)} 个'),
  ]);
  const input = document.querySelector<HTMLInputElement>('input[data-upload]')!;
  Object.defineProperty(input, 'files', { value: [new File(['a'], '甲.txt')] });
  await act(async () => {
    input.dispatchEvent(new Event('change'));
  });
  await on.settle();
  expect([
    on.ports.log.some(({ kind, name }) => kind === 'upload' && name === '甲.txt'),
    toasts(on),
    document.querySelector('input[data-upload]'),
  ]).toEqual([true, ['1 个'], null]);
});

describe.each([
  ['dialog', '对话框'],
  ['drawer', '抽屉'],
])('%s', (name) => {
  const inner = pageOf({
    key: 'pick.one',
    title: '选一个',
    params: { from: { type: 'text' } },
    state: { text: { type: 'text' } },
    forms: {
      note: {
        schema: { type: 'object', properties: { name: { type: 'string', title: '名称' } } },
        init: { name: '旧' },
      },
    },
    body: {
      type: 'box@1',
      slots: {
        default: [
          { type: 'text@1', props: { text: { $t: '来自 {params.from}' } } },
          { type: 'field@1', bind: 'note.name' },
          {
            type: 'button@1',
            props: { text: '选定' },
            on: { click: [{ do: 'emit', args: { event: 'done', payload: { id: 'p1' } } }] },
          },
        ],
      },
    },
  });
  const open: Action[] = [
    { do: name, args: { page: 'pick.one', params: { from: '甲' } }, as: 'picked' },
    toast("{results.picked.event} {results.picked.data.id ?? '无'}"),
  ];
  const withPage = { pages: { 'pick.one': inner } };
  test('shows a page with its parameters; what the page says comes back', async () => {
    const on = await pressed(open, withPage);
    await expect
      .poll(() => screen.queryByRole('dialog', { name: '选一个' })?.textContent)
      .toContain('来自 甲');
    await on.click('选定');
    expect([toasts(on), screen.queryByRole('dialog')]).toEqual([['done p1'], null]);
  });
  test('closed by hand answers close, and asks before work is lost', async () => {
    const on = await pressed(open, { ...withPage, confirms: true });
    await expect.poll(() => screen.queryByLabelText('名称')).not.toBeNull();
    await on.type('名称', '新');
    await on.press('{Escape}');
    await on.settle();
    expect([
      on.ports.log.some(({ kind, danger }) => kind === 'confirm' && danger === true),
      toasts(on),
    ]).toEqual([true, ['close 无']]);
  });
});
