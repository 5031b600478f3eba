import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

/** Bytes of chance a uuid is made from. */
const BYTES = 16;

/**
 * Ids of a batch, rising in its order. Randomness is fetched once: asked for each id it is a sixth
 * of a large batch's time.
 */
export function newIds(count: number): string[] {
  const random = randomBytes((count + 1) * BYTES);
  const msecs = Date.now();
  // The sequence has 32 bits; it starts in the lower half, so that counting up never runs over.
  const first = random.readUInt32BE(count * BYTES) >>> 1;
  return Array.from({ length: count }, (_, i) =>
    uuidv7({ random: random.subarray(i * BYTES, (i + 1) * BYTES), msecs, seq: first + i }),
  );
}
