import { createHash } from 'node:crypto';
import { TOTAL_CAP } from '../../../contract/index.ts';
import { SqlParameters, type Bind } from '../../kernel/index.ts';
import { aliases, cellSql } from '../meta/computed.ts';
import { shownColumns, type Column, type ObjectTable } from '../meta/table.ts';
import { COUNTED, groupsJson, groupsSql } from './groups-sql.ts';
import { HOLDS_MANY, labelsOf, type LabelSource, type LabelSql } from './labels.ts';
import { lastOf, offsetOf, pickedSql, whereSql } from './picked.ts';
import type { ListPlan } from './plan.ts';
import { fromWith } from './related.ts';

/**
 * A statement ready to send; with a name it is worth preparing. Its one row is {data: the response
 * as JSON text, version: of the tenant's catalogue}, of a list also {mark: the position for its
 * cursor, or null}; `data` of a list ends with an empty cursor.
 */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

const CATALOG_VERSION = `(SELECT version FROM bizmeta.catalog
  WHERE tenant_id = current_setting('huozi.tenant'))`;

/** The labels of another object's records; deleted ones have theirs. */
export function recordLabels(target: ObjectTable, ids: string, bind: Bind): string {
  const at = { base: 'l', bind, alias: aliases(), find: (name: string) => target.find(name) };
  const { reader } = target;
  return `(SELECT coalesce(json_object_agg(l.id, coalesce(${cellSql(target.label, target, at)}::text, '')), '{}')
    FROM ${reader?.whole.name ?? target.name} l WHERE l.id = ANY(${ids})${reader ? ` AND ${reader.visible('l', bind)}` : ''})`;
}

/**
 * Cache of statement names by text: lists are requested again and again, and looking a name up
 * costs less than hashing.
 */
const names = new Map<string, string>();
const MAX_NAMES = 1_000;

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) names.clear();
  const name = `b_${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}

/** Equal texts get equal names, so that a statement is parsed once a connection. */
const statement = (text: string, { values }: SqlParameters): Statement => ({
  text,
  values,
  name: nameOf(text),
});

function jsonOf(column: Column, alias: string): string {
  const { kind, field, guard, sql } = column;
  const value = kind.json?.(`${alias}.${sql}`, field) ?? `${alias}.${sql}`;
  const readable = guard ? `CASE WHEN ${alias}.${guard} THEN ${value} END` : value;
  return `${readable} AS "${field.apiName}"`;
}

/** A column of a record that is returned whole: a sub-table's rows, not their number. */
function wholeOf(
  column: Column,
  alias: string,
  table: ObjectTable,
  bind: SqlParameters['bind'],
): string {
  if (!column.rows) return jsonOf(column, alias);
  const cells = [...column.rows.columns.values()]
    .filter((each) => !each.system || each.field.apiName === 'id')
    .map((each) => jsonOf(each, 'w'));
  const rows = `(SELECT coalesce(json_agg(row_to_json(x)), '[]')
    FROM (SELECT ${cells.join(', ')} FROM ${table.rowsFrom(column.rows, alias, bind)} w
    WHERE w.parent_id = ${alias}.id
    ORDER BY w.ord) x)`;
  const readable = column.guard ? `CASE WHEN ${alias}.${column.guard} THEN ${rows} END` : rows;
  return `${readable} AS "${column.field.apiName}"`;
}

/** The ids a column holds, one a row. */
const idsOf = (column: Column, alias: string) =>
  HOLDS_MANY.has(column.field.type) ? `unnest(${alias}.${column.sql})` : `${alias}.${column.sql}`;

function labelsSql(labels: readonly LabelSource[], labelSql: LabelSql, bind: Bind): string {
  const parts = labels.flatMap(({ kind, columns, rows = [], levels = [] }) => {
    const below = rows.map(
      ({ table, column, of: { guard } }) =>
        `SELECT ${idsOf(column, 'w')} FROM ${table.name} w WHERE w.parent_id IN
          (SELECT p.id FROM page p${guard ? ` WHERE p.${guard}` : ''})`,
    );
    const own = columns.map((column) => `SELECT ${idsOf(column, 'p')} FROM page p`);
    const grouped = levels.map((i) => `SELECT t.g${i} FROM top t`);
    const sql = labelSql(kind, `ARRAY(${[...own, ...below, ...grouped].join(' UNION ')})`, bind);
    return sql ? [`"${kind}":' || ${sql}::text || '`] : [];
  });
  return `'{${parts.join(',')}}'`;
}

/** Columns the page must carry: the returned ones, and those labels read. */
const carried = (plan: ListPlan): string =>
  [...new Set(['id', ...plan.columns.flatMap(({ sql, guard }) => (guard ? [sql, guard] : [sql]))])]
    .map((sql) => `r.${sql}`)
    .join(', ');

/** The page's records: picked by their ids, then read one by one. */
function pageSql(plan: ListPlan, from: string): string {
  const record = `SELECT ${carried(plan)} FROM ${from} r WHERE r.id = p.id LIMIT 1`;
  const keys = plan.sort.map((_, i) => `p.k${i}`).join(', ');
  return `page AS MATERIALIZED (SELECT p.n - ${offsetOf(plan)} AS n, ${keys}, q.* FROM picked p
  CROSS JOIN LATERAL (${record}) q
  WHERE p.n > ${offsetOf(plan)} AND p.n <= ${lastOf(plan)})`;
}

/** SQL of what may be done with each record of the page, by its id; nothing where it may be all. */
function rightsOf({ table: { reader }, size, withRights }: ListPlan, bind: Bind): string {
  if (!withRights || !reader?.rights) return '';
  return `|| ',"rights":' || coalesce((SELECT json_object_agg(b.id, ${reader.rights('b', bind)})
    FROM page p JOIN ${reader.whole.name} b ON b.id = p.id WHERE p.n <= ${size})::text, '{}')`;
}

/**
 * One statement for the whole answer of a list: PostgreSQL builds the JSON, so that no row is
 * decoded here. One record more than the page is read, to know whether there is a next page.
 */
export function listSql(plan: ListPlan, labelSql: LabelSql): Statement {
  const parameters = new SqlParameters();
  const { bind } = parameters;
  const from = fromWith(plan.table, plan.related, bind);
  const keys = plan.sort.map((step) =>
    step.key.sql(`r.${step.column.sql}`, step.column.field, bind),
  );
  const { grouping } = plan;
  const groups = grouping
    ? groupsSql(grouping, from, whereSql(plan, bind).join(' AND '), labelSql, bind)
    : '';
  const text = `WITH ${pickedSql({ plan, from, keys, bind })},
${pageSql(plan, from)}${groups}
SELECT ${CATALOG_VERSION} AS version,
  '{"records":' || coalesce((SELECT json_agg(row_to_json(x))
    FROM (SELECT ${plan.columns.map((column) => jsonOf(column, 'p')).join(', ')} FROM page p
    WHERE p.n <= ${plan.size} ORDER BY p.n) x)::text, '[]')
  || ${grouping ? COUNTED : CAPPED}
  ${grouping ? groupsJson(grouping) : ''}
  ${rightsOf(plan, bind)}
  || ',"current":${plan.current},"size":${plan.size},"labels":' ||
    ${labelsSql(plan.labels, labelSql, bind)} || '${EMPTY_CURSOR}' AS data,
  ${plan.hasCursor ? markSql(plan, keys) : 'NULL'} AS mark`;
  // The text differs on every page requested by number: no use in preparing it.
  return offsetOf(plan) > 0 ? { text, values: parameters.values } : statement(text, parameters);
}

const CAPPED = `(SELECT ',"total":' || least(n,
  ${TOTAL_CAP}) || ',"totalIsEstimate":' || (n > ${TOTAL_CAP}) FROM total)`;

/**
 * Position of the page's last record, if more follow. Every key is text: a number of JSON would lose
 * the digits that a double does not hold.
 */
const markSql = ({ size }: ListPlan, keys: readonly string[]) => {
  const texts = keys.map((_, i) => `to_json(p.k${i}) #>> '{}'`);
  const mark = `json_build_array(${texts.join(', ')})::text`;
  return `(SELECT replace(encode(convert_to(${mark}, 'UTF8'), 'base64'), E'\\n', '')
     FROM page p WHERE p.n = ${size} AND EXISTS (SELECT FROM page WHERE n > ${size}))`;
};

const EMPTY_CURSOR = ',"cursor":null}';
/** The response of a list with its cursor in place of the empty one. */
export const withCursor = (data: string, cursor: string): string =>
  `${data.slice(0, -'null}'.length)}${JSON.stringify(cursor)}}`;

/**
 * One record with its labels, and what may be done with it where that is not everything: {record,
 * labels, rights}; `data` is null when there is none.
 */
export function detailSql(
  table: ObjectTable,
  id: string,
  labels: readonly LabelSource[],
  labelSql: LabelSql,
): Statement {
  const parameters = new SqlParameters();
  const columns = shownColumns(table);
  const { reader } = table;
  const rights = reader?.rights
    ? `,"rights":' || (SELECT ${reader.rights('b', parameters.bind)}
        FROM ${reader.whole.name} b WHERE b.id = x.id)::text || '`
    : '';
  const text = `WITH page AS (SELECT * FROM ${table.from(parameters.bind)} r
WHERE r.id = ${parameters.bind(id)}::uuid AND r.deleted_at IS NULL)
SELECT ${CATALOG_VERSION} AS version,
  (SELECT '{"record":' || row_to_json(x)::text || ',"labels":' || ${labelsSql(labels, labelSql, parameters.bind)} ||
    '${rights}}' FROM (SELECT ${columns.map((column) => wholeOf(column, 'p', table, parameters.bind)).join(', ')}
    FROM page p) x) AS data`;
  return statement(text, parameters);
}

/** The version of one record: {version}; `data` is null when there is none. */
export function versionSql(table: ObjectTable, id: string): Statement {
  const parameters = new SqlParameters();
  const text = `SELECT ${CATALOG_VERSION} AS version, (SELECT '{"version":' || r.version || '}'
    FROM ${table.from(parameters.bind)} r
    WHERE r.id = ${parameters.bind(id)}::uuid AND r.deleted_at IS NULL) AS data`;
  return statement(text, parameters);
}

/** Some fields of records by id, as JSON, unordered: {id, ...}. */
export function fieldsSql(
  table: ObjectTable,
  ids: readonly string[],
  columns: readonly Column[],
): Statement {
  const parameters = new SqlParameters();
  const text = `SELECT json_agg(row_to_json(x)) AS rows
    FROM (SELECT r.id, ${columns.map((column) => jsonOf(column, 'r')).join(', ')}
    FROM ${table.from(parameters.bind)} r WHERE r.id = ANY(${parameters.bind(ids)}::uuid[])
    AND r.deleted_at IS NULL) x`;
  return statement(text, parameters);
}

/**
 * Records by id in this order, for a file: {data: {records, labels}} as JSON text. Of a `where` on
 * stored rows only those are there for which it holds.
 */
export function orderedRowsSql(
  { table, ids, where }: { table: ObjectTable; ids: readonly string[]; where?: RowTest },
  columns: readonly Column[],
  labelSql: LabelSql,
): Statement {
  const parameters = new SqlParameters();
  const { bind } = parameters;
  const name = (table.reader?.whole ?? table).name;
  const tested = where
    ? `AND EXISTS (SELECT FROM ${name} b WHERE b.id = r.id AND ${where('b', bind)})`
    : '';
  const text = `WITH page AS (SELECT r.*, g.n FROM ${table.from(bind)} r
    JOIN unnest(${bind(ids)}::uuid[]) WITH ORDINALITY g(id, n) ON g.id = r.id
    WHERE r.deleted_at IS NULL ${tested})
    SELECT '{"records":' || coalesce((SELECT json_agg(row_to_json(x))
      FROM (SELECT ${columns.map((column) => jsonOf(column, 'p')).join(', ')} FROM page p ORDER BY p.n) x)::text, '[]')
      || ',"labels":' || ${labelsSql(labelsOf(columns), labelSql, bind)} || '}' AS data`;
  return { text, values: parameters.values };
}
/** SQL of a test of a stored row. */
type RowTest = (alias: string, bind: Bind) => string;

/**
 * Ids of all a plan finds, up to its size and one more, as a statement that puts them in `into` by
 * pages of so many.
 */
export function pagesSql(
  plan: ListPlan,
  { into, pageSize }: { into: (n: string, ids: string, bind: Bind) => string; pageSize: number },
): Statement {
  const parameters = new SqlParameters();
  const { bind } = parameters;
  const from = fromWith(plan.table, plan.related, bind);
  const keys = plan.sort.map((step) =>
    step.key.sql(`r.${step.column.sql}`, step.column.field, bind),
  );
  const text = `WITH ${pickedSql({ plan, from, keys, bind })},
    pages AS (SELECT ((n - 1) / ${pageSize})::integer AS n, array_agg(id ORDER BY n) AS ids
      FROM picked GROUP BY 1)
    ${into('n', 'ids', bind)} FROM pages RETURNING cardinality(ids) AS count`;
  return { text, values: parameters.values };
}

/** Records by id as JSON, unordered, with the values the table's reader may know. */
export const rowsSql = (table: ObjectTable, ids: readonly string[]): Statement =>
  wholeRowsSql(table, ids, [...table.columns.values()]);

/** The same for an answer: with masked texts in the place of values. */
export const shownRowsSql = (table: ObjectTable, ids: readonly string[]): Statement =>
  wholeRowsSql(table, ids, shownColumns(table));

function wholeRowsSql(
  table: ObjectTable,
  ids: readonly string[],
  columns: readonly Column[],
): Statement {
  const parameters = new SqlParameters();
  const text = `SELECT json_agg(row_to_json(x)) AS rows
    FROM (SELECT ${columns.map((column) => wholeOf(column, 'r', table, parameters.bind)).join(', ')}
    FROM ${table.from(parameters.bind)} r WHERE r.id = ANY(${parameters.bind(ids)}::uuid[])
    AND r.deleted_at IS NULL) x`;
  return statement(text, parameters);
}
