import type { DataOf } from '../../../contract/index.ts';
import type { Context, Database, TenantTx } from '../../kernel/index.ts';
import { packageOf } from './company.ts';

/** How much a company has, and may have at most; null: there is no limit. */
interface Amount {
  readonly used: number;
  readonly limit: number | null;
}
/** Something a company has so much of. `count` answers how much, under the tenant's role. */
export interface Counted {
  key: string;
  title: string;
  unit: string;
  count(tx: TenantTx): Promise<Amount>;
}

/** A line that counts the tenant's rows of a table, `where` being further SQL of our own. */
export const countRows = (
  key: string,
  title: string,
  unit: string,
  table: string,
  where = 'true',
): Counted => ({
  key,
  title,
  unit,
  async count(tx) {
    const [row] = await tx.query<{ n: number }>(
      `select count(*) as n from ${table} where tenant_id = $1 and ${where}`,
      [tx.tenant.id],
    );
    return { used: row?.n ?? 0, limit: null };
  },
});

/** What is counted for a company: each service adds its lines, shown in the order they come. */
export class UsageLines {
  readonly #lines: Counted[] = [
    countRows('members', '成员', '人', 'upm.member', `state = 'active'`),
    countRows('depts', '部门', '个', 'upm.dept'),
    countRows('roles', '角色', '个', 'upm.role'),
  ];

  get lines(): readonly Counted[] {
    return this.#lines;
  }

  add(line: Counted): void {
    this.#lines.push(line);
  }
}

/** The company's package, and how much it has of what. */
export async function usageOf(db: Database, ctx: Context): Promise<DataOf<'upm.tenant.usage'>> {
  return db.withTenant(ctx, async (tx) => {
    const [tenant] = await tx.query<{ version_type: string; max_members: number | null }>(
      'select version_type, max_members from upm.tenant where id = $1',
      [tx.tenant.id],
    );
    const usage = [];
    for (const { key, title, unit, count } of tx.state.of(UsageLines).lines) {
      const { used, limit } = await count(tx);
      usage.push({
        key,
        title,
        unit,
        used,
        limit: key === 'members' ? (tenant?.max_members ?? null) : limit,
      });
    }
    return { versionPackage: packageOf(tenant?.version_type ?? 'std'), usage };
  });
}
