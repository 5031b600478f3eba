import { openSync, writeSync } from 'node:fs';
import { isDiskFull } from './disk-space.ts';
import { boundLog } from './log-file.ts';

/**
 * Lines gathered for this long go out in one write: a write for every request costs a busy server a
 * tenth of its time.
 */
const GATHER_MS = 200;
/** More than this, in characters, is not held back. */
const GATHER_CHARS = 64 * 1024;
/**
 * A reader that has stopped must not fill the memory: beyond this, in bytes, what is not taken is
 * given up.
 */
const MOST_BYTES = 16 * 1024 * 1024;
/** Pino's number for error: such a line does not wait. */
const ERROR = 50;
const STANDARD_OUTPUT = 1;
/** pino sets the level of each line as lastLevel on a stream that has this property. */
const REPORTED_LEVELS: unique symbol = Symbol.for('pino.metadata');

/**
 * Log lines to a file, or without a path to standard output, in their order. What is still held is
 * written when the process ends by itself or by a signal it answers; a kill -9 loses the last
 * lines, though never an error.
 */
export class LogLines {
  readonly [REPORTED_LEVELS] = true;
  lastLevel = 0;
  readonly #fd: number;
  #held = '';
  #left: Buffer = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;

  constructor(path?: string) {
    this.#fd = path === undefined ? STANDARD_OUTPUT : openSync(path, 'a', 0o600);
    if (path !== undefined) boundLog(path);
    process.once('exit', () => this.flush());
  }

  write(line: string): void {
    this.#held += line;
    if (this.lastLevel >= ERROR || this.#held.length > GATHER_CHARS) this.flush();
    else this.#later();
  }

  /**
   * Writes what is held. A pipe or a disk that is full is tried again later; a log that cannot be
   * written does not stop the server.
   */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const bytes = Buffer.concat([this.#left, Buffer.from(this.#held)]);
    this.#held = '';
    this.#left = this.#written(bytes);
    if (this.#left.length > MOST_BYTES) this.#left = Buffer.alloc(0);
    if (this.#left.length > 0) this.#later();
  }

  /** What could not be written now. */
  #written(bytes: Buffer): Buffer {
    let done = 0;
    try {
      while (done < bytes.length) done += writeSync(this.#fd, bytes, done);
    } catch (error) {
      if ((error as { code?: string }).code === 'EAGAIN' || isDiskFull(error))
        return bytes.subarray(done);
    }
    return Buffer.alloc(0);
  }

  #later(): void {
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS).unref();
  }
}
