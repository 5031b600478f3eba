import {
  BarChart,
  FunnelChart,
  GaugeChart,
  LineChart,
  PieChart,
  RadarChart,
  ScatterChart,
} from 'echarts/charts';
import {
  GridComponent,
  LegendComponent,
  RadarComponent,
  TitleComponent,
  TooltipComponent,
} from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

/**
 * The parts of ECharts we draw with, in a chunk of their own: fetched when a chart is on the
 * screen.
 */
const PARTS = [
  BarChart,
  FunnelChart,
  GaugeChart,
  LineChart,
  PieChart,
  RadarChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  RadarComponent,
  TitleComponent,
  TooltipComponent,
  SVGRenderer,
];
export function makeChart(
  box: HTMLElement,
  size: { width: number; height: number },
): ReturnType<typeof init> {
  register(PARTS);
  return init(box, null, { renderer: 'svg', ...size });
}
export type Chart = ReturnType<typeof makeChart>;
