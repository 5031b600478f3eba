import type { FastifyReply, FastifyRequest } from 'fastify';
import { TICKET_HEADER } from '../../../contract/index.ts';
import { AppError } from '../errors.ts';
import { RetryLaterError, type OnAbort, type AdmissionQueue } from '../admission-queue/queue.ts';

export const queueTokenOf = ({ headers }: FastifyRequest): unknown => headers[TICKET_HEADER];

/** A caller whose connection is gone stops waiting. */
const onDisconnect =
  ({ socket }: FastifyRequest): OnAbort =>
  (abort) => {
    socket.once('close', abort);
    return () => {
      socket.off('close', abort);
    };
  };

/**
 * Runs the work when the request is admitted; throws QUEUED, with the retry time and the token in
 * the answer's headers.
 */
export async function withAdmission<T>(
  queue: AdmissionQueue,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await queue.run(queueTokenOf(request), work, onDisconnect(request));
  } catch (error) {
    if (!(error instanceof RetryLaterError)) throw error;
    const { ahead, seconds, token } = error;
    reply.headers({
      'retry-after': String(seconds),
      [TICKET_HEADER]: token,
      'cache-control': 'no-store',
    });
    throw new AppError('QUEUED', { ahead, seconds });
  }
}
