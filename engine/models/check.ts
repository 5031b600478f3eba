import { DECIMAL_LENGTH, DECIMAL_MAX_PRECISION, INTEGER_MAX, INTEGER_MIN, problem } from '../../contract/index.ts';
import type { FieldDescribe, FieldType, Problem } from '../../contract/index.ts';
import { checkDecimal, checkSchema, isEmpty, type Schema } from '../../page/index.ts';
import { cleanNumberText } from '../display/numbers.ts';
import type { JSONSchema7 } from '../json-schema.ts';
import type { UiHints } from './schema-specs.ts';
import type { FieldSpec } from './spec.ts';

const NUMBER_TYPES = new Set(['number', 'integer']);
const TYPE_WORDS: Record<string, string> = { string: '文本', number: '数字', integer: '整数', boolean: '是或否', array: '列表', object: '对象' };
const FORMATS: Record<string, { word: string; test: (text: string) => boolean }> = {
  email: { word: '邮箱地址', test: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) },
  uri: { word: '网址', test: (text) => URL.canParse(text) },
  date: { word: '日期', test: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDay(text) },
  'date-time': { word: '日期时间', test: (text) => !Number.isNaN(Date.parse(text)) },
};

/** 2026-02-29 is no day although Date takes it for the one after. */
function isRealDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Problems of one field's value, in the catalogue's words; `required` is the field's present state. */
export function checkField(spec: FieldSpec, value: unknown, required: boolean, path: string): Problem[] {
  if (isEmpty(value)) return required ? [problem(path, 'REQUIRED', { label: spec.label })] : [];
  const hints = spec.schema.ui as UiHints | undefined;
  const problems = checkAgainst(spec.schema, value, spec.label, path, spec.describe ? SHAPES[spec.describe.type] : hints?.shape);
  if (problems.length > 0) return problems;
  return spec.describe && typeof value === 'object' && !Array.isArray(value) ? wrongObject(spec.describe, spec.schema, value as object, path) : wrongDigits(spec.describe ?? hints, spec.label, value, path);
}

/** What a value of the type looks like, for a sentence about one that does not. */
const SHAPES: Partial<Record<FieldType, string>> = {
  email: '邮箱地址，如 name@example.com', phone: '电话号码，如 13800000000', url: '网址，如 https://example.com', date: '日期', dateTime: '日期时间', dateRange: '起止日期，如 2026-01-01 至 2026-01-31', location: '一个位置',
};

/** A value made of parts: its parts, and that a range does not end before it begins. */
function wrongObject({ type, label }: FieldDescribe, schema: JSONSchema7, value: object, path: string): Problem[] {
  const { from, to } = value as { from?: unknown; to?: unknown };
  const fits = checkSchema(value, schema as Schema, NOWHERE).length === 0 && (type !== 'dateRange' || (isDay(from) && isDay(to) && from <= to));
  return fits ? [] : [problem(path, 'VALUE_FORMAT', { label, expected: SHAPES[type] ?? '完整的内容' })];
}
const NOWHERE = { path: '' };
const isDay = (value: unknown): value is string => typeof value === 'string' && FORMATS['date']!.test(value);

/** Digits of a decimal, which JSON Schema cannot say. */
function wrongDigits(digits: Pick<FieldDescribe, 'precision' | 'scale'> | undefined, label: string, value: unknown, path: string): Problem[] {
  if (typeof value !== 'number' || (digits?.precision === undefined && digits?.scale === undefined)) return [];
  const { precision = DECIMAL_LENGTH, scale = 0 } = digits;
  return checkDecimal(value, precision, scale) ? [] : [problem(path, 'VALUE_PRECISION', { label, precision, scale })];
}

/** Checks a value against the part of JSON Schema forms may use; the first thing wrong is enough to tell. `shape` says what a pattern means. */
export function checkAgainst(schema: JSONSchema7, value: unknown, label: string, path: string, shape?: string): Problem[] {
  const found = wrongType(schema, value, label, path) ?? wrongOption(schema, value, label, path)
    ?? (typeof value === 'string' ? wrongText(schema, value, label, path, shape) : null)
    ?? (typeof value === 'number' ? wrongNumber(schema, value, label, path) : null)
    ?? (Array.isArray(value) ? wrongCount(schema, value, label, path) : null);
  return found ? [found] : [];
}

function wrongType(schema: JSONSchema7, value: unknown, label: string, path: string): Problem | null {
  const type = typeof schema.type === 'string' ? schema.type : undefined;
  if (!type) return null;
  const fits = NUMBER_TYPES.has(type)
    ? typeof value === 'number' && Number.isFinite(value) && (type === 'number' || Number.isInteger(value))
    : type === 'array' ? Array.isArray(value) : typeof value === type && !Array.isArray(value);
  if (fits) return null;
  // Figures that are too many for a number arrive as their text.
  if (NUMBER_TYPES.has(type) && typeof value === 'string' && /^[+-]?[\d,]*\.?\d+$/.test(cleanNumberText(value))) return problem(path, 'VALUE_DIGITS', { label, max: DECIMAL_MAX_PRECISION });
  return problem(path, 'VALUE_TYPE', { label, expected: TYPE_WORDS[type] ?? type });
}

function wrongOption(schema: JSONSchema7, value: unknown, label: string, path: string): Problem | null {
  return schema.enum && !schema.enum.includes(value as never) ? problem(path, 'VALUE_OPTION', { label, value: String(value) }) : null;
}

function wrongText(schema: JSONSchema7, text: string, label: string, path: string, shape: string | undefined): Problem | null {
  if (schema.maxLength !== undefined && [...text].length > schema.maxLength) return problem(path, 'VALUE_LENGTH', { label, max: schema.maxLength });
  if (schema.minLength !== undefined && [...text].length < schema.minLength) {
    return problem(path, 'VALUE_FORMAT', { label, expected: `至少 ${schema.minLength} 个字符` });
  }
  const format = schema.format ? FORMATS[schema.format] : undefined;
  if (format && !format.test(text)) return problem(path, 'VALUE_FORMAT', { label, expected: format.word });
  if (schema.pattern && !new RegExp(schema.pattern, 'u').test(text)) {
    return shape ? problem(path, 'VALUE_FORMAT', { label, expected: shape }) : problem(path, 'FIELD_INVALID', { label });
  }
  return null;
}

function wrongNumber(schema: JSONSchema7, value: number, label: string, path: string): Problem | null {
  const integer = schema.type === 'integer';
  const min = schema.minimum ?? (integer ? INTEGER_MIN : -Infinity);
  const max = schema.maximum ?? (integer ? INTEGER_MAX : Infinity);
  if (value >= min && value <= max) return null;
  return problem(path, 'VALUE_RANGE', { label, min: Number.isFinite(min) ? min : '不限', max: Number.isFinite(max) ? max : '不限' });
}

function wrongCount(schema: JSONSchema7, list: unknown[], label: string, path: string): Problem | null {
  if (schema.maxItems !== undefined && list.length > schema.maxItems) return problem(path, 'TOO_MANY', { max: schema.maxItems, count: list.length });
  if (schema.minItems !== undefined && list.length < schema.minItems) return problem(path, 'VALUE_FORMAT', { label, expected: `至少 ${schema.minItems} 项` });
  const items = typeof schema.items === 'object' && !Array.isArray(schema.items) ? schema.items : undefined;
  const odd = items?.enum ? list.find((item) => !items.enum!.includes(item as never)) : undefined;
  return odd === undefined ? null : problem(path, 'VALUE_OPTION', { label, value: String(odd) });
}
