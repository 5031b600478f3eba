import {
  MAX_EXPLAINED_ITEMS,
  TOTAL_CAP,
  type RecordValues,
  type Rollup,
} from '../../../contract/index.ts';
import { parse, toSql, type SqlEnv } from '../../../expression/index.ts';
import { SqlParameters, type TenantTx } from '../../kernel/index.ts';
import { aliases, computedEnv, rollupRows, storedName } from '../meta/computed.ts';
import type { ObjectTable } from '../meta/table.ts';
import { fieldsSql } from '../query/sql.ts';

/** Records a rollup goes over: how many, counted up to the cap, and the oldest of them. */
export interface Contributors {
  readonly count: number;
  readonly isMore: boolean;
  /** Of those counted, how many have no value. */
  readonly blank: number;
  readonly first: readonly RecordValues[];
}

/** The statement that finds them; undefined where the rollup leads nowhere any more. */
function contributorsSql(
  table: ObjectTable,
  asked: Rollup,
  id: string,
): { text: string; values: readonly unknown[] } | undefined {
  const { values, bind } = new SqlParameters();
  const at = { base: 'r', bind, alias: aliases(), find: (name: string) => table.find(name) };
  const rows = rollupRows(table, asked, at);
  if (!rows) return undefined;
  const alias = rows.from.slice(rows.from.lastIndexOf(' ') + 1);
  const around = computedEnv(table, at);
  const env: SqlEnv = { ...around, column: (path) => rows.column(path) ?? around.column(path) };
  const parsed = asked.where?.trim() ? parse(asked.where) : undefined;
  if (parsed && !parsed.ok) return undefined;
  const where = parsed ? `AND (${toSql(parsed.ast, env).sql}) IS TRUE` : '';
  const value = asked.field ? rows.column([asked.field])?.sql : undefined;
  return {
    text: `WITH hit AS (SELECT ${alias}.id, ${alias}.created_at AS at, ${value ?? 'true'} IS NULL AS blank
        FROM ${storedName(table)} r, ${rows.from}
        WHERE r.id = ${bind(id)}::uuid AND ${rows.link} ${where} LIMIT ${TOTAL_CAP + 1})
      SELECT (SELECT count(*) FROM hit)::integer AS count,
        (SELECT count(*) FILTER (WHERE blank) FROM hit)::integer AS blank,
        ARRAY(SELECT h.id FROM hit h ORDER BY h.at, h.id LIMIT ${MAX_EXPLAINED_ITEMS}) AS ids`,
    values,
  };
}

/** Some records by their ids, in that order, with their titles and one field. */
async function recordsWith(
  tx: TenantTx,
  other: ObjectTable,
  ids: readonly string[],
  field: string | undefined,
): Promise<RecordValues[]> {
  const column = other.columns.get(field ?? '');
  const { text, values } = fieldsSql(other, ids, [other.label, ...(column ? [column] : [])]);
  const [answer] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  const records = answer?.rows ?? [];
  return ids.flatMap((id) => records.filter((record) => record['id'] === id));
}

/** The records of another object that a rollup of this record goes over. */
export async function contributorsTo(
  tx: TenantTx,
  table: ObjectTable,
  other: ObjectTable,
  asked: Rollup,
  id: string,
): Promise<Contributors | undefined> {
  const statement = contributorsSql(table, asked, id);
  if (!statement) return undefined;
  const { text, values } = statement;
  const [found] = await tx.query<{ count: number; blank: number; ids: string[] }>(text, values);
  const { count = 0, blank = 0, ids = [] } = found ?? {};
  return {
    count: Math.min(count, TOTAL_CAP),
    isMore: count > TOTAL_CAP,
    blank,
    first: await recordsWith(tx, other, ids, asked.field),
  };
}
