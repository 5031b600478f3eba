import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  isAuthorized,
  isReadWhileViewing,
  type Access,
  type Call,
} from '../../../contract/index.ts';
import type { FindSession, Session, SessionState } from '../context.ts';
import { AppError } from '../errors.ts';

/** Tokens are stored and looked up by this only. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Longest header that can be a token of ours; more is not worth hashing. */
const MAX_TOKEN = 200;

function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** Hash of the token that came with a request; throws when there is none, or none of ours. */
export function tokenHashOf(headers: IncomingHttpHeaders): Buffer {
  const token = header(headers, 'token');
  if (!token) throw new AppError('TOKEN_MISSING');
  if (token.length > MAX_TOKEN) throw new AppError('TOKEN_INVALID');
  return hashToken(token);
}

/**
 * The three headers beside the token have to say what the session says; the session alone is
 * believed.
 */
export function headersMatch(headers: IncomingHttpHeaders, { tenant, userId }: Session): boolean {
  return (
    header(headers, 'userid') === userId &&
    header(headers, 'tenant') === tenant.id &&
    header(headers, 'regionid') === tenant.region
  );
}

/** The session of a state, or the refusal that says what is wrong with it. */
export function requireAlive(found: SessionState): Session {
  if (found.state === 'unknown') throw new AppError('TOKEN_INVALID');
  if (found.state === 'replaced') throw new AppError('TOKEN_REPLACED');
  if (found.state === 'expired') throw new AppError('TOKEN_EXPIRED');
  if (found.state === 'viewingOver') throw new AppError('VIEWING_OVER');
  return found.session;
}

/** The session of who is really there, also while they view the company as another person. */
export function requireOwn(headers: IncomingHttpHeaders, found: SessionState): Session {
  const isOver = found.state === 'viewingOver';
  const own = isOver ? found.own : requireAlive(found);
  const claimed = isOver ? { ...own, userId: found.viewed } : own;
  if (!headersMatch(headers, claimed)) throw new AppError('TENANT_MISMATCH');
  return own.viewedBy ?? own;
}

/** The session of a request, or the refusal that says what is wrong with it. */
export async function requireSession(
  headers: IncomingHttpHeaders,
  find: FindSession,
): Promise<Session> {
  const session = requireAlive(await find(tokenHashOf(headers)));
  if (!headersMatch(headers, session)) throw new AppError('TENANT_MISMATCH');
  return session;
}

/** For calls open to anyone: the session if the caller has a valid one, else null. */
export async function optionalSession(
  headers: IncomingHttpHeaders,
  find: FindSession,
): Promise<Session | null> {
  if (!header(headers, 'token')) return null;
  try {
    return await requireSession(headers, find);
  } catch (error) {
    if (error instanceof AppError && (error.code === 401 || error.code === 403)) return null;
    throw error;
  }
}

/** Refuses a session whose roles do not reach the call's access. */
export function checkAccess(access: Access, session: Session): void {
  if (!isAuthorized(access, session)) throw new AppError('FORBIDDEN');
}

/** Refuses what is not among the calls that may be made while viewing as another person. */
export function checkViewing({ id }: Pick<Call, 'id'>, { viewedBy }: Session): void {
  if (viewedBy && !isReadWhileViewing(id)) throw new AppError('VIEWING_READ_ONLY');
}
