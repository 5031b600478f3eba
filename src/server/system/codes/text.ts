import { randomInt } from 'node:crypto';
import {
  isProvisional,
  MAX_CODE,
  problem,
  TIME_ZONE,
  type CodeSegment,
  type InputOf,
  type Problem,
} from '../../../contract/index.ts';
import { problemsError } from '../../kernel/index.ts';
import { checkOf } from './check-digit.ts';

export type Values = Readonly<Record<string, string | number | null>>;
export type Reset = InputOf<'system.coderule.preview'>['reset'];

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' });
/** YYYYMMDD where the platform is. */
const dayOf = (now: Date): string => clock.format(now).replaceAll('-', '');
const PERIODS = { never: 0, year: 4, month: 6, day: 8 } as const;
/** The period a moment belongs to: each has a counter of its own. */
export const periodOf = (reset: Reset, now: Date): string => dayOf(now).slice(0, PERIODS[reset]);

/** Where a date's look begins and ends in YYYYMMDD. */
const CUTS = {
  YYYY: [0, 4],
  YY: [2, 4],
  YYYYMM: [0, 6],
  YYMM: [2, 6],
  YYYYMMDD: [0, 8],
  YYMMDD: [2, 8],
  MM: [4, 6],
  DD: [6, 8],
} as const;
const NEEDED = { never: '', year: 'Y', month: 'YM', day: 'YMD' } as const;
const WORDS = { never: '', year: '年', month: '年月', day: '年月日' } as const;

/** Without 0, 1, I, L and O, which are read for one another. */
const SIGNS = {
  digits: '0123456789',
  letters: 'ABCDEFGHJKMNPQRSTUVWXYZ',
  mixed: '23456789ABCDEFGHJKMNPQRSTUVWXYZ',
} as const;
const randomText = (length: number, signs: keyof typeof SIGNS): string =>
  Array.from({ length }, () => SIGNS[signs][randomInt(SIGNS[signs].length)]).join('');

/** Digits a counter may have grown to: as many as are exact in JavaScript. */
const MAX_DIGITS = 15;
const DEFAULT_LENGTH = { seq: 4, random: 4 } as const;
export const firstOf = (segments: readonly CodeSegment[]): { start: number; step: number } => {
  const seq = segments.find(({ kind }) => kind === 'seq');
  return { start: seq?.start ?? 1, step: seq?.step ?? 1 };
};

/** The name a value is asked for by: a field's, or the department's. */
const valueName = (segment: CodeSegment): string =>
  segment.kind === 'dept' ? 'dept' : (segment.field ?? '');

/** Without a department its part of a code is empty; a field's value is required. */
function valueOf(segment: CodeSegment, values: Values): string | null {
  const name = valueName(segment);
  const given = Object.hasOwn(values, name) ? values[name] : null;
  const text = String(given ?? '').replace(/[\p{Cc}\s]/gu, '');
  return text === '' && !(segment.kind === 'dept' && given === '')
    ? null
    : text.slice(0, segment.length ?? text.length);
}

const isValue = ({ kind }: CodeSegment): boolean => kind === 'field' || kind === 'dept';
/** Names of the values a code is to hold and these lack. */
export const missingValues = (segments: readonly CodeSegment[], values: Values): string[] =>
  segments
    .filter((segment) => isValue(segment) && valueOf(segment, values) === null)
    .map(valueName);

function valueText(segment: CodeSegment, values: Values): string {
  const text = valueOf(segment, values);
  const name = valueName(segment);
  if (text === null)
    throw problemsError([
      problem(`/values/${name}`, 'REQUIRED', { label: segment.kind === 'dept' ? '部门' : name }),
    ]);
  return text;
}

/** What a code is made with: the day in digits, its number, and values. */
interface Making {
  day: string;
  count: number;
  values: Values;
}

function segmentText(segment: CodeSegment, before: string, { day, count, values }: Making): string {
  switch (segment.kind) {
    case 'const':
      return segment.text ?? '';
    case 'date':
      return day.slice(...CUTS[segment.format ?? 'YYYYMMDD']);
    case 'seq':
      return String(count).padStart(segment.length ?? DEFAULT_LENGTH.seq, '0');
    case 'random':
      return randomText(segment.length ?? DEFAULT_LENGTH.random, segment.signs ?? 'mixed');
    case 'check':
      return checkOf(segment.method ?? 'luhn', before);
    default:
      return valueText(segment, values);
  }
}

/**
 * Makes the codes of a moment, whose day is computed once. A number that has outgrown its digits is
 * written in full.
 */
export function codeMaker(
  segments: readonly CodeSegment[],
  now: Date,
): (count: number, values: Values) => string {
  const day = dayOf(now);
  return (count, values) => {
    const text = segments.reduce(
      (before, segment) => before + segmentText(segment, before, { day, count, values }),
      '',
    );
    if (text.length > MAX_CODE)
      throw problemsError([
        problem('/segments', 'CODE_RULE_SETTING', { why: `取出的号超过 ${MAX_CODE} 个字符` }),
      ]);
    return text;
  };
}
/** The whole code of one number. */
export const codeText = (
  segments: readonly CodeSegment[],
  now: Date,
  count: number,
  values: Values,
): string => codeMaker(segments, now)(count, values);

/** Characters a pattern would read as signs of its own. */
const literal = (text: string): string => text.replace(/[.*+?()[\]{}|^$\\]/g, '\\$&');
const SOME = '.*';

/**
 * A pattern (POSIX) of the codes that look like those of a moment; its one group is the running
 * number. Where a part before it has no fixed length only the number's own digits are taken for it.
 */
export function codePattern(segments: readonly CodeSegment[], now: Date): string {
  const day = dayOf(now);
  const loose = segments.some(isValue);
  const part = (segment: CodeSegment): string => {
    switch (segment.kind) {
      case 'const':
        return literal(segment.text ?? '');
      case 'date':
        return day.slice(...CUTS[segment.format ?? 'YYYYMMDD']);
      case 'seq':
        return `([0-9]{${loose ? (segment.length ?? DEFAULT_LENGTH.seq) : `1,${MAX_DIGITS}`}})`;
      case 'random':
        return `.{${segment.length ?? DEFAULT_LENGTH.random}}`;
      case 'check':
        return segment.method === 'mod97' ? '[0-9]{2}' : '[0-9]';
      default:
        return SOME;
    }
  };
  return `^${segments.map(part).join('')}$`;
}

/** Made-up values, so that a rule can be looked at without any. */
export const sampleValues = (segments: readonly CodeSegment[]): Values =>
  Object.fromEntries(
    segments
      .filter(isValue)
      .map((segment) => [
        valueName(segment),
        segment.kind === 'dept' ? 'BM' : `<${valueName(segment)}>`,
      ]),
  );

const FIELD = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
/** A field of the same request may still have no name; whether there is one is checked after it. */
const canName = (field: string): boolean => FIELD.test(field) || isProvisional(field);

function segmentProblems(segment: CodeSegment, at: number): Problem[] {
  const wrong = (name: string, why: string) => [
    problem(`/segments/${at}/${name}`, 'CODE_RULE_SETTING', { why }),
  ];
  if (segment.kind === 'const' && !(segment.text ?? '')) return wrong('text', '固定文字不能为空');
  if (segment.kind === 'const' && /[\p{Cc}]/u.test(segment.text ?? ''))
    return wrong('text', '固定文字含有控制字符');
  if (segment.kind === 'field' && !canName(segment.field ?? ''))
    return wrong('field', '请填写字段的英文名');
  if (segment.kind === 'check' && at === 0) return wrong('kind', '校验位前面须有内容');
  return [];
}

/** What is wrong with a rule; codes of a sound one never repeat within it. */
export function ruleProblems(segments: readonly CodeSegment[], reset: Reset): Problem[] {
  const wrong = (path: string, why: string) => [problem(path, 'CODE_RULE_SETTING', { why })];
  const numbers = segments.filter(({ kind }) => kind === 'seq').length;
  const shown = segments
    .filter(({ kind }) => kind === 'date')
    .map(({ format }) => format ?? 'YYYYMMDD')
    .join('');
  return [
    ...segments.flatMap(segmentProblems),
    ...(numbers === 1
      ? []
      : wrong('/segments', numbers === 0 ? '须有一段流水号，否则会重复' : '只能有一段流水号')),
    ...([...NEEDED[reset]].every((part) => shown.includes(part))
      ? []
      : wrong('/reset', `按${WORDS[reset].at(-1)}重新计数时，编码须含${WORDS[reset]}，否则会重复`)),
  ];
}
