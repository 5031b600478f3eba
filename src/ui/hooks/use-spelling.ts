import { useEffect, useState } from 'react';
import { foundAt, spelledAt } from '../../values/index.ts';

export type Spelling = typeof import('../pinyin/index.ts');

/** Pinyin, which is loaded only once the user types letters. */
export function useSpelling(text: string): Spelling | null {
  const [spelling, setSpelling] = useState<Spelling | null>(null);
  const wanted = spelling === null && /[a-z]/i.test(text);
  useEffect(() => {
    if (wanted) import('../pinyin/index.ts').then(setSpelling, () => undefined);
  }, [wanted]);
  return spelling;
}

/** Whether a name's pinyin or its initials have what was typed in small letters. */
export const isSpelled = (name: string, typed: string, spelling: Spelling | null): boolean =>
  spelling !== null &&
  /^[a-z]+$/.test(typed) &&
  (spelling.initialsOf(name).startsWith(typed) ||
    spelledAt(name, typed, spelling.readingsOf) !== null);

/** Where a text has what was typed, in itself or in its pinyin: [from, to]; null when nowhere. */
export function useFound(text: string, typed: string): readonly [number, number] | null {
  const spelling = useSpelling(typed);
  return foundAt(text, typed) ?? (spelling && spelledAt(text, typed, spelling.readingsOf)) ?? null;
}
