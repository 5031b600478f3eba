import { randomBytes } from 'node:crypto';
import { AppError, hashToken, type Session, type Tx } from '../../kernel/index.ts';
import { FORMER_GRACE, sessionLifetimes } from './lifetimes.ts';

const TOKEN_BYTES = 32;

/**
 * Gives a session to another company and a new token: the old one is refused from then on, for a
 * while as replaced, so that other tabs of the browser wait for the new one. It lasts as that company
 * says, and no longer than before. A session that has just ended cannot be moved.
 */
export async function moveSessionToCompany(
  tx: Tx,
  session: Session,
  tenantId: string,
): Promise<{ token: string; remember: boolean }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { ordinary, remembered } = await sessionLifetimes(tx, tenantId);
  const [moved] = await tx.query<{ remember: boolean }>(
    `
    update upm.session set token_hash = $1, former_hash = token_hash,
      former_until = now() + ${FORMER_GRACE}, renew_nonce = null, renew_due = false,
      tenant_id = $2, last_seen_at = now(),
      idle = make_interval(hours => case when remember then $5::integer else $6::integer end),
      expires_at = least(expires_at, now() + make_interval(hours => case when remember
        then $7::integer else $8::integer end))
    where token_hash = $3 and user_id = $4 returning remember`,
    [
      hashToken(token),
      tenantId,
      session.tokenHash,
      session.userId,
      remembered.idle,
      ordinary.idle,
      remembered.whole,
      ordinary.whole,
    ],
  );
  if (!moved) throw new AppError('TOKEN_INVALID');
  return { token, remember: moved.remember };
}
