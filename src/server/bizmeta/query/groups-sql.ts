import { GROUPS_MAX, TIME_ZONE, valueType } from '../../../contract/index.ts';
import type { Bind } from '../fields/index.ts';
import type { Column } from '../meta/table.ts';
import type { Grouping, GroupLevel, Sum } from './groups.ts';
import type { LabelSql } from './labels.ts';

/**
 * Groups and sums of a list. `agg` has a row for every group of every level and one for all records
 * (lvl 0), made in one reading of the table; `top` are those that are answered, in their order, and
 * one more to know whether there are more.
 */

const isInstant = (column: Column) => valueType(column.field) === 'dateTime';

/** What a level groups by: an instant by its day, since no two are alike, others as they are sent. */
const keySql = (column: Column) =>
  isInstant(column)
    ? `(r.${column.sql} AT TIME ZONE '${TIME_ZONE}')::date`
    : (column.kind.sent?.(`r.${column.sql}`) ?? `r.${column.sql}`);

function sumSql({ column, fn }: Sum): string {
  const cell = `q.${column.sql}`;
  switch (fn) {
    case 'count':
      return 'count(*)';
    case 'filled':
      return `count(${cell})`;
    case 'empty':
      return `count(*) - count(${cell})`;
    case 'avg':
      return `trim_scale(round(avg(${cell})::numeric, 6))`;
    default:
      return `${fn}(${cell})`;
  }
}

/** How many of the keys a row of the rollup is grouped by. */
const levelSql = (keys: readonly string[]): string =>
  keys.length === 0 ? '0' : `${keys.length} - ${keys.map((key) => `grouping(${key})`).join(' - ')}`;

function aggSql({ levels, sums }: Grouping, from: string, where: string): string {
  const inner = [
    ...levels.map(({ column }, i) => `${keySql(column)} AS g${i}`),
    ...new Set(sums.map(({ column }) => `r.${column.sql}`)),
  ];
  const keys = levels.map((_, i) => `g${i}`);
  const outer = [
    `${levelSql(keys)} AS lvl`,
    ...keys,
    ...keys.map((key, i) => `grouping(${key}) AS u${i}`),
    'count(*) AS c',
    ...sums.map((sum, i) => `${sumSql(sum)} AS s${i}`),
  ];
  return `agg AS MATERIALIZED (SELECT ${outer.join(', ')}
    FROM (SELECT ${inner.join(', ')} FROM ${from} r
    WHERE ${where}) q${keys.length > 0 ? ` GROUP BY ROLLUP (${keys.join(', ')})` : ''})`;
}

/**
 * Sort key of a level's groups: names of people and records, else the order of the field. Empty is
 * last.
 */
function orderOf({ column, desc, label }: GroupLevel, i: number, bind: Bind): string {
  const key = `a.g${i}`;
  const by =
    label !== undefined
      ? `(names${i}.j ->> ${key}::text) COLLATE "zh-x-icu"`
      : isInstant(column)
        ? key
        : (column.kind.sort?.sql(key, column.field, bind) ?? key);
  const way = desc ? 'DESC NULLS LAST' : 'ASC NULLS LAST';
  return `a.u${i} DESC, ${key} IS NULL, ${by} ${way}, ${key}`;
}

/**
 * The common table expressions, `, ` before each, to follow a list's own; `where` is the list's.
 */
export function groupsSql(
  grouping: Grouping,
  from: string,
  where: string,
  labelSql: LabelSql,
  bind: Bind,
): string {
  const { levels } = grouping;
  const named = levels.flatMap(({ label }, i) => (label === undefined ? [] : [{ i, label }]));
  const names = named.map(({ i, label }) => {
    const sql = labelSql(label, groupsOf(i), bind) ?? `'{}'`;
    return `names${i} AS MATERIALIZED (SELECT ${sql}::jsonb AS j)`;
  });
  const joins = named.map(({ i }) => ` CROSS JOIN names${i}`).join('');
  const top = levels.length === 0 ? [] : [topSql(levels, joins, bind)];
  return [aggSql(grouping, from, where), ...names, ...top].map((each) => `, ${each}`).join('');
}

const groupsOf = (i: number): string =>
  `ARRAY(SELECT DISTINCT g${i} FROM agg WHERE g${i} IS NOT NULL)`;

function topSql(levels: readonly GroupLevel[], joins: string, bind: Bind): string {
  const order = levels.map((level, i) => orderOf(level, i, bind)).join(', ');
  return `top AS MATERIALIZED (SELECT a.*,
  row_number() OVER (ORDER BY ${order}) AS n
  FROM agg a${joins} WHERE a.lvl > 0 ORDER BY n
    LIMIT ${GROUPS_MAX + 1})`;
}

const jsonValue = (column: Column, cell: string) => column.kind.json?.(cell, column.field) ?? cell;

/** Least and greatest are values of the field; everything else is a number. */
const sumsJson = (sums: readonly Sum[], alias: string): string =>
  `json_build_array(${sums
    .map(({ column, fn }, i) => {
      const value =
        fn === 'min' || fn === 'max' ? jsonValue(column, `${alias}.s${i}`) : `${alias}.s${i}`;
      return `json_build_object('field', '${column.field.apiName}', 'fn', '${fn}', 'value', ${value})`;
    })
    .join(', ')})`;

/** The values of a group: as many as its level. */
function valuesJson(levels: readonly GroupLevel[]): string {
  const values = levels.map(({ column }, i) =>
    isInstant(column) || column.kind.sent ? `t.g${i}` : jsonValue(column, `t.g${i}`),
  );
  const cases = values.map(
    (_, i) => `WHEN ${i + 1} THEN json_build_array(${values.slice(0, i + 1).join(', ')})`,
  );
  return `CASE t.lvl ${cases.join(' ')} END`;
}

/** The response's members, as SQL of text that begins with a comma. */
export function groupsJson({ levels, sums }: Grouping): string {
  const summary =
    sums.length === 0
      ? ''
      : ` || ',"summary":' || (SELECT ${sumsJson(sums, 'a')}::text FROM agg a WHERE a.lvl = 0)`;
  if (levels.length === 0) return summary;
  return ` || ',"groups":' || coalesce((SELECT json_agg(json_build_object('values',
  ${valuesJson(levels)}, 'count', t.c, 'summary', ${sumsJson(sums, 't')}) ORDER BY t.n) FROM top t
  WHERE t.n <= ${GROUPS_MAX})::text, '[]')
  || ',"groupsMore":' || EXISTS (SELECT FROM top WHERE n > ${GROUPS_MAX})::text${summary}`;
}

/** How many records the list matches, exactly: they were all read. */
export const COUNTED = `(SELECT ',"total":' || a.c || ',"totalIsEstimate":false' FROM agg a
  WHERE a.lvl = 0)`;
