/** What is wrong. `message` is for builders, in Chinese; positions are UTF-16 offsets into the source. */
export type ErrorCode =
  | 'character' | 'unterminated' | 'unexpected' | 'limit' | 'unknownFunction' | 'arguments' | 'unknownName' | 'forbiddenName' | 'type' | 'notSql';

export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  constructor(
    readonly code: ErrorCode,
    readonly start: number,
    readonly end: number,
    message: string,
    /** What would be right: a name, a way of writing. */
    readonly hint?: string,
  ) { super(message); }
}

/** Letters to change, add or drop to get from one word to the other (Levenshtein), two rows at a time. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, previous[j]! + 1, row[j - 1]! + 1));
    }
    previous = row;
  }
  return previous[b.length]!;
}

/** Names longer than this are not compared: a look-up must not cost more than the parse. */
const MAX_COMPARED = 60;

/** The candidate most like the word, if it is like it at all; letter case does not count. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_COMPARED) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 2.5)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= least) continue;
    const far = distance(wanted, candidate.toLowerCase());
    if (far < least) { least = far; best = candidate; }
  }
  return best;
}
