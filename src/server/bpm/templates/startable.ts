import type { TenantTx } from '../../kernel/index.ts';
import { mayStartSql } from './initiators.ts';

/** Templates this person may start: enabled, published, and open to them. */
export const STARTABLE = `t.tenant_id = $1 and t.deleted_at is null and t.enabled and t.version > 0
  and ${mayStartSql('$2', `(v.document -> 'settings')`)}`;
export const VERSION_JOIN = `join bpm.flow_version v on v.tenant_id = t.tenant_id and v.template_id = t.id
  and v.no = t.version`;

/** Remembers that a person has started a template. */
export const noteUse = (tx: TenantTx, userId: string, templateId: string) =>
  tx.run(
    `insert into bpm.flow_favourite (tenant_id, user_id, template_id, used_at) values ($1, $2, $3, now())
      on conflict (tenant_id, user_id, template_id) do update set used_at = excluded.used_at`,
    [tx.tenant.id, userId, templateId],
  );
