import { DURATION_MAX } from '../base/constants.ts';
import { defineField } from './descriptor.ts';
import { NUMBER, bounds, plain } from './families.ts';

const UNITS = [
  ['天', 86_400],
  ['小时', 3_600],
  ['分', 60],
  ['秒', 1],
] as const;
/** 5400 as 1 小时 30 分; a mean to the nearest second. */
function format(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return plain(value);
  const parts: string[] = [];
  let left = Math.round(Math.abs(value));
  for (const [name, size] of UNITS) {
    if (left >= size) parts.push(`${Math.floor(left / size)} ${name}`);
    left %= size;
  }
  return parts.length === 0 ? '0 秒' : `${value < 0 ? '-' : ''}${parts.join(' ')}`;
}

const CLOCK = /^(\d{1,9})[:：]([0-5]?\d)(?:[:：]([0-5]?\d))?$/;
const WORDS =
  /^(?:(\d+(?:\.\d+)?)(?:天|d))?(?:(\d+(?:\.\d+)?)(?:个?小时|个?钟头|时|h))?(?:(\d+(?:\.\d+)?)(?:分钟?|min|m))?(?:(\d+)(?:秒钟?|s))?$/;
/** Seconds of 1:30 (hours and minutes), 1:30:15, 90分, 1.5小时; a bare number is seconds. */
function secondsOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const clock = CLOCK.exec(text);
  if (clock) return Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0);
  const words = WORDS.exec(text);
  if (!words || text === '') return undefined;
  return UNITS.reduce((sum, [, size], i) => sum + Math.round(Number(words[i + 1] ?? 0) * size), 0);
}
function read(text: string): { value: number } | { wrong: string } {
  const seconds = secondsOf(text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase());
  return seconds === undefined || seconds > DURATION_MAX
    ? { wrong: `“${text}”不是时长` }
    : { value: seconds };
}

export const duration = defineField({
  type: 'duration',
  title: '时长',
  ...NUMBER,
  icon: 'history',
  input: 'duration',
  schema: (field) => ({ type: 'integer', ...bounds(field, 0, DURATION_MAX) }),
  example: '时长，如 1:30、90分、1小时30分',
  format,
  read,
  summable: true,
  result: true,
  figures: true,
  typed: true,
});
