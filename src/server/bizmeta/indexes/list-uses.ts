import type { Database, Logger, Scope, TenantRef } from '../../kernel/index.ts';
import { storedName } from '../meta/computed.ts';
import type { ListPlan } from '../query/plan.ts';
import type { Statement } from '../query/sql.ts';
import { ROW_COUNT } from './costs.ts';
import { shapeOfPlan, shapeText } from './list-shape.ts';
import { rowsRead, type PlanNode } from './rows-read.ts';

/** What one list took: the whole reading, and its statement, for an estimate. */
export interface ListTook {
  readonly ms: number;
  readonly statement: Statement;
}

/** Questions one process counts between two storings; further ones are not counted. */
const MAX_COUNTED = 500;
/** Questions stored of one object: those asked longest ago give way. */
const MAX_STORED = 60;
/** A list that takes longer is estimated: which rows does its plan read? */
const SLOW_MS = 200;

interface Use {
  readonly tenant: TenantRef;
  readonly objectId: string;
  readonly shape: string;
  times: number;
  total: number;
  most: number;
  rows: number | null;
}

const PUT = `INSERT INTO bizmeta.list_use AS u (tenant_id, object_id, shape, times, total_ms, most_ms,
  rows_read) SELECT $1, $2::uuid, $3, $4, $5, $6, $7 WHERE EXISTS (SELECT FROM bizmeta.object
    WHERE tenant_id = $1 AND id = $2::uuid)
  ON CONFLICT (tenant_id, object_id, shape) DO UPDATE SET times = u.times + excluded.times,
    total_ms = u.total_ms + excluded.total_ms, most_ms = greatest(u.most_ms, excluded.most_ms),
    rows_read = coalesce(excluded.rows_read, u.rows_read), last_at = now()`;
const TRIM = `DELETE FROM bizmeta.list_use WHERE tenant_id = $1 AND object_id = $2::uuid
  AND shape IN (SELECT shape FROM bizmeta.list_use WHERE tenant_id = $1 AND object_id = $2::uuid
    ORDER BY last_at DESC, shape OFFSET ${MAX_STORED})`;

/** Counts in this process what lists of large objects ask and take; no value is stored. */
export class ListUses {
  readonly #db: Database;
  readonly #log: Pick<Logger, 'warn'>;
  #uses = new Map<string, Use>();
  readonly #estimating = new Set<Promise<void>>();

  constructor(db: Database, log: Pick<Logger, 'warn'>) {
    this.#db = db;
    this.#log = log;
  }

  note({ tenant }: Scope, plan: ListPlan, { ms, statement }: ListTook): void {
    // Objects that are not large have no list indexes yet: their lists need none.
    if (plan.table.indexes.size === 0 && ms < SLOW_MS) return;
    const shape = shapeText(shapeOfPlan(plan));
    const use = shape === undefined ? undefined : this.#useOf(tenant, plan, shape);
    if (!use) return;
    use.times += 1;
    use.total += ms;
    use.most = Math.max(use.most, ms);
    if (ms >= SLOW_MS && use.rows === null) this.#estimate(use, plan, statement);
  }

  #useOf(tenant: TenantRef, { table }: ListPlan, shape: string): Use | undefined {
    const objectId = table.describe.id;
    const key = `${tenant.id} ${objectId} ${shape}`;
    const known = this.#uses.get(key);
    if (known || this.#uses.size >= MAX_COUNTED) return known;
    const use = { tenant, objectId, shape, times: 0, total: 0, most: 0, rows: null };
    this.#uses.set(key, use);
    return use;
  }

  /** Asks PostgreSQL for the plan of a slow list, without running it again. */
  #estimate(use: Use, plan: ListPlan, statement: Statement): void {
    // One estimate of a question at a time.
    use.rows = 0;
    const estimate = this.#db
      .withTenant({ tenant: use.tenant }, async (tx) => {
        use.rows = await estimatedRows((text, values) => tx.query(text, values), plan, statement);
      })
      .catch((err: unknown) => {
        use.rows = null;
        this.#log.warn({ err }, 'a list could not be estimated');
      })
      .finally(() => this.#estimating.delete(estimate));
    this.#estimating.add(estimate);
  }

  /** Stores what was counted since the last time; what cannot be stored is lost. */
  async store(): Promise<void> {
    await Promise.all(this.#estimating);
    const uses = [...this.#uses.values()];
    this.#uses = new Map();
    for (const use of uses)
      await this.#put(use).catch((err: unknown) => this.#log.warn({ err }, 'list uses'));
  }

  #put({ tenant, objectId, shape, times, total, most, rows }: Use): Promise<void> {
    return this.#db.withTenant({ tenant }, async (tx) => {
      await tx.run(PUT, [tenant.id, objectId, shape, times, total, most, rows]);
      await tx.run(TRIM, [tenant.id, objectId]);
    });
  }
}

type Query = <R extends object>(text: string, values: readonly unknown[]) => Promise<R[]>;

const ROWS = `SELECT ${ROW_COUNT} AS rows FROM pg_class c WHERE c.oid = to_regclass($1)`;

/** How many rows of its object a list reads, by its plan; it is not run. */
export async function estimatedRows(
  query: Query,
  { table }: Pick<ListPlan, 'table'>,
  { text, values }: Statement,
): Promise<number> {
  const [size] = await query<{ rows: number }>(ROWS, [storedName(table)]);
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  );
  const relation = `o_${table.no}`;
  return rowsRead(row!['QUERY PLAN'][0].Plan, { relation, rows: Number(size?.rows ?? 0) });
}
