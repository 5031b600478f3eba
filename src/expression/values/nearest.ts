/**
 * Names longer than this are not compared: a suggestion must not cost more than the check it
 * belongs to.
 */
const MAX_COMPARED = 64;
/** Most typing errors of a suggested name: one in three letters, and never more than these. */
const MAX_SLIPS = 3;

/**
 * Letters to insert, drop, replace, or swap with their neighbour to get from one word to the other;
 * given up above `limit`.
 */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(
        Math.min(change, next[j - 1]! + 1, row[j]! + 1, isSwap ? before[j - 2]! + 1 : Infinity),
      );
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}

/** The most similar known name, or undefined when none is near; ignores letter case. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_COMPARED) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.min(MAX_SLIPS, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of known) {
    const far = distance(wanted, candidate.toLowerCase(), least - 1);
    if (far < least) {
      least = far;
      best = candidate;
    }
  }
  return best;
}
