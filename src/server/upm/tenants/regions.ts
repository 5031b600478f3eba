import type { DataOf, UserRegion } from '../../../contract/index.ts';
import type { Database, Session } from '../../kernel/index.ts';

/**
 * What a company's package is called. `er_std` brings industry collaboration (specification,
 * section 9).
 */
export const VERSION_NAMES: Readonly<Record<string, string>> = {
  std: '标准版',
  er_std: '企联标准版',
};

export async function configOf(
  db: Database,
  session: Session,
  rootHost: string | undefined,
): Promise<DataOf<'upm.region.configInfo'>> {
  const [row] = await db.readTenant<{ version_type: string }>(
    session,
    'select version_type from upm.tenant where id = $1',
    [session.tenant.id],
    { name: 'upm-config-info' },
  );
  const versionType = row?.version_type ?? 'std';
  return {
    versionPackage: { versionType, name: VERSION_NAMES[versionType] ?? versionType },
    rootHost: rootHost ?? '',
  };
}

/** The companies a person belongs to, the one they joined first in front, each with its region. */
export function regionsOf(db: Database, userId: string): Promise<UserRegion[]> {
  return db.asAnonymous<UserRegion>(
    `
    select r.code, r.name, t.id as "tenantId", t.name as "tenantName" from upm.member m
    join upm.tenant t on t.id = m.tenant_id and t.state = 'active'
      join upm.region r on r.code = t.region
    where m.user_id = $1 and m.state = 'active' order by m.created_at, t.id`,
    [userId],
    { name: 'upm-user-regions' },
  );
}
