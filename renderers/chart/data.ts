import type { Labels, ObjectDescribe } from '../../src/contract/index.ts';
import { colorName } from '../../src/ui/icons/index.ts';
import {
  fieldNamed,
  formatValue,
  optionOf,
  isRecord,
  recordsOf,
  rowsOf,
  textOf,
} from '../../src/values/index.ts';

/**
 * What a chart draws: categories along one axis, and for each series a value a category; null where
 * there is none.
 */
interface ChartSeries {
  readonly name: string;
  readonly kind?: 'line' | 'bar';
  readonly values: readonly (number | null)[];
}
export interface ChartTable {
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Palette names the data bring along: options of a select field wear their own colour. */
  readonly colors: Readonly<Record<string, string>>;
  /** What the categories are called: 状态. */
  readonly heading: string;
}
export interface Measure {
  readonly field: string;
  readonly label: string;
  readonly kind?: 'line' | 'bar';
}
type Aggregate = 'sum' | 'avg' | 'min' | 'max' | 'count';
export interface ChartQuery {
  dimension: string;
  measures: readonly Measure[];
  series: string;
  aggregate: Aggregate;
  sort: 'none' | 'asc' | 'desc';
  limit: number;
}
/** Where names come from when the rows are records of an object. */
export interface LabelSources {
  describe: ObjectDescribe | null;
  labels: Labels;
}

/** Categories drawn at most: more are indistinguishable on any screen. */
const MAX_CATEGORIES = 2_000;
const OTHER = '其他';
const COUNT: Measure = { field: '', label: '数量' };

/** The measures as a page gives them; counting when it gives none. */
export function measuresOf(value: unknown, known: LabelSources): Measure[] {
  const labelled = (field: string): string => fieldNamed(known.describe, field)?.label ?? field;
  const given = (
    Array.isArray(value) ? value : typeof value === 'string' ? [value] : rowsOf(value)
  ).flatMap((each): Measure[] => {
    const field = isRecord(each) ? textOf(each['field']) : textOf(each);
    if (!field) return [];
    const kind =
      isRecord(each) && (each['kind'] === 'line' || each['kind'] === 'bar')
        ? { kind: each['kind'] as 'line' | 'bar' }
        : {};
    return [
      { field, label: (isRecord(each) && textOf(each['label'])) || labelled(field), ...kind },
    ];
  });
  return given.length > 0 ? given : [COUNT];
}
/** Numbers, and numbers written as text (exact decimals come so); null for anything else. */
export function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

const AGGREGATES: Record<Aggregate, (values: readonly number[]) => number> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  avg: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  min: (values) => values.reduce((least, value) => Math.min(least, value)),
  max: (values) => values.reduce((most, value) => Math.max(most, value)),
  count: (values) => values.length,
};
const joined = (values: readonly number[] | undefined, aggregate: Aggregate): number | null =>
  values && values.length > 0 ? AGGREGATES[aggregate](values) : null;

/** How a value of this property reads, noting the colour its option wears. */
function namer(
  name: string,
  { describe, labels }: LabelSources,
  colors: Record<string, string>,
): (row: Record<string, unknown>) => string {
  const field = fieldNamed(describe, name);
  return (row) => {
    const value = row[name];
    const text = (field ? formatValue(field, value, labels) : textOf(value)) || '（空）';
    const color = field?.options ? optionOf(field, value).color : undefined;
    if (color) colors[text] = colorName(color);
    return text;
  };
}

const headingOf = (dimension: string, { describe }: LabelSources): string =>
  fieldNamed(describe, dimension)?.label ?? (dimension || '分类');

function seriesName(group: string | undefined, measure: Measure, ask: ChartQuery): string {
  if (group === undefined) return measure.label;
  return ask.measures.length > 1 ? `${group} · ${measure.label}` : group;
}

/** Rows put together by category and series. */
export function tableOf(
  rows: readonly unknown[],
  ask: ChartQuery,
  known: LabelSources,
): ChartTable {
  const colors: Record<string, string> = {};
  const categoryOf = ask.dimension
    ? namer(ask.dimension, known, colors)
    : () => ask.measures[0]?.label ?? '';
  const groupOf = ask.series ? namer(ask.series, known, colors) : null;
  const seen = new Set<string>();
  const cells = new Map<string, Map<string, number[]>>();
  const kinds = new Map<string, Measure['kind']>();
  for (const row of recordsOf(rows)) {
    const category = categoryOf(row);
    if (!seen.has(category) && seen.size >= MAX_CATEGORIES) continue;
    seen.add(category);
    for (const measure of ask.measures) {
      const name = seriesName(groupOf?.(row), measure, ask);
      const value = measure.field ? numberIn(row[measure.field]) : 1;
      const column = cells.get(name) ?? new Map<string, number[]>();
      cells.set(name, column);
      kinds.set(name, measure.kind);
      if (value === null) continue;
      const cell = column.get(category);
      if (cell) cell.push(value);
      else column.set(category, [value]);
    }
  }
  const categories = [...seen];
  const aggregate = ask.measures.some(({ field }) => field === '') ? 'sum' : ask.aggregate;
  const series = [...cells].map(([name, column]): ChartSeries => {
    const kind = kinds.get(name);
    return {
      name,
      ...(kind && { kind }),
      values: categories.map((category) => joined(column.get(category), aggregate)),
    };
  });
  const heading = headingOf(ask.dimension, known);
  return arranged({ categories, series, colors, heading }, ask);
}

/** Sorted by the sum of each category, and the small ones put together. */
function arranged(table: ChartTable, { sort, limit, aggregate }: ChartQuery): ChartTable {
  const totals = table.categories.map((_, at) =>
    table.series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const order = table.categories.map((_, at) => at);
  if (sort !== 'none') order.sort((a, b) => (sort === 'asc' ? 1 : -1) * (totals[a]! - totals[b]!));
  const keeps = limit > 0 && order.length > limit;
  const top = keeps
    ? [...order].sort((a, b) => totals[b]! - totals[a]!).slice(0, Math.max(1, limit - 1))
    : order;
  const kept = keeps ? order.filter((at) => top.includes(at)) : order;
  const rest = keeps ? order.filter((at) => !top.includes(at)) : [];
  const together = (values: readonly (number | null)[]) =>
    joined(
      rest.flatMap((at) => values[at] ?? []),
      aggregate === 'count' ? 'sum' : aggregate,
    );
  return {
    ...table,
    categories: [...kept.map((at) => table.categories[at]!), ...(keeps ? [OTHER] : [])],
    series: table.series.map((each) => ({
      ...each,
      values: [
        ...kept.map((at) => each.values[at] ?? null),
        ...(keeps ? [together(each.values)] : []),
      ],
    })),
    colors: { ...table.colors, ...(keeps && { [OTHER]: 'gray' }) },
  };
}

/** Points of a scatter: [x, y, size, name] by series. */
export type Point = readonly [x: number, y: number, size: number | null, name: string];
export function pointsOf(
  rows: readonly unknown[],
  ask: ChartQuery,
  known: LabelSources,
): { name: string; points: Point[] }[] {
  const [y = COUNT, size] = ask.measures;
  const groupOf = ask.series ? namer(ask.series, known, {}) : () => y.label;
  const groups = new Map<string, Point[]>();
  for (const row of recordsOf(rows)) {
    const at = numberIn(row[ask.dimension]);
    const value = numberIn(row[y.field]);
    if (at === null || value === null) continue;
    const name = groupOf(row);
    groups.set(name, [
      ...(groups.get(name) ?? []),
      [
        at,
        value,
        size ? numberIn(row[size.field]) : null,
        textOf(row['name']) || textOf(row['title']),
      ],
    ]);
  }
  return [...groups].map(([name, points]) => ({ name, points }));
}
