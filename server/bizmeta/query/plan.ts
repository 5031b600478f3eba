import { DEFAULT_PAGE_SIZE, problem, type InputOf, type Problem } from '../../../contract/index.ts';
import type { Asker } from '../fields/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import type { Condition } from './conditions.ts';
import { readCursor, signatureOf, type CursorValues } from './cursor.ts';
import { readFilter } from './read-filter.ts';
import type { SortStep } from './sort-step.ts';

export type ListRequest = Omit<InputOf<'bizmeta.record.list'>, 'object'>;

/** Records whose labels an answer needs: which object, and the columns that hold their ids. */
export interface LabelSource { readonly kind: string; readonly columns: readonly Column[] }

/** What a list asks, with every name resolved and every value checked. */
export interface ListPlan {
  readonly table: ObjectTable;
  readonly where: Condition | null;
  readonly search: string | undefined;
  /** Ends with the id, so that no two records are equal. */
  readonly sort: readonly SortStep[];
  readonly signature: string;
  readonly columns: readonly Column[];
  readonly labels: readonly LabelSource[];
  readonly size: number;
  readonly current: number;
  readonly after: CursorValues | undefined;
}

/** Always answered: without them a record can be neither opened nor changed. */
const KEYS = ['id', 'version'];

/** Resolves a request; problems are added, and then there is no use for the answer. */
export function planList(request: ListRequest, table: ObjectTable, asker: Asker, problems: Problem[]): ListPlan {
  const sort = readSort(request.sort ?? [], table, problems);
  const signature = signatureOf(table, sort);
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor, signature, sort);
  if (request.cursor !== undefined && !after) problems.push(problem('/cursor', 'SORT_INVALID', { why: '游标与当前排序不符，请从第一页重新开始' }));
  if (request.viewId !== undefined) problems.push(problem('/viewId', 'FILTER_INVALID', { why: '视图不存在' }));
  const columns = readFields(request.fields, table, problems);
  return {
    table, sort, signature, after, columns, labels: labelsOf(columns),
    where: readFilter(request.filter, table, asker, problems),
    search: readSearch(request.search, problems),
    size: request.size ?? DEFAULT_PAGE_SIZE, current: request.current ?? 1,
  };
}

function readSearch(search: string | undefined, problems: Problem[]): string | undefined {
  if (search?.includes('\0')) problems.push(problem('/search', 'FILTER_INVALID', { why: '搜索文本含有控制字符' }));
  return search?.trim() || undefined;
}

function readSort(given: NonNullable<ListRequest['sort']>, table: ObjectTable, problems: Problem[]): SortStep[] {
  const steps: SortStep[] = [];
  given.forEach(({ field, dir }, i) => {
    const column = table.columns.get(field);
    const why = !column ? `没有名为“${field.slice(0, 60)}”的字段`
      : !column.kind.sort ? `字段“${column.field.label}”不能排序`
      : steps.some((step) => step.column === column) ? `字段“${column.field.label}”重复` : undefined;
    if (why) problems.push(problem(`/sort/${i}/field`, 'SORT_INVALID', { why }));
    else if (column?.kind.sort) steps.push({ column, key: column.kind.sort, desc: dir === 'desc' });
  });
  return withTieBreak(steps.length > 0 ? steps : [stepOf(table, 'createdAt', true)], table);
}

function stepOf(table: ObjectTable, name: string, desc: boolean): SortStep {
  const column = table.columns.get(name)!;
  return { column, key: column.kind.sort!, desc };
}

/** Ids are sortable by time of making, so the tie-break goes the way of the first key: one index serves both directions. */
function withTieBreak(steps: SortStep[], table: ObjectTable): SortStep[] {
  const at = steps.findIndex((step) => step.column.field.apiName === 'id');
  return at >= 0 ? steps.slice(0, at + 1) : [...steps, stepOf(table, 'id', steps[0]!.desc)];
}

function readFields(names: readonly string[] | undefined, table: ObjectTable, problems: Problem[]): Column[] {
  if (!names) return [...table.columns.values()];
  names.forEach((name, i) => {
    if (!table.columns.has(name)) problems.push(problem(`/fields/${i}`, 'UNKNOWN_FIELD', { name: name.slice(0, 60) }));
  });
  return [...new Set([...KEYS, ...names])].flatMap((name) => table.columns.get(name) ?? []);
}

/** Columns that hold ids of things with names, grouped by what they name: user, dept, or an object. */
export function labelsOf(columns: readonly Column[]): LabelSource[] {
  const groups = new Map<string, Column[]>();
  for (const column of columns) {
    const { type, refObject, apiName } = column.field;
    const kind = type === 'user' || type === 'dept' ? type : type === 'lookup' && apiName !== 'id' ? refObject : undefined;
    if (kind) groups.set(kind, [...(groups.get(kind) ?? []), column]);
  }
  return [...groups].map(([kind, of]) => ({ kind, columns: of }));
}
