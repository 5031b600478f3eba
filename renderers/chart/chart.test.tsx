// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listOn, makeOrders, orderDescribe, ordersPage } from '../../tests/fixtures/orders.ts';
import { openNode, openPage } from '../../tests/fixtures/page.ts';
import { measuresOf, pointsOf, tableOf, type ChartQuery } from './data.ts';
import chart from './index.ts';
import type { ChartStyle } from './look.ts';
import { optionOf, shortNumber } from './option.ts';
import { makeBook } from './palettes.ts';
import type { Theme } from './theme.ts';
import { tooltipOf } from './tooltip.ts';

const rows = [
  { region: '华东', month: '1 月', amount: 10 },
  { region: '华南', month: '1 月', amount: '20.5' },
  { region: '华东', month: '2 月', amount: 30 },
  { region: '华东', month: '1 月', amount: 5 },
  { region: null, month: '2 月', amount: 'x' },
];
const nothing = { describe: null, labels: {} };
const ask = (more: Partial<ChartQuery> = {}): ChartQuery => ({
  dimension: 'month',
  measures: measuresOf(['amount'], nothing),
  series: '',
  aggregate: 'sum',
  sort: 'none',
  limit: 0,
  ...more,
});
const theme: Theme = {
  text: '#111',
  muted: '#777',
  line: '#eee',
  ground: '#fff',
  fill: '#f2f2f2',
  font: 'sans-serif',
  color: (palette) => palette,
};
const look = (more: Partial<ChartStyle> = {}): ChartStyle => ({
  kind: 'bar',
  stacked: false,
  horizontal: false,
  smooth: false,
  showValues: false,
  legend: 'none',
  max: undefined,
  colors: {},
  say: String,
  still: false,
  narrow: false,
  ...more,
});
const book = makeBook(new Map(), () => undefined);
const drawn = (more?: Partial<ChartQuery>) => ({
  table: tableOf(rows, ask(more), nothing),
  points: [],
  axis: '',
  heading: 'amount',
});

describe('the numbers', () => {
  it('are put together by category and series; a number written as text counts', () => {
    expect(drawn().table).toMatchObject({
      categories: ['1 月', '2 月'],
      series: [{ name: 'amount', values: [35.5, 30] }],
    });
    expect(drawn({ series: 'region' }).table.series).toEqual([
      { name: '华东', values: [15, 30] },
      { name: '华南', values: [20.5, null] },
      { name: '（空）', values: [null, null] },
    ]);
    expect(drawn({ aggregate: 'avg', dimension: 'region' }).table.series[0]?.values).toEqual([
      15,
      20.5,
      null,
    ]);
  });
  it('are rows counted when no measure is given', () =>
    expect(
      drawn({ measures: measuresOf(undefined, nothing), dimension: 'region' }).table.series,
    ).toEqual([{ name: '数量', values: [3, 1, 1] }]));
  it('are sorted, and the small ones put together', () => {
    const many = Array.from({ length: 6 }, (_, i) => ({ k: `k${i}`, v: i }));
    const table = tableOf(
      many,
      ask({ dimension: 'k', measures: [{ field: 'v', label: 'v' }], sort: 'desc', limit: 3 }),
      nothing,
    );
    expect([table.categories, table.series[0]?.values]).toEqual([
      ['k5', 'k4', '其他'],
      [5, 4, 6],
    ]);
  });
  it('of records wear the names and colours of their options', () => {
    const table = tableOf(
      [{ status: 'new' }, { status: 'done' }],
      ask({ dimension: 'status', measures: measuresOf(null, nothing) }),
      { describe: orderDescribe, labels: {} },
    );
    expect([table.categories, table.colors, table.heading]).toEqual([
      ['新建', '完成'],
      { 新建: 'arcoblue', 完成: 'green' },
      '状态',
    ]);
  });
  it('of people, records and options of one name stay apart', () => {
    const table = tableOf(
      [
        { customer: 'a', amount: 1 },
        { customer: 'b', amount: 2 },
        { customer: 'a', amount: 4 },
        { customer: null, amount: 8 },
      ],
      ask({ dimension: 'customer' }),
      {
        describe: {
          ...orderDescribe,
          fields: [
            {
              ...orderDescribe.fields[0]!,
              apiName: 'customer',
              type: 'lookup',
              refObject: 'customer',
            },
          ],
        },
        labels: { customer: { a: '张三', b: '张三' } },
      },
    );
    expect([table.categories, table.series[0]?.values]).toEqual([
      ['张三', '张三 (2)', '（空）'],
      [5, 2, 8],
    ]);
  });
  it('put together have the average of their rows, also those of too many categories', () => {
    const average = (records: { k: string; v: number }[], limit: number) =>
      tableOf(
        records,
        ask({
          dimension: 'k',
          measures: [{ field: 'v', label: 'v' }],
          aggregate: 'avg',
          limit,
        }),
        nothing,
      );
    const few = [
      { k: 'a', v: 1_000 },
      ...Array.from({ length: 10 }, () => ({ k: 'b', v: 1 })),
      { k: 'c', v: 100 },
    ];
    expect(average(few, 2).series[0]?.values).toEqual([1_000, 10]);
    const many = Array.from({ length: 2_004 }, (_, i) => ({ k: `k${i}`, v: i }));
    const table = average(many, 0);
    expect([table.categories.at(-1), table.series[0]?.values.at(-1)]).toEqual(['其他', 2_001.5]);
  });
  it('of a scatter are points; what has no place is left out', () => {
    expect(
      pointsOf(
        [
          { x: 1, y: 2 },
          { x: 'a', y: 3 },
        ],
        ask({ dimension: 'x', measures: [{ field: 'y', label: '数' }] }),
        nothing,
      ),
    ).toEqual([{ name: '数', points: [[1, 2, null, '']] }]);
  });
  it('survive any rows', () =>
    expect(tableOf([null, 1, 'x', [], {}], ask(), nothing).categories).toEqual(['（空）']));
});

describe('the drawing', () => {
  it('gives the same name the same colour in every chart', () => {
    const kept: unknown[] = [];
    const book = makeBook(new Map(), (known) => kept.push(Object.fromEntries(known)));
    expect(book.of(['华东', '华南'], {})).toEqual(
      new Map([
        ['华东', 'arcoblue'],
        ['华南', 'cyan'],
      ]),
    );
    expect(book.of(['西北', '华南', '华东'], {})).toEqual(
      new Map([
        ['华南', 'cyan'],
        ['华东', 'arcoblue'],
        ['西北', 'orange'],
      ]),
    );
    expect(kept.at(-1)).toEqual({ 华东: 'arcoblue', 华南: 'cyan', 西北: 'orange' });
    expect(book.of(['甲', '华东'], { 甲: 'blue' })).toEqual(
      new Map([
        ['甲', 'arcoblue'],
        ['华东', 'cyan'],
      ]),
    );
    expect(new Set(book.of(['a', 'b', 'c', 'd', 'e', 'f'], {}).values()).size).toBe(6);
  });
  it('writes large numbers short', () =>
    expect([1234, 120000, -340000000, 10_050, -11_150, 1.00005].map(shortNumber)).toEqual([
      '1234',
      '12 万',
      '-3.4 亿',
      '1.01 万',
      '-1.12 万',
      '1.0001',
    ]));
  it('stacks, lies on its side, and rests for those who asked for less motion', () => {
    const option = optionOf(
      drawn({ series: 'region' }),
      look({ stacked: true, horizontal: true, still: true }),
      theme,
      book,
    ) as { animation: boolean; yAxis: { type: string }; series: { stack: string }[] };
    expect([option.animation, option.yAxis.type, option.series[0]?.stack]).toEqual([
      false,
      'category',
      'all',
    ]);
  });
  it('has a form for every kind', () => {
    for (const kind of [
      'bar',
      'line',
      'area',
      'pie',
      'ring',
      'scatter',
      'funnel',
      'gauge',
      'radar',
    ] as const)
      expect(
        (optionOf(drawn(), look({ kind }), theme, book) as { series: unknown[] }).series,
        kind,
      ).toHaveLength(kind === 'scatter' ? 0 : 1);
  });
  it('shows names as text, with any characters in them', () => {
    const tip = tooltipOf(
      drawn(),
      look(),
    )([{ name: '<img src=x>', seriesName: '<b>', value: 3, color: 'red' }]);
    expect([tip.querySelector('img'), tip.textContent]).toEqual([null, '<img src=x><b>3']);
  });
});

describe('a chart', () => {
  it('has its numbers as a table for those who do not see it, with their unit', async () => {
    await openNode(chart, {
      props: {
        rows,
        dimension: 'month',
        measures: [{ field: 'amount', label: '回款' }],
        title: '回款',
        unit: '元',
      },
    });
    expect(screen.getByRole('figure', { name: '回款' })).toBeTruthy();
    const table = screen.getByRole('table', { name: '回款的数据' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['month回款', '1 月35.5 元', '2 月30 元']);
  });
  it('shows the table on request, and a line of it can be chosen', async () => {
    const on = await openNode(chart, {
      props: { rows, dimension: 'month', measures: ['amount'] },
      on: { select: [{ do: 'toast', args: { text: { $t: '{event.category} {event.value}' } } }] },
    });
    await on.click('查看数据');
    await on.click('2 月');
    expect(on.ports.log.at(-1)).toMatchObject({ text: '2 月 30' });
  });
  it('draws the records of a list', async () => {
    const on = await ordersPage(
      [chart],
      [{ type: 'chart@1', bind: 'orders', props: { dimension: 'status', measures: ['amount'] } }],
    );
    await on.settle();
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
      '状态金额',
      '新建400',
      '完成200',
    ]);
  });
  it('of a list is of all its records, not of the page that is shown', async () => {
    const lines = () => screen.getAllByRole('row').map((row) => row.textContent);
    const drawn = async (props: Record<string, string | string[]>, records = makeOrders(300)) => {
      const on = await ordersPage([chart], [{ type: 'chart@1', bind: 'orders', props }], {
        records,
      });
      await on.settle();
      return on;
    };
    const on = await drawn({ dimension: 'status' });
    expect(lines()).toEqual(['状态数量', '新建150', '完成150']);
    expect(screen.queryByRole('note')).toBeNull();
    expect(on.ports.calls('bizmeta.record.list').at(-1)).toMatchObject({
      object: 'order',
      groupBy: ['status'],
      size: 0,
    });
    // Another page asks for nothing new; other conditions do.
    const asked = () =>
      on.ports.calls('bizmeta.record.list').filter(({ groupBy }) => groupBy !== undefined).length;
    const before = asked();
    listOn(on).setPage(2);
    await on.settle();
    expect(asked()).toBe(before);
    listOn(on).setSearch('订单 30');
    await on.settle();
    expect(lines()).toEqual(['状态数量', '完成2']);
    cleanup();
    await drawn({ dimension: 'status', series: 'paid', measures: ['count'], aggregate: 'avg' });
    expect(lines()).toEqual(['状态是否', '新建147150', '完成150150']);
    cleanup();
    await drawn({ measures: ['count'], kind: 'gauge' }, makeOrders(30));
    expect(lines().at(-1)).toContain('435');
  });
  it('says of how many records of a list it is, where all cannot be asked for', async () => {
    const props = { kind: 'scatter', dimension: 'amount', measures: ['count'] };
    const nodes = [{ type: 'chart@1', bind: 'orders', props }];
    await ordersPage([chart], nodes);
    expect(screen.queryByRole('note')).toBeNull();
    await ordersPage([chart], nodes, { records: makeOrders(300) });
    expect(screen.getByRole('note').textContent).toBe('只含已加载的 20 条记录，共 300 条');
  });
  it('says when there is nothing, and when it did not come', async () => {
    (await openNode(chart, { props: { rows: [], empty: '还没有回款' } })).expects({
      sees: '还没有回款',
    });
    (
      await openPage(
        [chart],
        {
          sources: { sums: { call: 'bizmeta.app.list', input: {} } },
          body: { type: 'chart@1', bind: 'sums' },
        },
        {
          answers: {
            'bizmeta.app.list': () => {
              throw new Error('取不到数据');
            },
          },
        },
      )
    ).expects({ sees: '取不到数据' });
  });
});
