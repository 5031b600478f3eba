import {
  FIELDS,
  shownType,
  type ExportFormat,
  type FieldDescribe,
  type FormatName,
  type Labels,
} from '../../../contract/index.ts';
import {
  dateTimeText,
  formatValue,
  isEmpty,
  momentOf,
  plainNumber,
} from '../../../values/index.ts';
import type { LongColumn, SheetCell } from '../../kernel/index.ts';

/** How fields are written in a file. */

type Read = (value: unknown, labels: Labels) => SheetCell;
export interface FileColumn extends LongColumn {
  readonly read: Read;
}

/** Characters of a cell: what a spreadsheet takes. */
const MAX_CELL = 32_767;
const DAY = 'yyyy-mm-dd';
const MOMENT = 'yyyy-mm-dd hh:mm:ss';
const MAX_DIGITS = 9;

/** How values of the field are written; null where the type has a way of its own. */
function formatOf(field: FieldDescribe): FormatName | null {
  const { format } = FIELDS[shownType(field)];
  return typeof format === 'string' ? format : null;
}

/** The spreadsheet's format of a number with the field's digits. */
function digits({ scale, thousands }: FieldDescribe, sign = ''): string {
  const whole = thousands === false || sign ? '0' : '#,##0';
  const places = Math.min(scale ?? -1, MAX_DIGITS);
  if (places < 0) return sign ? `0.00${sign}` : 'General';
  return `${whole}${places > 0 ? `.${'0'.repeat(places)}` : ''}${sign}`;
}

const asText =
  (field: FieldDescribe): Read =>
  (value, labels) =>
    isEmpty(value) ? null : formatValue(field, value, labels).slice(0, MAX_CELL);

/** A value of which a spreadsheet knows what it is, or its text where it is none. */
function typed(field: FieldDescribe, cell: (value: unknown) => SheetCell | undefined): Read {
  const text = asText(field);
  return (value, labels) => (isEmpty(value) ? null : (cell(value) ?? text(value, labels)));
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;
/** A share as a spreadsheet holds it: 12.5 % is 0.125. */
const shareOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? Number((value / 100).toPrecision(15)) : undefined;
const dayOf = (value: unknown): SheetCell | undefined => {
  const day = typeof value === 'string' ? Date.parse(`${value.slice(0, 10)}T00:00:00Z`) : NaN;
  return Number.isNaN(day) ? undefined : { day };
};
const clockOf = (value: unknown): SheetCell | undefined => {
  const moment = momentOf(value);
  return moment ? { day: Date.parse(`${dateTimeText(moment).replace(' ', 'T')}Z`) } : undefined;
};

/** Numbers, days and moments are what they are in a workbook, so that it can count with them. */
function ofBook(field: FieldDescribe): { format?: string; read: Read } {
  switch (formatOf(field)) {
    case 'number':
    case 'amount':
    case 'stepped':
      return { format: digits(field), read: typed(field, numberOf) };
    case 'share':
      return { format: digits(field, '%'), read: typed(field, shareOf) };
    case 'day':
      return { format: DAY, read: typed(field, dayOf) };
    case 'moment':
      return { format: MOMENT, read: typed(field, clockOf) };
    default:
      return { read: asText(field) };
  }
}

/** In text everything is text; a number has no thousands and no unit, so that it is read as one. */
function ofText(field: FieldDescribe): { read: Read } {
  switch (formatOf(field)) {
    case 'number':
    case 'amount':
    case 'stepped':
      return { read: typed(field, numberOf) };
    case 'share':
      return {
        read: typed(field, (value) => {
          const share = numberOf(value);
          return share === undefined ? undefined : `${plainNumber(share)}%`;
        }),
      };
    default:
      return { read: asText(field) };
  }
}

const WIDTH = { least: 10, most: 40, text: 20 };

/** A field as a column of a file. What is masked is a text. */
export function fileColumn(
  field: FieldDescribe,
  format: ExportFormat,
  isMasked: boolean,
): FileColumn {
  const made = isMasked
    ? { read: asText({ ...field, type: 'text' }) }
    : format === 'xlsx'
      ? ofBook(field)
      : ofText(field);
  const width = Math.min(Math.max(field.label.length * 2 + 4, WIDTH.least), WIDTH.most);
  return { title: field.label, width: Math.max(width, WIDTH.text), ...made };
}
