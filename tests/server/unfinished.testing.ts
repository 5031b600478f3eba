import type { Database, TenantRef } from '../../src/server/kernel/index.ts';

/** Names of tables and columns of all companies' objects, as the metadata have them and as they are. */
const TABLES = `select coalesce(m.place, t.place) as what from (
    select 't_' || c.no || '.o_' || o.no as place from bizmeta.object o
      join upm.tenant c on c.id = o.tenant_id) m
  full join (select schemaname || '.' || tablename as place from pg_tables
    where schemaname ~ '^t_[0-9]+$' and tablename ~ '^o_[0-9]+$') t using (place)
  where m.place is null or t.place is null`;
const INDEXES = `select n.nspname || '.' || c.relname as what from pg_index i
  join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname ~ '^t_[0-9]+$' and not i.indisvalid`;
const STATES = `select 'index ' || key || ' ' || state || ' ' || error as what from bizmeta.object_index
  where state <> 'ready'`;
const JOBS = `select 'job ' || kind || ' ' || state || ' ' || error as what from kernel.job
  where state <> 'done'`;
const TRANSACTIONS = `select 'transaction of ' || pid as what from pg_stat_activity
  where datname = current_database() and state like 'idle in transaction%'
    and xact_start < now() - interval '5 s'`;

/** What is half done: empty when nothing is. */
export const unfinished = (db: Database): Promise<string[]> =>
  db.withOwner(async (tx) => {
    const found: string[] = [];
    for (const sql of [TABLES, INDEXES, STATES, JOBS, TRANSACTIONS])
      found.push(...(await tx.query<{ what: string }>(sql)).map(({ what }) => what));
    return found;
  });

/** The names of an object's records, as its table has them. */
export const namesIn = (db: Database, tenant: TenantRef, object: string): Promise<string[]> =>
  db.withOwner(async (tx) => {
    const [at] = await tx.query<{ object: number; field: number }>(
      `select o.no as object, f.no as field from bizmeta.object o join bizmeta.field f
        on f.object_id = o.id and f.api_name = 'name' where o.api_name = $1 and o.tenant_id = $2`,
      [object, tenant.id],
    );
    const rows = await tx.query<{ name: string }>(
      `select f_${at!.field} as name from t_${tenant.no}.o_${at!.object}`,
    );
    return rows.map(({ name }) => name);
  }, tenant.id);
