import type { DataOf } from '../../../contract/index.ts';
import { AppError, type Config, type Database, type Scope } from '../../kernel/index.ts';
import { inviteOf, inviteUrl } from '../identity/invites.ts';

interface Row {
  code: string;
  name: string;
  tenant_name: string;
  domain: string | null;
  domain_status: number;
}

/**
 * The company's own region with its invitation and domain; another region reads as one there is
 * not.
 */
export async function regionDetail(
  db: Database,
  { rootHost, publicUrl }: Pick<Config, 'rootHost' | 'publicUrl'>,
  { tenant }: Scope,
  code: string,
): Promise<DataOf<'upm.region.detail'>> {
  const { row, invite } = await db.withTenant({ tenant }, async (tx) => ({
    row: (
      await tx.query<Row>(
        `
      select r.code, r.name, t.name as tenant_name, t.domain, t.domain_status from upm.tenant t
        join upm.region r on r.code = t.region where t.id = $1 and r.code = $2`,
        [tenant.id, code],
      )
    )[0],
    invite: await inviteOf(tx, tenant.id),
  }));
  if (!row) throw new AppError('REGION_UNKNOWN');
  const inUse = row.domain_status === 1 && row.domain !== null && rootHost !== undefined;
  return {
    code: row.code,
    name: row.name,
    tenantId: tenant.id,
    tenantName: row.tenant_name,
    inviteLink: invite ? inviteUrl(publicUrl, invite.token) : '',
    inviteStatus: invite?.status ?? 0,
    inviteExpiresAt: invite?.expiresAt.toISOString() ?? null,
    inviteApproval: invite?.approval ?? true,
    domain: row.domain ?? '',
    domainStatus: row.domain_status,
    rootHost: rootHost ?? '',
    address: inUse ? `${row.domain}.${rootHost}` : '',
  };
}
