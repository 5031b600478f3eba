import type { Database, Tx } from '../kernel/index.ts';

/** What a drill compares, read in another way than the backup reads it: by the views people use. */

const SCHEMAS = `(n in ('kernel') or n in (select service from kernel.migration)
  or n ~ '^t_[0-9]+$')`;
const inside = (column: string): string => SCHEMAS.replaceAll(/\bn\b(?= )/g, column);

const QUESTIONS: Readonly<Record<string, string>> = {
  schemas: `select nspname, nspacl::text from pg_namespace where ${inside('nspname')}`,
  defaults: `select n.nspname, d.defaclobjtype::text, d.defaclacl::text from pg_default_acl d
    join pg_namespace n on n.oid = d.defaclnamespace`,
  columns: `select table_schema, table_name, column_name,
    row_number() over (partition by table_schema, table_name
    order by ordinal_position) as place, column_default, is_nullable, data_type, udt_name,
    character_maximum_length, numeric_precision, numeric_scale, datetime_precision, collation_name,
      is_identity, identity_generation, identity_start, is_generated, generation_expression
    from information_schema.columns where ${inside('table_schema')}`,
  constraints: `select connamespace::regnamespace::text, conrelid::regclass::text, conname,
    contype::text, condeferrable, condeferred, convalidated, pg_get_constraintdef(oid)
    from pg_constraint where contype <> 'n' and ${inside('connamespace::regnamespace::text')}`,
  indexes: `select schemaname, tablename, indexname, indexdef from pg_indexes
    where ${inside('schemaname')}`,
  policies: `select schemaname, tablename, policyname, permissive, roles::text, cmd, qual,
    with_check from pg_policies where ${inside('schemaname')}`,
  security: `select oid::regclass::text, relrowsecurity, relforcerowsecurity, relacl::text,
    reloptions::text, relkind::text from pg_class
    where relkind in ('r', 'v', 'S') and ${inside('relnamespace::regnamespace::text')}`,
  columnRights: `select attrelid::regclass::text, attname, attacl::text from pg_attribute
    where attacl is not null and attrelid > 16384`,
  routines: `select oid::regprocedure::text, pg_get_functiondef(oid), prosecdef, coalesce(proacl,
    acldefault('f', proowner))::text from pg_proc
    where ${inside('pronamespace::regnamespace::text')}`,
  triggers: `select tgrelid::regclass::text, pg_get_triggerdef(oid), tgenabled::text from pg_trigger
    where not tgisinternal and tgrelid > 16384`,
  views: `select schemaname, viewname, definition from pg_views where ${inside('schemaname')}`,
  sequences: `select schemaname, sequencename, data_type::text, start_value, min_value, max_value,
    increment_by, cycle, last_value from pg_sequences where ${inside('schemaname')}`,
};

/**
 * An access list in one order; without the owner's own rights, which an object has whether they are
 * written out or not.
 */
function access(text: string, owner: string): string {
  const entries = text
    .slice(1, -1)
    .split(',')
    .map((entry) => entry.replaceAll(new RegExp(`\\b${owner}\\b`, 'g'), 'OWNER'));
  return entries
    .filter((entry) => !/^OWNER=[a-zA-Z*]+\/OWNER$/.test(entry))
    .sort()
    .join(',');
}

/** The whole catalogue of an installation, as sorted lines by kind; the owner is called OWNER. */
export async function catalogueOf(db: Database): Promise<Record<string, string[]>> {
  return db.asOwner(async (tx) => {
    const [{ owner }] = (await tx.query<{ owner: string }>(
      'select current_user::text as owner',
    )) as [{ owner: string }];
    const all: Record<string, string[]> = {};
    for (const [kind, text] of Object.entries(QUESTIONS)) {
      const rows = await tx.query<Record<string, unknown>>(text);
      all[kind] = rows.map((row) => plain(row, owner)).sort();
    }
    return all;
  });
}

function plain(row: Record<string, unknown>, owner: string): string {
  return JSON.stringify(
    Object.entries(row).map(([name, value]) =>
      /acl|coalesce|roles/.test(name) && typeof value === 'string'
        ? access(value, owner)
        : (value ?? ''),
    ),
  );
}

/** Every row of every table as text, a checksum a table: the order of rows does not matter. */
export async function rowsOf(db: Database): Promise<Record<string, string>> {
  return db.onOwnConnection(async (tx) => {
    await tx.query(
      `begin isolation level repeatable read; set local huozi.backup = 'on'; set local timezone = 'UTC'`,
    );
    const tables = await tx.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r'
        and ${inside('relnamespace::regnamespace::text')} order by 1`,
    );
    const all: Record<string, string> = {};
    for (const { name } of tables) all[name] = await digest(tx, name);
    return all;
  });
}

async function digest(tx: Tx, table: string): Promise<string> {
  const [row] = await tx.query<{ sum: string }>(
    `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n'
      order by t::text)), '') as sum from ${table} t`,
  );
  return row!.sum;
}
