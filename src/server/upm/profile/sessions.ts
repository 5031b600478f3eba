import type { DataOf } from '../../../contract/index.ts';
import { AppError, type Context, type Database } from '../../kernel/index.ts';
import { deviceOf } from '../../log/index.ts';
import { ACTIVE_SESSION_SQL } from '../session/sessions.ts';

interface Row {
  id: string;
  ip: string;
  user_agent: string;
  remember: boolean;
  created_at: Date;
  last_seen_at: Date;
  tenant_name: string;
}

/** Real people have fewer devices; each is shown. */
const MAX_SHOWN = 100;

/** Where a person is signed in, in all their companies: this session first, then by last use. */
export async function openSessions(
  db: Database,
  { userId, session }: Context,
): Promise<DataOf<'upm.person.sessions'>> {
  const rows = await db.asAnonymous<Row>(
    `
    select s.id, s.ip, s.user_agent, s.remember, s.created_at, s.last_seen_at, t.name as tenant_name
    from upm.session s join upm.tenant t on t.id = s.tenant_id
    where s.user_id = $1 and ${ACTIVE_SESSION_SQL} order by s.id = $2 desc, s.last_seen_at desc, s.id
      limit ${MAX_SHOWN}`,
    [userId, session.id],
  );
  return rows.map((row) => ({
    id: row.id,
    current: row.id === session.id,
    device: deviceOf(row.user_agent),
    ip: row.ip,
    tenantName: row.tenant_name,
    remember: row.remember,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }));
}

/** Ends one of one's own sessions; another person's reads as ended already. */
export async function endSession(db: Database, { userId }: Context, id: string): Promise<null> {
  const ended = await db.withAnonymousTx((tx) =>
    tx.run('delete from upm.session where id = $1 and user_id = $2', [id, userId]),
  );
  if (ended === 0) throw new AppError('SESSION_UNKNOWN');
  return null;
}
