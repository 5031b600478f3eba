import {
  FIELDS,
  isComputed,
  type DefaultFrom,
  type FieldDescribe,
  type FieldType,
} from '../../contract/index.ts';
import { clockText, dayText, todayOf, wallTimeOf } from '../times/days.ts';
import { plainNumber } from '../numbers/numbers.ts';

type Source = DefaultFrom['source'];

/** The present as values that read as a day, a moment, a time or a month. */
const NOW: Readonly<Record<string, (now: Date) => string>> = {
  day: (now) => dayText(todayOf(now)),
  month: (now) => dayText(todayOf(now)).slice(0, 'YYYY-MM'.length),
  clock: (now) => clockText(wallTimeOf(now.toISOString())?.minutes ?? 0),
  moment: (now) => now.toISOString(),
};
const nowOf = (type: FieldType): ((now: Date) => string) | undefined => {
  const { format } = FIELDS[type];
  return typeof format === 'string' ? NOW[format] : undefined;
};
/** Values that a formula can give: of one scalar type, and no choice among options or names. */
const FORMULA_FAMILIES: ReadonlySet<string> = new Set(['text', 'number', 'boolean', 'moment']);
const SCALARS: ReadonlySet<unknown> = new Set(['text', 'number', 'boolean', 'date', 'dateTime']);

/** Times and months are texts of a form that formulas do not make. */
const isClock = (type: FieldType): boolean =>
  FIELDS[type].family === 'moment' && FIELDS[type].reads === 'text';

/** Whether an address can give a value of the type: it is typed as text, and names no people. */
const isTypedText = (type: FieldType): boolean => {
  const { read, names, many } = FIELDS[type];
  return read !== undefined && (names === undefined || (names === 'record' && many !== true));
};

/** Where the first value of a field of the type may come from, besides a constant. */
export function defaultSources(type: FieldType): Source[] {
  const { names, family, reads, many } = FIELDS[type];
  if (isComputed(type) || family === 'files' || family === 'content') return [];
  return [
    ...(nowOf(type) ? (['now'] as const) : []),
    ...(names === 'user' ? (['user'] as const) : []),
    ...(names === 'dept' ? (['dept'] as const) : []),
    ...(names === 'record' && many ? [] : (['last'] as const)),
    ...(isTypedText(type) ? (['address'] as const) : []),
    ...(FORMULA_FAMILIES.has(family) && SCALARS.has(reads) && !isClock(type)
      ? (['formula'] as const)
      : []),
  ];
}

/** The same for a column of a sub-table: its rows are not filled in one by one, nor by an address. */
export const columnDefaultSources = (type: FieldType): Source[] =>
  defaultSources(type).filter((source) => source !== 'last' && source !== 'address');

/** The present moment as a value of the type, in the tenant's time zone. */
export const defaultNow = (type: FieldType, now: Date): string | undefined => nowOf(type)?.(now);

/** What a formula gave, as the field holds it: numbers rounded to its digits, texts cut off. */
export function fittedDefault(
  value: unknown,
  { type, scale, maxLength }: Pick<FieldDescribe, 'type' | 'scale' | 'maxLength'>,
): unknown {
  if (typeof value === 'number') {
    const digits = FIELDS[type].whole ? 0 : scale;
    return digits === undefined ? value : rounded(value, digits);
  }
  return typeof value === 'string' && maxLength !== undefined
    ? [...value].slice(0, maxLength).join('')
    : value;
}
/** Half away from zero, by the digits as they are written. */
function rounded(value: number, digits: number): number {
  const [whole = '0', fraction = ''] = plainNumber(Math.abs(value)).split('.');
  if (fraction.length <= digits) return value;
  const units = BigInt(whole + fraction.slice(0, digits)) + (fraction[digits]! >= '5' ? 1n : 0n);
  const text = units.toString().padStart(digits + 1, '0');
  const at = text.length - digits;
  return Math.sign(value) * Number(`${text.slice(0, at)}.${text.slice(at)}`);
}

/** Whether a new record's first values have to be asked for: formulas are computed on the spot. */
export const hasAskedDefaults = (
  fields: readonly Pick<FieldDescribe, 'defaultFrom' | 'fields' | 'removed'>[],
): boolean =>
  fields.some(
    ({ defaultFrom, fields: columns, removed }) =>
      removed !== true &&
      ((defaultFrom !== undefined && defaultFrom.source !== 'formula') ||
        (columns !== undefined && hasAskedDefaults(columns as FieldDescribe[]))),
  );

/** Whether a form over the fields takes values of its address. */
export const hasFromAddress = (fields: readonly Pick<FieldDescribe, 'defaultFrom'>[]): boolean =>
  fields.some(({ defaultFrom }) => defaultFrom?.source === 'address');
