import { limits } from '../../../expression/index.ts';
import type { SortKey } from './kind.ts';

/** Computed numbers have as many digits as an expression may make. */
const DIGITS = `\\d{1,${limits.MAX_DIGITS}}`;
const NUMBER = new RegExp(`^-?${DIGITS}(\\.${DIGITS})?$`);
const plain = (cast: string, shape: RegExp): SortKey => ({ sql: (column) => column, cast, shape });

export const numberSort = plain('numeric', NUMBER);
export const integerSort = plain('bigint', /^-?\d{1,18}$/);
export const booleanSort = plain('boolean', /^(true|false)$/);
export const dateSort = plain('date', /^\d{4}-\d\d-\d\d$/);
export const timeSort = plain('time', /^\d\d:\d\d:\d\d$/);
/** Ranges by the day they begin. */
export const rangeSort: SortKey = { ...dateSort, sql: (column) => `lower(${column})` };
export const dateTimeSort = plain(
  'timestamptz',
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?([+-]\d\d(:\d\d)?|Z)$/,
);
export const uuidSort = plain('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
/** Chinese by pinyin, as a person expects of a list of names. */
export const textSort: SortKey = {
  sql: (column) => `${column} COLLATE "zh-x-icu"`,
  cast: 'text',
  shape: /^[^\0]*$/s,
};
/** Options by the order the builder gave them. */
export const optionSort: SortKey = {
  sql: (column, field, bind) =>
    `array_position(${bind(field.options?.map((option) => option.code) ?? [])}::text[], ${column})`,
  cast: 'integer',
  shape: /^\d{1,9}$/,
};
