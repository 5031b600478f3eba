import {
  errorText,
  ERRORS,
  type ErrorData,
  type ErrorParams,
  type ErrorReason,
  type Problem,
} from '../../contract/index.ts';
import type { CallFailure } from '../../runtime/ports/index.ts';

/** What a person reads when nothing better came (specification, section 8). */
export const DEFAULT_MESSAGE = ERRORS.INTERNAL.msg;
/** No answer came at all: the person's own network is the likeliest reason. */
export const NETWORK_MESSAGE = '网络不通，请检查后重试';
export const TIMEOUT_MESSAGE = '等了很久没有回应，请稍后重试';

interface FailureInit {
  message: string;
  code: number;
  status?: number;
  reason?: string;
  problems?: Problem[];
  current?: unknown;
  data?: unknown;
  file?: boolean;
  shown?: boolean;
}

/**
 * An error a call came back with. `code` is the envelope's, `status` HTTP's; both are 0 when no
 * answer came.
 */
export class ApiFailure extends Error implements CallFailure {
  override name = 'CallFailure';
  readonly code: number;
  readonly status: number;
  readonly reason?: string;
  readonly problems: Problem[];
  readonly current?: unknown;
  /** The envelope's data, as it came. */
  readonly data?: unknown;
  /** A file was asked for: what came instead was decoded. */
  readonly file: boolean;
  shown: boolean;
  constructor(given: FailureInit) {
    super(given.message);
    this.code = given.code;
    this.status = given.status ?? 0;
    this.reason = given.reason;
    this.problems = given.problems ?? [];
    this.current = given.current;
    this.data = given.data;
    this.file = given.file ?? false;
    this.shown = given.shown ?? false;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * The failure described by a response body of any shape: an envelope, {message}, or a foreign
 * format.
 */
export function failureOf(status: number, body: unknown, file = false): ApiFailure {
  const envelope = isRecord(body) ? body : {};
  const data = (isRecord(envelope.data) ? envelope.data : {}) as Partial<ErrorData>;
  return new ApiFailure({
    message: textOf(envelope.msg) || textOf(envelope.message) || DEFAULT_MESSAGE,
    code: typeof envelope.code === 'number' ? envelope.code : status,
    status,
    reason: data.reason,
    problems: Array.isArray(data.errors) ? data.errors : [],
    current: data.current,
    data: envelope.data,
    file,
  });
}

/** A failure of the catalogue that is known before anything was sent. */
export function ownFailure(
  reason: ErrorReason,
  shown = false,
  params: ErrorParams = {},
): ApiFailure {
  return new ApiFailure({
    message: errorText(reason, params),
    code: ERRORS[reason].code,
    reason,
    shown,
  });
}

const SESSION_REASONS: ReadonlySet<string> = new Set<ErrorReason>([
  'TOKEN_MISSING',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
  'TOKEN_REPLACED',
  'TENANT_MISMATCH',
]);

/** How a session was lost: it ended, or its place is taken by one that this browser gets. */
export type SessionLoss = 'EXPIRED' | 'REPLACED';
export const sessionLossOf = ({ reason }: { reason?: string }): SessionLoss =>
  reason === 'TOKEN_REPLACED' ? 'REPLACED' : 'EXPIRED';

/** Says that the session is gone: 401, or 403 that is not about one action alone. */
export function isSessionLost(failure: { code: number; reason?: string }): boolean {
  if (failure.reason) return SESSION_REASONS.has(failure.reason);
  return failure.code === 401 || failure.code === 403;
}
