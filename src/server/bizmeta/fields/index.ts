import type { FieldType } from '../../../contract/index.ts';
import { area } from './area/index.ts';
import { attachment } from './attachment/index.ts';
import { autoNumber } from './autoNumber/index.ts';
import { barcode } from './barcode/index.ts';
import { boolean } from './boolean/index.ts';
import { cascade } from './cascade/index.ts';
import { currency } from './currency/index.ts';
import { date } from './date/index.ts';
import { dateRange } from './dateRange/index.ts';
import { dateTime } from './dateTime/index.ts';
import { decimal } from './decimal/index.ts';
import { dept } from './dept/index.ts';
import { depts } from './depts/index.ts';
import { email } from './email/index.ts';
import { formula } from './formula/index.ts';
import { image } from './image/index.ts';
import { integer } from './integer/index.ts';
import { location } from './location/index.ts';
import { longText } from './longText/index.ts';
import { lookup } from './lookup/index.ts';
import { lookups } from './lookups/index.ts';
import { multiSelect } from './multiSelect/index.ts';
import { percent } from './percent/index.ts';
import { phone } from './phone/index.ts';
import { rating } from './rating/index.ts';
import { richText } from './richText/index.ts';
import { role } from './role/index.ts';
import { rollup } from './rollup/index.ts';
import { signature } from './signature/index.ts';
import { singleSelect } from './singleSelect/index.ts';
import { slider } from './slider/index.ts';
import { subTable } from './subTable/index.ts';
import { text } from './text/index.ts';
import { time } from './time/index.ts';
import { url } from './url/index.ts';
import { user } from './user/index.ts';
import { users } from './users/index.ts';
import { yearMonth } from './yearMonth/index.ts';
import type { FieldKind } from './kind.ts';

export * from './kind.ts';

/** Every field type: one folder and one line each. */
export const KINDS: Readonly<Record<FieldType, FieldKind>> = {
  text,
  longText,
  integer,
  decimal,
  currency,
  percent,
  boolean,
  date,
  dateTime,
  singleSelect,
  multiSelect,
  user,
  dept,
  lookup,
  attachment,
  email,
  phone,
  url,
  richText,
  time,
  yearMonth,
  dateRange,
  cascade,
  area,
  users,
  depts,
  role,
  lookups,
  subTable,
  image,
  signature,
  rating,
  slider,
  location,
  barcode,
  autoNumber,
  formula,
  rollup,
};
export const kindOf = (field: { type: FieldType }): FieldKind => KINDS[field.type];
