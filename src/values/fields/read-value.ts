import {
  FIELDS,
  valueType,
  type FieldType,
  type ReaderName,
  type ResultType,
  type SelectOption,
} from '../../contract/index.ts';
import { optionPath } from './options.ts';
import { readDate, readDateTime } from '../times/dates.ts';
import { labelKind, type FieldFormat } from './format.ts';
import { isPercentage, parseNumber, plainNumber } from '../numbers/numbers.ts';
import { readTime, readYearMonth } from '../times/times.ts';

/** What reading a text needs to know of its field; a FieldDescribe fits. */
export type ReadField = FieldFormat & { resultType?: ResultType | undefined };
/** The value (undefined for an empty text), names still to be looked up, or why there is none. */
export type ParsedValue =
  | { value: unknown }
  | { names: string[]; kind: string; many: boolean }
  | { wrong: string };
type Read = (text: string, field: ReadField, now: Date) => ParsedValue;

const parts = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，、;；\n]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];
const line: Read = (text) => ({ value: text.replaceAll(/\s*[\r\n]+\s*/g, ' ') });
const asIs: Read = (text) => ({ value: text });
const or = (value: unknown, text: string, what: string): ParsedValue =>
  value === null || value === undefined ? { wrong: `“${text}”不是${what}` } : { value };

/**
 * Accounting's (1,200) is negative; the code of a currency may come before or after. 85% is 0.85
 * but no amount and no whole number: it belongs in another column.
 */
const number: Read = (text, { type }) => {
  const { format, whole } = FIELDS[type];
  if (isPercentage(text) && (format === 'amount' || whole))
    return { wrong: `“${text}”是百分数，这一列不能填百分数` };
  const inner = /^\((.+)\)$/.exec(text)?.[1];
  const plain = (inner ?? text).replaceAll(/^[A-Z]{3}\s*|\s*[A-Z]{3}$/g, '');
  const found = parseNumber(plain, format === 'share');
  return or(typeof found === 'number' && inner !== undefined ? -found : found, text, '数字');
};
const score: Read = (text, field, now) => number(text.replace(/\s*\/\s*\d+$/, ''), field, now);

const YES: ReadonlySet<string> = new Set(['是', '√', '✓', 'true', 'yes', 'y', '1']);
const NO: ReadonlySet<string> = new Set(['否', '×', '✗', 'false', 'no', 'n', '0']);
const yesNo: Read = (text) => {
  const word = text.toLowerCase();
  return YES.has(word)
    ? { value: true }
    : NO.has(word)
      ? { value: false }
      : { wrong: `“${text}”不是“是”或“否”` };
};

const optionOf = (options: readonly SelectOption[] = [], text: string): SelectOption | undefined =>
  options.find((option) => option.label === text) ?? options.find((option) => option.code === text);
const noOption = (text: string): ParsedValue => ({ wrong: `没有选项“${text}”` });
const one: Read = (text, field) => {
  const option = optionOf(field.options, text);
  return option ? { value: option.code } : noOption(text);
};
const several: Read = (text, field) => {
  const found = parts(text).map((part) => [part, optionOf(field.options, part)] as const);
  const missing = found.find(([, option]) => !option);
  return missing ? noOption(missing[0]) : { value: found.map(([, option]) => option!.code) };
};
const everyCode = (options: readonly SelectOption[] = []): string[] =>
  options.flatMap((option) => [option.code, ...everyCode(option.children)]);
/** A path such as 电子 / 手机, or a label there is only one of. */
const cascade: Read = (text, { options }) => {
  const wanted = text.split('/').map((step) => step.trim());
  const fits = everyCode(options).filter((code) => {
    const labels = optionPath(options, code).map((option) => option.label);
    return (
      code === text ||
      (labels.length >= wanted.length &&
        wanted.every((step, i) => step === labels[labels.length - wanted.length + i]))
    );
  });
  const whole = fits.find(
    (code) => optionPath(options, code).length === wanted.length && wanted.length > 1,
  );
  if (fits.length > 1 && whole === undefined)
    return { wrong: `“${text}”有多个同名选项，请写明上级` };
  return fits.length === 0 ? noOption(text) : { value: whole ?? fits[0] };
};

/** Spreadsheets write a day as one with a midnight behind it. */
const dayOf = (text: string): string => text.replace(/[ T]0?0:00(:00(\.0+)?)?$/, '');
const date: Read = (text, _, now) => or(readDate(dayOf(text), now), text, '日期');
const dateRange: Read = (text, _, now) => {
  const [from = '', to = from, ...more] = text.split(/\s*(?:至|到|~|～|—)\s*/);
  const [first, last] = [readDate(dayOf(from), now), readDate(dayOf(to), now)];
  return more.length > 0 || !first || !last
    ? { wrong: `“${text}”不是日期区间` }
    : { value: { from: first, to: last } };
};
const named: Read = (text, field) => {
  const many = FIELDS[field.type].many === true;
  return { names: many ? parts(text) : [text], kind: labelKind(field) ?? '', many };
};

const READERS: Record<ReaderName, Read> = {
  line,
  asIs,
  number,
  score,
  yesNo,
  day: date,
  moment: (text, _, now) => or(readDateTime(text, now), text, '日期时间'),
  span: dateRange,
  clock: (text, field, now) => or(readTime(text, field.seconds === true, now), text, '时间'),
  month: (text, _, now) => or(readYearMonth(text, now), text, '年月'),
  option: one,
  options: several,
  path: cascade,
  names: named,
};

/** A text, as a spreadsheet puts it on the clipboard, as the field's value. */
export function readValue(field: ReadField, text: string, now: Date): ParsedValue {
  if (text.trim() === '') return { value: undefined };
  // The lines of a long text are its own.
  const read = field.type === valueType(field) ? FIELDS[field.type]?.read : undefined;
  if (read === undefined) return { wrong: '这一列不能粘贴文字' };
  const clean = read === 'asIs' ? text : text.trim();
  return typeof read === 'string' ? READERS[read](clean, field, now) : read(clean, field);
}

/** A number as a spreadsheet reads it: no groups, no exponent; a share with its sign. */
export const writeNumber = (type: FieldType, value: number): string =>
  FIELDS[type].format === 'share' ? `${plainNumber(value)}%` : plainNumber(value);
