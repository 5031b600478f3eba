/**
 * Memory for large bodies, used again by the next ones. A buffer of 20 MB made for each body counts
 * as garbage of that size: every second or third body made the collector stop the process.
 */
export class BodyMemory {
  readonly #bytes: number;
  readonly #idle: number;
  #free: Buffer[] = [];
  #dropping: NodeJS.Timeout | undefined;

  /** Buffers have so many `bytes`; those not needed for `idle` milliseconds are dropped. */
  constructor({ bytes, idle }: { readonly bytes: number; readonly idle: number }) {
    this.#bytes = bytes;
    this.#idle = idle;
  }

  /** Lends a buffer, the one used last if any is free; pages that were never written take no memory. */
  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#bytes);
  }

  /** Takes a buffer back that is not read any more. */
  give(buffer: Buffer): void {
    this.#free.push(buffer);
    this.#dropping?.refresh();
    this.#dropping ??= setTimeout(() => {
      this.#free = [];
      this.#dropping = undefined;
    }, this.#idle).unref();
  }

  get free(): number {
    return this.#free.length;
  }
}
