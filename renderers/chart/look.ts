import type { Point, Table } from './data.ts';

/** What is drawn, and how: what the option, the pointer's words and the table are made of. */
export type Kind =
  | 'bar'
  | 'line'
  | 'area'
  | 'pie'
  | 'ring'
  | 'scatter'
  | 'funnel'
  | 'gauge'
  | 'radar';
export interface Look {
  kind: Kind;
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
export interface Drawn {
  table: Table;
  points: readonly { name: string; points: readonly Point[] }[];
  axis: string;
  heading: string;
}
