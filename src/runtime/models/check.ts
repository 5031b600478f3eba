import {
  DECIMAL_LENGTH,
  DECIMAL_MAX_PRECISION,
  FIELDS,
  fitsTextFormat,
  jsonTypeName,
  missingAt,
  problem,
  TEXT_FORMATS,
  type FieldDescribe,
  type Problem,
} from '../../contract/index.ts';
import { checkDecimal, cleanNumberText } from '../../values/index.ts';
import { checkSchema, FORMATS, isEmpty, type Fault, type Schema } from '../../page/index.ts';
import type { JSONSchema7 } from './json-schema.ts';
import type { UiHints } from './schema-specs.ts';
import type { FieldSpec } from './spec.ts';

const NUMBER_TYPES = new Set(['number', 'integer']);
const NOWHERE = { path: '' };

/**
 * Problems of one field's value, in the catalogue's words; `required` is the field's present state.
 */
export function checkField(
  spec: FieldSpec,
  value: unknown,
  required: boolean,
  path: string,
): Problem[] {
  const { label, describe, schema } = spec;
  if (isEmpty(value)) return required ? [missingAt(path, label, spec.input)] : [];
  const own = spec.rows || spec.members ? outerOf(schema) : schema;
  const [fault] = checkSchema(value, own as Schema, NOWHERE);
  if (fault) return [problemOf(fault, { spec, path, shape: shapeOf(spec) })];
  if (endsEarly(describe, value))
    return [problem(path, 'VALUE_FORMAT', { label, expected: FIELDS.dateRange.example! })];
  const digits = describe ?? (schema.ui as UiHints | undefined);
  return [...wrongFormat(spec, value, path), ...wrongDigits(digits, label, value, path)];
}

/** A text that is not of its field's format: JSON Schema has no check digits. */
function wrongFormat({ describe, label }: FieldSpec, value: unknown, path: string): Problem[] {
  const format = describe?.textFormat;
  if (format === undefined || typeof value !== 'string' || fitsTextFormat(value, format)) return [];
  return [problem(path, 'VALUE_FORMAT', { label, expected: TEXT_FORMATS[format].example })];
}

/** What a value of the field looks like, in words. */
const shapeOf = ({ describe, schema }: FieldSpec): string | undefined =>
  describe ? FIELDS[describe.type].example : (schema.ui as UiHints | undefined)?.shape;

/**
 * Rows and members have fields of their own, which are checked one by one: of the whole only the
 * kind and the count are.
 */
function outerOf({
  items: _items,
  properties: _properties,
  required: _required,
  additionalProperties: _others,
  ...outer
}: JSONSchema7): JSONSchema7 {
  return outer;
}
/** A range whose days are none, or in the wrong order. */
function endsEarly(describe: FieldDescribe | undefined, value: unknown): boolean {
  if (describe?.type !== 'dateRange') return false;
  const { from, to } = value as { from: string; to: string };
  return (
    [from, to].some((day) => checkSchema(day, { format: 'date' }, NOWHERE).length > 0) || from > to
  );
}

/** Digits of a decimal, which JSON Schema cannot say. */
function wrongDigits(
  digits: Pick<FieldDescribe, 'precision' | 'scale'> | undefined,
  label: string,
  value: unknown,
  path: string,
): Problem[] {
  if (typeof value !== 'number' || (digits?.precision === undefined && digits?.scale === undefined))
    return [];
  const { precision = DECIMAL_LENGTH, scale = 0 } = digits;
  return checkDecimal(value, precision, scale)
    ? []
    : [problem(path, 'VALUE_PRECISION', { label, precision, scale })];
}

interface CheckedField {
  spec: FieldSpec;
  path: string;
  /** What the pattern asks for, in words. */
  shape: string | undefined;
}
const constText = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? '是' : '否') : String(value);
/** What a value must be, for faults that are described by the schema's limit alone. */
const EXPECTED: Readonly<Record<string, (limit: unknown) => string>> = {
  const: constText,
  minLength: (limit) => `至少 ${Number(limit)} 个字符`,
  minItems: (limit) => `至少 ${Number(limit)} 项`,
  exclusiveMinimum: (limit) => `大于 ${Number(limit)} 的数`,
  exclusiveMaximum: (limit) => `小于 ${Number(limit)} 的数`,
  multipleOf: (limit) => `${Number(limit)} 的倍数`,
  uniqueItems: () => '互不重复的各项',
};
/** The checker's fault in the catalogue's words. */
function problemOf(fault: Fault, checked: CheckedField): Problem {
  const {
    spec: { label, schema },
    path,
  } = checked;
  if (fault.place.path !== '') return withinProblem(fault, checked);
  const expected = EXPECTED[fault.keyword]?.(fault.limit);
  if (expected !== undefined) return problem(path, 'VALUE_FORMAT', { label, expected });
  switch (fault.keyword) {
    case 'type':
      return wrongType(schema, fault.value, label, path);
    case 'enum':
    case 'oneOf':
      return problem(path, 'VALUE_OPTION', { label, value: String(fault.value) });
    case 'maxLength':
      return problem(path, 'VALUE_LENGTH', { label, max: Number(fault.limit) });
    case 'maxItems':
      return problem(path, 'TOO_MANY', {
        max: Number(fault.limit),
        count: (fault.value as unknown[]).length,
      });
    case 'minimum':
    case 'maximum':
      return problem(path, 'VALUE_RANGE', {
        label,
        min: schema.minimum ?? '不限',
        max: schema.maximum ?? '不限',
      });
    default:
      return shapeProblem(fault, checked);
  }
}
/** A value of the right type and size that does not look as it should. */
function shapeProblem(fault: Fault, checked: CheckedField): Problem {
  const {
    spec: { label, describe },
    path,
    shape,
  } = checked;
  const format = (expected: string): Problem => problem(path, 'VALUE_FORMAT', { label, expected });
  switch (fault.keyword) {
    case 'format':
      return format(shape ?? FORMATS[String(fault.limit)]?.word ?? String(fault.limit));
    case 'pattern':
      return shape ? format(shape) : problem(path, 'FIELD_INVALID', { label });
    default:
      return describe
        ? format(FIELDS[describe.type].example ?? '完整的内容')
        : problem(path, 'FIELD_INVALID', { label });
  }
}
/** Something inside a value that is one field: an option among several, a part of a range. */
function withinProblem(fault: Fault, { spec: { label, describe }, path }: CheckedField): Problem {
  if (fault.keyword === 'enum' || fault.keyword === 'oneOf')
    return problem(path, 'VALUE_OPTION', { label, value: String(fault.value) });
  return problem(path, 'VALUE_FORMAT', {
    label,
    expected: (describe && FIELDS[describe.type].example) ?? '完整的内容',
  });
}

function wrongType(schema: JSONSchema7, value: unknown, label: string, path: string): Problem {
  const type = String([schema.type].flat().find((each) => each !== 'null'));
  // Figures that are too many for a number arrive as their text.
  const digits =
    NUMBER_TYPES.has(type) &&
    typeof value === 'string' &&
    /^[+-]?[\d,]*\.?\d+$/.test(cleanNumberText(value));
  return digits
    ? problem(path, 'VALUE_DIGITS', { label, max: DECIMAL_MAX_PRECISION })
    : problem(path, 'VALUE_TYPE', { label, expected: jsonTypeName(type) });
}
