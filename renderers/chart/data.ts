import {
  FIELDS,
  valueType,
  type FieldDescribe,
  type Labels,
  type ObjectDescribe,
} from '../../src/contract/index.ts';
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
const EMPTY = '（空）';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
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

/** Values put together: of some, with what is needed to put them together with others. */
export interface Figure {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}
const figureOf = (value: number): Figure => ({ count: 1, sum: value, min: value, max: value });
const together = (a: Figure | undefined, b: Figure): Figure =>
  a
    ? {
        count: a.count + b.count,
        sum: a.sum + b.sum,
        min: Math.min(a.min, b.min),
        max: Math.max(a.max, b.max),
      }
    : b;
function joined(figure: Figure | undefined, aggregate: Aggregate): number | null {
  if (!figure || figure.count === 0) return null;
  return aggregate === 'avg' ? figure.sum / figure.count : figure[aggregate];
}

/** Whether equal names may be different things: people, records, options. */
const isChoice = (field: FieldDescribe): boolean =>
  field.options !== undefined || FIELDS[valueType(field)].names !== undefined;

/**
 * How a value of this property reads, noting the colour its option wears. Different things of one
 * name get numbers: 张三, 张三 (2).
 */
function namer(
  name: string,
  { describe, labels }: LabelSources,
  colors: Record<string, string>,
): (row: Record<string, unknown>) => string {
  const field = fieldNamed(describe, name);
  const named = new Map<string, string>();
  const taken = new Set<string>();
  return (row) => {
    const value = row[name];
    // Moments are grouped by their day, which is a text already.
    const isPlain = !field || (typeof value === 'string' && DAY.test(value));
    const text = (isPlain ? textOf(value) : formatValue(field, value, labels)) || EMPTY;
    const key = field && isChoice(field) && text !== EMPTY ? JSON.stringify(value) : text;
    const known = named.get(key);
    if (known !== undefined) return known;
    let own = text;
    for (let n = 2; taken.has(own); n++) own = `${text} (${n})`;
    named.set(key, own);
    taken.add(own);
    const color = field?.options ? optionOf(field, value).color : undefined;
    if (color) colors[own] = colorName(color);
    return own;
  };
}

const headingOf = (dimension: string, { describe }: LabelSources): string =>
  fieldNamed(describe, dimension)?.label ?? (dimension || '分类');

function seriesName(group: string | undefined, measure: Measure, ask: ChartQuery): string {
  if (group === undefined) return measure.label;
  return ask.measures.length > 1 ? `${group} · ${measure.label}` : group;
}

/** A series: the values of each category, and of what is beyond. */
interface Column {
  readonly kind: Measure['kind'];
  readonly cells: Map<string | null, Figure>;
}

/** A row, or a group of rows by its own values, and what it comes to in a measure. */
export interface GroupEntry {
  readonly row: Record<string, unknown>;
  readonly figure: (measure: Measure) => Figure | null;
}
const entryOf = (row: Record<string, unknown>): GroupEntry => ({
  row,
  figure: ({ field }) => {
    const value = field ? numberIn(row[field]) : 1;
    return value === null ? null : figureOf(value);
  },
});

/** Rows put together by category and series. */
export const tableOf = (
  rows: readonly unknown[],
  ask: ChartQuery,
  known: LabelSources,
): ChartTable => tableOfEntries(recordsOf(rows).map(entryOf), ask, known);

/** The same of rows and groups of rows. */
export function tableOfEntries(
  entries: readonly GroupEntry[],
  ask: ChartQuery,
  known: LabelSources,
): ChartTable {
  const colors: Record<string, string> = {};
  const categoryOf = ask.dimension
    ? namer(ask.dimension, known, colors)
    : () => ask.measures[0]?.label ?? '';
  const groupOf = ask.series ? namer(ask.series, known, colors) : null;
  const seen = new Set<string>();
  const columns = new Map<string, Column>();
  let isBeyond = false;
  for (const { row, figure } of entries) {
    const named = categoryOf(row);
    const category = seen.has(named) || seen.size < MAX_CATEGORIES ? named : null;
    if (category === null) isBeyond = true;
    else seen.add(category);
    for (const measure of ask.measures) {
      const name = seriesName(groupOf?.(row), measure, ask);
      const value = figure(measure);
      const column = columns.get(name) ?? { kind: measure.kind, cells: new Map() };
      columns.set(name, column);
      if (value === null) continue;
      column.cells.set(category, together(column.cells.get(category), value));
    }
  }
  const heading = headingOf(ask.dimension, known);
  return arranged({ categories: [...seen], columns, isBeyond, colors, heading }, ask);
}

interface Gathered extends Omit<ChartTable, 'series'> {
  readonly columns: ReadonlyMap<string, Column>;
  /** There are rows beyond the categories. */
  readonly isBeyond: boolean;
}
/** Sorted by the sum of each category, and the small ones put together from their own values. */
function arranged(
  { categories, columns, isBeyond, colors, heading }: Gathered,
  { sort, limit, measures, aggregate }: ChartQuery,
): ChartTable {
  const how = measures.some(({ field }) => field === '') ? 'sum' : aggregate;
  const totals = new Map(
    categories.map((category) => [
      category,
      [...columns.values()].reduce(
        (sum, { cells }) => sum + (joined(cells.get(category), how) ?? 0),
        0,
      ),
    ]),
  );
  const total = (category: string): number => totals.get(category)!;
  const order = [...categories];
  if (sort !== 'none') order.sort((a, b) => (sort === 'asc' ? 1 : -1) * (total(a) - total(b)));
  const cuts = limit > 0 && order.length + (isBeyond ? 1 : 0) > limit;
  const top = new Set(
    cuts ? [...order].sort((a, b) => total(b) - total(a)).slice(0, Math.max(1, limit - 1)) : order,
  );
  const kept = order.filter((category) => top.has(category));
  const rest = [...order.filter((category) => !top.has(category)), null];
  const hasOther = cuts || isBeyond;
  return {
    categories: [...kept, ...(hasOther ? [OTHER] : [])],
    series: [...columns].map(([name, { kind, cells }]) => ({
      name,
      ...(kind && { kind }),
      values: [
        ...kept.map((category) => joined(cells.get(category), how)),
        ...(hasOther
          ? [
              joined(
                rest.reduce<Figure | undefined>((sum, each) => {
                  const cell = cells.get(each);
                  return cell ? together(sum, cell) : sum;
                }, undefined),
                how,
              ),
            ]
          : []),
      ],
    })),
    colors: { ...colors, ...(hasOther && { [OTHER]: 'gray' }) },
    heading,
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
