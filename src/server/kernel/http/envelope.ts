import type { FastifyError } from 'fastify';
import { bytesText, OK, type Envelope, type ErrorReason } from '../../../contract/index.ts';
import { ANSWER_LENGTH } from '../budgets.ts';
import { appErrorOf } from '../database/pg-errors.ts';
import { AppError } from '../errors.ts';

/**
 * `data` that is JSON text already (built by PostgreSQL): it is put into the envelope unchanged,
 * never parsed.
 */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const isStream = (body: unknown): body is NodeJS.ReadableStream =>
  typeof (body as NodeJS.ReadableStream | null)?.pipe === 'function';

/** An answer that is not an envelope: bytes of their own. */
export class RawResponse {
  readonly body: Buffer | string | NodeJS.ReadableStream | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  constructor(body: RawResponse['body'], headers: Readonly<Record<string, string>>, status = OK) {
    this.body = body;
    this.headers = headers;
    this.status = status;
    // Fastify listens only when it sends: a file that cannot be opened before that would end the
    // process.
    if (isStream(body)) body.on('error', () => undefined);
  }
}

/**
 * A response ready to send; ANSWER_TOO_LARGE beyond the limit. Text of the database, which may be
 * long, becomes bytes once: for its length and for the socket.
 */
export function envelopeOf(data: unknown): string | Buffer {
  const text = data instanceof JsonText ? data.text : JSON.stringify(data ?? null);
  if (text.length > ANSWER_LENGTH)
    throw new AppError('ANSWER_TOO_LARGE', { max: bytesText(ANSWER_LENGTH) });
  const envelope = `{"code":${OK},"data":${text},"msg":"ok"}`;
  return data instanceof JsonText ? Buffer.from(envelope) : envelope;
}

export function errorEnvelope(error: AppError): Envelope {
  return { code: error.code, data: error.data, msg: error.message };
}

/** Refusals Fastify makes itself, by its error codes. */
const BY_FASTIFY_CODE: Readonly<Record<string, ErrorReason>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'BAD_REQUEST',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
};

/**
 * Any thrown thing as an AppError: ours, the database's, Fastify's refusals of bad requests; all
 * else is INTERNAL.
 */
export function toAppError(error: unknown): AppError {
  const known = appErrorOf(error);
  if (known) return known;
  const { code, statusCode } = error as Partial<FastifyError>;
  const reason = BY_FASTIFY_CODE[code ?? ''];
  if (reason) return new AppError(reason, {}, { cause: error });
  if (statusCode === 429) return new AppError('TOO_FREQUENT');
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError('BAD_REQUEST', {}, { cause: error });
  return new AppError('INTERNAL', {}, { cause: error });
}
