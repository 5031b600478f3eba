import { DEFAULT_PAGE_SIZE, problem, type Problem } from '../../../contract/index.ts';
import type { EvaluationContext } from '../fields/index.ts';
import { shownColumn, shownColumns, type Column, type ObjectTable } from '../meta/table.ts';
import { readColumns, type Condition } from './conditions.ts';
import { orderOf, readMark, type CursorSeal, type CursorValues } from './cursor.ts';
import { readGrouping, readWithin, type Grouping, type GroupLevel } from './groups.ts';
import { labelsOf, type LabelSource } from './labels.ts';
import type { QueryScope } from './query-scope.ts';
import type { ListRequest } from './list-request.ts';
import { readFilter } from './read-filter.ts';
import { columnNamed } from './related.ts';
import type { SortStep } from './sort-step.ts';
import { searchedColumns } from './search.ts';
import { readWhere } from './where.ts';

/** A list request with every name resolved and every value checked. */
export interface ListPlan {
  readonly table: ObjectTable;
  readonly where: Condition | null;
  readonly search: string | undefined;
  /** Columns through lookups that it names. */
  readonly related: readonly Column[];
  /** Ends with the id, so that no two records are equal. */
  readonly sort: readonly SortStep[];
  /** What a cursor of this list is signed for. */
  readonly order: string;
  readonly columns: readonly Column[];
  readonly labels: readonly LabelSource[];
  readonly size: number;
  readonly current: number;
  readonly after: CursorValues | undefined;
  /** Without one the response has no cursor: it would reveal values that are not visible. */
  readonly hasCursor: boolean;
  readonly grouping: Grouping | undefined;
  /** What may be done with each record is answered too. */
  readonly withRights: boolean;
}

/** Always returned: without them a record can be neither opened nor changed. */
const KEYS = ['id', 'version'];

/**
 * Resolves a request; with problems, the result must not be used. In a query scope only its table
 * is visible, its condition is added, and it provides defaults. Without a seal no cursor is
 * accepted.
 */
export function planList(
  asked: ListRequest,
  whole: ObjectTable,
  evaluation: EvaluationContext,
  problems: Problem[],
  queryScope?: QueryScope,
  seal?: CursorSeal,
): ListPlan {
  const request: ListRequest = { ...queryScope?.defaults, ...asked };
  const table = queryScope?.table ?? whole;
  const sort = withTieBreak(
    request.sort?.length ? readSort(request.sort, table, problems) : (queryScope?.sort ?? []),
    whole,
  );
  const order = orderOf(table, sort, queryScope);
  const hasCursor = sort.every(
    ({ column }) =>
      ALWAYS.includes(column.field.apiName) ||
      columnNamed(table, column.field.apiName) !== undefined,
  );
  const after = readCursor(request.cursor, hasCursor ? seal : undefined, order, sort, problems);
  const columns = readFields(request.fields, table, problems);
  const grouping = readGrouping(request, table, problems);
  const levels = grouping?.levels ?? [];
  const where = allOf([
    queryScope?.where,
    readFilter(request.filter, table, evaluation, problems, { columnOf: columnNamed }),
    readWhere(request.where, table, evaluation, problems),
    readWithin(request.within, levels, evaluation, problems),
  ]);
  return {
    table,
    related: relatedOf(where, sort, grouping),
    sort,
    order,
    after,
    hasCursor,
    columns,
    grouping,
    labels: withGroups(labelsOf(columns), levels),
    where,
    search: readSearch(request.search, table, problems),
    size: request.size ?? DEFAULT_PAGE_SIZE,
    current: request.current ?? 1,
    withRights: request.rights === true,
  };
}

const relatedOf = (
  where: Condition | null,
  sort: readonly SortStep[],
  grouping: Grouping | undefined,
): Column[] =>
  [
    ...readColumns(where),
    ...[...sort, ...(grouping?.levels ?? []), ...(grouping?.sums ?? [])].map(
      ({ column }) => column,
    ),
  ].filter(({ related }) => related !== undefined);

/** Every condition given, as one; null when there is none. */
function allOf(conditions: readonly (Condition | null | undefined)[]): Condition | null {
  const items = conditions.filter((each) => each !== null && each !== undefined);
  return items.length > 1 ? { kind: 'all', items } : (items[0] ?? null);
}

/** Where a list continues; a cursor that is not of this order is a problem. */
function readCursor(
  cursor: string | undefined,
  seal: CursorSeal | undefined,
  order: string,
  sort: readonly SortStep[],
  problems: Problem[],
): CursorValues | undefined {
  if (cursor === undefined) return undefined;
  const mark = seal?.open(order, cursor);
  const after = mark === undefined ? undefined : readMark(mark, sort);
  if (!after)
    problems.push(
      problem('/cursor', 'SORT_INVALID', { why: '游标与当前排序不符，请从第一页重新开始' }),
    );
  return after;
}

/** Information contained in an id, so a cursor may reveal it: when a record was created. */
const ALWAYS = ['id', 'createdAt'];

/** Groups that go by ids need their names as well. */
function withGroups(labels: readonly LabelSource[], levels: readonly GroupLevel[]): LabelSource[] {
  const added = new Map(labels.map((source) => [source.kind, source]));
  levels.forEach(({ label: kind }, i) => {
    if (kind !== undefined)
      added.set(kind, {
        columns: [],
        ...added.get(kind),
        kind,
        levels: [...(added.get(kind)?.levels ?? []), i],
      });
  });
  return [...added.values()];
}

function readSearch(
  search: string | undefined,
  table: ObjectTable,
  problems: Problem[],
): string | undefined {
  if (search?.trim() && searchedColumns(table).length === 0)
    problems.push(problem('/search', 'FILTER_INVALID', { why: '此视图不能搜索' }));
  if (search?.includes('\0'))
    problems.push(problem('/search', 'FILTER_INVALID', { why: '搜索文本含有控制字符' }));
  return search?.trim() || undefined;
}

/** The sort keys of a request; problems are added. */
export function readSort(
  given: NonNullable<ListRequest['sort']>,
  table: ObjectTable,
  problems: Problem[],
): SortStep[] {
  const steps: SortStep[] = [];
  given.forEach(({ field, dir }, i) => {
    const column = columnNamed(table, field);
    const why = !column
      ? `没有名为“${field.slice(0, 60)}”的字段`
      : !column.kind.sort
        ? `字段“${column.field.label}”不能排序`
        : steps.some((step) => step.column.sql === column.sql)
          ? `字段“${column.field.label}”重复`
          : undefined;
    if (why) problems.push(problem(`/sort/${i}/field`, 'SORT_INVALID', { why }));
    else if (column?.kind.sort) steps.push({ column, key: column.kind.sort, desc: dir === 'desc' });
  });
  return steps;
}

function stepOf(table: ObjectTable, name: string, desc: boolean): SortStep {
  const column = table.columns.get(name)!;
  return { column, key: column.kind.sort!, desc };
}

/**
 * Ids are sortable by time of making, so the tie-break goes the way of the first key: one index
 * serves both directions.
 */
function withTieBreak(given: readonly SortStep[], table: ObjectTable): SortStep[] {
  const steps = given.length > 0 ? [...given] : [stepOf(table, 'createdAt', true)];
  const at = steps.findIndex((step) => step.column.field.apiName === 'id');
  return at >= 0 ? steps.slice(0, at + 1) : [...steps, stepOf(table, 'id', steps[0]!.desc)];
}

function readFields(
  names: readonly string[] | undefined,
  table: ObjectTable,
  problems: Problem[],
): Column[] {
  if (!names) return shownColumns(table);
  names.forEach((name, i) => {
    if (!shownColumn(table, name))
      problems.push(problem(`/fields/${i}`, 'UNKNOWN_FIELD', { name: name.slice(0, 60) }));
  });
  return [...new Set([...KEYS, ...names])].flatMap((name) => shownColumn(table, name) ?? []);
}
