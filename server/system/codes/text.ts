import { randomInt } from 'node:crypto';
import { MAX_CODE, problem, TIME_ZONE, type CodeSegment, type InputOf, type Problem } from '../../../contract/index.ts';
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
const CUTS = { YYYY: [0, 4], YY: [2, 4], YYYYMM: [0, 6], YYMM: [2, 6], YYYYMMDD: [0, 8], YYMMDD: [2, 8], MM: [4, 6], DD: [6, 8] } as const;
const NEEDED = { never: '', year: 'Y', month: 'YM', day: 'YMD' } as const;
const WORDS = { never: '', year: '年', month: '年月', day: '年月日' } as const;

/** Without 0, 1, I, L and O, which are read for one another. */
const SIGNS = { digits: '0123456789', letters: 'ABCDEFGHJKMNPQRSTUVWXYZ', mixed: '23456789ABCDEFGHJKMNPQRSTUVWXYZ' } as const;
const randomText = (length: number, signs: keyof typeof SIGNS): string => Array.from({ length }, () => SIGNS[signs][randomInt(SIGNS[signs].length)]).join('');

const DEFAULT_LENGTH = { seq: 4, random: 4 } as const;
export const firstOf = (segments: readonly CodeSegment[]): { start: number; step: number } => {
  const seq = segments.find(({ kind }) => kind === 'seq');
  return { start: seq?.start ?? 1, step: seq?.step ?? 1 };
};

/** The name a value is asked for by: a field's, or the department's. */
const valueName = (segment: CodeSegment): string => (segment.kind === 'dept' ? 'dept' : segment.field ?? '');

function valueText(segment: CodeSegment, values: Values): string {
  const name = valueName(segment);
  const given = Object.hasOwn(values, name) ? values[name] : null;
  const text = String(given ?? '').replace(/[\p{Cc}\s]/gu, '');
  if (text === '') throw problemsError([problem(`/values/${name}`, 'REQUIRED', { label: segment.kind === 'dept' ? '部门' : name })]);
  return text.slice(0, segment.length ?? text.length);
}

function segmentText(segment: CodeSegment, before: string, now: Date, count: number, values: Values): string {
  switch (segment.kind) {
    case 'const': return segment.text ?? '';
    case 'date': return dayOf(now).slice(...CUTS[segment.format ?? 'YYYYMMDD']);
    case 'seq': return String(count).padStart(segment.length ?? DEFAULT_LENGTH.seq, '0');
    case 'random': return randomText(segment.length ?? DEFAULT_LENGTH.random, segment.signs ?? 'mixed');
    case 'check': return checkOf(segment.method ?? 'luhn', before);
    default: return valueText(segment, values);
  }
}

/** The whole code of a number. One that has outgrown its digits is written in full. */
export function codeText(segments: readonly CodeSegment[], now: Date, count: number, values: Values): string {
  const text = segments.reduce((before, segment) => before + segmentText(segment, before, now, count, values), '');
  if (text.length > MAX_CODE) throw problemsError([problem('/segments', 'CODE_RULE_SETTING', { why: `取出的号超过 ${MAX_CODE} 个字符` })]);
  return text;
}

/** Made-up values, so that a rule can be looked at without any. */
export const sampleValues = (segments: readonly CodeSegment[]): Values =>
  Object.fromEntries(segments.filter(({ kind }) => kind === 'field' || kind === 'dept').map((segment) => [valueName(segment), segment.kind === 'dept' ? 'BM' : `<${valueName(segment)}>`]));

const FIELD = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

function segmentProblems(segment: CodeSegment, at: number): Problem[] {
  const wrong = (name: string, why: string) => [problem(`/segments/${at}/${name}`, 'CODE_RULE_SETTING', { why })];
  if (segment.kind === 'const' && !(segment.text ?? '')) return wrong('text', '固定文字不能为空');
  if (segment.kind === 'const' && /[\p{Cc}]/u.test(segment.text ?? '')) return wrong('text', '固定文字含有控制字符');
  if (segment.kind === 'field' && !FIELD.test(segment.field ?? '')) return wrong('field', '请填写字段的英文名');
  if (segment.kind === 'check' && at === 0) return wrong('kind', '校验位前面须有内容');
  return [];
}

/** What is wrong with a rule; codes of a sound one never repeat within it. */
export function ruleProblems(segments: readonly CodeSegment[], reset: Reset): Problem[] {
  const wrong = (path: string, why: string) => [problem(path, 'CODE_RULE_SETTING', { why })];
  const numbers = segments.filter(({ kind }) => kind === 'seq').length;
  const shown = segments.filter(({ kind }) => kind === 'date').map(({ format }) => format ?? 'YYYYMMDD').join('');
  return [
    ...segments.flatMap(segmentProblems),
    ...(numbers === 1 ? [] : wrong('/segments', numbers === 0 ? '须有一段流水号，否则会重复' : '只能有一段流水号')),
    ...([...NEEDED[reset]].every((part) => shown.includes(part)) ? [] : wrong('/reset', `按${WORDS[reset].at(-1)}重新计数时，编码须含${WORDS[reset]}，否则会重复`)),
  ];
}
