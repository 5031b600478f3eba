import type { FieldType } from '../../../contract/index.ts';
import { attachment } from './attachment/index.ts';
import { boolean } from './boolean/index.ts';
import { currency } from './currency/index.ts';
import { date } from './date/index.ts';
import { dateTime } from './dateTime/index.ts';
import { decimal } from './decimal/index.ts';
import { dept } from './dept/index.ts';
import { email } from './email/index.ts';
import { integer } from './integer/index.ts';
import type { FieldKind } from './kind.ts';
import { longText } from './longText/index.ts';
import { lookup } from './lookup/index.ts';
import { multiSelect } from './multiSelect/index.ts';
import { percent } from './percent/index.ts';
import { phone } from './phone/index.ts';
import { singleSelect } from './singleSelect/index.ts';
import { text } from './text/index.ts';
import { url } from './url/index.ts';
import { user } from './user/index.ts';

export * from './kind.ts';

/** Every field type: one folder and one line each. */
export const KINDS: Readonly<Record<FieldType, FieldKind>> = {
  text, longText, integer, decimal, currency, percent, boolean, date, dateTime, singleSelect, multiSelect,
  user, dept, lookup, attachment, email, phone, url,
};
export const kindOf = (field: { type: FieldType }): FieldKind => KINDS[field.type];
