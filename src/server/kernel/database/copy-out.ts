import { Readable } from 'node:stream';
import type pg from 'pg';
import { copiedRowsOf } from './copy-query.ts';

/**
 * Rows travel one a message; they are handed on in buffers of this size, so that what follows works
 * in large steps.
 */
const BUFFER_BYTES = 256 * 1024;

interface Wire {
  query(text: string): void;
  readonly stream: { pause(): void; resume(): void };
}

/**
 * COPY ... TO STDOUT as a stream. The socket is paused while the reader is busy, so that a table of
 * any size takes a few buffers. A stream that is destroyed early drops the rest of the answer.
 */
export class CopyOut implements pg.Submittable {
  readonly stream: Readable;
  /** Known when the stream has ended. */
  rows = 0;
  readonly #text: string;
  #wire: Wire | undefined;
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #used = 0;

  constructor(text: string) {
    this.#text = text;
    this.stream = new Readable({
      highWaterMark: BUFFER_BYTES,
      read: () => this.#wire?.stream.resume(),
    });
    this.stream.once('close', () => this.#wire?.stream.resume());
  }

  submit(wire: unknown): void {
    this.#wire = wire as Wire;
    this.#wire.query(this.#text);
  }

  /** The chunk lies in a buffer the connection uses again, so it is copied. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.stream.destroyed) return;
    if (this.#used + chunk.length > BUFFER_BYTES) this.#flush();
    if (chunk.length > BUFFER_BYTES) this.#push(Buffer.from(chunk));
    else this.#used += chunk.copy(this.#buffer, this.#used);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = copiedRowsOf(text);
  }

  handleReadyForQuery(): void {
    if (this.stream.destroyed) return;
    this.#flush();
    this.stream.push(null);
  }

  handleError(error: Error): void {
    this.stream.destroy(error);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}

  #flush(): void {
    if (this.#used === 0) return;
    const full = this.#buffer.subarray(0, this.#used);
    this.#buffer = Buffer.allocUnsafe(BUFFER_BYTES);
    this.#used = 0;
    this.#push(full);
  }

  #push(bytes: Buffer): void {
    if (!this.stream.push(bytes)) this.#wire?.stream.pause();
  }
}
