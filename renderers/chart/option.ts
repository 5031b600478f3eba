import type { EChartsCoreOption } from 'echarts/core';
import { roundNumber } from '../../src/values/index.ts';
import type { Point } from './data.ts';
import type { ChartContent, ChartKind, ChartStyle } from './look.ts';
import type { PaletteBook } from './palettes.ts';
import type { Theme } from './theme.ts';
import { tooltipOf } from './tooltip.ts';

type Option = Record<string, unknown>;
interface Inks {
  theme: Theme;
  book: PaletteBook;
}
type Parts = (drawn: ChartContent, look: ChartStyle, inks: Inks) => Option;

/** Numbers along an axis, short as people write them: 12 万, 3.4 亿. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  const cut = (by: number, unit: string): string => `${roundNumber(value / by, 2)} ${unit}`;
  return size >= 1e8
    ? cut(1e8, '亿')
    : size >= 1e4
      ? cut(1e4, '万')
      : String(roundNumber(value, 4));
}

/** The colour of each name. */
function colorsFor(
  names: readonly string[],
  { table }: ChartContent,
  look: ChartStyle,
  { theme, book }: Inks,
): (name: string) => string {
  const palettes = book.of([...names], { ...table.colors, ...look.colors });
  return (name) => theme.color(palettes.get(name) ?? 'arcoblue');
}
const axisText = (theme: Theme) => ({ color: theme.muted, fontSize: 12 });
const valueAxis = (look: ChartStyle, theme: Theme): Option => ({
  type: 'value',
  max: look.max,
  axisLabel: { ...axisText(theme), formatter: shortNumber },
  splitLine: { lineStyle: { color: theme.line } },
  splitNumber: 4,
  axisLine: { show: false },
  axisTick: { show: false },
});
const categoryAxis = (categories: readonly string[], look: ChartStyle, theme: Theme): Option => ({
  type: 'category',
  data: categories,
  boundaryGap: look.kind === 'bar',
  inverse: look.horizontal,
  axisTick: { show: false },
  axisLine: { lineStyle: { color: theme.line } },
  axisLabel: {
    ...axisText(theme),
    hideOverlap: true,
    width: look.horizontal ? 96 : undefined,
    overflow: 'truncate',
  },
});
/** Room for the legend; axes take their own. */
const gridOf = (look: ChartStyle): Option => ({
  left: 4,
  right: look.legend === 'right' ? 128 : 12,
  top: look.legend === 'top' ? 40 : 16,
  bottom: look.legend === 'bottom' ? 36 : 4,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
});

const axes: Parts = (drawn, look, inks) => {
  const { theme } = inks;
  const { table } = drawn;
  const color = colorsFor(
    table.series.map(({ name }) => name),
    drawn,
    look,
    inks,
  );
  const [category, value] = [categoryAxis(table.categories, look, theme), valueAxis(look, theme)];
  const series = table.series.map((each, at) => {
    const line = (each.kind ?? look.kind) !== 'bar';
    const last = at === table.series.length - 1;
    const round = look.stacked ? (last ? 3 : 0) : 3;
    return {
      id: each.name,
      name: each.name,
      type: line ? 'line' : 'bar',
      data: each.values,
      stack: look.stacked && !each.kind ? 'all' : undefined,
      smooth: look.smooth,
      symbol: 'circle',
      symbolSize: 6,
      showSymbol: table.categories.length <= 12,
      barMaxWidth: 32,
      connectNulls: false,
      itemStyle: {
        color: color(each.name),
        borderRadius: look.horizontal ? [0, round, round, 0] : [round, round, 0, 0],
      },
      lineStyle: { width: 2 },
      emphasis: { focus: table.series.length > 1 ? 'series' : 'none' },
      areaStyle: look.kind === 'area' && line ? { opacity: look.stacked ? 0.4 : 0.16 } : undefined,
      label: {
        show: look.showValues,
        position: look.stacked ? 'inside' : look.horizontal ? 'right' : 'top',
        color: look.stacked ? '#fff' : theme.text,
        fontSize: 12,
        formatter: ({ value: shown }: { value: number | null }) =>
          shown === null ? '' : look.say(shown),
      },
    };
  });
  return {
    grid: gridOf(look),
    xAxis: look.horizontal ? value : category,
    yAxis: look.horizontal ? category : value,
    series,
    tooltip: {
      trigger: 'axis',
      axisPointer: {
        type: look.kind === 'bar' ? 'shadow' : 'line',
        shadowStyle: { color: theme.fill, opacity: 0.5 },
        lineStyle: { color: theme.muted },
      },
    },
  };
};

/** Slices of the first series. */
const slices = (drawn: ChartContent, look: ChartStyle, inks: Inks): Option[] => {
  const { categories, series } = drawn.table;
  const color = colorsFor([...categories], drawn, look, inks);
  return categories.flatMap((name, at) => {
    const value = series[0]?.values[at];
    return value === null || value === undefined
      ? []
      : [{ name, value, itemStyle: { color: color(name) } }];
  });
};
const pie: Parts = (drawn, look, inks) => {
  const { theme } = inks;
  const data = slices(drawn, look, inks);
  const ring = look.kind === 'ring';
  const centre =
    look.legend === 'right'
      ? ['34%', '50%']
      : ['50%', look.legend === 'bottom' ? '45%' : look.legend === 'top' ? '55%' : '50%'];
  const total = data.reduce((sum, { value }) => sum + (value as number), 0);
  const words = ring
    ? {
        title: {
          text: look.say(total),
          subtext: '合计',
          left: centre[0],
          top: centre[1],
          textAlign: 'center',
          textVerticalAlign: 'middle',
          itemGap: 4,
          padding: 0,
          textStyle: { color: theme.text, fontSize: 18, fontWeight: 500 },
          subtextStyle: { color: theme.muted, fontSize: 12 },
        },
      }
    : {};
  const outside = look.showValues && !look.narrow;
  return {
    ...words,
    tooltip: { trigger: 'item' },
    series: [
      {
        id: 'pie',
        type: 'pie',
        radius: ring ? ['52%', '74%'] : [0, outside ? '66%' : '74%'],
        center: centre,
        data,
        itemStyle: { borderColor: theme.ground, borderWidth: 2, borderRadius: 2 },
        emphasis: { scaleSize: 4 },
        label: { show: outside, color: theme.text, formatter: '{b} {d}%' },
        labelLine: { show: outside, lineStyle: { color: theme.line } },
      },
    ],
  };
};
const funnel: Parts = (drawn, look, inks) => ({
  tooltip: { trigger: 'item' },
  series: [
    {
      id: 'funnel',
      type: 'funnel',
      data: slices(drawn, look, inks),
      left: 8,
      right: look.legend === 'right' ? 128 : 8,
      top: look.legend === 'top' ? 40 : 8,
      bottom: look.legend === 'bottom' ? 40 : 8,
      gap: 2,
      minSize: '12%',
      itemStyle: { borderWidth: 0 },
      label: {
        position: 'inside',
        color: '#fff',
        fontSize: 12,
        formatter: ({ name, value }: { name: string; value: number }) =>
          `${name} ${look.say(value)}`,
      },
    },
  ],
});
const gauge: Parts = (drawn, look, inks) => {
  const { theme } = inks;
  const value = drawn.table.series[0]?.values[0] ?? 0;
  const most = look.max ?? Math.max(100, value);
  const color = colorsFor([drawn.heading], drawn, look, inks)(drawn.heading);
  return {
    tooltip: { show: false },
    series: [
      {
        id: 'gauge',
        type: 'gauge',
        min: 0,
        max: most,
        startAngle: 210,
        endAngle: -30,
        radius: '96%',
        center: ['50%', '58%'],
        data: [{ value, name: drawn.heading }],
        pointer: { show: false },
        anchor: { show: false },
        axisTick: { show: false },
        splitLine: { show: false },
        progress: { show: true, roundCap: true, width: 14, itemStyle: { color } },
        axisLine: { roundCap: true, lineStyle: { width: 14, color: [[1, theme.fill]] } },
        axisLabel: { show: false },
        title: { offsetCenter: [0, '28%'], color: theme.muted, fontSize: 12 },
        detail: {
          offsetCenter: [0, '-4%'],
          color: theme.text,
          fontSize: 28,
          fontWeight: 500,
          formatter: look.say,
        },
      },
    ],
  };
};
const radar: Parts = (drawn, look, inks) => {
  const { theme } = inks;
  const { categories, series } = drawn.table;
  const color = colorsFor(
    series.map(({ name }) => name),
    drawn,
    look,
    inks,
  );
  const most =
    look.max ??
    Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))) * 1.1;
  return {
    tooltip: { trigger: 'item' },
    radar: {
      indicator: categories.map((name) => ({ name, max: most })),
      radius: '64%',
      center: ['50%', look.legend === 'bottom' ? '47%' : '52%'],
      splitNumber: 4,
      axisName: { color: theme.text, fontSize: 12 },
      splitLine: { lineStyle: { color: theme.line } },
      axisLine: { lineStyle: { color: theme.line } },
      splitArea: { show: false },
    },
    series: [
      {
        id: 'radar',
        type: 'radar',
        symbolSize: 4,
        data: series.map(({ name, values }) => ({
          name,
          value: values.map((value) => value ?? 0),
          itemStyle: { color: color(name) },
          areaStyle: { opacity: 0.16 },
        })),
      },
    ],
  };
};
const scatter: Parts = (drawn, look, inks) => {
  const { theme } = inks;
  const color = colorsFor(
    drawn.points.map(({ name }) => name),
    drawn,
    look,
    inks,
  );
  const most = Math.max(
    1,
    ...drawn.points.flatMap(({ points }) => points.map(([, , size]) => Math.abs(size ?? 0))),
  );
  const sizeOf = ([, , size]: Point): number =>
    size === null ? 10 : 6 + 30 * Math.sqrt(Math.abs(size) / most);
  return {
    grid: {
      ...gridOf(look),
      right: look.legend === 'right' ? 128 : 24,
      top: look.legend === 'top' ? 56 : 32,
      bottom: look.legend === 'bottom' ? 52 : 20,
    },
    tooltip: { trigger: 'item' },
    xAxis: {
      ...valueAxis({ ...look, max: undefined }, theme),
      name: drawn.axis,
      nameLocation: 'middle',
      nameGap: 28,
      nameTextStyle: axisText(theme),
      scale: true,
    },
    yAxis: {
      ...valueAxis(look, theme),
      name: drawn.heading,
      nameTextStyle: { ...axisText(theme), align: 'left' },
      scale: true,
    },
    series: drawn.points.map(({ name, points }) => ({
      id: name,
      name,
      type: 'scatter',
      data: points,
      symbolSize: sizeOf,
      itemStyle: { color: color(name), opacity: 0.8 },
      emphasis: { focus: 'series' },
    })),
  };
};
const PARTS: Record<ChartKind, Parts> = {
  bar: axes,
  line: axes,
  area: axes,
  pie,
  ring: pie,
  scatter,
  funnel,
  gauge,
  radar,
};

function legendOf(look: ChartStyle, theme: Theme): Option {
  if (look.legend === 'none' || look.kind === 'gauge') return { show: false };
  const place =
    look.legend === 'right'
      ? { orient: 'vertical', right: 0, top: 'middle' }
      : { left: 'center', [look.legend]: 0 };
  return {
    show: true,
    type: 'scroll',
    icon: 'roundRect',
    itemWidth: 10,
    itemHeight: 10,
    itemGap: 16,
    textStyle: {
      color: theme.text,
      fontSize: 12,
      width: look.legend === 'right' ? 96 : undefined,
      overflow: 'truncate',
    },
    pageTextStyle: { color: theme.muted },
    pageIconColor: theme.muted,
    pageIconSize: 10,
    ...place,
  };
}

/**
 * ECharts' option for what is to be drawn: data and looks only; everything a person reads in it is
 * text.
 */
export function optionOf(
  drawn: ChartContent,
  look: ChartStyle,
  theme: Theme,
  book: PaletteBook,
): EChartsCoreOption {
  const { tooltip, ...parts } = PARTS[look.kind](drawn, look, { theme, book });
  return {
    animation: !look.still,
    animationDuration: 180,
    animationDurationUpdate: 180,
    textStyle: { fontFamily: theme.font },
    legend: legendOf(look, theme),
    ...parts,
    tooltip: {
      confine: true,
      borderWidth: 0,
      padding: 0,
      backgroundColor: theme.ground,
      extraCssText: 'box-shadow: var(--hz-shadow); border-radius: 4px;',
      transitionDuration: 0,
      formatter: tooltipOf(drawn, look),
      ...(tooltip as Option),
    },
  };
}
