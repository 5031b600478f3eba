import { randomBytes } from 'node:crypto';
import { AppError, hashToken, type Session, type Tx } from '../../kernel/index.ts';
import { paramAtGate } from '../../system/index.ts';

const TOKEN_BYTES = 32;

/** Gives a session to another company and a new token: the old one is unknown from then on. A session that has just ended cannot be moved. */
export async function moveSession(tx: Tx, session: Session, tenantId: string): Promise<{ token: string; remember: boolean }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const [moved] = await tx.query<{ remember: boolean }>(
    'update upm.session set token_hash = $1, tenant_id = $2, last_seen_at = now(), idle = make_interval(hours => $5) where token_hash = $3 and user_id = $4 returning remember',
    [hashToken(token), tenantId, session.tokenHash, session.userId, await paramAtGate(tx, tenantId, 'session.idleHours')]);
  if (!moved) throw new AppError('TOKEN_INVALID');
  return { token, remember: moved.remember };
}
