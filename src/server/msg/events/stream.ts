import { PassThrough } from 'node:stream';

/** Milliseconds a client waits before it comes back by itself. */
const RETRY_MS = 3_000;
/**
 * Bytes that wait for a reader who does not read; then it is let go, and comes back for the state
 * as it then is.
 */
const MAX_WAITING = 64 * 1024;

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // A proxy that gathers an answer before it passes it on would gather this one for ever.
  'x-accel-buffering': 'no',
  // Nothing else is asked on this connection: with the stream it is over, so that a server that
  // stops need not wait for it.
  connection: 'close',
} as const;

/** One answer of server-sent events. */
export class EventStream {
  readonly body = new PassThrough();

  constructor() {
    this.body.on('error', () => undefined);
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  /** `id` is what a client that comes back sends as the last it got; an event may go without. */
  send(event: string, data: unknown, id?: string): void {
    const line = id === undefined ? '' : `id: ${id}\n`;
    this.#write(`${line}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** A comment line without content, so that proxies see a live connection. */
  beat(): void {
    this.#write(': \n\n');
  }

  get isOver(): boolean {
    return this.body.writableEnded || this.body.destroyed;
  }

  end(): void {
    this.body.end();
  }

  onClose(done: () => void): void {
    this.body.on('close', done);
  }

  #write(text: string): void {
    if (this.isOver) return;
    this.body.write(text);
    if (this.body.writableLength > MAX_WAITING) this.body.destroy();
  }
}
