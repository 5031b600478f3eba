import { useEffect, useState } from 'react';

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

/** Whether a name's pinyin, or its initials, begin with what was typed in small letters. */
export const isSpelled = (name: string, typed: string, spelling: Spelling | null): boolean =>
  spelling !== null &&
  /^[a-z]+$/.test(typed) &&
  (spelling.initialsOf(name).startsWith(typed) || spelling.spellingOf(name).startsWith(typed));
