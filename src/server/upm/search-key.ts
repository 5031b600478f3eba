import { pinyin } from 'pinyin-pro';

/**
 * Most parts of a name that can be found from their middle on; a longer name is found by its
 * beginning all the same.
 */
const MAX_PARTS = 12;

/** Parts of which every mix of syllables and initials is in the key: of twelve there are thousands. */
const MIXED_PARTS = 4;

/**
 * How parts may be typed: each in full or by its first letter, the last in full, since what is typed
 * need only begin so. More parts than people's names have: all in full, or all by first letters.
 */
function spellings(parts: readonly string[]): string[] {
  const [first = '', ...rest] = parts;
  const letter = first.slice(0, 1);
  if (rest.length === 0) return [first];
  if (parts.length > MIXED_PARTS)
    return [parts.join(''), parts.map((part) => part.slice(0, 1)).join('')];
  return [first, letter].flatMap((start) => spellings(rest).map((end) => start + end));
}

/**
 * The search key of a name, stored in upm.member.search_key: the name without spaces and its pinyin
 * as it may be typed, in lower case. A bar precedes what begins the name, a space what begins a later
 * part of it: 李明 is "|李明|liming|lming ming".
 */
export function searchKeyOf(name: string): string {
  const parts = pinyin(name, {
    toneType: 'none',
    type: 'array',
    nonZh: 'consecutive',
    surname: 'head',
    v: true,
  })
    .flatMap((part) => part.toLowerCase().split(/[\s|]+/))
    .filter(Boolean)
    .slice(0, MAX_PARTS);
  const later = new Set(parts.slice(1).flatMap((_, at) => spellings(parts.slice(at + 1))));
  const whole = new Set([searchText(name), ...spellings(parts)]);
  return [...[...whole].map((word) => `|${word}`), ...[...later].map((word) => ` ${word}`)].join(
    '',
  );
}

/** Typed text as keys have it: without spaces and bars, in small letters. */
export const searchText = (text: string): string => text.toLowerCase().replace(/[\s|]+/g, '');
