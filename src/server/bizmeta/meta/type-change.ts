import { FIELDS, TIME_ZONE, type FieldDescribe, type FieldType } from '../../../contract/index.ts';
import { kindOf } from '../fields/index.ts';

/**
 * How a column is converted from one field type to another without losing a value. `loses` is an
 * SQL condition on the column {f} that is true for a value that would be lost; `parse` has the new
 * type itself read every distinct value; `using` is the expression of ALTER ... USING. Undefined:
 * the pair always loses data, for any values.
 */
export interface TypeConversion {
  readonly using: string;
  readonly loses?: string;
  readonly parse?: boolean;
  /** Values to replace before the change, by parameters: codes by labels and back. */
  readonly replace?: ReadonlyMap<string, string>;
}

const isText = (type: FieldType) => FIELDS[type].family === 'text';
const isNumber = (type: FieldType) => FIELDS[type].family === 'number';

const tooLong = (text: string, to: FieldDescribe) => `char_length(${text}) > ${to.maxLength}`;

/** The conversion from one describe of a field to another; null when the column is unchanged. */
export function changeOf(
  from: FieldDescribe,
  to: FieldDescribe,
): TypeConversion | null | undefined {
  const type = kindOf(to).column(to);
  if (from.type === to.type && kindOf(from).column(from) === type) return null;
  if (to.type === 'richText')
    return from.type === 'text' || from.type === 'longText' ? toRichText(from, to) : undefined;
  if (isText(from.type)) return fromText(from, to, type);
  if (isNumber(from.type) && isNumber(to.type)) return betweenNumbers(from, to, type);
  if (to.type === 'text' || to.type === 'longText') return toText(from, to, type);
  return between(from, to);
}

const baseOf = (type: string): string => type.replace(/\(.*/, '');
/** PostgreSQL makes the change without reading the records. */
export function isInstant(
  from: FieldDescribe,
  to: FieldDescribe,
  change: TypeConversion | undefined,
): boolean {
  if (!change || change.parse || change.loses || change.replace?.size) return false;
  const [before, after] = [from, to].map((field) => kindOf(field).column(field));
  if (baseOf(before!) !== baseOf(after!)) return false;
  return from.scale === to.scale && kindOf(to).fromText === undefined && to.type !== 'richText';
}

function fromText(
  from: FieldDescribe,
  to: FieldDescribe,
  type: string,
): TypeConversion | undefined {
  if (isText(to.type)) return betweenTexts(from, to, type);
  if (isNumber(to.type) || to.type === 'date' || to.type === 'time')
    return { using: `{f}::${type}`, parse: true };
  if (to.type === 'dateTime')
    return {
      using: `CASE WHEN {f} ~ '(Z|[+-][0-9]{2}:?[0-9]{2})$' THEN {f}::timestamptz
        ELSE {f}::timestamp AT TIME ZONE '${TIME_ZONE}' END`,
      parse: true,
    };
  if (to.type === 'yearMonth') return { using: `({f} || '-01')::date`, parse: true };
  if (to.type === 'cascade') return { using: '{f}::text', parse: true };
  return to.type === 'singleSelect' ? toOptions(to) : undefined;
}

function betweenTexts(from: FieldDescribe, to: FieldDescribe, type: string): TypeConversion {
  const wider = (to.maxLength ?? 0) >= (from.maxLength ?? 0);
  const { anyText: loose, fromText = '{f}' } = kindOf(to);
  return {
    using: `${fromText}::${type}`,
    ...(!wider && { loses: tooLong('{f}', to) }),
    ...(!loose && { parse: true }),
  };
}

function toOptions(to: FieldDescribe): TypeConversion {
  // Texts hold labels as users wrote them; codes are accepted as well and take precedence.
  const codes = new Set(to.options?.map((option) => option.code));
  const byLabel = new Map(
    (to.options ?? [])
      .filter((option) => !codes.has(option.label))
      .map((option) => [option.label, option.code]),
  );
  return { using: '{f}::text', parse: true, replace: byLabel };
}

/**
 * The text becomes one paragraph: USING takes no query, so it cannot be split into lines; they stay
 * in the text.
 */
function toRichText(from: FieldDescribe, to: FieldDescribe): TypeConversion {
  const wider = (to.maxLength ?? 0) >= (from.maxLength ?? 0);
  const text = `jsonb_build_object('type', 'text', 'text', {f})`;
  const paragraph = `jsonb_build_object('type', 'paragraph', 'content', jsonb_build_array(${text}))`;
  return {
    using: `CASE WHEN {f} IS NULL THEN NULL
      ELSE jsonb_build_object('type', 'doc', 'content', jsonb_build_array(${paragraph})) END`,
    ...(!wider && { loses: tooLong('{f}', to) }),
  };
}

function betweenNumbers(from: FieldDescribe, to: FieldDescribe, type: string): TypeConversion {
  if (kindOf(to).fewValues) return { using: `{f}::${type}`, parse: true };
  const bounds = kindOf(to).whole;
  if (bounds)
    return {
      using: `{f}::${type}`,
      loses: `({f} <> trunc({f}) OR {f} NOT BETWEEN ${bounds.join(' AND ')})`,
    };
  const { precision = 0, scale = 0 } = to;
  const whole = precision - scale;
  const fits =
    kindOf(from).whole === undefined &&
    scale >= (from.scale ?? 0) &&
    whole >= (from.precision ?? 0) - (from.scale ?? 0);
  return {
    using: `{f}::${type}`,
    ...(!fits && {
      loses: `({f} <> round({f}::numeric, ${scale}) OR abs({f}::numeric) >= 1e${whole}::numeric)`,
    }),
  };
}

function toText(from: FieldDescribe, to: FieldDescribe, type: string): TypeConversion | undefined {
  const text = kindOf(from).asText?.(from);
  if (text === undefined) return undefined;
  const fraction = from.type === 'dateTime' ? `{f} <> date_trunc('second', {f}) OR ` : '';
  const replace =
    from.type === 'singleSelect'
      ? new Map(from.options?.map((option) => [option.code, option.label]))
      : undefined;
  return {
    using: `(${text})::${type}`,
    loses: `(${fraction}${tooLong(text, to)})`,
    ...(replace && { replace }),
  };
}

function between(from: FieldDescribe, to: FieldDescribe): TypeConversion | undefined {
  switch (`${from.type} ${to.type}`) {
    case 'date dateTime':
      return { using: `{f}::timestamp AT TIME ZONE '${TIME_ZONE}'` };
    case 'dateTime date':
      return {
        using: `({f} AT TIME ZONE '${TIME_ZONE}')::date`,
        loses: `{f} AT TIME ZONE '${TIME_ZONE}' <> date_trunc('day', {f} AT TIME ZONE '${TIME_ZONE}')`,
      };
    case 'date yearMonth':
      return {
        using: `date_trunc('month', {f})::date`,
        loses: `{f} <> date_trunc('month', {f})::date`,
      };
    case 'yearMonth date':
    case 'image attachment':
      return { using: '{f}' };
    case 'user users':
    case 'dept depts':
    case 'singleSelect multiSelect':
      return { using: 'CASE WHEN {f} IS NULL THEN NULL ELSE ARRAY[{f}] END' };
    case 'singleSelect cascade':
    case 'cascade singleSelect':
      return { using: '{f}', parse: true };
    case 'users user':
    case 'depts dept':
    case 'multiSelect singleSelect':
      return { using: '{f}[1]', loses: 'array_length({f}, 1) > 1' };
    default:
      return undefined;
  }
}
