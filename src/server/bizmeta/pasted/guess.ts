import { MAX_LABEL, type FieldType, type SelectOption } from '../../../contract/index.ts';
import { readValue, type ReadField } from '../../../values/index.ts';

/** What a column of a pasted table is taken for: the first type all its values can be read as. */

const WHOLE = /^[-+]?\d{1,3}(,?\d{3})*$/;
const MONEY = /^[-(]?\s*[¥￥$€]\s*[\d,]+(\.\d+)?\)?$/;
/** Numbers are money when one of them says so: people write the sign on the first line only. */
const isMoney = (values: readonly string[], now: Date): boolean =>
  values.some((text) => MONEY.test(text)) &&
  values.every((text) => MONEY.test(text) || isNumber(text, now));
const SHARE = /^[-+]?[\d,]+(\.\d+)?\s*%$/;
const MOBILE = /^(\+?86[- ]?)?1[3-9]\d{9}$|^0\d{2,3}-?\d{7,8}$/;
const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const WEB = /^https?:\/\/\S+$/i;
const YES_NO = new Set(['是', '否', '√', '×', '✓', '✗']);
/** Numbers that begin with a zero are codes. */
const CODE = /^0\d/;

/** Options a column may have, and how often each is used at least, on average. */
const MOST_OPTIONS = 12;
const USED = 2;
const LINE = 200;

const isRead = (type: FieldType, text: string, now: Date): boolean =>
  'value' in readValue({ type } as ReadField, text, now);
const isNumber = (text: string, now: Date): boolean =>
  !CODE.test(text) && isRead('decimal', text, now);

/** Tests in the order they are tried. */
const TESTS: readonly (readonly [FieldType, (text: string, now: Date) => boolean])[] = [
  ['boolean', (text) => YES_NO.has(text)],
  ['phone', (text) => MOBILE.test(text)],
  ['email', (text) => MAIL.test(text)],
  ['url', (text) => WEB.test(text)],
  ['percent', (text) => SHARE.test(text)],
  // Eight digits that name a day are one before they are a number.
  ['date', (text, now) => isRead('date', text, now)],
  ['dateTime', (text, now) => isRead('dateTime', text, now)],
  ['integer', (text, now) => WHOLE.test(text) && isNumber(text, now)],
  ['decimal', isNumber],
];

/** The labels a column repeats, when they look like a choice of a few. */
function choicesOf(values: readonly string[]): string[] {
  const distinct = [...new Set(values)];
  const fits =
    distinct.length <= MOST_OPTIONS &&
    values.length >= distinct.length * USED &&
    distinct.every((label) => label.length <= MAX_LABEL && !label.includes('\n'));
  return fits ? distinct : [];
}

export function guessType(values: readonly string[], now: Date): FieldType {
  if (values.length === 0) return 'text';
  if (isMoney(values, now)) return 'currency';
  const found = TESTS.find(([, fits]) => values.every((text) => fits(text, now)))?.[0];
  if (found) return found;
  if (choicesOf(values).length > 0) return 'singleSelect';
  return values.some((text) => text.length > LINE || text.includes('\n')) ? 'longText' : 'text';
}

const COLORS = ['arcoblue', 'green', 'orange', 'purple', 'red', 'cyan', 'gold', 'magenta'];
/** A column's values as options, in the order they are met. */
export const optionsOf = (values: readonly string[], most: number): SelectOption[] =>
  [...new Set(values)].slice(0, most).map((label, at) => ({
    code: `o${at + 1}`,
    label: [...label].slice(0, MAX_LABEL).join(''),
    color: COLORS[at % COLORS.length]!,
  }));
