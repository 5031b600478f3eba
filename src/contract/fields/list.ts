import { area } from './area.ts';
import { attachment } from './attachment.ts';
import { autoNumber } from './autoNumber.ts';
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

/** Every field type, in the order the designer's palette offers them: a file and a line each. */
export const DESCRIPTORS = [
  text,
  longText,
  email,
  phone,
  url,
  richText,
  barcode,
  integer,
  decimal,
  currency,
  percent,
  duration,
  rating,
  slider,
  singleSelect,
  multiSelect,
  boolean,
  cascade,
  area,
  color,
  date,
  dateTime,
  time,
  yearMonth,
  dateRange,
  user,
  users,
  dept,
  depts,
  role,
  lookup,
  lookups,
  subTable,
  attachment,
  image,
  signature,
  location,
  autoNumber,
  formula,
  rollup,
] as const;
