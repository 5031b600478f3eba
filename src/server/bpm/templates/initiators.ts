import type { FlowTemplateSettings } from '../../../contract/index.ts';
import { AppError, type Context, type TenantTx } from '../../kernel/index.ts';
import { isAmongSql } from '../../upm/index.ts';

/** SQL that holds when the person may start a template with the settings `settings` (jsonb). */
export function mayStartSql(user: string, settings: string): string {
  const list = (name: string): string =>
    `array(select jsonb_array_elements_text(coalesce(${settings} -> 'initiators' -> '${name}', '[]')))`;
  return `(${settings} -> 'initiators' is null
    or ${isAmongSql(user, { userIds: list('userIds'), roleIds: list('roleIds'), deptIds: list('deptIds') })}
    or exists (select from upm.work_group_member g where g.tenant_id = current_setting('huozi.tenant')
      and g.group_id = any(${list('workGroupIds')}) and (g.user_id = ${user}
        or g.dept_id in (select dept_id from upm.user_dept where tenant_id = g.tenant_id and user_id = ${user})
        or g.role_id in (select role_id from upm.user_role where tenant_id = g.tenant_id and user_id = ${user}))))`;
}

/** Refuses who may not start it. */
export async function requireInitiator(
  tx: TenantTx,
  { userId }: Pick<Context, 'userId'>,
  name: string,
  settings: FlowTemplateSettings,
): Promise<void> {
  if (settings.initiators === undefined) return;
  const [row] = await tx.query<{ may: boolean }>(
    `select ${mayStartSql('$1', '$2::jsonb')} as may`,
    [userId, JSON.stringify(settings)],
  );
  if (!row!.may) throw new AppError('FLOW_NOT_INITIATOR', { name });
}
