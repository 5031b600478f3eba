import { valueType, type SelectOption } from '../../contract/index.ts';
import { readDate, readDateTime } from './dates.ts';
import { labelKind, type FieldLook } from './format.ts';
import { parseNumber } from './numbers.ts';
import { readTime, readYearMonth } from './times.ts';

const YES: ReadonlySet<string> = new Set(['是', '√', '✓', 'true', 'yes', 'y', '1']);
const NO: ReadonlySet<string> = new Set(['否', '×', '✗', 'false', 'no', 'n', '0']);
const parts = (text: string): string[] => text.split(/[,，、;；\n]/).map((part) => part.trim()).filter(Boolean);
function codeOf(options: readonly SelectOption[] | undefined, text: string): string {
  return options?.find((option) => option.label === text)?.code ?? options?.find((option) => option.code === text)?.code ?? text;
}
function yesOrNo(text: string): boolean | string {
  const word = text.toLowerCase();
  return YES.has(word) || (NO.has(word) ? false : text);
}

/** Values of these types hold names of people, departments or records: a text is looked up first. */
export const isNamed = (field: FieldLook): boolean => labelKind(field) !== undefined;
/** Names in a text: several where the field holds several. */
export const namesIn = (field: FieldLook, text: string): string[] => (['users', 'depts', 'lookups'].includes(field.type) ? parts(text) : [text.trim()].filter(Boolean));

/**
 * A text, as a spreadsheet puts it on the clipboard, as the field's value; undefined for an empty one. What cannot be read
 * stays the text it is, so that the field's checks refuse it in words and nothing is lost.
 */
export function readValue(field: FieldLook, text: string, now: Date): unknown {
  const clean = text.trim();
  if (clean === '') return undefined;
  switch (valueType(field)) {
    case 'integer': case 'decimal': case 'currency': case 'percent': case 'slider': case 'rating': return parseNumber(clean) ?? clean;
    case 'boolean': return yesOrNo(clean);
    case 'date': return readDate(clean, now) ?? clean;
    case 'dateTime': return readDateTime(clean, now) ?? clean;
    case 'time': return readTime(clean, field.seconds === true, now) ?? clean;
    case 'yearMonth': return readYearMonth(clean, now) ?? clean;
    case 'singleSelect': return codeOf(field.options, clean);
    case 'multiSelect': return parts(clean).map((part) => codeOf(field.options, part));
    default: return text;
  }
}
