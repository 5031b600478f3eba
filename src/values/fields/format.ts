import {
  ANONYMOUS_USER_ID,
  FIELDS,
  shownType,
  type AttachmentRef,
  type FieldDescriptor,
  type FieldType,
  type FormatName,
  type Labels,
  type ResultType,
  type SelectOption,
  type ShownAs,
} from '../../contract/index.ts';
import { optionPath } from './options.ts';
import type { LabelStore } from '../base/labels.ts';
import { dateTimeText, momentOf } from '../times/dates.ts';
import { geoPointOf, geoPointText } from './geo-point.ts';
import { richLine } from '../texts/rich-nodes.ts';
import { monthParts, spanOf, timeOf, timeParts } from '../times/times.ts';
import {
  formatCurrency,
  formatNumber,
  plainNumber,
  shortNumber,
  withUnit,
} from '../numbers/numbers.ts';

/**
 * What reading a value needs to know of its field: a FieldDescribe fits, and so does a system
 * field.
 */
export interface FieldFormat {
  type: FieldType;
  options?: SelectOption[];
  refObject?: string;
  label?: string;
  max?: number;
  seconds?: boolean;
  scale?: number;
  step?: number;
  currencyCode?: string;
  thousands?: boolean;
  unit?: string;
  unitFirst?: boolean;
  compact?: boolean;
  resultType?: ResultType;
  showAs?: ShownAs;
  noSum?: boolean;
  masked?: boolean;
  fields?: readonly (FieldFormat & { apiName: string })[];
}
/** Where names of ids come from: an answer's labels, or the application's store. */
export type LabelSource = Labels | Pick<LabelStore, 'get'> | undefined;

export const EMPTY_TEXT = '—';
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/**
 * The kind an id's label is stored under: user, dept, role, area or the object's apiName; undefined
 * for other fields.
 */
export function labelKind(field: FieldFormat): string | undefined {
  const names = FIELDS[field.type]?.names;
  return names === 'record' ? field.refObject : names;
}
/** Shown for a person, department or record that was deleted or that the user may not see. */
export const UNAVAILABLE_TEXT = '已删除或无权查看';
/** Instead of a name, for what was filled in without one. */
const ANONYMOUS_TEXT = '匿名填写';
/** The name of an id, the id itself while its name is not known. */
export function labelOf(kind: string | undefined, id: string, labels: LabelSource): string {
  if (kind === 'user' && id === ANONYMOUS_USER_ID) return ANONYMOUS_TEXT;
  if (!kind || !labels) return id;
  const found =
    typeof labels.get === 'function'
      ? (labels as LabelStore).get(kind, id)
      : (labels as Labels)[kind]?.[id];
  return found === '' ? UNAVAILABLE_TEXT : (found ?? id);
}
/**
 * The name of an area's code, with what it lies in; the code itself while it is not known or when
 * the list has it no more.
 */
export function areaLabel(code: string, labels: LabelSource): string {
  const name = labelOf('area', code, labels);
  return name === UNAVAILABLE_TEXT ? code : name;
}
/** The option of a code; one that was removed since shows its code. */
export const optionOf = (field: Pick<FieldFormat, 'options'>, code: unknown): SelectOption =>
  field.options?.find((option) => option.code === code) ?? {
    code: String(code),
    label: String(code),
  };

const UNITS = ['B', 'KB', 'MB', 'GB'];
/** 1536 -> 1.5 KB */
export function fileSize(bytes: number): string {
  const step = Math.min(
    UNITS.length - 1,
    Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)),
  );
  const amount = bytes / 1024 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : Math.round(amount * 10) / 10} ${UNITS[step]}`;
}
/** The stored files in a value: a list of them, or one alone as a signature is. */
export const attachmentsOf = (value: unknown): AttachmentRef[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (item): item is AttachmentRef =>
      !!item && typeof item === 'object' && typeof item.fileId === 'string',
  );

/** Only these schemes become links: a stored `javascript:` stays plain text. */
export function safeLink(type: FieldType, value: unknown): string | undefined {
  const link = FIELDS[type].link;
  return link && typeof value === 'string' && value !== '' ? LINKS[link](value) : undefined;
}
const LINKS: Record<NonNullable<FieldDescriptor['link']>, (value: string) => string | undefined> = {
  mail: (value) => (/^[^\s@?&]+@[^\s@?&]+$/.test(value) ? `mailto:${value}` : undefined),
  phone: (value) =>
    /^[+\d][\d\s()-]*$/.test(value) ? `tel:${value.replace(/[\s()-]/g, '')}` : undefined,
  web: (value) => (/^https?:\/\/[^\s]+$/i.test(value) ? value : undefined),
};

type Format = (value: unknown, field: FieldFormat, labels: LabelSource) => string;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const asText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
/** A text of a number, for values that are one. */
const figure =
  (text: (value: number, field: FieldFormat) => string): Format =>
  (value, field) =>
    typeof value === 'number' ? text(value, field) : asText(value);
const isGrouped = (field: FieldFormat): boolean => field.thousands !== false;
const decimalsOf = (value: number): number => plainNumber(value).split('.')[1]?.length ?? 0;
/** Digits after the point; a slider's values have those of its steps. */
const digitsOf = ({ scale, step }: FieldFormat): number | undefined =>
  scale ?? (step === undefined ? undefined : decimalsOf(step));
/** The same with the field's unit, and short from ten thousand on where the field says so. */
const measured = (
  text: (value: number, scale: number | undefined, field: FieldFormat) => string,
  scaleOf: (field: FieldFormat, value: number) => number | undefined,
): Format =>
  figure((value, field) => {
    const short = field.compact === true ? shortNumber(value) : { value, mark: '' };
    const shown =
      short.mark === ''
        ? text(value, scaleOf(field, value), field)
        : `${text(short.value, decimalsOf(short.value), field)} ${short.mark}`;
    return field.unit ? withUnit(shown, field.unit, field.unitFirst) : shown;
  });
const plainly = (value: number, scale: number | undefined, field: FieldFormat): string =>
  formatNumber(value, scale, isGrouped(field));
const number = measured(plainly, ({ scale }) => scale);
const slid = measured(
  plainly,
  (field, value) => field.scale ?? Math.max(digitsOf(field) ?? 0, decimalsOf(value)),
);
const named: Format = (value, field, labels) =>
  list(value)
    .map((id) => labelOf(labelKind(field), String(id), labels))
    .join('、');
const optionLabels: Format = (value, field) =>
  list(value)
    .map((code) => optionOf(field, code).label)
    .join('、');
const fileNames: Format = (value) =>
  attachmentsOf(value)
    .map((file) => file.name)
    .join('、');
const dateTime: Format = (value) => {
  const moment = momentOf(value);
  return moment ? dateTimeText(moment) : String(value);
};
const FORMATS: Record<FormatName, Format> = {
  plain: asText,
  number: number,
  amount: measured(
    (value, scale, field) => formatCurrency(value, field.currencyCode, scale, isGrouped(field)),
    digitsOf,
  ),
  share: figure((value, field) => `${formatNumber(value, digitsOf(field), isGrouped(field))}%`),
  yesNo: (value) => (value === true ? '是' : value === false ? '否' : String(value)),
  day: (value) => (typeof value === 'string' ? value.slice(0, 10) : asText(value)),
  moment: dateTime,
  options: optionLabels,
  names: named,
  files: fileNames,
  richLine: richLine,
  clock: (value, field) => {
    const parts = timeParts(value);
    return parts ? timeOf(parts, field.seconds === true) : asText(value);
  },
  month: (value) => (monthParts(value) ? String(value).slice(0, 7) : asText(value)),
  span: (value) => {
    const { from, to } = spanOf(value);
    return from || to ? `${from ?? '？'} 至 ${to ?? '？'}` : asText(value);
  },
  path: (value, field) =>
    list(value)
      .map(
        (code) =>
          optionPath(field.options, code)
            .map((option) => option.label)
            .join(' / ') || String(code),
      )
      .join('、'),
  region: (value, _, labels) =>
    list(value)
      .map((code) => areaLabel(String(code), labels))
      .join('、'),
  rowCount: (value) => `${Array.isArray(value) ? value.length : String(value)} 行`,
  signed: (value) => (attachmentsOf(value).length > 0 ? '已签名' : asText(value)),
  stepped: slid,
  point: (value) => geoPointText(geoPointOf(value)) || asText(value),
};

/**
 * A value as plain text, for copying, exports and accessible names; '' when empty. Never throws: a
 * value of the wrong type comes out as its own text. Percent values are stored as they are read (25
 * is 25%).
 */
export function formatValue(field: FieldFormat, value: unknown, labels?: LabelSource): string {
  if (isEmpty(value)) return '';
  const format = FIELDS[shownType(field)]?.format ?? 'plain';
  return typeof format === 'string' ? FORMATS[format](value, field, labels) : format(value, field);
}
/** Values of these types are right-aligned, in tabular figures. */
export const isNumeric = (type: FieldType): boolean => FIELDS[type]?.figures === true;
