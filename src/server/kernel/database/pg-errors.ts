import { isDiskFull } from '../disk-space.ts';
import { AppError } from '../errors.ts';

/** What node-postgres puts on an error that came from the server. */
interface PgError extends Error {
  code: string;
  constraint?: string;
  detail?: string;
  column?: string;
  table?: string;
}

const UNIQUE_VIOLATION = '23505';
const QUERY_CANCELED = '57014';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
/**
 * After these the session is over: the server is going down or starting, or it ended a session that
 * did nothing. 25006 is a write at a server that only reads: after a fail-over the old primary,
 * which this session must not stay with.
 */
const READ_ONLY = '25006';
const SESSION_OVER = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25P04', READ_ONLY]);
/** The disk of the database is full. */
const DISK_FULL = '53100';
/** Out of connections or memory: a later try may find some. */
const EXHAUSTED = new Set(['53300', '53200', '53000']);
/**
 * A statement that needs more than it may take, today and later: temporary files (53400,
 * temp_file_limit), nesting, columns or arguments (class 54). The caller has to ask for less.
 */
const TOO_LARGE_A_QUERY = '53400';
const PROGRAM_LIMIT_CLASS = '54';
const SOCKET_LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_DESTROYED',
]);
/** node-postgres has no codes for these; its texts are stable and tested here. */
const LOST_TEXTS = [
  /timeout exceeded when trying to connect|timeout expired|Query read timeout/,
  /Connection (terminated|ended)|not queryable|pool after calling end/,
];

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

export function isPgError(error: unknown): error is PgError {
  return error instanceof Error && /^[0-9A-Z]{5}$/.test(codeOf(error));
}

/**
 * The name of the unique constraint or index that was violated; undefined when this is another
 * error.
 */
export function uniqueViolation(error: unknown): string | undefined {
  return isPgError(error) && error.code === UNIQUE_VIOLATION ? (error.constraint ?? '') : undefined;
}

/** A write in a transaction, or at a server, that only reads. */
export const isWriteRefused = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/**
 * Errors after which the same transaction may succeed: deadlock, serialization, a lock held a
 * little too long.
 */
export function isRetryable(error: unknown): boolean {
  return [SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_AVAILABLE].includes(codeOf(error));
}

/**
 * The connection is of no use any more: it broke, its session ended, or no answer came. Class 08 is
 * a broken connection.
 */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  return (
    SESSION_OVER.has(code) ||
    code.startsWith('08') ||
    SOCKET_LOST.has(code) ||
    (error instanceof Error && LOST_TEXTS.some((text) => text.test(error.message)))
  );
}

const asksTooMuch = (code: string): boolean =>
  code === TOO_LARGE_A_QUERY || code.startsWith(PROGRAM_LIMIT_CLASS);

/**
 * The catalogue's word for a failure of the database or of a write to disk, or undefined when it
 * has none (a fault of ours). Class 22 is data the server could not take: a caller's value that
 * slipped past validation, never a reason for a 500.
 */
export function appErrorOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === DISK_FULL || isDiskFull(error))
    return new AppError('STORAGE_FULL', {}, { cause: error });
  if (code === QUERY_CANCELED) return new AppError('QUERY_TIMEOUT', { hint: '' }, { cause: error });
  if (isPgError(error) && asksTooMuch(code))
    return new AppError('QUERY_TOO_LARGE', {}, { cause: error });
  if (isRetryable(error) || EXHAUSTED.has(code) || isLost(error))
    return new AppError('UNAVAILABLE', {}, { cause: error });
  if (isPgError(error) && code.startsWith('22'))
    return new AppError('BAD_REQUEST', {}, { cause: error });
  return undefined;
}
