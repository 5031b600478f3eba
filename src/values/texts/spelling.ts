/**
 * Chinese text found by pinyin: by whole syllables, by initials, or both mixed (kongyaji, kyj,
 * kongyj), in any reading of a character. What the readings are is given: this is only the rule.
 */

/** Readings of a character, small letters without tones; none of what is no Chinese character. */
type Readings = (char: string) => readonly string[];

/** Longer texts are no pinyin of a name, and cost more to compare. */
const MAX_LETTERS = 24;
const LETTERS = new RegExp(`^[a-z]{2,${MAX_LETTERS}}$`);
/** Initials of two letters; all others are one. */
const LONG_INITIAL = /^[zcs]h$/;

/**
 * What was typed as letters to compare with pinyin: small, without spaces. Null for what is no
 * pinyin; one letter begins too many words to mean one.
 */
export function lettersOf(typed: string): string | null {
  const letters = typed.toLowerCase().replace(/[\s']+/g, '');
  return LETTERS.test(letters) ? letters : null;
}

/**
 * Whether letters may stand for a character read so: its initial, its syllable or, at the end, its
 * beginning.
 */
export const standsFor = (letters: string, reading: string, isLast: boolean): boolean =>
  reading === letters ||
  (reading.startsWith(letters) && (isLast || letters.length === 1 || LONG_INITIAL.test(letters)));

/** What letters may stand for: whole syllables, and what syllables start with. */
export interface Syllables {
  readonly whole: ReadonlySet<string>;
  readonly starts: ReadonlySet<string>;
}
export const syllablesOf = (readings: Iterable<string>): Syllables => {
  const whole = new Set(readings);
  return {
    whole,
    starts: new Set([...whole].flatMap((each) => [...each].map((_, i) => each.slice(0, i + 1)))),
  };
};

/** Ways to read typed letters, beside the one that takes each letter as an initial. */
const MAX_WAYS = 4;

/**
 * Ways to cut letters into syllables and initials, those with the fewest parts first: xian is
 * [xian], [xi, an], [xia, n] ... None when they are no pinyin.
 */
export function cutsOf(letters: string, { whole, starts }: Syllables): string[][] {
  const isPart = (part: string, isLast: boolean): boolean =>
    whole.has(part) ||
    (starts.has(part) && (isLast || part.length === 1 || LONG_INITIAL.test(part)));
  const found: string[][] = [];
  let open: { at: number; parts: string[] }[] = [{ at: 0, parts: [] }];
  while (open.length > 0 && found.length < MAX_WAYS) {
    const next: typeof open = [];
    for (const { at, parts } of open)
      for (let to = Math.min(letters.length, at + LONGEST); to > at; to--) {
        const part = letters.slice(at, to);
        if (!isPart(part, to === letters.length)) continue;
        if (to === letters.length) found.push([...parts, part]);
        else next.push({ at: to, parts: [...parts, part] });
      }
    open = next.slice(0, MAX_OPEN);
  }
  const initials = [...letters];
  const ways = found.slice(0, MAX_WAYS);
  const isNew = ways.every((parts) => parts.length < initials.length);
  return isNew && initials.every((part) => starts.has(part)) ? [...ways, initials] : ways;
}
/** Letters of the longest syllable: zhuang. */
const LONGEST = 6;
/** Beginnings followed at once: of letters that can be cut in very many ways the likely ones. */
const MAX_OPEN = 200;

/** Positions in `letters` at which the next character can begin, when this one is read from `at` on. */
function after(letters: string, at: number, char: string, readings: Readings): number[] {
  const known = readings(char);
  if (known.length === 0) return char.toLowerCase() === letters[at] ? [at + 1] : [];
  const ends: number[] = [];
  for (let to = at + 1; to <= letters.length && to <= at + LONGEST; to++) {
    const part = letters.slice(at, to);
    if (known.some((reading) => standsFor(part, reading, to === letters.length))) ends.push(to);
  }
  return ends;
}

/** Where a text is spelled as typed: [from, to] of the first such place; null when nowhere. */
export function spelledAt(
  text: string,
  typed: string,
  readings: Readings,
): [number, number] | null {
  const letters = lettersOf(typed);
  if (letters === null) return null;
  const chars = [...text];
  let from = 0;
  for (const [start, first] of chars.entries()) {
    let reached = new Set([0]);
    let to = from;
    for (const char of chars.slice(start)) {
      reached = new Set([...reached].flatMap((at) => after(letters, at, char, readings)));
      to += char.length;
      if (reached.size === 0) break;
      if (reached.has(letters.length)) return [from, to];
    }
    from += first.length;
  }
  return null;
}

/** Where a text has what was typed as it is written: [from, to]; null when nowhere. */
export function foundAt(text: string, typed: string): [number, number] | null {
  const wanted = typed.trim().toLowerCase();
  const small = text.toLowerCase();
  // A few capitals become two letters: places in the small text are not the text's own then.
  const from = wanted === '' || small.length !== text.length ? -1 : small.indexOf(wanted);
  return from < 0 ? null : [from, from + wanted.length];
}
