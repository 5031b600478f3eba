import type { FieldType } from '../../../contract/index.ts';
import { area } from './area.ts';
import { attachment } from './attachment.ts';
import { autoNumber } from './autoNumber/index.ts';
import { barcode } from './barcode.ts';
import { boolean } from './boolean.ts';
import { cascade } from './cascade.ts';
import { color } from './color.ts';
import { currency } from './currency.ts';
import { date } from './date.ts';
import { dateRange } from './dateRange.ts';
import { dateTime } from './dateTime.ts';
import { decimal } from './decimal.ts';
import { dept } from './dept.ts';
import { depts } from './depts.ts';
import { duration } from './duration.ts';
import { email } from './email.ts';
import { formula } from './formula.ts';
import { image } from './image.ts';
import { integer } from './integer.ts';
import { location } from './location.ts';
import { longText } from './longText.ts';
import { lookup } from './lookup.ts';
import { lookups } from './lookups.ts';
import { multiSelect } from './multiSelect.ts';
import { percent } from './percent.ts';
import { phone } from './phone.ts';
import { rating } from './rating.ts';
import { richText } from './richText.ts';
import { role } from './role.ts';
import { rollup } from './rollup.ts';
import { signature } from './signature.ts';
import { singleSelect } from './singleSelect.ts';
import { slider } from './slider.ts';
import { subTable } from './subTable.ts';
import { text } from './text.ts';
import { time } from './time.ts';
import { url } from './url.ts';
import { user } from './user.ts';
import { users } from './users.ts';
import { yearMonth } from './yearMonth.ts';
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
  duration,
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
  color,
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
