import type { Column, ObjectTable } from '../meta/table.ts';
import { conjuncts, type Condition } from '../query/conditions.ts';
import type { ListPlan } from '../query/plan.ts';
import { columnBySql } from './column-by-sql.ts';
import { needsOf } from './needs.ts';

/**
 * The question of a list without its values: columns by their names in the database, which renames
 * do not change, and the keys of the indexes that would serve it.
 */
export interface QuestionShape {
  readonly where: readonly (readonly [column: string, op: string])[];
  /** Conditions of which any may hold, and expressions: no index serves these. */
  readonly loose: number;
  readonly sort: readonly (readonly [column: string, desc: boolean])[];
  readonly search: boolean;
  readonly groups: readonly string[];
  readonly sums: number;
  readonly needs: readonly string[];
}

const MAX_SHAPE = 2_000;

const partsOf = (condition: Condition | null): (readonly [string, string])[] =>
  conjuncts(condition).flatMap((each) =>
    each.kind === 'value' ? [[each.column.sql, each.op] as const] : [],
  );

/** Each part once, in an order of their own. */
function distinctParts(condition: Condition | null): (readonly [string, string])[] {
  const parts = new Map(partsOf(condition).map((part) => [part.join(' '), part]));
  return [...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
}

export function shapeOfPlan(plan: ListPlan): QuestionShape {
  const { where, sort, search, grouping } = plan;
  return {
    where: distinctParts(where),
    loose: conjuncts(where).filter(({ kind }) => kind !== 'value').length,
    sort: sort
      .filter(({ column }) => column.sql !== 'id')
      .map(({ column, desc }) => [column.sql, desc]),
    search: search !== undefined,
    groups: (grouping?.levels ?? []).map(({ column }) => column.sql),
    sums: grouping?.sums.length ?? 0,
    needs: needsOf(plan),
  };
}

/** The shape as the text it is counted by; undefined for one too long to store. */
export function shapeText(shape: QuestionShape): string | undefined {
  const text = JSON.stringify(shape);
  return text.length > MAX_SHAPE ? undefined : text;
}

const RANGES = ['gt', 'gte', 'lt', 'lte', 'between'];
const TEXTS = ['contains', 'starts', 'ends', 'ncontains'];
const wayOf = (op: string): string =>
  TEXTS.includes(op) ? '（文字）' : RANGES.includes(op) ? '（范围）' : '';

/** 筛选 地区、金额（范围）；按 创建时间 倒序 */
export function sayShape(shape: QuestionShape, table: ObjectTable): string {
  const label = (sql: string): string => columnBySql(table, sql)?.field.label ?? '已删除的字段';
  const filters = [
    ...shape.where.map(([sql, op]) => `${label(sql)}${wayOf(op)}`),
    ...(shape.loose > 0 ? ['组合条件'] : []),
  ];
  const sorted = shape.sort.map(([sql, desc]) => `${label(sql)} ${desc ? '倒序' : '升序'}`);
  return [
    ...(shape.search ? ['搜索'] : []),
    ...(filters.length > 0 ? [`筛选 ${filters.join('、')}`] : []),
    ...(shape.groups.length > 0 ? [`按 ${shape.groups.map(label).join('、')} 分组`] : []),
    ...(shape.sums > 0 ? ['合计'] : []),
    ...(sorted.length > 0 ? [`按 ${sorted.join('、')}`] : []),
  ].join('；');
}

/**
 * PostgreSQL cannot estimate how many records have a text: what is searched by its index is read in
 * another way than the estimate says.
 */
export const isOfText = ({ search, where }: QuestionShape): boolean =>
  search || where.some(([, op]) => TEXTS.includes(op));

/** Why no index serves the question, as a sentence. */
export function whyNone(shape: QuestionShape, table: ObjectTable): string {
  if (shape.groups.length + shape.sums > 0)
    return '分组与合计要读符合条件的全部记录，索引帮不上；可以加筛选条件，少读一些';
  const first: Column | undefined = columnBySql(table, shape.sort[0]?.[0] ?? 'id');
  if (first?.related)
    return `按“${first.field.label}”排序要读另一个对象，索引帮不上；可以改按本对象的字段排序`;
  if (first?.stored === false)
    return `“${first.field.label}”是算出来的，没有可以索引的列；可以改按输入的字段排序`;
  if (shape.loose > 0) return '“任一”条件和公式条件不能从索引开始读；可以拆成几个视图';
  if (shape.where.length > 0) return '这样的条件没有索引可用；可以加一个“等于”或范围的条件';
  return '要的索引已经有了；读得多是因为符合条件的记录多，或翻到了很后面';
}
