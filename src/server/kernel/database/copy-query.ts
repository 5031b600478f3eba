import type pg from 'pg';

/** The parts of node-postgres' wire connection that a COPY writes to. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
  readonly stream: {
    writableNeedDrain: boolean;
    once(event: 'drain' | 'close', listener: () => void): void;
    off(event: 'close', listener: () => void): void;
  };
}

/** What a COPY FROM STDIN reads: text in whole lines, or bytes as they come from a file. */
export type CopySource = Iterable<string> | AsyncIterable<Uint8Array>;
type CopyDone = (error: Error | undefined, rows: number) => void;

/**
 * COPY ... FROM STDIN in text format. What cannot be read ends the COPY and is thrown; else the
 * rows are counted.
 */
export class CopyQuery implements pg.Submittable {
  readonly #text: string;
  readonly #chunks: CopySource;
  /**
   * Under this name node-postgres sets its own in front when it limits how long an answer is waited
   * for.
   */
  callback: CopyDone;
  /** How long the whole COPY may take, in milliseconds; read by node-postgres. */
  readonly query_timeout: number;
  #failure: Error | undefined;
  #rows = 0;

  constructor(text: string, chunks: CopySource, waitMs: number, done: CopyDone) {
    this.#text = text;
    this.#chunks = chunks;
    this.query_timeout = waitMs;
    this.callback = done;
  }

  submit(wire: unknown): void {
    (wire as Wire).query(this.#text);
  }

  handleCopyInResponse(wire: Wire): void {
    void this.#send(wire);
  }

  async #send(wire: Wire): Promise<void> {
    try {
      for await (const chunk of this.#chunks) {
        wire.sendCopyFromChunk(Buffer.from(chunk));
        if (wire.stream.writableNeedDrain) await drained(wire);
        if (this.#failure) return;
      }
      wire.endCopyFrom();
    } catch (error) {
      this.#failure = error as Error;
      wire.sendCopyFail('the rows could not be made');
    }
  }

  /**
   * The first failure counts: what the server answers to a COPY that we ended carries no
   * information.
   */
  handleError(error: Error): void {
    this.#failure ??= error;
    this.callback(this.#failure, 0);
  }

  handleReadyForQuery(): void {
    if (!this.#failure) this.callback(undefined, this.#rows);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = copiedRowsOf(text);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/** COPY 12 */
export const copiedRowsOf = (tag: string): number => Number(/^COPY (\d+)/.exec(tag)?.[1] ?? 0);

/** The socket takes more, or is gone. */
function drained({ stream }: Wire): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off('close', go);
      resolve();
    };
    stream.once('drain', go);
    stream.once('close', go);
  });
}
