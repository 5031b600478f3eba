import type { FunctionCode } from '../../../contract/index.ts';
import { ROLE_ADMIN, type TenantTx, type Tx } from '../../kernel/index.ts';

/** Active members of the company who may use the build centre. */
export async function builderIds(tx: TenantTx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select distinct ur.user_id as id from upm.user_role ur
    join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    join upm.member m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
      and m.state = 'active'
    where ur.tenant_id = $1 and (r.code = $2 or exists (select from upm.role_function f
      where f.tenant_id = r.tenant_id and f.role_id = r.id and f.function = $3)) order by 1`,
    [tx.tenant.id, ROLE_ADMIN, 'build.use' satisfies FunctionCode],
  );
  return rows.map(({ id }) => id);
}

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
