import { pinyin } from 'pinyin-pro';
import { cutsOf, lettersOf, standsFor, syllablesOf } from '../../values/index.ts';

/** Typed pinyin as PostgreSQL compares it with Chinese text (docs/decisions/0025). */
export interface Spelling {
  /** Regular expression of the texts that are spelled so. */
  readonly pattern: string;
  /**
   * What bizmeta.initials has of every such text: one list for each way to read what was typed. A
   * text has all of one list.
   */
  readonly initials: readonly (readonly string[])[];
}

/** The ideographs people write; the rarer ones of the extensions have no reading here. */
const FIRST_IDEOGRAPH = 0x4e00;
const LAST_IDEOGRAPH = 0x9fa5;

/** All readings of an ideograph, small letters without tones. */
const readingsOf = (char: string): readonly string[] =>
  [...new Set(pinyin(char, { multiple: true, type: 'array', toneType: 'none', v: true }))].filter(
    (reading) => /^[a-z]+$/.test(reading),
  );

/** Ideographs by their readings, made when first needed: some two hundred milliseconds. */
class Dictionary {
  readonly #chars = new Map<string, string>();
  readonly #classes = new Map<string, string>();
  readonly syllables;

  constructor() {
    for (let code = FIRST_IDEOGRAPH; code <= LAST_IDEOGRAPH; code++) {
      const char = String.fromCodePoint(code);
      for (const reading of readingsOf(char))
        this.#chars.set(reading, (this.#chars.get(reading) ?? '') + char);
    }
    this.syllables = syllablesOf(this.#chars.keys());
  }

  /** The class of the characters letters may stand for; there are some thousand different ones. */
  classOf(letters: string, isLast: boolean): string {
    const key = `${letters} ${isLast}`;
    const known = this.#classes.get(key);
    if (known !== undefined) return known;
    const chars = new Set(letters.length === 1 ? [letters, letters.toUpperCase()] : []);
    for (const [reading, some] of this.#chars)
      if (standsFor(letters, reading, isLast)) for (const char of some) chars.add(char);
    const made = `[${[...chars].join('')}]`;
    this.#classes.set(key, made);
    return made;
  }
}
let made: Dictionary | undefined;
const dictionary = (): Dictionary => (made ??= new Dictionary());

/** Pairs of neighbouring initials; of one character its own. */
const initialsOf = (parts: readonly string[]): string[] => {
  const letters = parts.map((part) => part.slice(0, 1).toUpperCase());
  const pairs = letters.slice(1).map((letter, i) => `${letters[i]!}${letter}`);
  return pairs.length > 0 ? pairs : letters;
};

/** How to find Chinese texts by what was typed; undefined when it is no pinyin. */
export function spellingOf(typed: string): Spelling | undefined {
  const letters = lettersOf(typed);
  if (letters === null) return undefined;
  const known = dictionary();
  const cuts = cutsOf(letters, known.syllables);
  if (cuts.length === 0) return undefined;
  const wordOf = (parts: readonly string[]): string =>
    parts.map((part, i) => known.classOf(part, i === parts.length - 1)).join('');
  return { pattern: cuts.map(wordOf).join('|'), initials: cuts.map(initialsOf) };
}
