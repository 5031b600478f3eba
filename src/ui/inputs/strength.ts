/** 0: cannot be a password here; then fair and strong. */
export type Strength = 0 | 1 | 2;
/** What the server takes (PASSWORD_WEAK of the error catalogue). */
const [LEAST, MOST] = [8, 64];
/**
 * From this length on, with at least three kinds of characters, guessing takes too long to be
 * tried.
 */
const STRONG_FROM = 12;
const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/];
/** aaa, 111, 1234, abcd: characters that give the next one away. */
const RUN = /(.)\1{2}|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf|password/i;

export function strengthOf(password: string): Strength {
  if (
    password.length < LEAST ||
    password.length > MOST ||
    !/[A-Za-z]/.test(password) ||
    !/\d/.test(password)
  )
    return 0;
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  return password.length >= STRONG_FROM && kinds >= 3 && !RUN.test(password) ? 2 : 1;
}

/** What to do about it, in a sentence a person can follow. */
export function strengthHint(password: string): string {
  if (password.length > MOST) return `最多 ${MOST} 位`;
  const missing = [
    password.length < LEAST && `至少 ${LEAST} 位`,
    !/[A-Za-z]/.test(password) && '含有字母',
    !/\d/.test(password) && '含有数字',
  ].filter(Boolean);
  if (missing.length > 0) return `还须${missing.join('、')}`;
  if (strengthOf(password) === 2) return '';
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const better = [
    password.length < STRONG_FROM && `加长到 ${STRONG_FROM} 位以上`,
    kinds < 3 && '加入大写字母或符号',
    RUN.test(password) && '避免连续或重复的字符',
  ].filter(Boolean);
  return `${better.join('、')}会更安全`;
}
