import { likeWithin, type Context, type Database } from '../../kernel/index.ts';

const ADDRESS = { 'msg.mail': 'to_address', 'msg.sms_log': 'mobile' } as const;
/**
 * To a person of a company that is no demo: a code or a link to them gives access to that company.
 */
const belongsElsewhereSql = (table: OutboxQuery['table']): string => `exists (
  select from upm.app_user u join upm.member m on m.user_id = u.id
    join upm.tenant t on t.id = m.tenant_id
  where (u.mobile = ${ADDRESS[table]} or lower(u.email) = lower(${ADDRESS[table]}))
    and u.state <> 'invited' and not t.demo)`;
/**
 * The condition on a row's tenant; takes $1 and $2. A tenant's role sees no persons, and is not
 * asked about them.
 */
const ownRowsSql = (table: OutboxQuery['table'], tenantless: boolean): string =>
  tenantless
    ? `(tenant_id = $1 or ($2::boolean and tenant_id is null and not ${belongsElsewhereSql(table)}))`
    : '(tenant_id = $1 and not $2::boolean)';
/** The pattern of what is looked for; null for nothing. */
export const searchPattern = (query: string | null | undefined): string | null =>
  query?.trim() ? likeWithin(query) : null;

const DEFAULT_SIZE = 20;

/** What is asked for: `where` and `columns` are ours, `values` start at $3. */
export interface OutboxQuery {
  table: 'msg.mail' | 'msg.sms_log';
  columns: string;
  where: string;
  values: readonly unknown[];
}
export interface Paging {
  current?: number;
  size?: number;
}

/**
 * Mails and text messages of the reader's company. In a demo its administrators also see those
 * without a company (a code for a registration), which no tenant's role can read: then the
 * anonymous role is used. What went to people of companies that are no demo stays private.
 */
export class OutboxReader {
  readonly #db: Database;
  readonly #isDemo: boolean;

  constructor(db: Database, isDemo: boolean) {
    this.#db = db;
    this.#isDemo = isDemo;
  }

  /** One page, the newest first, and how many there are. */
  async page<R extends object>(
    ctx: Context,
    { table, columns, where, values }: OutboxQuery,
    { current = 1, size = DEFAULT_SIZE }: Paging,
  ): Promise<{ records: R[]; total: number }> {
    const at = values.length + 3;
    const [row] = await this.#read<{ total: number; records: R[] }>(
      ctx,
      table,
      (own) => `
      select (select count(*) from ${table} where ${own} and ${where}) as total,
        coalesce((select json_agg(x) from (select ${columns} from ${table} where ${own} and ${where}
          order by created_at desc, id desc limit $${at} offset $${at + 1}) x), '[]') as records`,
      [...values, size, (current - 1) * size],
    );
    return row!;
  }

  /** One row by its id; undefined for one there is not, or not for this reader. */
  async one<R extends object>(
    ctx: Context,
    table: OutboxQuery['table'],
    columns: string,
    id: string,
  ): Promise<R | undefined> {
    const [row] = await this.#read<{ found: R }>(
      ctx,
      table,
      (own) =>
        `select row_to_json(x) as found
          from (select ${columns} from ${table} where ${own} and id = $3) x`,
      [id],
    );
    return row?.found;
  }

  /** Whether this reader also reads rows without a company. */
  async seesTenantless(ctx: Context): Promise<boolean> {
    if (!this.#isDemo) return false;
    const [row] = await this.#db.asAnonymous<{ demo: boolean }>(
      'select demo from upm.tenant where id = $1',
      [ctx.tenant.id],
    );
    return row?.demo === true;
  }

  async #read<R extends object>(
    ctx: Context,
    table: OutboxQuery['table'],
    textOf: (own: string) => string,
    values: readonly unknown[],
  ): Promise<R[]> {
    const tenantless = await this.seesTenantless(ctx);
    const text = textOf(ownRowsSql(table, tenantless));
    const given = [ctx.tenant.id, tenantless, ...values];
    return tenantless
      ? this.#db.asAnonymous<R>(text, given)
      : this.#db.readTenant<R>(ctx, text, given);
  }
}
