import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FIELD_TYPES, type FieldType } from '../../src/contract/index.ts';

/**
 * A field type is its descriptor, its server file and its ui file. Elsewhere code asks for a trait:
 * a list that names types is silent when one is forgotten.
 */

/** Names that mean many other things besides a field type: text, date, user. */
const COMMON: ReadonlySet<FieldType> = new Set([
  'text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'dateTime',
  'time',
  'email',
  'phone',
  'url',
  'user',
  'users',
  'dept',
  'depts',
  'role',
  'area',
  'color',
  'duration',
  'location',
  'image',
  'formula',
]);
/** The other files that may name a type, and how many do. The numbers only fall. */
const NAMED_ELSEWHERE: Partial<Record<FieldType, { most: number; why: string }>> = {
  longText: {
    most: 6,
    why: 'stands in for the input textarea; conversions; guesses of pasted tables',
  },
  richText: { most: 2, why: 'the widget of this name; conversions between types' },
  barcode: { most: 1, why: 'the widget of this name' },
  currency: {
    most: 10,
    why: 'also a way to show numbers (showAs), an icon and a number input; pasted tables',
  },
  percent: {
    most: 15,
    why: 'also a way to show numbers, an icon, a share of space; its ratio; pasted tables',
  },
  slider: { most: 2, why: 'a comment of the contract; its input asks how numbers are shown' },
  singleSelect: {
    most: 9,
    why: 'stands in for the input select; lanes; conversions; guesses of pasted tables; the states of approvals',
  },
  multiSelect: {
    most: 7,
    why: 'an input that others use to choose several; conversions between types',
  },
  cascade: {
    most: 6,
    why: 'a comment of the contract; a reader; conversions between types; how deletions go on',
  },
  yearMonth: { most: 2, why: 'words of its sums; conversions between types' },
  dateRange: { most: 3, why: 'a rule between two days; compared as a day' },
  lookup: {
    most: 21,
    why: 'what plays of approvals ask their world; foreign keys and what follows them; also an action, an index, its words and a rate limit',
  },
  attachment: {
    most: 9,
    why: 'also an icon and its word, a header of HTTP, advice about forms, opinions of approvals',
  },
  lookups: { most: 10, why: 'joins of two tables, also when purged; also a list of searches' },
  subTable: { most: 12, why: 'tables of their own: what recurses into rows' },
  signature: { most: 3, why: 'signed opinions of approvals' },
  autoNumber: {
    most: 8,
    why: 'the engine of number rules; copies and imported records get numbers of their own',
  },
  rollup: { most: 15, why: 'the engine of rollups, its copies and a setting of this name' },
};

const files = execFileSync('git', ['ls-files', '--', 'src', 'renderers', 'machines', 'scripts'])
  .toString()
  .split('\n')
  .filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.test\.tsx?$|testing|demo|templates|fill|flow\/library/.test(file),
  );
const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
const own = (type: FieldType): RegExp =>
  new RegExp(`^src/(contract|server/bizmeta|ui)/fields/(${type}(/.*)?|list|index)(\\.tsx?)?$`);

it.each(FIELD_TYPES.filter((type) => !COMMON.has(type)))(
  'the field type %s is named in its own files only',
  (type) => {
    const names = new RegExp(`['"\`]${type}['"\`]|\\b${type}:`);
    const elsewhere = texts
      .filter(([file, text]) => !own(type).test(file) && names.test(text))
      .map(([file]) => file);
    expect(elsewhere.length, elsewhere.join('\n')).toBe(NAMED_ELSEWHERE[type]?.most ?? 0);
  },
);
