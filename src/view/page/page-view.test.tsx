// @vitest-environment jsdom
import { asField } from '../../runtime/models/index.ts';
import { act } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { createMachine, createActor } from 'xstate';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakePorts } from '../testing/ports.ts';
import { pageOf, testPage } from '../testing/page.tsx';
import { renders, testWidget, testWidgets } from '../testing/widgets.tsx';
import type { WidgetViewProps } from '../kit/types.ts';
import type { NodeFault } from '../../runtime/ports/index.ts';
import { schema, field, text, boxed } from './page-view.testing.ts';

const MAX_SLOW_RENDERS = 4;
const RENDER_BUDGET_MS = 150;

beforeEach(() => renders.clear());
const rendersOf = (id: string): number => renders.get(id) ?? 0;

describe('typing in a form', () => {
  const page = () =>
    pageOf({
      forms: { order: { schema } },
      body: boxed(
        field('name'),
        field('price'),
        field('count'),
        text('total', 'order.price * order.count'),
      ),
    });

  test('draws only the field that was typed in', async () => {
    const on = await testPage(page(), { widgets: testWidgets });
    const before = new Map(renders);
    await on.type('名称', 'a');
    expect(rendersOf('name')).toBe(before.get('name')! + 1);
    for (const id of ['root', 'price', 'count', 'total'])
      expect([id, rendersOf(id)]).toEqual([id, before.get(id)]);
  });
  test('brings a computed total up to date at once', async () => {
    const on = await testPage(page(), { widgets: testWidgets });
    await on.type('单价', '12');
    await on.type('数量', '3');
    on.expects({ sees: '36' });
  });
  test('says what is wrong only after the field was left', async () => {
    const on = await testPage(page(), { widgets: testWidgets });
    await on.type('名称', '123456');
    on.expects({ lacks: '最多' });
    await on.user.tab();
    await on.settle();
    on.expects({ sees: '名称最多 5 个字符' });
    await on.type('名称', '123');
    on.expects({ lacks: '最多' });
  });
});

describe('conditions', () => {
  const page = (onHide?: string) =>
    pageOf({
      forms: { order: { schema } },
      body: boxed(
        field('kind'),
        field('reason', {
          when: { visible: { $x: "order.kind = '其他'" }, required: { $x: "order.kind = '其他'" } },
          ...(onHide && { onHide }),
        }),
        {
          id: 'go',
          type: 'button@1',
          props: { text: '检查' },
          on: {
            click: [
              { do: 'validate', args: { form: 'order' } },
              { do: 'toast', args: { text: '通过' } },
            ],
          },
        },
      ),
    });
  test('show a field, hide it, and its value is retained', async () => {
    const on = await testPage(page(), { widgets: testWidgets });
    on.expects({ lacks: '原因' });
    await on.type('类型', '其他');
    await on.type('原因', '下雨');
    await on.type('类型', '常规');
    on.expects({ lacks: '原因' });
    await on.type('类型', '其他');
    on.expects({ 原因: '下雨' });
  });
  test('empty a hidden field with clear', async () => {
    const on = await testPage(page('clear'), { widgets: testWidgets });
    await on.type('类型', '其他');
    await on.type('原因', '下雨');
    await on.type('类型', '常规');
    await on.type('类型', '其他');
    on.expects({ 原因: '' });
  });
  test('a hidden field is not checked, a shown one is', async () => {
    const on = await testPage(page(), { widgets: testWidgets });
    await on.type('类型', '其他');
    await on.click('检查');
    on.expects({ sees: '请填写原因' });
    const { scope } = on;
    expect(scope.forms.get('order')!.failing.map((each) => each.name)).toEqual(['name', 'reason']);
    await on.type('类型', '常规');
    await on.click('检查');
    expect(scope.forms.get('order')!.failing.map((each) => each.name)).toEqual(['name']);
  });
});

describe('what is broken', () => {
  test('breaks itself only, and can be tried again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const on = await testPage(
      pageOf({
        body: boxed(
          { id: 'bad', type: 'broken@1' },
          { id: 'well', type: 'text@1', props: { text: '其余完好' } },
        ),
      }),
      { widgets: testWidgets },
    );
    on.expects({ sees: ['此处无法显示', '画不出来', 'bad · broken@1', '重试', '其余完好'] });
  });
  test('an unknown widget is a placeholder that preserves its content', async () => {
    const on = await testPage(
      pageOf({ body: boxed({ id: 'odd', type: 'feild@1', props: { secret: '原样保留' } }) }),
      { widgets: testWidgets },
    );
    on.expects({ sees: ['没有名为“feild@1”的组件', '是否想写“field@1”', '原样保留'] });
  });
  test('a bind that leads nowhere says which step is missing', async () => {
    const on = await testPage(
      pageOf({
        forms: { order: { schema } },
        body: boxed(
          { type: 'field@1', bind: 'order.nmae' },
          { type: 'text@1', props: { text: '其余完好' } },
        ),
      }),
      { widgets: testWidgets },
    );
    on.expects({ sees: ['没有名为“nmae”的字段', '其余完好'] });
  });
  test('a view that keeps drawing itself is stopped', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let alive = true;
    function Looping({ node }: WidgetViewProps) {
      const [turn, setTurn] = useState(0);
      useEffect(() => {
        if (alive) {
          const timer = setTimeout(() => setTurn(turn + 1), 0);
          return () => clearTimeout(timer);
        }
        return undefined;
      }, [turn]);
      return (
        <i>
          {node.id}
          {turn}
        </i>
      );
    }
    const on = await testPage(
      pageOf({
        body: boxed(
          { id: 'loop', type: 'looping@1' },
          { type: 'text@1', props: { text: '其余完好' } },
        ),
      }),
      { widgets: [...testWidgets, testWidget('looping', Looping)] },
    );
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    for (let turn = 0; turn < 400 && !on.sees('已停止'); turn++) await on.settle();
    clock.mockRestore();
    on.expects({ sees: ['一秒内重绘超过', '其余完好'] });
    alive = false;
    await on.click('重试');
    on.expects({ lacks: '一秒内重绘超过' });
  });
  test('a view that holds up the page again and again is stopped, and reported; its data is retained', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let clock = 0;
    let cost = RENDER_BUDGET_MS + 1;
    const time = vi.spyOn(performance, 'now').mockImplementation(() => clock);
    function Slow({ node }: WidgetViewProps) {
      clock += cost;
      const field = asField(node.bound);
      return <b>{String(field.value)}</b>;
    }
    const reported: NodeFault[] = [];
    const ports = Object.assign(fakePorts(), {
      report: (fault: NodeFault) => void reported.push(fault),
    });
    const on = await testPage(
      pageOf({
        forms: { order: { schema } },
        body: boxed(
          { id: 'slow', type: 'slow@1', bind: 'order.name' },
          { type: 'text@1', props: { text: '其余完好' } },
        ),
      }),
      { widgets: [...testWidgets, testWidget('slow', Slow)], ports },
    );
    const name = on.scope.forms.get('order')!.field('name');
    const change = (value: string) => act(async () => name.set(value));
    for (let turn = 1; turn <= MAX_SLOW_RENDERS; turn++) {
      on.expects({ lacks: '已停止' });
      await change(`第 ${turn} 次`);
    }
    on.expects({ sees: ['毫秒，已停止', 'slow · slow@1', '其余完好'] });
    expect(reported.map(({ page, node, type, error }) => [page, node, type, error.name])).toEqual([
      ['test.page', 'slow', 'slow@1', 'RenderBudgetError'],
    ]);
    expect(on.scope.faults.of('slow')).toEqual(reported);
    cost = 1;
    await on.click('重试');
    on.expects({ sees: `第 ${MAX_SLOW_RENDERS} 次`, lacks: '已停止' });
    time.mockRestore();
  });
  test('a page that does not exist shows it and offers another try', async () => {
    let isThere = false;
    const load = async (key: string) => {
      if (!isThere) throw new Error(`没有名为“${key}”的页面`);
      return pageOf({ body: boxed({ type: 'text@1', props: { text: '来了' } }) });
    };
    const on = await testPage(pageOf({ body: boxed() }), { widgets: testWidgets, load });
    on.expects({ sees: '没有名为“test.page”的页面' });
    isThere = true;
    await on.click('重试');
    on.expects({ sees: '来了' });
    const needy = await testPage(
      pageOf({ params: { id: { type: 'text', required: true } }, body: boxed() }),
      { widgets: testWidgets },
    );
    needy.expects({ sees: ['缺少参数：id', '重试'] });
  });
});

describe('actions', () => {
  test('stop when the person says no', async () => {
    const document = pageOf({
      body: boxed({
        type: 'button@1',
        props: { text: '删除' },
        on: {
          click: [
            {
              do: 'delete',
              confirm: { text: { $t: '确定删除 {event.from} 吗' }, danger: true },
              args: { object: 'order', ids: ['1'] },
              as: 'gone',
            },
            { do: 'toast', args: { text: { $t: '已删除 {results.gone.count} 条' } } },
          ],
        },
        id: 'del',
      }),
    });
    const answers = {
      'bizmeta.record.transact': {
        records: [{ id: '1', version: null }],
        changes: [],
        problems: [],
      },
    };
    const refused = await testPage(document, { widgets: testWidgets, answers, confirms: false });
    await refused.click('删除');
    expect(refused.ports.log.map((entry) => entry.kind)).toEqual(['confirm']);
    expect(refused.ports.log[0]).toMatchObject({
      text: '确定删除 del 吗',
      title: '提示',
      danger: true,
    });
    const agreed = await testPage(document, { widgets: testWidgets, answers, confirms: true });
    await agreed.click('删除');
    expect(agreed.ports.log.at(-1)).toEqual({ kind: 'toast', type: 'info', text: '已删除 1 条' });
  });
  test('hand a failure to onError, else to the catalogue, and stop', async () => {
    const steps = (onError?: object[]) =>
      pageOf({
        body: boxed({
          type: 'button@1',
          props: { text: '做' },
          on: {
            click: [
              { do: 'call', args: { id: 'test.do' }, ...(onError && { onError }) },
              { do: 'toast', args: { text: '完成' } },
            ],
          },
        }),
      });
    const answers = {
      'test.do': () => {
        throw new Error('做不到');
      },
    };
    const plain = await testPage(steps(), { widgets: testWidgets, answers });
    await plain.click('做');
    expect(plain.ports.log.at(-1)).toEqual({ kind: 'failure', text: '做不到' });
    const handled = await testPage(
      steps([{ do: 'toast', args: { text: { $t: '没有完成：{error}' } } }]),
      { widgets: testWidgets, answers },
    );
    await handled.click('做');
    expect(handled.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '没有完成：做不到' });
  });
  test('go through a list, choose by value and run side by side', async () => {
    const document = pageOf({
      state: { list: { type: 'list', init: ['a', 'b'] } },
      body: boxed({
        type: 'button@1',
        props: { text: '做' },
        on: {
          click: [
            {
              do: 'forEach',
              args: {
                items: { $x: 'state.list' },
                as: 'each',
                steps: [
                  {
                    do: 'switch',
                    args: {
                      value: 'x',
                      cases: [
                        {
                          is: 'x',
                          steps: [{ do: 'toast', args: { text: { $t: '{each_index}{each}' } } }],
                        },
                      ],
                    },
                  },
                ],
              },
            },
            {
              do: 'parallel',
              args: {
                branches: [
                  [{ do: 'toast', args: { text: '左' } }],
                  [{ do: 'toast', args: { text: '右' } }],
                ],
              },
            },
          ],
        },
      }),
    });
    const on = await testPage(document, { widgets: testWidgets });
    await on.click('做');
    expect(on.ports.log.map((entry) => entry['text'])).toEqual(['0a', '1b', '左', '右']);
  });
  test('an unknown one is named, with the nearest', async () => {
    const on = await testPage(
      pageOf({
        body: boxed({
          type: 'button@1',
          props: { text: '做' },
          on: { click: [{ do: 'navigte', args: {} }] },
        }),
      }),
      { widgets: testWidgets },
    );
    await on.click('做');
    expect(on.ports.log[0]!['text']).toBe('没有名为“navigte”的动作，是否想写“navigate”');
  });
});

describe('machines', () => {
  const lamp = createMachine({
    id: 'lamp',
    initial: 'off',
    context: { turns: 0 },
    states: { off: { on: { TURN: 'on' } }, on: { on: { TURN: 'off' } } },
  });
  const document = pageOf({
    machines: { light: { use: 'lamp' } },
    body: boxed(
      text('state', "if(light.state = 'on', '亮', '灭')"),
      text('may', "if(light.can.TURN, '可按', '不可按')"),
      {
        type: 'button@1',
        props: { text: '按' },
        on: { click: [{ do: 'send', args: { machine: 'light', event: 'TURN' } }] },
      },
    ),
  });
  test('show their state and take events', async () => {
    const on = await testPage(document, {
      widgets: testWidgets,
      machines: { lamp: lamp as never },
    });
    on.expects({ sees: ['灭', '可按'] });
    await on.click('按');
    on.expects({ sees: '亮' });
  });
  test('expose their context and nested states, and what can be done next without doing it', async () => {
    const trip = createMachine({
      id: 'trip',
      initial: 'draft',
      context: { legs: [{ to: '上海' }] },
      states: {
        draft: { on: { SEND: 'asked' } },
        asked: {
          initial: 'first',
          states: { first: { on: { NEXT: 'second' } }, second: {} },
          on: { BACK: 'draft' },
        },
      },
    });
    const send = (event: string) => ({
      type: 'button@1',
      props: { text: event },
      on: { click: [{ do: 'send', args: { machine: 'flow', event } }] },
    });
    const on = await testPage(
      pageOf({
        machines: { flow: { use: 'trip' } },
        body: boxed(
          text('where', "flow.state & ' ' & count(flow.context.legs)"),
          text('may', "if(flow.can.BACK, '可退回', '不可退回') & if(flow.can.NEXT, '可继续', '')"),
          send('SEND'),
          send('NEXT'),
        ),
      }),
      { widgets: testWidgets, machines: { trip: trip as never } },
    );
    on.expects({ sees: ['draft 1', '不可退回'] });
    await on.click('NEXT');
    on.expects({ sees: 'draft 1' });
    await on.click('SEND');
    on.expects({ sees: ['asked.first 1', '可退回可继续'] });
    await on.click('NEXT');
    on.expects({ sees: ['asked.second 1', '可退回'], lacks: '可继续' });
  });
  test('of the application outlive the page', async () => {
    const actor = createActor(lamp).start();
    const on = await testPage(document, { widgets: testWidgets, actors: { lamp: actor } });
    await on.click('按');
    on.expects({ sees: '亮' });
    on.leave();
    expect(actor.getSnapshot().status).toBe('active');
  });
});
