import type { InputOf, RegionSwitch } from '../../../contract/index.ts';
import { logLogin } from '../../log/index.ts';
import { AppError, type Context, type Database } from '../../kernel/index.ts';
import { moveSession } from '../session/move.ts';

interface Target { id: string; region: string; domain: string | null; domain_status: number; real_name: string; account: string }

/** The person's company of this region; without an id the one they joined first, but rather another than where they are. */
const FIND_TARGET = `
  select t.id, t.region, t.domain, t.domain_status, m.real_name, u.account from upm.member m
  join upm.tenant t on t.id = m.tenant_id and t.state = 'active' join upm.app_user u on u.id = m.user_id
  where m.user_id = $1 and m.state = 'active' and t.region = $2 and ($3::text is null or t.id = $3)
  order by t.id = $4, m.created_at, t.id limit 1`;

/**
 * Moves a session to another company of the same person: in one transaction its token becomes a new one and the old one
 * unknown. The time it ends stays. What is not theirs reads REGION_UNKNOWN, whether it exists or not.
 */
export async function switchRegion(db: Database, { code, tenantId }: InputOf<'upm.region.switch'>, ctx: Context, rootHost: string | undefined): Promise<RegionSwitch> {
  const { session, userId, ip, request } = ctx;
  return db.withGate(async (tx) => {
    const [target] = await tx.query<Target>(FIND_TARGET, [userId, code, tenantId ?? null, session.tenant.id]);
    if (!target) throw new AppError('REGION_UNKNOWN');
    const { token, remember } = await moveSession(tx, session, target.id);
    await logLogin(tx, { tenantId: target.id, userId, account: target.account, realName: target.real_name, kind: 'switch', ok: true, ip, userAgent: request.headers['user-agent'] ?? '' });
    const isOwnHost = rootHost !== undefined && target.domain_status === 1;
    return { domain: target.domain ?? '', status: Number(isOwnHost), rootHost: rootHost ?? '', token, userid: userId, tenant: target.id, regionId: target.region, remember };
  });
}
