import { ROLE_ADMIN, type Tx } from '../../kernel/index.ts';

/** Members who administer a company. */
export async function adminIds(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select ur.user_id as id from upm.user_role ur
    join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.tenant_id = $1
      and r.code = $2 order by ur.user_id`,
    [tenantId, ROLE_ADMIN],
  );
  return rows.map(({ id }) => id);
}
