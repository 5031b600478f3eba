import { schemaOf, type TenantTx } from '../../kernel/index.ts';
import type { ObjectTable } from '../meta/table.ts';

/** What building an index takes, estimated before it is built. */
export interface IndexCost {
  readonly seconds: number;
  readonly bytes: number;
}

/** What is known of an object's table without reading it. */
export interface TableSize {
  readonly rows: number;
  readonly bytes: number;
  readonly indexBytes: number;
  /** Average bytes of a column's values, by its name. */
  readonly widths: ReadonlyMap<string, number>;
  /** Milliseconds a record took when this installation built its last indexes. */
  readonly msPerRow: number;
}

/** Sorting a million keys and writing them takes some 2.5 seconds until an index says otherwise. */
const MS_PER_ROW = 0.0025;
/** An entry of a b-tree: its header, its pointer and its line pointer; pages are nine tenths full. */
const ENTRY = 16;
const FILLED = 0.9;
const ID_WIDTH = 16;
/** Bytes that the pairs of characters of a text take in an index, for each byte of the text. */
const PAIRS = 2.5;
const UNKNOWN_WIDTH = 16;
/** Building waits for the transactions that are open, at least once. */
const LEAST_SECONDS = 1;

/** Records of a table as PostgreSQL's planner counts them: by its size since it was last analysed. */
export const ROW_COUNT = `coalesce(c.reltuples / nullif(c.relpages, 0) * (pg_relation_size(c.oid) / 8192),
  pg_stat_get_live_tuples(c.oid))::bigint`;
const SIZE = `SELECT ${ROW_COUNT} AS rows,
  pg_table_size(c.oid)::bigint AS bytes, pg_indexes_size(c.oid)::bigint AS "indexBytes"
  FROM pg_class c WHERE c.oid = to_regclass($1)`;
const WIDTHS = `SELECT attname AS name, avg_width AS width FROM pg_stats
  WHERE schemaname = $1 AND tablename = $2`;
const BUILT = `SELECT sum(built_ms)::double precision / nullif(sum(built_rows), 0) AS ms
  FROM bizmeta.object_index WHERE tenant_id = $1 AND built_rows >= 10000`;

export async function sizeOf(tx: TenantTx, { name, no }: ObjectTable): Promise<TableSize> {
  const [size] = await tx.query<{ rows: number; bytes: number; indexBytes: number }>(SIZE, [name]);
  const widths = await tx.query<{ name: string; width: number }>(WIDTHS, [
    schemaOf(tx.tenant),
    `o_${no}`,
  ]);
  const [built] = await tx.query<{ ms: number | null }>(BUILT, [tx.tenant.id]);
  return {
    rows: Number(size?.rows ?? 0),
    bytes: Number(size?.bytes ?? 0),
    indexBytes: Number(size?.indexBytes ?? 0),
    widths: new Map(widths.map((each) => [each.name, each.width])),
    msPerRow: built?.ms ?? MS_PER_ROW,
  };
}

/** Rows times the width of an entry; the time goes by what earlier buildings took. */
export function costOf(key: string, { rows, widths, msPerRow }: TableSize): IndexCost {
  const columns = key.slice(2).split(',');
  const width = columns.reduce((sum, sql) => sum + (widths.get(sql) ?? UNKNOWN_WIDTH), 0);
  const isOrder = key.startsWith('s:');
  const entry = isOrder ? ENTRY + Math.ceil((width + ID_WIDTH) / 8) * 8 : width * PAIRS;
  const bytes = (rows * entry) / FILLED;
  const slower = isOrder ? 1 : PAIRS;
  return {
    seconds: Math.max(LEAST_SECONDS, Math.round((rows * msPerRow * slower) / 1_000)),
    bytes: Math.round(bytes),
  };
}

const rounded = (value: number): string =>
  String(value >= 100 ? Math.round(value) : Number(value.toPrecision(2)));

/** 120 万, 3,500 */
export const countText = (count: number): string =>
  count >= 10_000
    ? count >= 100_000_000
      ? `${rounded(count / 100_000_000)} 亿`
      : `${rounded(count / 10_000)} 万`
    : count.toLocaleString('en-US');

const UNITS = ['字节', 'KB', 'MB', 'GB', 'TB'];
export function bytesText(bytes: number): string {
  const step = bytes <= 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${rounded(bytes / 1024 ** step)} ${UNITS[step]}`;
}
export const rowsText = (rows: number): string => `${countText(rows)}${rows < 10_000 ? ' ' : ''}行`;
export const secondsText = (seconds: number): string =>
  seconds < 90 ? `${seconds} 秒` : `${Math.round(seconds / 60)} 分钟`;
