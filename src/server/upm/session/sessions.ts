import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { isAuthorized, withViews } from '../../../contract/index.ts';
import {
  hashToken,
  ROLE_ADMIN,
  type Database,
  type FindSession,
  type Session,
  type SessionState,
  type SessionStatement,
  type Tx,
} from '../../kernel/index.ts';
import { FORMER_GRACE, sessionLifetimes } from './lifetimes.ts';
import { rightsSql } from './rights.ts';
import { whyNotViewed } from './viewed.ts';

/** last_seen_at is written at most this often, so that reading does not mean writing. */
const TOUCH_INTERVAL = `interval '1 minute'`;
/**
 * Expired sessions stay for a while, so that their tokens are reported as expired, not as unknown.
 */
const EXPIRED_RETENTION = `interval '7 days'`;
const TOKEN_BYTES = 32;
/** SQL that holds for a session `s` that can still be used. */
export const ACTIVE_SESSION_SQL = 's.expires_at > now() and s.last_seen_at > now() - s.idle';

interface Row {
  id: string;
  user_id: string;
  tenant_id: string;
  no: number;
  region: string;
  real_name: string;
  expired: boolean;
  stale: boolean;
  /** Hex; another one than what was asked for when that was the former token of the session. */
  token_hash: string;
  /** Another token took the place of the former one, which says nothing any more. */
  replaced: boolean;
  roles: string[];
  functions: string[];
  rights: number;
  /** Who the person views the company as; `viewed` is null when that is over. */
  viewing: string | null;
  viewed: Viewed | null;
}
interface Viewed {
  real_name: string;
  roles: string[];
  functions: string[];
}

/** SQL of the codes of the roles of the session's person. */
const ROLES_SQL = `array(select r.code from upm.user_role ur
    join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = s.tenant_id and ur.user_id = s.user_id)`;
/** SQL of the functions of their roles and of their delegation. */
const FUNCTIONS_SQL = `array(select f.function from upm.user_role ur
    join upm.role_function f on f.tenant_id = ur.tenant_id and f.role_id = ur.role_id
      where ur.tenant_id = s.tenant_id and ur.user_id = s.user_id
    union select unnest(d.functions) from upm.delegation d where d.tenant_id = s.tenant_id
      and d.user_id = s.user_id order by 1)`;
/** SQL of the member a session views the company as, while they are one and the time lasts. */
const VIEWED_SQL = `case when s.viewing_until > now()
    then upm.viewed_member(s.tenant_id, s.viewing_user_id) end`;

/**
 * One statement, one text: the session, its tenant and member if both are active, and the codes of
 * the roles, as JSON. The functions are of the roles and of the delegation. `touch` says when to
 * write that it was used.
 */
const findSql = (
  which: string,
  touch: string,
): string => `select row_to_json(x)::text as found from (
  select s.id, s.user_id, s.tenant_id, t.no, t.region, m.real_name,
    s.expires_at <= now()
      or s.last_seen_at <= now() - s.idle as expired, ${touch} as stale,
    encode(s.token_hash, 'hex') as token_hash, s.renew_nonce is null as replaced,
    ${ROLES_SQL} as roles, ${FUNCTIONS_SQL} as functions,
    s.viewing_user_id as viewing, ${VIEWED_SQL} as viewed,
    ${rightsSql('s.tenant_id', 'coalesce(s.viewing_user_id, s.user_id)')} as rights
  from upm.session s
  join upm.tenant t on t.id = s.tenant_id and t.state = 'active'
  join upm.member m on m.tenant_id = s.tenant_id and m.user_id = s.user_id and m.state = 'active'
  join upm.app_user u on u.id = s.user_id and u.state = 'active'
  where ${which}) x`;
const STALE_SQL = `s.last_seen_at < now() - ${TOUCH_INTERVAL}`;
const FIND_SQL = findSql(
  's.token_hash = $1',
  `(${STALE_SQL} or s.former_hash is not null and s.former_until is null)`,
);
const FIND_NAME = 'upm-find-session';
/**
 * By the former token of a session: renewed, it works until the new one has been used for a while;
 * replaced (in another company, as another person), it is known for a while, and refused.
 */
const FIND_FORMER_SQL = findSql(
  `s.former_hash = $1 and coalesce(s.former_until, 'infinity') > now()`,
  STALE_SQL,
);

/** $2: it was used by its present token, and not by the former one. */
const TOUCH_SQL = `update upm.session set last_seen_at = now(),
  former_until = coalesce(former_until, case when $2 and former_hash is not null
    then now() + ${FORMER_GRACE} end) where token_hash = $1`;

function sessionOf(row: Row): Session {
  const isSuper = row.roles.includes(ROLE_ADMIN);
  return {
    tenant: { id: row.tenant_id, no: row.no, region: row.region },
    userId: row.user_id,
    realName: row.real_name,
    roles: row.roles,
    functions: withViews(row.functions),
    isSuper,
    isBuilder: isAuthorized('builder', { isSuper, functions: row.functions }),
    rightsVersion: row.rights,
    tokenHash: Buffer.from(row.token_hash, 'hex'),
    id: row.id,
  };
}

/**
 * The session of a row: of its person, or of the member they view the company as, as long as they
 * may.
 */
function stateOf(row: Row): SessionState {
  const own = sessionOf(row);
  if (row.viewing === null) return { state: 'alive', session: own };
  const session = row.viewed && {
    ...sessionOf({ ...row, ...row.viewed, user_id: row.viewing }),
    viewedBy: own,
  };
  return session && whyNotViewed(own, session) === ''
    ? { state: 'alive', session }
    : { state: 'viewingOver', own, viewed: row.viewing };
}

/**
 * How the kernel asks for a session beside another question. A member, person or tenant switched
 * off makes the token unknown at once.
 */
export function sessionStatement(db: Database): SessionStatement {
  return {
    name: FIND_NAME,
    text: FIND_SQL,
    read(found, tokenHash): SessionState {
      if (found === null) return { state: 'unknown' };
      const row = JSON.parse(found) as Row;
      const current = Buffer.from(row.token_hash, 'hex');
      if (row.replaced && !current.equals(tokenHash)) return { state: 'replaced' };
      if (row.expired) return { state: 'expired' };
      // Not waited for: an answer does not depend on when it was last asked for.
      const state = stateOf(row);
      if (row.stale)
        void db.asAnonymous(TOUCH_SQL, [current, current.equals(tokenHash)]).catch(() => undefined);
      return state;
    },
  };
}

/** How the kernel finds sessions. */
export function sessionFinder(db: Database): FindSession {
  const { read } = sessionStatement(db);
  return async (tokenHash) => {
    const find = async (sql: string, name: string): Promise<SessionState> => {
      const [row] = await db.asAnonymous<{ found: string }>(sql, [tokenHash], { name });
      return read(row?.found ?? null, tokenHash);
    };
    const found = await find(FIND_SQL, FIND_NAME);
    return found.state === 'unknown' ? find(FIND_FORMER_SQL, `${FIND_NAME}-former`) : found;
  };
}

/** Where a person signed in from; distinguishes open sessions for them. */
export interface SessionOrigin {
  ip?: string;
  userAgent?: string;
}
/** A longer user agent carries no more information. */
const MAX_USER_AGENT = 300;

/**
 * Opens a session under the anonymous role; returns the token, which is stored nowhere. Always a
 * new one, even if the caller sent one. It ends by `until` at the latest.
 */
export async function openSession(
  tx: Tx,
  user: { userId: string; tenantId: string; until?: Date | undefined },
  remember: boolean,
  from: SessionOrigin = {},
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { whole, idle } = (await sessionLifetimes(tx, user.tenantId))[
    remember ? 'remembered' : 'ordinary'
  ];
  await tx.run(
    `insert into upm.session (token_hash, id, user_id, tenant_id, remember, ip, user_agent,
    expires_at, idle)
    values ($1, $2, $3, $4, $5, $6, $7,
      least(now() + make_interval(hours => $8), $10::timestamptz), make_interval(hours => $9))`,
    [
      hashToken(token),
      uuid(),
      user.userId,
      user.tenantId,
      remember,
      from.ip ?? '',
      (from.userAgent ?? '').slice(0, MAX_USER_AGENT),
      whole,
      idle,
      user.until ?? null,
    ],
  );
  return token;
}

/**
 * Ends a person's sessions in all companies (in one, when given) but `keep`: whenever the rights
 * behind a token have changed (password, roles, leaving). Under the anonymous role or in the
 * company's own transaction. Returns how many ended.
 */
export async function endOtherSessions(
  tx: Tx,
  userId: string,
  { keep = '', tenantId }: { keep?: string; tenantId?: string } = {},
): Promise<number> {
  const [row] = await tx.query<{ ended: number }>('select upm.end_sessions($1, $2, $3) as ended', [
    tenantId ?? null,
    userId,
    keep,
  ]);
  return row?.ended ?? 0;
}

/** Deletes long expired sessions. Run periodically by the server. */
export async function purgeExpiredSessions(db: Database): Promise<number> {
  return db.withAnonymousTx((tx) =>
    tx.run(`delete from upm.session where expires_at < now() - ${EXPIRED_RETENTION}`),
  );
}
