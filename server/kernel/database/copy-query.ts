import type pg from 'pg';

/** The parts of node-postgres' wire connection that a COPY writes to. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
  readonly stream: { writableNeedDrain: boolean; once(event: 'drain' | 'close', listener: () => void): void; off(event: 'close', listener: () => void): void };
}

/** COPY ... FROM STDIN in text format: `chunks` are whole lines. What cannot be read ends the COPY and is thrown. */
export class CopyQuery implements pg.Submittable {
  readonly #text: string;
  readonly #chunks: Iterable<string>;
  /** Under this name node-postgres sets its own in front when it limits how long an answer is waited for. */
  callback: (error?: Error) => void;
  /** How long the whole COPY may take, in milliseconds; read by node-postgres. */
  readonly query_timeout: number;
  #failure: Error | undefined;

  constructor(text: string, chunks: Iterable<string>, waitMs: number, done: (error?: Error) => void) {
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
      for (const chunk of this.#chunks) {
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

  /** The first failure counts: what the server says of a COPY that we ended tells nothing. */
  handleError(error: Error): void {
    this.#failure ??= error;
    this.callback(this.#failure);
  }

  handleReadyForQuery(): void {
    if (!this.#failure) this.callback();
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/** The socket takes more, or is gone. */
function drained({ stream }: Wire): Promise<void> {
  return new Promise((resolve) => {
    const go = () => { stream.off('close', go); resolve(); };
    stream.once('drain', go);
    stream.once('close', go);
  });
}
