// @vitest-environment jsdom
import { act } from '@testing-library/react';
import type { ListModelImpl } from '../../runtime/models/index.ts';
import { describe, expect, test } from 'vitest';
import { fakePorts } from '../testing/ports.ts';
import { pageOf, testPage } from '../testing/page.tsx';
import { testWidgets } from '../testing/widgets.tsx';
import { text, boxed } from './page-view.testing.ts';

describe('sources', () => {
  const page = pageOf({
    state: { city: { type: 'text', init: '北京' } },
    sources: {
      weather: { call: 'test.weather', input: { city: { $x: 'state.city' } } },
      again: { call: 'test.weather', input: { city: { $x: 'state.city' } } },
    },
    body: boxed(
      text('sky', "weather.data.sky ?? '等待'"),
      text('busy', "if(weather.loading, '加载中', '就绪')"),
      {
        type: 'button@1',
        props: { text: '上海' },
        on: { click: [{ do: 'set', args: { target: 'state.city', value: '上海' } }] },
      },
    ),
  });
  test('load while the code of the views is still loading', async () => {
    let ask = (): void => undefined;
    const asked = new Promise<void>((done) => {
      ask = done;
    });
    const late = testWidgets.map((widget) => ({
      ...widget,
      view: async () => {
        await asked;
        return widget.view();
      },
    }));
    const on = await testPage(page, {
      widgets: late,
      answers: {
        'test.weather': async () => {
          ask();
          return { sky: '晴' };
        },
      },
    });
    on.expects({ sees: '晴' });
  });
  test('that ask the same ask once', async () => {
    const ports = fakePorts({ answers: { 'test.weather': async () => ({ sky: '晴' }) } });
    const on = await testPage(page, { widgets: testWidgets, ports });
    on.expects({ sees: ['晴', '就绪'] });
    expect(ports.calls('test.weather')).toEqual([{ city: '北京' }]);
  });
  test('ask again when what they read changes, keep the old answer meanwhile, and drop an overtaken one', async () => {
    const answers = new Map<string, (sky: string) => void>();
    const signals: AbortSignal[] = [];
    const slow = (input: { city: string }, signal: AbortSignal) =>
      new Promise((resolve) => {
        signals.push(signal);
        answers.set(input.city, (sky) => resolve({ sky }));
      });
    const ports = fakePorts({ answers: { 'test.weather': slow } });
    const on = await testPage(page, { widgets: testWidgets, ports });
    await on.click('上海');
    expect(signals[0]!.aborted).toBe(true);
    answers.get('上海')!('雨');
    await on.settle();
    answers.get('北京')!('晴');
    await on.settle();
    on.expects({ sees: '雨', lacks: '晴' });
  });
  test('that failed say why and can be asked again', async () => {
    let isDown = true;
    const ports = fakePorts({
      answers: {
        'test.weather': () => {
          if (isDown) throw new Error('服务暂不可用');
          return { sky: '晴' };
        },
      },
    });
    const document = pageOf({
      sources: { weather: { call: 'test.weather', input: {} } },
      body: boxed(text('why', "weather.error ?? weather.data.sky ?? ''"), {
        type: 'button@1',
        props: { text: '重新加载' },
        on: { click: [{ do: 'reload', args: { source: 'weather' } }] },
      }),
    });
    const on = await testPage(document, { widgets: testWidgets, ports });
    on.expects({ sees: '服务暂不可用' });
    isDown = false;
    await on.click('重新加载');
    on.expects({ sees: '晴' });
  });
  test('whose failure no node shows are reported by the page, with another try', async () => {
    let isDown = true;
    const ports = fakePorts({
      answers: {
        'test.weather': () => {
          if (isDown) throw new Error('服务暂不可用');
          return { sky: '晴' };
        },
      },
    });
    const on = await testPage(
      pageOf({
        sources: { weather: { call: 'test.weather', input: {} } },
        body: boxed(text('sky', "weather.data.sky ?? '未知'")),
      }),
      { widgets: testWidgets, ports },
    );
    on.expects({ sees: ['未知', '部分内容没有加载成功：服务暂不可用'] });
    isDown = false;
    await on.click('重试');
    on.expects({ sees: '晴', lacks: '部分内容没有加载成功' });
  });
  test('wait while their condition does not hold, and forget the answer when it stops holding', async () => {
    const ports = fakePorts({ answers: { 'test.weather': { sky: '晴' } } });
    const on = await testPage(
      pageOf({
        state: { on: { type: 'boolean', init: false } },
        sources: { weather: { call: 'test.weather', input: {}, when: { $x: 'state.on' } } },
        body: boxed(text('sky', "weather.data.sky ?? '未知'"), {
          type: 'button@1',
          props: { text: '切换' },
          on: {
            click: [{ do: 'set', args: { target: 'state.on', value: { $x: 'not state.on' } } }],
          },
        }),
      }),
      { widgets: testWidgets, ports },
    );
    on.expects({ sees: '未知' });
    expect(ports.calls('test.weather')).toEqual([]);
    await on.click('切换');
    on.expects({ sees: '晴' });
    await on.click('切换');
    on.expects({ sees: '未知' });
  });
  test('a list asks with filter, sort and page, and goes back a page when the last one is empty', async () => {
    const ports = fakePorts({
      describes: {
        order: {
          id: 'o',
          apiName: 'order',
          label: '订单',
          titleField: 'name',
          appId: null,
          version: 1,
          fields: [],
          validator: '',
        },
      },
      answers: {
        'bizmeta.record.list': (input: { current: number }) => ({
          records: input.current > 1 ? [] : [{ id: '1', name: '甲' }],
          total: 1,
          totalIsEstimate: false,
          labels: { user: { u1: '张三' } },
        }),
      },
    });
    const document = pageOf({
      sources: {
        orders: { list: 'order', filter: { field: 'state', op: 'eq', value: 'open' }, size: 10 },
      },
      body: boxed(
        { id: 'table', type: 'table@1', bind: 'orders' },
        text('total', 'orders.total'),
        text('chosen', "join(orders.selection, '，')"),
      ),
    });
    const on = await testPage(document, { widgets: testWidgets, ports });
    on.expects({ sees: ['甲', '1'] });
    expect(ports.labels.get('user', 'u1')).toBe('张三');
    const orders = on.scope.declared.get('orders') as ListModelImpl;
    await act(async () => orders.setPage(2));
    await on.settle();
    expect(orders.current).toBe(1);
    await act(async () => {
      orders.setSearch(' 甲 ');
      orders.setFilter({ field: 'name', op: 'eq', value: '甲' });
    });
    await on.settle();
    expect(ports.calls('bizmeta.record.list').at(-1)).toEqual({
      object: 'order',
      current: 1,
      size: 10,
      sort: [],
      search: '甲',
      filter: {
        op: 'and',
        items: [
          { field: 'state', op: 'eq', value: 'open' },
          { field: 'name', op: 'eq', value: '甲' },
        ],
      },
    });
    await act(async () => orders.select(['1', '2'], true));
    on.expects({ sees: '1，2' });
  });
});
