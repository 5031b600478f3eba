import {
  ANONYMOUS_ROLE,
  holdSnapshotLock,
  META_ROLE,
  type Database,
  type Tx,
} from '../kernel/index.ts';
import { PLAIN_SETTINGS, readCatalogue, type SchemaShape } from './catalogue.ts';
import { BackupError } from './backup-error.ts';
import type { Applied, Role } from './manifest.ts';

/**
 * One moment of the database, held open by a transaction; other connections read at the same moment
 * by its id.
 */
export interface Snapshot {
  readonly tx: Tx;
  readonly id: string;
  readonly at: string;
  readonly postgres: string;
  readonly shared: readonly SchemaShape[];
  readonly tenants: readonly SchemaShape[];
  readonly roles: readonly Role[];
  readonly migrations: readonly Applied[];
  /** By `schema.table`. */
  readonly tables: ReadonlyMap<string, TableState>;
}

/**
 * What rows of the snapshot are read by: names of columns mean what they mean now, so another file
 * of PostgreSQL (the table was rewritten) or a column renamed, retyped or dropped would make other
 * values of them. Columns are texts of number, name and type.
 */
interface TableState {
  readonly file: string;
  readonly columns: readonly string[];
}

/** A builder changed a table's shape while it was looked at; the backup begins again. */
export class ShapeChanged extends Error {
  override readonly name = 'ShapeChanged';
}

/**
 * Settings of every transaction of a backup; huozi.backup opens row-level security to the owner
 * (kernel/sql/0110).
 */
const SETTINGS = `set local huozi.backup = 'on'; ${PLAIN_SETTINGS}`;
export const beginSnapshot = (snapshot?: string): string =>
  `begin isolation level repeatable read read only;
    ${snapshot === undefined ? '' : `set transaction snapshot '${snapshot}'; `}${SETTINGS}`;

/** Changes of shapes are rare and short: the catalogue is read between two of them. */
const ATTEMPTS = 20;
const WAIT_MS = 200;
const TENANT_SCHEMA = '^t_[0-9]+$';

const SHARED = `select nspname::text as name from pg_namespace where nspname = 'kernel'
  or nspname in (select service from kernel.migration)
  order by nspname <> 'kernel', (select min(applied_at) from kernel.migration
    where service = nspname), nspname`;
const TENANTS = `select nspname::text as name from pg_namespace where nspname ~ '${TENANT_SCHEMA}'
  order by length(nspname), nspname`;
const ROLES = `select r.rolname::text as name, coalesce((select json_agg(g.rolname
  order by g.rolname) from pg_auth_members m join pg_roles g on g.oid = m.roleid
  where m.member = r.oid and g.rolname = any($1::text[])), '[]') as "memberOf" from pg_roles r
    where r.rolname = any($1::text[]) order by length(r.rolname), r.rolname`;

/**
 * Every row of the catalogue that says what the schemas hold, by the transaction that wrote it: the
 * same number means that nothing changed its shape.
 */
const FINGERPRINT = `
  with n as (select oid, xmin from pg_namespace
    where nspname = any($1::text[])), c as (select c.oid, c.xmin from pg_class c
    join n on n.oid = c.relnamespace),
  rows as (
    select 'n' as kind, oid, 0 as no, xmin from n union all select 'c', oid, 0, xmin from c
    union all select 'a', a.attrelid, a.attnum, a.xmin from pg_attribute a
      join c on c.oid = a.attrelid
    union all select 'd', d.oid, 0, d.xmin from pg_attrdef d join c on c.oid = d.adrelid
    union all select 'k', k.oid, 0, k.xmin from pg_constraint k join n on n.oid = k.connamespace
    union all select 'i', i.indexrelid, 0, i.xmin from pg_index i join c on c.oid = i.indrelid
    union all select 't', t.oid, 0, t.xmin from pg_trigger t join c on c.oid = t.tgrelid
    union all select 'p', p.oid, 0, p.xmin from pg_policy p join c on c.oid = p.polrelid
    union all select 'f', f.oid, 0, f.xmin from pg_proc f join n on n.oid = f.pronamespace
    union all select 'r', r.oid, 0, r.xmin from pg_rewrite r join c on c.oid = r.ev_class)
  select count(*) || ':' || coalesce(sum(hashtextextended(concat_ws(':', kind, oid, no, xmin),
    0)::numeric), 0) as print from rows`;

const fingerprint = async (tx: Tx, schemas: readonly string[]): Promise<string> =>
  (await tx.query<{ print: string }>(FINGERPRINT, [schemas]))[0]!.print;

/**
 * Tables the owner would see only a part of: row-level security holds for the owner, and no policy
 * opens it to a backup.
 */
const HIDDEN = `select c.oid::regclass::text as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1::text[]) and c.relkind = 'r' and row_security_active(c.oid)
    and not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive
      and p.polcmd in ('r', '*') and p.polroles @> array[c.relowner]
      and pg_has_role(current_user, c.relowner, 'usage')
      and (p.polname = 'backup' or pg_get_expr(p.polqual, p.polrelid) = 'true')) limit 1`;

type NamedState = TableState & { readonly name: string };
const STATES = `select n.nspname || '.' || c.relname as name, c.relfilenode::text as file,
  array(select concat_ws(' ', a.attnum, a.attname, a.atttypid) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1::text[]) and c.relkind = 'r'`;

/**
 * Throws ShapeChanged unless a table's rows are still read as in the snapshot. `now` sees the
 * present catalogue, which a transaction at the snapshot does not; the caller holds a lock on the
 * table. A column added since does no harm.
 */
export async function requireUnchanged(
  now: Tx,
  { tables }: Snapshot,
  schema: string,
  table: string,
): Promise<void> {
  const name = `${schema}.${table}`;
  const before = tables.get(name);
  const [state] = await now.query<NamedState>(`${STATES} and c.relname = $2`, [[schema], table]);
  const columns = new Set(state?.columns);
  if (before?.file !== state?.file || !before?.columns.every((column) => columns.has(column)))
    throw new ShapeChanged(name);
}

async function requireWhole(tx: Tx, shared: readonly string[]): Promise<void> {
  const [state] = await tx.query<{ kernel: boolean; half: boolean }>(
    `select to_regclass('kernel.migration') is not null as kernel,
      to_regnamespace('huozi_restore') is not null as half`,
  );
  if (state?.half)
    throw new BackupError('此数据库的恢复没有完成，不能备份。请重新运行 npm run restore 备份目录');
  const [hidden] = await tx.query<{ name: string }>(HIDDEN, [shared]);
  if (hidden)
    throw new BackupError(
      `数据库用户看不到 ${hidden.name} 的全部数据：请用创建这些表的用户连接，并先用本版本启动一次以升级数据库`,
    );
}

async function names(tx: Tx, text: string): Promise<string[]> {
  return (await tx.query<{ name: string }>(text)).map(({ name }) => name);
}

async function requireInstallation(tx: Tx): Promise<void> {
  const [row] = await tx.query<{ there: boolean }>(
    `select to_regclass('kernel.migration') is not null as there`,
  );
  if (!row?.there)
    throw new BackupError(
      '数据库里没有活字的数据，没有可备份的内容。请检查 DATA_DIR 与 DATABASE_URL',
    );
}

/** Reads shapes in the transaction's snapshot; undefined when one of them changed meanwhile. */
async function readSnapshot(tx: Tx, db: Database): Promise<Snapshot | undefined> {
  await requireInstallation(tx);
  const [sharedNames, tenantNames] = [await names(tx, SHARED), await names(tx, TENANTS)];
  await requireWhole(tx, sharedNames);
  const schemas = [...sharedNames, ...tenantNames];
  const roles = await tx.query<Role>(ROLES, [[META_ROLE, ANONYMOUS_ROLE, ...tenantNames]]);
  const shapes = await readCatalogue(
    tx,
    schemas,
    roles.map(({ name }) => name),
  ).catch((error: unknown) => {
    // What PostgreSQL describes is gone already.
    if (['XX000', '42P01', '42704', '42883'].includes((error as { code?: string }).code ?? ''))
      return undefined;
    throw error;
  });
  if (!shapes) return undefined;
  const before = await fingerprint(tx, schemas);
  if (before !== (await db.asOwner((now) => fingerprint(now, schemas)))) return undefined;
  const tables = await tx.query<NamedState>(STATES, [schemas]);
  const [head] = await tx.query<{ id: string; at: Date; postgres: string }>(
    `select pg_export_snapshot() as id, transaction_timestamp() as at,
      current_setting('server_version') as postgres`,
  );
  return {
    tx,
    id: head!.id,
    at: new Date(head!.at).toISOString(),
    postgres: head!.postgres,
    roles,
    shared: shapes.slice(0, sharedNames.length),
    tenants: shapes.slice(sharedNames.length),
    migrations: await tx.query<Applied>(
      'select service, name, hash from kernel.migration order by applied_at, service, name',
    ),
    tables: new Map(tables.map(({ name, ...state }) => [name, state])),
  };
}

/** Takes a snapshot between two changes of shapes and holds it while `work` runs. */
export function withSnapshot<T>(
  db: Database,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return db.onOwnConnection(async (tx) => {
    for (let left = ATTEMPTS; left > 0; left -= 1) {
      await tx.query(beginSnapshot());
      await holdSnapshotLock(tx);
      const snapshot = await readSnapshot(tx, db).catch(async (error: unknown) => {
        await tx.query('rollback');
        throw error;
      });
      if (snapshot) return work(snapshot);
      await tx.query('rollback');
      await new Promise((resolve) => {
        setTimeout(resolve, WAIT_MS);
      });
    }
    throw new ShapeChanged('对象一直在被修改');
  });
}
