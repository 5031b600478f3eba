import { pinyin } from 'pinyin-pro';
import { MAX_LABEL, problem, type Problem } from '../../../contract/index.ts';
import { isStorable } from '../fields/filters/operands.ts';
import { lengthOf } from '../fields/values.ts';

/** Most characters of an English name. */
const MAX_NAME = 40;
const NAME = /^[a-z][A-Za-z0-9_]*$/;
/** Sentences quote this much of a wrong name. */
const SHOWN = 40;

/** What is wrong with an English name by itself; undefined when nothing is. */
export function nameProblem(
  path: string,
  what: string,
  name: string,
  isReserved: (name: string) => boolean,
): Problem | undefined {
  if (name.trim() === '') return problem(path, 'NAME_EMPTY', { what });
  if (name.length > MAX_NAME) return problem(path, 'NAME_TOO_LONG', { what, max: MAX_NAME });
  const shown = name.slice(0, SHOWN);
  if (isReserved(name)) return problem(path, 'NAME_RESERVED', { what, name: shown });
  return NAME.test(name) ? undefined : problem(path, 'NAME_FORMAT', { what, name: shown });
}

/** What is wrong with a Chinese name. */
export function labelProblem(path: string, what: string, label: string): Problem | undefined {
  if (label.trim() === '') return problem(path, 'NAME_EMPTY', { what });
  if (lengthOf(label) > MAX_LABEL) return problem(path, 'NAME_TOO_LONG', { what, max: MAX_LABEL });
  return isStorable(label)
    ? undefined
    : problem(path, 'VALUE_FORMAT', { label: what, expected: '不含控制字符的文本' });
}

/** Room for a number behind a name made from a label. */
const MADE_LENGTH = 32;

/** An English name made of a label's pinyin, camel case; with a number when taken or reserved. */
export function nameFor(
  label: string,
  fallback: string,
  isTaken: (name: string) => boolean,
): string {
  const words = pinyin(label, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true })
    .flatMap((word) => word.split(/[^A-Za-z0-9]+/))
    .filter(Boolean);
  const camel = words
    .map((word, i) => (i === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
  const base = (/^[a-z]/.test(camel) ? camel : fallback + camel).slice(0, MADE_LENGTH);
  let name = base;
  for (let n = 2; isTaken(name); n++) name = `${base}${n}`;
  return name;
}
