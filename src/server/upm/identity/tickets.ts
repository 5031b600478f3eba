import { randomBytes } from 'node:crypto';
import { hashToken, type Database, type Tx } from '../../kernel/index.ts';

/**
 * What a one-time secret stands for. `proof`: a mobile number or e-mail address somebody has proven
 * to hold; `reset`: may set the person's password; `registration`: a company waiting for its e-mail
 * address to be proven; `email`: a person's new address waiting for the same; `handover`: a session
 * on its way to another host; `wxState` and `wxBind`: a sign-in at WeChat under way, and one that
 * found nobody.
 */
export type TicketKind =
  | 'proof'
  | 'reset'
  | 'registration'
  | 'email'
  | 'handover'
  | 'wxState'
  | 'wxBind';

/** How long each is good, in minutes: as long as what it asks of a person takes. */
const MINUTES: Readonly<Record<TicketKind, number>> = {
  proof: 15,
  reset: 30,
  registration: 24 * 60,
  email: 24 * 60,
  handover: 1,
  wxState: 10,
  wxBind: 10,
};
export const minutesOf = (kind: TicketKind): number => MINUTES[kind];

const BYTES = 32;

export interface TicketOf {
  userId?: string | undefined;
  tenantId?: string | undefined;
  target?: string | undefined;
  data?: object | undefined;
}
export interface Ticket<D = unknown> {
  userId: string | null;
  tenantId: string | null;
  target: string | null;
  data: D;
}

/** Makes a secret, in a gate's transaction; answers it, and it is stored nowhere. */
export async function makeTicket(
  tx: Tx,
  kind: TicketKind,
  { userId, tenantId, target, data = {} }: TicketOf,
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
      MINUTES[kind],
    ],
  );
  return secret;
}

const COLUMNS = 'user_id as "userId", tenant_id as "tenantId", target, data';

/**
 * Uses a secret up: of two who try, one gets it. Nothing when it is unknown, used, past its time or
 * for something else. A transaction that fails gives it back.
 */
export async function takeTicket<D>(
  tx: Tx,
  kind: TicketKind,
  secret: string,
): Promise<Ticket<D> | undefined> {
  const [row] = await tx.query<Ticket<D>>(
    `delete from upm.ticket where hash = $1 and kind = $2 and expires_at > now()
      returning ${COLUMNS}`,
    [hashToken(secret), kind],
  );
  return row;
}

/** What a secret stands for, without using it up. */
export async function seeTicket<D>(
  tx: Tx,
  kind: TicketKind,
  secret: string,
): Promise<Ticket<D> | undefined> {
  const [row] = await tx.query<Ticket<D>>(
    `select ${COLUMNS} from upm.ticket where hash = $1 and kind = $2 and expires_at > now()`,
    [hashToken(secret), kind],
  );
  return row;
}

/** Makes a person's secrets worthless, of every kind and in every hand. */
export async function dropTickets(tx: Tx, userId: string): Promise<void> {
  await tx.run('delete from upm.ticket where user_id = $1', [userId]);
}

/** Forgets secrets past their time. Run now and then by the server. */
export async function forgetTickets(db: Database): Promise<number> {
  return db.withAnonymousTx((tx) => tx.run('delete from upm.ticket where expires_at < now()'));
}
