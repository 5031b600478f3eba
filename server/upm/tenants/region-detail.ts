import type { DataOf } from '../../../contract/index.ts';
import { AppError, type Config, type Database, type Scope } from '../../kernel/index.ts';

interface Row { code: string; name: string; tenant_name: string; domain: string | null; domain_status: number }

/** The company's own region with its invitation and domain; another region reads as one there is not. */
export async function regionDetail(db: Database, { rootHost }: Pick<Config, 'rootHost'>, { tenant }: Scope, code: string): Promise<DataOf<'upm.region.detail'>> {
  const [row] = await db.readTenant<Row>({ tenant }, `
    select r.code, r.name, t.name as tenant_name, t.domain, t.domain_status from upm.tenant t join upm.region r on r.code = t.region where t.id = $1 and r.code = $2`, [tenant.id, code]);
  if (!row) throw new AppError('REGION_UNKNOWN');
  const inUse = row.domain_status === 1 && row.domain !== null && rootHost !== undefined;
  return {
    code: row.code, name: row.name, tenantId: tenant.id, tenantName: row.tenant_name,
    inviteLink: '', inviteStatus: 0, inviteExpiresAt: null,
    domain: row.domain ?? '', domainStatus: row.domain_status, rootHost: rootHost ?? '', address: inUse ? `${row.domain}.${rootHost}` : '',
  };
}
