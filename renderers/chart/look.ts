import type { Point, ChartTable } from './data.ts';

/** What is drawn, and how: what the option, the pointer's words and the table are made of. */
export type ChartKind =
  | 'bar'
  | 'line'
  | 'area'
  | 'pie'
  | 'ring'
  | 'scatter'
  | 'funnel'
  | 'gauge'
  | 'radar';
export interface ChartStyle {
  kind: ChartKind;
  stacked: boolean;
  horizontal: boolean;
  smooth: boolean;
  showValues: boolean;
  legend: 'bottom' | 'top' | 'right' | 'none';
  max: number | undefined;
  colors: Readonly<Record<string, string>>;
  /** A value with its unit, for people. */
  say(value: number): string;
  still: boolean;
  narrow: boolean;
}
export interface ChartContent {
  table: ChartTable;
  points: readonly { name: string; points: readonly Point[] }[];
  axis: string;
  heading: string;
}
