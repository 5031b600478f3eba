import {
  isPercent,
  TIME_ZONE,
  type FieldDescribe,
  type Labels,
  type ObjectDescribe,
  type RecordValues,
} from '../../../contract/index.ts';
import {
  compile,
  parse,
  scopeOf,
  showValue,
  type CompileEnv,
  type Scope,
  type Type,
} from '../../../expression/index.ts';
import { ROW, STARTER, STARTER_TYPE } from '../../../flow/index.ts';
import { recordType } from '../../../page/index.ts';
import { formatValue, labelKind } from '../../../values/index.ts';

/** What expressions of a template read: the record's fields by name, who started it, and where. */
export interface Facts {
  readonly describe: ObjectDescribe;
  readonly record: RecordValues;
  readonly starter: Readonly<Record<string, unknown>>;
  /** In what is computed once a row: the sub-table, and its row. */
  readonly row?: { readonly of: string; readonly values: RecordValues };
  readonly now: Date;
}

function envOf({ describe, row }: Facts): CompileEnv {
  const whole = recordType(describe);
  const fields = typeof whole === 'object' && 'fields' in whole ? whole.fields : {};
  const rows = row && fields[row.of];
  const type: Type = {
    fields: {
      ...fields,
      [STARTER]: STARTER_TYPE,
      ...(typeof rows === 'object' && 'list' in rows && { [ROW]: rows.list }),
    },
  };
  const table = row && describe.fields.find(({ apiName }) => apiName === row.of);
  const fieldAt = ([name, column, ...rest]: readonly string[]): FieldDescribe | undefined => {
    const isOfRow = table && name === ROW && column !== undefined;
    const among = isOfRow ? ((table.fields ?? []) as FieldDescribe[]) : describe.fields;
    const isOne = rest.length === 0 && (isOfRow || column === undefined);
    return isOne ? among.find(({ apiName }) => apiName === (isOfRow ? column : name)) : undefined;
  };
  return {
    typeOf: (path) => typeBelow(type, path),
    isRows: (path) => {
      const at = typeBelow(type, path);
      return typeof at === 'object' && 'list' in at && typeof at.list === 'object';
    },
    isPercent: (path) => {
      const field = fieldAt(path);
      return field ? isPercent(field) : undefined;
    },
  };
}
const typeBelow = (type: Type, path: readonly string[]): Type | undefined =>
  path.reduce<Type | undefined>(
    (at, step) => (typeof at === 'object' && 'fields' in at ? at.fields[step] : undefined),
    type,
  );

const scopeFrom = ({ record, starter, row }: Facts): Scope =>
  scopeOf({ ...record, [STARTER]: starter, ...(row && { [ROW]: row.values }) });

/** The value of an expression; null for one that cannot be read. */
export function evaluate(text: string, facts: Facts): unknown {
  const parsed = parse(text);
  if (!parsed.ok) return null;
  const context = { now: facts.now, timeZone: TIME_ZONE };
  return compile(parsed.ast, envOf(facts))(scopeFrom(facts), context);
}
export const holds = (text: string, facts: Facts): boolean => evaluate(text, facts) === true;

const HOLE = /\{\{(.*?)\}\}/gsu;

/**
 * The text of a field's value in a sentence: options and what it refers to by their names, numbers
 * without signs and units, which the sentence has itself.
 */
function valueText({ describe, record, now }: Facts, name: string, labels: Labels): string {
  const field = describe.fields.find(({ apiName }) => apiName === name);
  const value = record[name];
  if (field && (labelKind(field) !== undefined || field.options))
    return formatValue(field, value, labels);
  return showValue(value, { now, timeZone: TIME_ZONE }, field?.type === 'text');
}

/** The fields of the record a text has in its {{ }}, each alone. */
export const fieldsIn = (text: string, { record }: Facts): string[] =>
  [...text.matchAll(HOLE)]
    .map(([, hole]) => hole!.trim())
    .filter((name) => Object.hasOwn(record, name));

/** A text with {{expressions}} over the record in it; `labels` names what its fields refer to. */
export function fillTemplate(text: string, facts: Facts, labels: Labels): string {
  return text.replaceAll(HOLE, (_, hole: string) => {
    const source = hole.trim();
    if (Object.hasOwn(facts.record, source)) return valueText(facts, source, labels);
    return showValue(evaluate(source, facts), { now: facts.now, timeZone: TIME_ZONE });
  });
}
