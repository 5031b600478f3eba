import type { FastifyRequest } from 'fastify';
import { PACE } from '../budgets.ts';
import { payerOf } from './cpu-share.ts';

/** So many bytes are dropped at a time. */
const CHUNK_BYTES = 64 * 1024;
/** Between two pieces of a visitor who is not signed in: 20 MB a second. */
const REST_MS = 3;
/** An answer waits so long for the rest of its request to arrive, */
const LONGEST_MS = 5_000;
/** and so long for a client that has stopped sending. */
const SILENT_MS = 200;

function rest(request: FastifyRequest): Promise<void> {
  const who = payerOf(request);
  if (who === undefined)
    return new Promise((resolve) => {
      setTimeout(resolve, REST_MS);
    });
  return request.server.pace.turn(who, CHUNK_BYTES * PACE.msAByte);
}

/**
 * Reads and drops the rest of a body that is refused, slowly: reading at full speed would take the
 * processor from other requests. Resolves when it has arrived, its client has stopped sending, or
 * it takes too long; dropping goes on after that.
 */
export function drain(request: FastifyRequest): Promise<void> {
  const { raw } = request;
  if (raw.readableEnded || raw.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const late = setTimeout(resolve, LONGEST_MS);
    let silent = setTimeout(resolve, SILENT_MS);
    const over = (): void => {
      clearTimeout(late);
      clearTimeout(silent);
      resolve();
    };
    const wait = async (): Promise<void> => {
      clearTimeout(silent);
      raw.pause();
      await rest(request);
      silent = setTimeout(resolve, SILENT_MS);
      raw.resume();
    };
    raw.on('data', (chunk: Buffer) => {
      silent.refresh();
      bytes += chunk.length;
      if (bytes < CHUNK_BYTES) return;
      bytes = 0;
      // Too much of the same person waits already.
      wait().catch(() => raw.destroy());
    });
    raw.on('end', over).on('close', over).on('error', over).resume();
  });
}
