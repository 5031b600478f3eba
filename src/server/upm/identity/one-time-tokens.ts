import { randomBytes } from 'node:crypto';
import { hashToken, type Database, type Tx } from '../../kernel/index.ts';

/**
 * Kinds of one-time tokens. `proof`: a verified mobile number or e-mail address; `reset`: may set
 * the person's password; `registration`: a company whose e-mail address is still unverified;
 * `email`: a person's new address, still unverified; `handover`: a session transfer to another
 * host; `wxState` and `wxBind`: a running sign-in at WeChat, and one that matched no account.
 */
export type OneTimeTokenKind =
  | 'proof'
  | 'reset'
  | 'registration'
  | 'email'
  | 'handover'
  | 'wxState'
  | 'wxBind';

/** How long each is good, in minutes: as long as what it asks of a person takes. */
const LIFETIME_MINUTES: Readonly<Record<OneTimeTokenKind, number>> = {
  proof: 15,
  reset: 30,
  registration: 24 * 60,
  email: 24 * 60,
  handover: 1,
  wxState: 10,
  wxBind: 10,
};
export const tokenLifetimeMinutes = (kind: OneTimeTokenKind): number => LIFETIME_MINUTES[kind];

const BYTES = 32;

export interface OneTimeTokenContent {
  userId?: string | undefined;
  tenantId?: string | undefined;
  target?: string | undefined;
  data?: object | undefined;
}
export interface OneTimeToken<D = unknown> {
  userId: string | null;
  tenantId: string | null;
  target: string | null;
  data: D;
}

/** Issues a token under the anonymous role; the secret is returned and stored nowhere. */
export async function issueToken(
  tx: Tx,
  kind: OneTimeTokenKind,
  { userId, tenantId, target, data = {} }: OneTimeTokenContent,
): Promise<string> {
  const secret = randomBytes(BYTES).toString('base64url');
  await tx.run(
    `insert into upm.ticket (hash, kind, user_id, tenant_id, target, data, expires_at)
      values ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => $7))`,
    [
      hashToken(secret),
      kind,
      userId ?? null,
      tenantId ?? null,
      target ?? null,
      JSON.stringify(data),
      LIFETIME_MINUTES[kind],
    ],
  );
  return secret;
}

const COLUMNS = 'user_id as "userId", tenant_id as "tenantId", target, data';

/**
 * Consumes a token: of two concurrent uses, one gets it. Undefined when it is unknown, used,
 * expired or of another kind. A transaction that fails restores it.
 */
export async function consumeToken<D>(
  tx: Tx,
  kind: OneTimeTokenKind,
  secret: string,
): Promise<OneTimeToken<D> | undefined> {
  const [row] = await tx.query<OneTimeToken<D>>(
    `delete from upm.ticket where hash = $1 and kind = $2 and expires_at > now()
      returning ${COLUMNS}`,
    [hashToken(secret), kind],
  );
  return row;
}

/** The content of a token, without consuming it. */
export async function peekToken<D>(
  tx: Tx,
  kind: OneTimeTokenKind,
  secret: string,
): Promise<OneTimeToken<D> | undefined> {
  const [row] = await tx.query<OneTimeToken<D>>(
    `select ${COLUMNS} from upm.ticket where hash = $1 and kind = $2 and expires_at > now()`,
    [hashToken(secret), kind],
  );
  return row;
}

/** Makes a person's secrets worthless, of every kind and in every hand. */
export async function revokeTokens(tx: Tx, userId: string): Promise<void> {
  await tx.run('delete from upm.ticket where user_id = $1', [userId]);
}

/** Deletes expired tokens. Run periodically by the server. */
export async function purgeExpiredTokens(db: Database): Promise<number> {
  return db.withAnonymousTx((tx) => tx.run('delete from upm.ticket where expires_at < now()'));
}
