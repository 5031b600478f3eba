import { namesRecord } from '../../../contract/index.ts';
import type { Bind } from '../fields/index.ts';
import type { Column, ObjectTable, RelatedColumn } from '../meta/table.ts';

/**
 * Fields of the record that a lookup names, as `lookup.field`: a list is filtered, sorted and
 * grouped by them like by its own. They are those of the object as the reader of the table sees it,
 * so that what may not be read there does not exist here either.
 */

/** The column a name of a request means: the table's own, or one through a lookup. */
export const columnNamed = (table: ObjectTable, name: string): Column | undefined =>
  table.columns.get(name) ?? relatedColumn(table, name);

const SEPARATOR = '.';

function relatedColumn(table: ObjectTable, name: string): Column | undefined {
  const [first = '', second, ...more] = name.split(SEPARATOR);
  const by = table.columns.get(first);
  if (second === undefined || more.length > 0 || !isFollowed(table, by)) return undefined;
  const target = table.find(by.field.refObject ?? '');
  const column = target?.columns.get(second);
  return target && column && canBeRead(column)
    ? relatedTo({ by, target, column }, name)
    : undefined;
}

/** A view that hides fields from its readers has no others than those it shows. */
const isFollowed = (table: ObjectTable, by: Column | undefined): by is Column =>
  table.isNarrowed !== true && by !== undefined && namesRecord(by.field.type) && !by.system;

/** What is computed reads objects that a list of this one does not load. */
const canBeRead = ({ stored, rows, join }: Column): boolean =>
  stored && rows === undefined && join === undefined;

function relatedTo({ by, target, column }: RelatedColumn, name: string): Column {
  const sql = `x_${by.sql}_${column.sql}`;
  const isGuarded = by.guard !== undefined || column.guard !== undefined;
  return {
    ...column,
    field: {
      ...column.field,
      apiName: name,
      label: `${by.field.label} · ${column.field.label}`,
    },
    sql,
    system: false,
    notNull: false,
    stored: false,
    ...(isGuarded && { guard: `${sql}_r` }),
    related: { by, target, column },
  };
}

/** The table with the columns a statement names through lookups beside its own. */
export function fromWith(table: ObjectTable, columns: readonly Column[], bind: Bind): string {
  const named = new Map(columns.flatMap((each) => (each.related ? [[each.sql, each]] : [])));
  if (named.size === 0) return table.from(bind);
  const joins = new Map<string, { alias: string; sql: string }>();
  const cells = [...named.values()].flatMap((column) => cellsOf(column, joins, bind));
  return `(SELECT b.*, ${cells.join(', ')} FROM ${table.from(bind)} b
    ${[...joins.values()].map(({ sql }) => sql).join('\n    ')})`;
}

/** A record that is not there, is deleted or is not seen has no values. */
function cellsOf(
  { sql, guard, related }: Column,
  joins: Map<string, { alias: string; sql: string }>,
  bind: Bind,
): string[] {
  const { by, target, column } = related!;
  const join = joins.get(by.sql) ?? {
    alias: `j${joins.size}`,
    sql: `LEFT JOIN ${target.from(bind)} j${joins.size}
      ON j${joins.size}.id = b.${by.sql} AND j${joins.size}.deleted_at IS NULL`,
  };
  joins.set(by.sql, join);
  const guards = [
    ...(by.guard === undefined ? [] : [`b.${by.guard}`]),
    ...(column.guard === undefined ? [] : [`coalesce(${join.alias}.${column.guard}, true)`]),
  ];
  return [
    `${join.alias}.${column.sql} AS ${sql}`,
    ...(guard === undefined ? [] : [`(${guards.join(' AND ')}) AS ${guard}`]),
  ];
}
