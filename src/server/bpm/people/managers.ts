import { ROLE_ADMIN, type TenantTx } from '../../kernel/index.ts';
import { activeAmong } from './candidates.ts';

/** Who looks after a template's instances: those it names, else those with the function. */
export async function managerIds(
  tx: TenantTx,
  managers: readonly string[] | undefined,
): Promise<string[]> {
  const active = await activeAmong(tx, managers ?? []);
  if (active.size > 0) return (managers ?? []).filter((id) => active.has(id));
  const rows = await tx.query<{ id: string }>(
    `select distinct ur.user_id as id from upm.user_role ur
      join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      join upm.member m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id and m.state = 'active'
      where ur.tenant_id = $1 and (r.code = $2 or exists (select from upm.role_function f
        where f.tenant_id = r.tenant_id and f.role_id = r.id and f.function = 'flow.manage')) order by 1`,
    [tx.tenant.id, ROLE_ADMIN],
  );
  return rows.map(({ id }) => id);
}
