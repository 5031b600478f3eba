import type { IncomingMessage } from 'node:http';

/** So many bytes are dropped, then the connection rests: 25 MB a second. */
const PIECE = 256 * 1024;
const REST_MS = 10;
/** An answer waits so long for the rest of its request to arrive, */
const LONGEST_MS = 5_000;
/** and so long for a client that has stopped sending. */
const SILENT_MS = 200;

/**
 * Reads and drops the rest of a body that is refused, slowly: reading at full speed takes the processor from everybody.
 * Resolves when it has arrived, its client has stopped sending, or it takes too long; dropping goes on after that.
 */
export function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const late = setTimeout(resolve, LONGEST_MS);
    let silent = setTimeout(resolve, SILENT_MS);
    const over = (): void => {
      clearTimeout(late);
      clearTimeout(silent);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      clearTimeout(silent);
      silent = setTimeout(resolve, SILENT_MS);
      bytes += chunk.length;
      if (bytes < PIECE) return;
      bytes = 0;
      request.pause();
      setTimeout(() => request.resume(), REST_MS);
    });
    request.on('end', over).on('close', over).on('error', over).resume();
  });
}
