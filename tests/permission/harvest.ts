import type { Database, TenantRef, Tx } from '../../src/server/kernel/index.ts';

/**
 * The ids of a company, found in the tables themselves: a table that is added later is included.
 */
export interface Harvest {
  /** Ids by the table they are from, and by the name a call would give them (role_id: roleId). */
  readonly byTable: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, string>;
  /** Ids and other long keys that other companies must not get. */
  readonly secrets: ReadonlySet<string>;
}

interface Column {
  tab: string;
  col: string;
  type: string;
}
const TEXTS = ['text', 'uuid', 'character varying'];
/** What every sign-in, delivery and read writes: no change made to the company. */
const MOVING = /^(kernel\.|log\.|upm\.sign_in)/;
/** A table's own key, the first there is. */
const OWN_KEYS = ['id', 'user_id', 'page_key', 'key', 'api_name'];
/** Shorter texts are words many have. */
const SECRET_LENGTH = 16;
/** Shared tables of the platform, with what a tenant has in each: those that say whose a row is. */
const COLUMNS = `select c.table_schema || '.' || c.table_name as tab, c.column_name as col,
  c.data_type as type
  from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema
    and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
  where c.is_generated = 'NEVER' and c.is_identity = 'NO'
    and exists (select from information_schema.columns k where k.table_schema = c.table_schema
    and k.table_name = c.table_name and k.column_name = 'tenant_id')
  order by 1, c.ordinal_position`;

const camel = (column: string) =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const asOwner = <T>(db: Database, tenant: TenantRef, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.withOwner(work, tenant.id);

export async function harvest(db: Database, tenant: TenantRef): Promise<Harvest> {
  return asOwner(db, tenant, async (tx) => {
    const [byTable, byName, secrets] = [
      new Map<string, string>(),
      new Map<string, string>(),
      new Set<string>(),
    ];
    for (const { tab, col, type } of await tx.query<Column>(COLUMNS)) {
      if (!TEXTS.includes(type) || col === 'tenant_id' || /token|secret|password|hash/.test(col))
        continue;
      const values = (
        await tx.query<{ v: string }>(
          `select distinct "${col}"::text as v from ${tab} where tenant_id::text = $1
            and "${col}" is not null limit 2000`,
          [tenant.id],
        )
      ).map(({ v }) => v);
      for (const value of values)
        if (value.length >= SECRET_LENGTH && !/\s|[一-龥{]/.test(value)) secrets.add(value);
      const [first] = values;
      if (first === undefined || MOVING.test(tab)) continue;
      if (OWN_KEYS.includes(col) && !byTable.has(tab)) byTable.set(tab, first);
      if (/_id$|^api_name$|_key$/.test(col) && !byName.has(camel(col)))
        byName.set(camel(col), first);
    }
    return { byTable, byName, secrets };
  });
}

/** Tables of a company's own schema: its records. */
const OWN_TABLES = (no: number) =>
  `select format('%I.%I', table_schema, table_name) as tab, column_name as col, data_type as type
    from information_schema.columns where table_schema = 't_${no}' and is_generated = 'NEVER'
    order by 1, ordinal_position`;

/**
 * Part of every Chinese text of the company: an answer that contains it has read the company's
 * data.
 */
export const MARK = '⟦甲⟧';

/**
 * Marks the company's texts, JSON included; a column that refuses (a rule of its own) stays as it
 * is.
 */
export async function mark(db: Database, tenant: TenantRef): Promise<number> {
  return asOwner(db, tenant, async (tx) => {
    const shared = (await tx.query<Column>(COLUMNS)).map((column) => ({
      ...column,
      where: `tenant_id::text = '${tenant.id}' and`,
    }));
    const own = (await tx.query<Column>(OWN_TABLES(tenant.no))).map((column) => ({
      ...column,
      where: '',
    }));
    let marked = 0;
    for (const { tab, col, type, where } of [...shared, ...own]) {
      if (!['text', 'jsonb', 'json'].includes(type)) continue;
      const set = `regexp_replace("${col}"::text, '([一-龥]{2,})', '\\1${MARK}', 'g')::${type}`;
      await tx.run('savepoint marking');
      await tx
        .run(`update ${tab} set "${col}" = ${set} where ${where} "${col}"::text ~ '[一-龥]'`)
        .then(
          (rows) => {
            marked += rows;
            return tx.run('release savepoint marking');
          },
          () => tx.run('rollback to savepoint marking'),
        );
    }
    return marked;
  });
}

/** A fingerprint of every table of the company, to see what was changed. */
export async function printOf(db: Database, tenant: TenantRef): Promise<Record<string, string>> {
  return asOwner(db, tenant, async (tx) => {
    const shared = new Set(
      (await tx.query<Column>(COLUMNS)).map(({ tab }) => tab).filter((tab) => !MOVING.test(tab)),
    );
    const own = new Set((await tx.query<Column>(OWN_TABLES(tenant.no))).map(({ tab }) => tab));
    const prints: Record<string, string> = {};
    for (const tab of [...shared, ...own]) {
      const [row] = await tx.query<{ print: string }>(
        `select count(*) || ' rows, ' || coalesce(md5(string_agg(md5(x::text), ''
          order by md5(x::text))), '') as print
          from ${tab} x ${shared.has(tab) ? `where tenant_id::text = '${tenant.id}'` : ''}`,
      );
      prints[tab] = row!.print;
    }
    return prints;
  });
}
