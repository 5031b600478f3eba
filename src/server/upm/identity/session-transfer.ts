import type { LoginKind, SignInData } from '../../../contract/index.ts';
import { AppError, type Database, type OpenContext, type Tx } from '../../kernel/index.ts';
import { requireBrowser, type BrowserBound } from './browser.ts';
import {
  openSignedInSession,
  accountById,
  signInDataOf,
  type ClientInfo,
} from './signed-in-session.ts';
import { issueToken, consumeToken } from './one-time-tokens.ts';

/** `closes`: the id of the session that goes to the other host, and is over here. */
interface SessionTransfer extends BrowserBound {
  remember: boolean;
  kind: LoginKind;
  closes?: string | undefined;
}

/**
 * A code that carries a session to another host, or out of a redirect, where it is exchanged for a
 * session; valid once, for a minute, in the browser it was made for.
 */
export const issueSessionTransfer = (
  tx: Tx,
  {
    userId,
    tenantId,
    remember,
    kind,
    closes,
    browser,
  }: SessionTransfer & { userId: string; tenantId: string },
): Promise<string> =>
  issueToken(tx, 'handover', {
    userId,
    tenantId,
    data: { remember, kind, closes, browser } satisfies SessionTransfer,
  });

/**
 * Opens the session of a code; throws LINK_INVALID, and LINK_FOREIGN in another browser, without
 * consuming the code.
 */
export async function redeemSessionTransfer(
  db: Database,
  code: string,
  from: ClientInfo,
  ctx: OpenContext,
): Promise<SignInData> {
  const token = await db.withAnonymousTx(async (tx) => {
    const ticket = await consumeToken<SessionTransfer>(tx, 'handover', code);
    if (ticket) requireBrowser(ctx, ticket.data);
    const person = ticket?.userId ? await accountById(tx, ticket.userId, from) : undefined;
    if (!ticket?.tenantId || !person || !(await isMember(tx, person.id, ticket.tenantId)))
      throw new AppError('LINK_INVALID');
    const { closes, remember, kind } = ticket.data;
    if (closes !== undefined)
      await tx.run('delete from upm.session where id = $1 and user_id = $2', [closes, person.id]);
    return openSignedInSession(tx, { person, tenantId: ticket.tenantId, remember, kind }, from);
  });
  return signInDataOf(db, token);
}

/** They may have left, or been switched off, since the code was made. */
async function isMember(tx: Tx, userId: string, tenantId: string): Promise<boolean> {
  const rows = await tx.query(
    `
    select from upm.member m join upm.tenant t on t.id = m.tenant_id and t.state = 'active'
      join upm.app_user u on u.id = m.user_id and u.state = 'active'
    where m.user_id = $1 and m.tenant_id = $2 and m.state = 'active'`,
    [userId, tenantId],
  );
  return rows.length > 0;
}
