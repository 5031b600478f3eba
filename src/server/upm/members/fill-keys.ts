import type { Kernel } from '../../kernel/index.ts';
import { searchKeyOf } from '../search-key.ts';

/** Members whose keys are made in one transaction. */
const BATCH = 1_000;

/**
 * Makes the search keys that are missing: of names written before there were keys, or by hand.
 * Until then they are found by the name alone.
 */
export async function fillSearchKeys({ db }: Pick<Kernel, 'db'>): Promise<number> {
  const tenants = await db.asAnonymous<{ id: string }>(
    `select distinct tenant_id as id from upm.member where search_key = ''`,
  );
  let filled = 0;
  for (const { id } of tenants) filled += await fillTenant(db, id);
  return filled;
}

async function fillTenant(db: Kernel['db'], tenantId: string): Promise<number> {
  const rows = await db.withOwner(async (tx) => {
    const found = await tx.query<{ id: string; name: string }>(
      `select user_id as id, real_name as name from upm.member where tenant_id = $1
        and search_key = '' limit $2`,
      [tenantId, BATCH],
    );
    await tx.run(
      `update upm.member m set search_key = f.key
      from unnest($2::text[], $3::text[], $4::text[]) as f(id, name, key)
      where m.tenant_id = $1 and m.user_id = f.id and m.real_name = f.name`,
      [
        tenantId,
        found.map(({ id }) => id),
        found.map(({ name }) => name),
        found.map(({ name }) => searchKeyOf(name)),
      ],
    );
    return found.length;
  }, tenantId);
  return rows < BATCH ? rows : rows + (await fillTenant(db, tenantId));
}
