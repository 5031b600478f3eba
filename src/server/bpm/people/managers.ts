import { ROLE_ADMIN, type Context, type TenantTx } from '../../kernel/index.ts';
import { present } from './candidates.ts';

/** Whether the person looks after every template's instances. */
export const managesAll = ({ session }: Pick<Context, 'session'>): boolean =>
  session.isSuper || session.functions.includes('flow.manage');

/** Whether someone looks after a template's instances: administrators, and its managers. */
export async function manages(
  tx: TenantTx,
  ctx: Pick<Context, 'session' | 'userId'>,
  managers: readonly string[] = [],
): Promise<boolean> {
  if (managesAll(ctx) || managers.includes(ctx.userId)) return true;
  return [...(await present(tx, managers)).values()].includes(ctx.userId);
}

/** Who looks after a template's instances: those it names, else those with the function. */
export async function managerIds(
  tx: TenantTx,
  managers: readonly string[] = [],
): Promise<string[]> {
  const there = await present(tx, managers);
  if (there.size > 0) return [...new Set(managers.flatMap((id) => there.get(id) ?? []))];
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
