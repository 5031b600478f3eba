import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { TransactionHooks } from './database/hooks.ts';
import type { PiggybackQuery, TenantRef } from './tenant.ts';

export type Logger = FastifyBaseLogger;

export const ROLE_ADMIN = 'tenant_admin';
export const ROLE_BUILDER = 'tenant_builder';
export const ROLE_USER = 'tenant_user';

/**
 * Who is asking, as the database says; nothing in it comes from the request but the token it was
 * found by.
 */
export interface Session {
  readonly tenant: TenantRef;
  readonly userId: string;
  readonly realName: string;
  readonly roles: readonly string[];
  /** tenant_admin: the super user, who has every function. */
  readonly isSuper: boolean;
  /**
   * Function authorities of all roles together, and the parts of one a delegation gives for some
   * departments, in order.
   */
  readonly functions: readonly string[];
  /** Has the function build.use: may open the build centre. */
  readonly isBuilder: boolean;
  /**
   * How often it has changed in the company who may do what with records; a person's access is
   * remembered by it.
   */
  readonly rightsVersion: number;
  /** SHA-256 of the token; names the session itself (sign-out). */
  readonly tokenHash: Buffer;
  /** The session's own id, which may be shown (open sessions of a person). */
  readonly id: string;
  /**
   * The session of the administrator who views the company as this person: everything else here is
   * of the person, and nothing may be written.
   */
  readonly viewedBy?: Session | undefined;
}

/** What a handler gets besides its input, when the caller may be anonymous. */
export interface OpenContext {
  readonly session: Session | null;
  readonly requestId: string;
  readonly log: Logger;
  /** Address of the caller, as the socket says. */
  readonly ip: string;
  /** The raw request, for multipart bodies and conditional headers. */
  readonly request: FastifyRequest;
  /**
   * The caller with a session, or the refusal that says why there is none: for an open call that is
   * not open to everything.
   */
  enter(): Promise<Context>;
  /** Sets a header of the answer (ETag, Cache-Control). */
  header(name: string, value: string): void;
}

/**
 * What a handler gets besides its input, for a caller with a session. Is a Scope:
 * `db.withTenant(ctx, ...)`.
 */
export interface Context extends OpenContext {
  readonly session: Session;
  readonly tenant: TenantRef;
  readonly userId: string;
  /** In calls that only read: verifies the session together with their first read. */
  readonly piggyback?: PiggybackQuery | undefined;
  /** The call's `fromReplica`. */
  readonly mayUseReplica?: boolean | undefined;
  /** In operations: what the log does inside their transactions. */
  readonly hooks?: TransactionHooks | undefined;
}

/**
 * State of a looked-up token: alive with its session, expired, or unknown (never issued, revoked,
 * disabled). `viewingOver`: its time of viewing as `viewed` is over, or the right to.
 */
export type SessionState =
  | { state: 'alive'; session: Session }
  | { state: 'viewingOver'; own: Session; viewed: string }
  | { state: 'expired' }
  /** The session goes on elsewhere under another token, which its browser has or is about to get. */
  | { state: 'replaced' }
  | { state: 'unknown' };

/** Finds a session by its token's hash. The kernel asks; upm answers. */
export type FindSession = (tokenHash: Buffer) => Promise<SessionState>;

/**
 * The statement that finds a session by its token's hash ($1), for travelling with another; `read`
 * makes a state of the JSON text it answers, if any.
 */
export interface SessionStatement {
  readonly name: string;
  readonly text: string;
  read(found: string | null, tokenHash: Buffer): SessionState;
}
