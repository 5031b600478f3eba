import type { AttachmentRef, FieldType, Labels, SelectOption } from '../../contract/index.ts';
import type { LabelStore } from '../ports.ts';
import { dateTimeText, momentOf } from './dates.ts';
import { formatCurrency, formatNumber } from './numbers.ts';

/** What reading a value needs to know of its field: a FieldDescribe fits, and so does a system field. */
export interface FieldLook { type: FieldType; options?: SelectOption[]; refObject?: string; scale?: number; currencyCode?: string; label?: string }
/** Where names of ids come from: an answer's labels, or the application's store. */
export type LabelSource = Labels | Pick<LabelStore, 'get'> | undefined;

export const EMPTY_TEXT = '—';
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The kind an id's label is kept under: user, dept or the object's apiName; undefined for other fields. */
export function labelKind(field: FieldLook): string | undefined {
  if (field.type === 'user' || field.type === 'dept') return field.type;
  return field.type === 'lookup' ? field.refObject : undefined;
}
/** The name of an id, the id itself while its name is not known. */
export function labelOf(kind: string | undefined, id: string, labels: LabelSource): string {
  if (!kind || !labels) return id;
  const found = typeof labels.get === 'function' ? (labels as LabelStore).get(kind, id) : (labels as Labels)[kind]?.[id];
  return found ?? id;
}
/** The option of a code; one that was removed since shows its code. */
export const optionOf = (field: Pick<FieldLook, 'options'>, code: unknown): SelectOption =>
  field.options?.find((option) => option.code === code) ?? { code: String(code), label: String(code) };

const UNITS = ['B', 'KB', 'MB', 'GB'];
/** 1536 -> 1.5 KB */
export function fileSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)));
  const amount = bytes / 1024 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : Math.round(amount * 10) / 10} ${UNITS[step]}`;
}
export const attachmentsOf = (value: unknown): AttachmentRef[] =>
  (Array.isArray(value) ? value : []).filter((item): item is AttachmentRef => !!item && typeof item === 'object' && typeof item.fileId === 'string');

/** Only these schemes become links: a stored `javascript:` stays plain text. */
export function safeLink(type: FieldType, value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (type === 'email') return /^[^\s@?&]+@[^\s@?&]+$/.test(value) ? `mailto:${value}` : undefined;
  if (type === 'phone') return /^[+\d][\d\s()-]*$/.test(value) ? `tel:${value.replace(/[\s()-]/g, '')}` : undefined;
  return type === 'url' && /^https?:\/\/[^\s]+$/i.test(value) ? value : undefined;
}

type Format = (value: unknown, field: FieldLook, labels: LabelSource) => string;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const plain: Format = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const number: Format = (value, field) => (typeof value === 'number' ? formatNumber(value, field.scale) : plain(value, field, undefined));
const named: Format = (value, field, labels) => list(value).map((id) => labelOf(labelKind(field), String(id), labels)).join('、');
const optionLabels: Format = (value, field) => list(value).map((code) => optionOf(field, code).label).join('、');
const dateTime: Format = (value) => {
  const moment = momentOf(value);
  return moment ? dateTimeText(moment) : String(value);
};
const FORMATS: Record<FieldType, Format> = {
  text: plain, longText: plain, email: plain, phone: plain, url: plain,
  integer: number, decimal: number,
  currency: (value, field) => (typeof value === 'number' ? formatCurrency(value, field.currencyCode, field.scale) : plain(value, field, undefined)),
  percent: (value, field) => (typeof value === 'number' ? `${formatNumber(value, field.scale)}%` : plain(value, field, undefined)),
  boolean: (value) => (value === true ? '是' : value === false ? '否' : String(value)),
  date: (value) => (typeof value === 'string' ? value.slice(0, 10) : plain(value, { type: 'date' }, undefined)),
  dateTime, singleSelect: optionLabels, multiSelect: optionLabels, user: named, dept: named, lookup: named,
  attachment: (value) => attachmentsOf(value).map((file) => file.name).join('、'),
  richText: plain, time: plain, yearMonth: plain, dateRange: plain, cascade: optionLabels, area: plain, users: named, depts: named, role: named, lookups: named,
  subTable: plain, image: (value) => attachmentsOf(value).map((file) => file.name).join('、'), signature: plain, rating: number, slider: number,
  location: plain, barcode: plain, autoNumber: plain, formula: plain, rollup: plain,
};

/**
 * A value as plain text, for copying, exports and accessible names; '' when empty. Never throws: a value of the wrong type
 * comes out as its own text. Percent values are stored as they are read (25 is 25%).
 */
export function formatValue(field: FieldLook, value: unknown, labels?: LabelSource): string {
  return isEmpty(value) ? '' : (FORMATS[field.type] ?? plain)(value, field, labels);
}
const NUMERIC = new Set<FieldType>(['integer', 'decimal', 'currency', 'percent']);
/** Values of these types stand at the right, in tabular figures. */
export const isNumeric = (type: FieldType): boolean => NUMERIC.has(type);
