import type { Database } from '../../kernel/index.ts';
import { ACTIVE_SESSION_SQL } from './sessions.ts';

/**
 * Which of these sessions are still valid, by id and company, without counting as their use: for
 * answers that never end. The value says whether a session's rights have changed since its token
 * was issued.
 */
export async function activeSessions(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly renewDue: boolean }>> {
  const rows = await db.asAnonymous<{ id: string; tenant_id: string; renew_due: boolean }>(
    `
    select s.id, s.tenant_id, s.renew_due from upm.session s
    join upm.tenant t on t.id = s.tenant_id and t.state = 'active'
    join upm.member m on m.tenant_id = s.tenant_id and m.user_id = s.user_id and m.state = 'active'
    join upm.app_user u on u.id = s.user_id and u.state = 'active'
    where s.id = any($1) and ${ACTIVE_SESSION_SQL}`,
    [ids],
  );
  return new Map(
    rows.map(({ id, tenant_id, renew_due }) => [`${id} ${tenant_id}`, { renewDue: renew_due }]),
  );
}
