import {
  canSummarize,
  CONDITION_MAX_TEXT,
  GROUP_LEVELS_MAX,
  isGroupable,
  problem,
  valueType,
  type Problem,
  type SummaryFn,
} from '../../../contract/index.ts';
import type { EvaluationContext } from '../fields/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import type { Condition } from './conditions.ts';
import { labelsOf } from './labels.ts';
import type { ListRequest } from './list-request.ts';
import { columnNamed } from './related.ts';

/**
 * One level of groups. `label` is the kind of thing its values are ids of: such a level is sorted
 * by their names.
 */
export interface GroupLevel {
  readonly column: Column;
  readonly desc: boolean;
  readonly label: string | undefined;
}
export interface Sum {
  readonly column: Column;
  readonly fn: SummaryFn;
}
/** Aggregates beside a page of records. */
export interface Grouping {
  readonly levels: readonly GroupLevel[];
  readonly sums: readonly Sum[];
}

const unknown = (name: string) => `没有名为“${name.slice(0, 60)}”的字段`;

/** Resolves the groups and sums of a list; undefined when it requests neither. */
export function readGrouping(
  request: ListRequest,
  table: ObjectTable,
  problems: Problem[],
): Grouping | undefined {
  const { groupBy = [], summary = [] } = request;
  const levels = groupBy.flatMap((name, i) => readLevel(name, i, request, table, problems) ?? []);
  const sums = summary.flatMap((ask, i) => readSum(ask, i, table, problems) ?? []);
  return groupBy.length + summary.length > 0 ? { levels, sums } : undefined;
}

function readLevel(
  name: string,
  i: number,
  { groupBy = [], sort = [] }: ListRequest,
  table: ObjectTable,
  problems: Problem[],
): GroupLevel | undefined {
  const column = columnNamed(table, name);
  const why = !column
    ? unknown(name)
    : !isGroupable(valueType(column.field))
      ? `不能按字段“${column.field.label}”分组`
      : !hasLabels(column, table)
        ? `不能按字段“${column.field.label}”分组`
        : groupBy.indexOf(name) < i
          ? `字段“${column.field.label}”重复`
          : undefined;
  if (!column || why)
    return void problems.push(problem(`/groupBy/${i}`, 'SORT_INVALID', { why: why ?? '' }));
  return {
    column,
    desc: sort.some((key) => key.field === name && key.dir === 'desc'),
    label: labelsOf([column])[0]?.kind,
  };
}

/** Groups go by the names of what they are ids of: another object's records have to be at hand. */
function hasLabels(column: Column, table: ObjectTable): boolean {
  const { refObject } = column.field;
  return (
    column.related === undefined || refObject === undefined || table.find(refObject) !== undefined
  );
}

function readSum(
  { field, fn }: { field: string; fn: SummaryFn },
  i: number,
  table: ObjectTable,
  problems: Problem[],
): Sum | undefined {
  const column = columnNamed(table, field);
  if (column && canSummarize(valueType(column.field), fn)) return { column, fn };
  problems.push(
    problem(`/summary/${i}`, 'SORT_INVALID', {
      why: column ? `字段“${column.field.label}”不能这样汇总` : unknown(field),
    }),
  );
  return undefined;
}

/** The condition that holds for one group's records: the same as a filter by its values. */
export function readWithin(
  values: readonly unknown[] | undefined,
  levels: readonly GroupLevel[],
  evaluation: EvaluationContext,
  problems: Problem[],
): Condition | null {
  if (!values?.length) return null;
  const refuse = (i: number, why: string): undefined => {
    problems.push(problem(`/within/${i}`, 'FILTER_INVALID', { why }));
    return undefined;
  };
  if (values.length > GROUP_LEVELS_MAX) {
    refuse(GROUP_LEVELS_MAX, '比分组的层数多');
    return null;
  }
  const items = values.flatMap((value, i): Condition[] => {
    const column = levels[i]?.column;
    if (!column) {
      refuse(i, '比分组的层数多');
      return [];
    }
    if (typeof value === 'string' && value.length > CONDITION_MAX_TEXT) {
      refuse(i, `最多 ${CONDITION_MAX_TEXT} 个字符`);
      return [];
    }
    const op = value === null ? 'empty' : 'eq';
    const operand = column.kind.filter.operand(
      op,
      value ?? undefined,
      column.field,
      evaluation,
      (why) => refuse(i, `字段“${column.field.label}”的${why}`),
    );
    // What may not be read is among the empty values of its group.
    const { guard: _, ...all } = column;
    return operand ? [{ kind: 'value', column: value === null ? all : column, op, operand }] : [];
  });
  return items.length > 0 ? { kind: 'all', items } : null;
}
