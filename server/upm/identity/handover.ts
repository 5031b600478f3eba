import type { LoginKind, SignInData } from '../../../contract/index.ts';
import { AppError, type Database, type Tx } from '../../kernel/index.ts';
import { enter, personById, signedIn, type Visitor } from './enter.ts';
import { makeTicket, takeTicket } from './tickets.ts';

interface Handover { remember: boolean; kind: LoginKind }

/** A code somebody who is let in takes to another host, or out of a redirect, and exchanges there for a session; good once, for a minute. */
export const makeHandover = (tx: Tx, { userId, tenantId, remember, kind }: Handover & { userId: string; tenantId: string }): Promise<string> =>
  makeTicket(tx, 'handover', { userId, tenantId, data: { remember, kind } satisfies Handover });

/** Opens the session a code stands for; throws LINK_INVALID. */
export async function takeHandover(db: Database, code: string, from: Visitor): Promise<SignInData> {
  const token = await db.withGate(async (tx) => {
    const ticket = await takeTicket<Handover>(tx, 'handover', code);
    const person = ticket?.userId ? await personById(tx, ticket.userId, from) : undefined;
    if (!ticket?.tenantId || !person || !await isMember(tx, person.id, ticket.tenantId)) throw new AppError('LINK_INVALID');
    return enter(tx, { person, tenantId: ticket.tenantId, ...ticket.data }, from);
  });
  return signedIn(db, token);
}

/** They may have left, or been switched off, since the code was made. */
async function isMember(tx: Tx, userId: string, tenantId: string): Promise<boolean> {
  const rows = await tx.query(`
    select from upm.member m join upm.tenant t on t.id = m.tenant_id and t.state = 'active' join upm.app_user u on u.id = m.user_id and u.state = 'active'
    where m.user_id = $1 and m.tenant_id = $2 and m.state = 'active'`, [userId, tenantId]);
  return rows.length > 0;
}
