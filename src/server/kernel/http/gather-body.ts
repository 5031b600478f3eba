import type { IncomingMessage } from 'node:http';
import { bytesText } from '../../../contract/index.ts';
import { BODY } from '../budgets.ts';
import { AppError } from '../errors.ts';

/**
 * Bytes of incomplete bodies, overall and per sender: they are held in memory until the body is
 * whole.
 */
export class HeldBytes {
  readonly #limits: { readonly held: number; readonly heldByOne: number };
  readonly #of = new Map<string, number>();
  total = 0;

  constructor(limits: { readonly held: number; readonly heldByOne: number } = BODY) {
    this.#limits = limits;
  }

  /**
   * Counts more bytes of a sender; TOO_FREQUENT when one holds too many, UNAVAILABLE when all
   * together do.
   */
  take(who: string, bytes: number): void {
    const own = (this.#of.get(who) ?? 0) + bytes;
    if (own > this.#limits.heldByOne) throw new AppError('TOO_FREQUENT');
    if (this.total + bytes > this.#limits.held) throw new AppError('UNAVAILABLE');
    this.#of.set(who, own);
    this.total += bytes;
  }

  give(who: string, bytes: number): void {
    const own = (this.#of.get(who) ?? 0) - bytes;
    if (own > 0) this.#of.set(who, own);
    else this.#of.delete(who);
    this.total -= bytes;
  }
}

/**
 * Memory for a body that arrives in pieces, of any size: one buffer that grows, as a piece alone
 * may be a single byte.
 */
class Growing {
  #bytes: Buffer;
  length = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get capacity(): number {
    return this.#bytes.length;
  }

  add(chunk: Buffer): void {
    const needed = this.length + chunk.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.length);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.length);
    this.length = needed;
  }

  get whole(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}

/**
 * What `gather` needs to know: the limit in bytes, the memory to begin with, who sends, where bytes
 * are counted (none: they are counted otherwise), who looks at each piece, and how the processor is
 * left to others after so many milliseconds of looking.
 */
export interface Gathering {
  readonly limit: number;
  readonly memory?: Buffer;
  readonly who: string;
  readonly held?: HeldBytes;
  look(chunk: Buffer): void;
  rest(ms: number): Promise<void>;
}

/**
 * Reads a body; the answer may lie in `memory`. Refused with TOO_LARGE beyond the limit, with
 * BODY_BROKEN_OFF when the client ends early, with what `look` throws; the rest of a refused body is
 * left unread.
 */
export function gatherBody(
  source: IncomingMessage,
  { limit, memory = Buffer.alloc(0), who, held, look, rest }: Gathering,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const bytes = new Growing(memory);
    let counted = 0;
    let worked = 0;
    const end = (): void => {
      source.off('data', take).off('end', whole).off('error', off).off('close', off);
      held?.give(who, counted);
    };
    const off = (): void => {
      end();
      reject(new AppError('BODY_BROKEN_OFF'));
    };
    const whole = (): void => {
      end();
      resolve(bytes.whole);
    };
    const relax = (): void => {
      const took = worked;
      worked = 0;
      source.pause();
      void rest(took).then(() => source.resume());
    };
    const take = (chunk: Buffer): void => {
      const began = performance.now();
      try {
        if (bytes.length + chunk.length > limit)
          throw new AppError('TOO_LARGE', { max: bytesText(limit) });
        look(chunk);
        const before = bytes.capacity;
        bytes.add(chunk);
        held?.take(who, bytes.capacity - before);
        counted += bytes.capacity - before;
        worked += performance.now() - began;
        if (worked > BODY.turn) relax();
      } catch (error) {
        end();
        source.on('error', () => undefined).pause();
        reject(error as Error);
      }
    };
    source.on('data', take).on('end', whole).on('error', off).on('close', off);
  });
}
