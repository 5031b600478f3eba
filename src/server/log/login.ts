import type { LoginKind } from '../../contract/index.ts';
import { storable, type Tx } from '../kernel/index.ts';

/** Characters that are stored of input from outside. */
const MAX = { account: 100, name: 100, ip: 64, userAgent: 300 } as const;

/** One line of the login log. `tenantId` and `userId` are null for an unknown account. */
export interface LoginLine {
  tenantId: string | null;
  userId: string | null;
  account: string;
  realName?: string;
  kind: LoginKind;
  ok: boolean;
  /** Reason of the error catalogue when it failed. */
  reason?: string;
  ip: string;
  userAgent: string;
}

/**
 * Writes a line of the login log in the running transaction (under the anonymous role, or a
 * tenant's).
 */
export async function logLogin(
  tx: Tx,
  { tenantId, userId, account, realName = '', kind, ok, reason = '', ip, userAgent }: LoginLine,
): Promise<void> {
  await tx.run(
    `insert into log.login (tenant_id, user_id, account, real_name, kind, ok, reason, ip,
      user_agent) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tenantId,
      userId,
      storable(account, MAX.account),
      storable(realName, MAX.name),
      kind,
      ok,
      reason,
      storable(ip, MAX.ip),
      storable(userAgent, MAX.userAgent),
    ],
  );
}
