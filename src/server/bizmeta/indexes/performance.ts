import type { DataOf } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import type { Catalog } from '../meta/catalog.ts';
import { bumpVersion, recordChange } from '../meta/changes.ts';
import type { ObjectTable } from '../meta/table.ts';
import { listSql } from '../query/sql.ts';
import { computedSeen } from './computed-costs.ts';
import {
  bytesText,
  costOf,
  countText,
  rowsText,
  secondsText,
  sizeOf,
  type TableSize,
} from './costs.ts';
import { definitionOf, indexName, prefixOf } from './definition.ts';
import {
  isOfText,
  sayShape,
  shapeOfPlan,
  shapeText,
  whyNone,
  type QuestionShape,
} from './list-shape.ts';
import { estimatedRows } from './list-uses.ts';
import { beginWork, LARGE_ROWS } from './maintainer.ts';
import { searchKeyOf } from './needs.ts';
import { REASONS, sayKey, STATES } from './say-key.ts';
import { MAX_INDEXES, planOfView, VIEWS, type Reason, type ViewSeen } from './wanted.ts';

/** How an object's lists are served, in words of who builds it. */
type Detail = DataOf<'bizmeta.performance.detail'>;
type IndexSeen = Detail['indexes'][number];
type ListSeen = Detail['lists'][number];
type IndexOffer = NonNullable<ListSeen['offer']>;

interface Row {
  readonly key: string;
  readonly definition: string;
  readonly reason: Reason;
  readonly state: keyof typeof STATES;
  readonly error: string;
}
interface Present {
  readonly name: string;
  readonly bytes: number;
  readonly scans: number;
}
interface Use {
  readonly shape: string;
  readonly times: number;
  readonly average: number;
  readonly most: number;
  readonly rows: number | null;
}

const ROWS = `SELECT key, definition, reason, state, error FROM bizmeta.object_index
  WHERE tenant_id = $1 AND object_id = $2
    AND NOT (state = 'unwanted' AND reason = 'asked' AND error = '' AND rank = 99)
  ORDER BY rank, key`;
const PRESENT = `SELECT c.relname AS name, pg_relation_size(c.oid)::bigint AS bytes,
  coalesce(pg_stat_get_numscans(c.oid), 0)::bigint AS scans FROM pg_index i
  JOIN pg_class c ON c.oid = i.indexrelid
  WHERE i.indrelid = to_regclass($1) AND starts_with(c.relname, $2)`;
const USES = `SELECT shape, times, total_ms / times AS average, most_ms AS most, rows_read AS rows
  FROM bizmeta.list_use WHERE tenant_id = $1 AND object_id = $2
  ORDER BY total_ms DESC LIMIT 40`;
/** Lists that read fewer rows than this are quick without an index. */
const MANY_ROWS = 5_000;
/** Most lists that are shown. */
const MAX_SHOWN = 30;

export async function performanceOf(
  tx: TenantTx,
  catalog: Catalog,
  object: string,
): Promise<Detail> {
  const { table } = await catalog.enterObject(tx, object);
  const size = await sizeOf(tx, table);
  const rows = await tx.query<Row>(ROWS, [tx.tenant.id, table.describe.id]);
  const indexes = await indexesSeen(tx, table, rows);
  return {
    rows: size.rows,
    rowsText: countText(size.rows),
    size: bytesText(size.bytes),
    indexSize: bytesText(size.indexBytes),
    large: size.rows >= LARGE_ROWS || table.indexes.size > 0,
    from: LARGE_ROWS,
    most: MAX_INDEXES,
    indexes,
    lists: await listsSeen({ tx, table, size, rows }),
    computed: await computedSeen(tx, table, size.rows),
    working: rows.some(({ state }) => state === 'wanted' || state === 'building'),
  };
}

async function indexesSeen(
  tx: TenantTx,
  table: ObjectTable,
  rows: readonly Row[],
): Promise<IndexSeen[]> {
  const present = await tx.query<Present>(PRESENT, [table.name, prefixOf(table.no)]);
  const byName = new Map(present.map((each) => [each.name, each]));
  return rows.map(({ key, definition, reason, state, error }) => {
    const there = byName.get(indexName(table.no, definition));
    const bytes = Number(there?.bytes ?? 0);
    return {
      key,
      title: sayKey(table, key),
      reason: REASONS[reason],
      state,
      stateTitle: STATES[state],
      bytes,
      size: there ? bytesText(bytes) : '—',
      scans: Number(there?.scans ?? 0),
      error,
      canDrop: reason !== 'search' && state !== 'refused',
    };
  });
}

interface Looking {
  readonly tx: TenantTx;
  readonly table: ObjectTable;
  readonly size: TableSize;
  readonly rows: readonly Row[];
}

/** Views first, each with what its plan reads now; then other lists people asked for. */
async function listsSeen(looking: Looking): Promise<ListSeen[]> {
  const { tx, table } = looking;
  const uses = await tx.query<Use>(USES, [tx.tenant.id, table.describe.id]);
  const byShape = new Map(uses.map((use) => [use.shape, use]));
  const seen: ListSeen[] = [];
  for (const view of await tx.query<ViewSeen>(VIEWS, [tx.tenant.id, table.describe.id])) {
    const plan = view.scope === 'personal' ? undefined : planOfView(table, view)?.plan;
    if (!plan || seen.length >= MAX_SHOWN) continue;
    const shape = shapeOfPlan(plan);
    const text = shapeText(shape) ?? '';
    const use = byShape.get(text);
    const rows = await estimatedRows(
      (sql, values) => tx.query(sql, values),
      plan,
      listSql(plan, () => undefined),
    );
    seen.push(listSeen(looking, `视图「${view.name}」`, shape, { ...use, rows }));
    byShape.delete(text);
  }
  for (const use of byShape.values())
    seen.push(listSeen(looking, '列表', JSON.parse(use.shape) as QuestionShape, use));
  return seen
    .toSorted((a, b) => Number(b.slow) - Number(a.slow) || (b.rows ?? 0) - (a.rows ?? 0))
    .slice(0, MAX_SHOWN);
}

function listSeen(
  looking: Looking,
  from: string,
  shape: QuestionShape,
  use: Partial<Use> & { rows: number | null },
): ListSeen {
  const { table, rows: kept } = looking;
  const wished = offerOf(looking, shape);
  const isUnknown = use.rows === null || (wished === null && isOfText(shape));
  const rows = isUnknown ? null : Number(use.rows);
  const isSlow = rows !== null && rows > MANY_ROWS;
  const offer = isSlow ? wished : null;
  const taken = kept.filter(({ state }) => state !== 'unwanted' && state !== 'refused').length;
  const full = `已有 ${MAX_INDEXES} 个索引，先删除一个不用的`;
  const reads = `${from}每次约读 ${rowsText(rows ?? 0)}`;
  return {
    from,
    title: sayShape(shape, table),
    times: Number(use.times ?? 0),
    averageMs: Math.round(use.average ?? 0),
    mostMs: Math.round(use.most ?? 0),
    rows,
    slow: isSlow,
    text: !isSlow
      ? ''
      : offer
        ? `${reads}；建索引约 ${secondsText(offer.seconds)}，占 ${bytesText(offer.bytes)}${taken >= MAX_INDEXES ? `。${full}` : ''}`
        : `${reads}。${whyNone(shape, table)}`,
    offer: taken >= MAX_INDEXES ? null : offer,
  };
}

/** The first index the question needs that is neither there nor waited for. */
function offerOf({ table, size, rows }: Looking, { needs }: QuestionShape): IndexOffer | null {
  const coming = new Set(
    rows.flatMap(({ key, state }) =>
      ['wanted', 'building', 'ready'].includes(state) ? [key] : [],
    ),
  );
  const key = needs.find((each) => !coming.has(each) && definitionOf(table, each) !== undefined);
  return key === undefined ? null : { key, title: sayKey(table, key), ...costOf(key, size) };
}

const CHOOSE = `INSERT INTO bizmeta.object_index (tenant_id, object_id, key, definition, reason, rank,
  state) VALUES ($1, $2, $3, $4, 'chosen', 0, 'wanted')
  ON CONFLICT (tenant_id, object_id, key) DO UPDATE SET reason = 'chosen', definition = $4,
    error = '', since = now(), state = CASE object_index.state WHEN 'ready' THEN 'ready'
      WHEN 'building' THEN 'building' ELSE 'wanted' END`;
const COUNT = `SELECT count(*) AS n FROM bizmeta.object_index WHERE tenant_id = $1
  AND object_id = $2 AND key <> $3 AND state NOT IN ('unwanted', 'refused', 'failed')`;

/** An order, by itself or among records with one value, or the texts of a column. */
const CHOOSABLE = /^(s:\w+(,\w+)?|t:\w+)$/;

/** Builds an index a builder chose, as a job; it stays until it is dropped on purpose. */
export async function buildIndex(
  tx: TenantTx,
  catalog: Catalog,
  { object, key }: { object: string; key: string },
  by: string,
): Promise<{ jobId: string }> {
  const { table } = await catalog.enterObject(tx, object);
  const isOffered = CHOOSABLE.test(key) || key === searchKeyOf(table);
  const definition = isOffered ? definitionOf(table, key) : undefined;
  if (definition === undefined) throw new AppError('INDEX_UNKNOWN');
  const ids = [tx.tenant.id, table.describe.id, key];
  const [there] = await tx.query<{ n: number }>(COUNT, ids);
  if (Number(there?.n ?? 0) >= MAX_INDEXES)
    throw new AppError('INDEXES_FULL', { max: MAX_INDEXES });
  await tx.run(CHOOSE, [...ids, definition]);
  return { jobId: await beginWork(tx, by) };
}

const REFUSE = `UPDATE bizmeta.object_index SET state = 'refused', error = '', since = now()
  WHERE tenant_id = $1 AND object_id = $2 AND key = $3 AND reason <> 'search'`;

/** Drops an index for good: it is not built again by itself. */
export async function dropIndex(
  tx: TenantTx,
  catalog: Catalog,
  { object, key }: { object: string; key: string },
  by: string,
): Promise<{ jobId: string }> {
  const { table } = await catalog.enterObject(tx, object);
  if ((await tx.run(REFUSE, [tx.tenant.id, table.describe.id, key])) === 0)
    throw new AppError('INDEX_UNKNOWN');
  // Lists stop counting on it before it goes.
  await bumpVersion(tx);
  await recordChange(tx, [table.describe.id]);
  return { jobId: await beginWork(tx, by) };
}
