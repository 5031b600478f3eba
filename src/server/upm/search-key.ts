import { pinyin } from 'pinyin-pro';

/**
 * Most parts of a name that can be found from their middle on; a longer name is found by its
 * beginning all the same.
 */
const MAX_PARTS = 12;

/**
 * The search key of a name, stored in upm.member.search_key: the name without spaces, its pinyin
 * and its initials, in lower case. A bar precedes what begins the name, a space what begins a later
 * part of it: 李小明 is "|李小明|lixiaoming|lxm xiaoming ming xm m".
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
  const later = parts.slice(1).map((_, at) => parts.slice(at + 1));
  const letters = (some: readonly string[]) => some.map((part) => part.slice(0, 1)).join('');
  const words = [...new Set([...later.map((some) => some.join('')), ...later.map(letters)])];
  const whole = [searchText(name), parts.join(''), letters(parts)];
  return [...whole.map((word) => `|${word}`), ...words.map((word) => ` ${word}`)].join('');
}

/** Typed text as keys have it: without spaces and bars, in small letters. */
export const searchText = (text: string): string => text.toLowerCase().replace(/[\s|]+/g, '');
