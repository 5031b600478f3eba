import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { CONNECTIONS, UPLOAD_PACE } from '../budgets.ts';
import { AppError } from '../errors.ts';
import { addressesIn, netOf } from './address.ts';
import { errorEnvelope } from './envelope.ts';
import { securityHeaders } from './security.ts';

/** Limits of connections; a test sets shorter ones. */
export type ConnectionLimits = { readonly [Name in keyof typeof CONNECTIONS]: number };
export type UploadPace = { readonly [Name in keyof typeof UPLOAD_PACE]: number };

/** How long a refused client may take to read why. */
const LINGER_MS = 1_000;
/** A warning about refused connections at most this often. */
const WARN_EVERY_MS = 60_000;

/**
 * Counts connections of each client and refuses those beyond its limit; connections of our own
 * proxies are not limited.
 */
export function limitConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  proxies: readonly string[],
): void {
  const { server } = app;
  const counts = new Map<string, number>();
  const isProxy = addressesIn(proxies);
  let warned = -Infinity;
  const refuse = (socket: Socket, client: string): void => {
    socket.destroy();
    if (performance.now() - warned < WARN_EVERY_MS) return;
    warned = performance.now();
    app.log.warn({ ip: client, limit: limits.address }, 'too many connections of one address');
  };
  server.maxConnections = limits.overall;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (address === '' || isProxy(address)) return;
    const client = netOf(address);
    const count = (counts.get(client) ?? 0) + 1;
    if (count > limits.address) {
      refuse(socket, client);
      return;
    }
    counts.set(client, count);
    socket.once('close', () => {
      const left = counts.get(client)! - 1;
      if (left > 0) counts.set(client, left);
      else counts.delete(client);
    });
  });
}

/** Running uploads: their connections may take longer than others, as long as bytes arrive. */
export class Uploads {
  readonly #pace: UploadPace;
  readonly #sockets = new WeakMap<Socket, IncomingMessage>();

  constructor(pace: UploadPace) {
    this.#pace = pace;
  }

  begin(request: IncomingMessage): void {
    this.#sockets.set(request.socket, request);
  }

  /** Takes over a connection whose time for a request is up; false when it sends no file. */
  goesOn(socket: Socket): boolean {
    const request = this.#sockets.get(socket);
    if (!request || request.complete) return false;
    const { span, bytes, longest } = this.#pace;
    let [seen, left] = [socket.bytesRead, longest];
    const watch = setInterval(() => {
      left -= span;
      if (request.complete) clearInterval(watch);
      else if (left <= 0 || socket.bytesRead - seen < bytes) socket.destroy();
      seen = socket.bytesRead;
    }, span).unref();
    socket.once('close', () => clearInterval(watch));
    return true;
  }
}

const REASONS: Readonly<Record<string, AppError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('REQUEST_SLOW'),
  HPE_HEADER_OVERFLOW: new AppError('HEADERS_TOO_LARGE'),
};
const UNREADABLE = new AppError('BAD_REQUEST');

function answerOf(error: AppError): string {
  const body = JSON.stringify(errorEnvelope(error));
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${error.code} ${error.reason}`, ...lines, '', body].join('\r\n');
}

/**
 * The answer to a client whose request never became one: too slow, too long a head, no HTTP. The
 * connection ends.
 */
export const clientErrors =
  (uploads: Uploads) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploads.goesOn(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(answerOf(REASONS[error.code ?? ''] ?? UNREADABLE));
    // What it still sends is read and dropped for a moment: a reset would take the answer with it.
    socket.resume();
    const end = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(end));
  };
