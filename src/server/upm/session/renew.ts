import { createHmac, randomBytes } from 'node:crypto';
import { AppError, hashToken, type Session, type TenantTx, type Tx } from '../../kernel/index.ts';

const NONCE_BYTES = 32;

/** Whose streams should renew their session: {t: tenant, u: users}. */
export const RIGHTS_CHANNEL = 'huozi_rights';

/**
 * The rights of these members have changed: their open sessions go on, with the new rights from the
 * next call, are notified by the live stream, and get a new token when they ask for it.
 */
export async function announceRights(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await tx.query('select upm.rights_changed($1)', [userIds]);
}

const renewedToken = (former: string, nonce: Buffer): string =>
  createHmac('sha256', former).update(nonce).digest('base64url');

/**
 * The token a session goes on with: a new one when its rights have changed since it was issued,
 * else the one given. Tabs that ask with the same former token get the same new one.
 */
export async function renewToken(tx: Tx, session: Session, given: string): Promise<string> {
  const hash = hashToken(given);
  const [row] = await tx.query<{ due: boolean; former: boolean; nonce: Buffer | null }>(
    `select renew_due as due, token_hash <> $2 as former, renew_nonce as nonce from upm.session
      where id = $1 and (token_hash = $2 or former_hash = $2) for update`,
    [session.id, hash],
  );
  if (!row) throw new AppError('TOKEN_INVALID');
  if (row.former && row.nonce) return renewedToken(given, row.nonce);
  if (!row.due) return given;
  const nonce = randomBytes(NONCE_BYTES);
  const token = renewedToken(given, nonce);
  await tx.run(
    `update upm.session set token_hash = $3, former_hash = $2, former_until = null,
      renew_nonce = $4, renew_due = false where id = $1`,
    [session.id, hash, hashToken(token), nonce],
  );
  return token;
}
