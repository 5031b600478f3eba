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

/**
 * `of`: the id of the session it was made in, which the new one outlasts by nothing; left out by
 * what signs a person in. `closes`: the same when that goes to the other host, and is over here.
 */
interface SessionTransfer extends BrowserBound {
  remember: boolean;
  kind: LoginKind;
  of?: string | undefined;
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
    of,
    closes,
    browser,
  }: SessionTransfer & { userId: string; tenantId: string },
): Promise<string> =>
  issueToken(tx, 'handover', {
    userId,
    tenantId,
    data: { remember, kind, of, closes, browser } satisfies SessionTransfer,
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
    const { of, closes, remember, kind } = ticket.data;
    const until = of === undefined ? undefined : await endOf(tx, person.id, of);
    if (closes !== undefined)
      await tx.run('delete from upm.session where id = $1 and user_id = $2', [closes, person.id]);
    const request = { person, tenantId: ticket.tenantId, remember, kind, until };
    return openSignedInSession(tx, request, from);
  });
  return signInDataOf(db, token);
}

/** When a session ends; throws LINK_INVALID when it has, or was ended. */
async function endOf(tx: Tx, userId: string, id: string): Promise<Date> {
  const [session] = await tx.query<{ until: Date }>(
    `select expires_at as until from upm.session
      where id = $1 and user_id = $2 and expires_at > now() for update`,
    [id, userId],
  );
  if (!session) throw new AppError('LINK_INVALID');
  return session.until;
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
