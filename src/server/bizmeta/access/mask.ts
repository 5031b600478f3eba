import { FIELDS, type FieldType } from '../../../contract/index.ts';

/** SQL of a text with only its first character; a single one is not shown either. */
const texts = (value: string): string =>
  `CASE WHEN ${value} = '' THEN '' WHEN length(${value}) = 1 THEN '***'
    ELSE left(${value}, 1) || '***' END`;

/** A local part of one character is not shown: it would be all of it. */
const mails = (value: string): string => `CASE WHEN position('@' in ${value}) > 2
    THEN left(${value}, 1) || '***' || substr(${value}, position('@' in ${value}))
  WHEN position('@' in ${value}) > 0 THEN '***' || substr(${value}, position('@' in ${value}))
  ELSE ${texts(value)} END`;

/** Fewer characters show all the more of a number; those are masked like any text. */
const MASKED_PHONE = 11;
const phones = (value: string): string =>
  `CASE WHEN length(${value}) >= ${MASKED_PHONE} THEN left(${value}, 3) || '****' || right(${value}, 4)
    ELSE ${texts(value)} END`;

const MASKS = { text: texts, mail: mails, phone: phones } as const;

/**
 * SQL of what is shown of a value to those who see it masked only (docs/permission.md); `value` is
 * SQL of the value. What is empty stays empty.
 */
export const maskSql = (type: FieldType, value: string): string =>
  MASKS[FIELDS[type].mask ?? 'text'](value);
