import {
  isPercent,
  TIME_ZONE,
  type ObjectDescribe,
  type RecordValues,
} from '../../../contract/index.ts';
import { compile, parse, scopeOf, showValue, type Scope } from '../../../expression/index.ts';
import { recordType } from '../../../page/index.ts';

/** What expressions of a template read: the record's fields by name, who started it, and where. */
export interface Facts {
  readonly describe: ObjectDescribe;
  readonly record: RecordValues;
  readonly starter: Readonly<Record<string, unknown>>;
  readonly dept: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

function envOf({ describe }: Facts) {
  const whole = recordType(describe);
  const fields = typeof whole === 'object' && 'fields' in whole ? whole.fields : {};
  const fieldAt = (path: readonly string[]) =>
    describe.fields.find(({ apiName }) => apiName === path.at(path[0] === 'record' ? 1 : 0));
  return {
    typeOf: (path: readonly string[]) => {
      const own = path[0] === 'record' ? path.slice(1) : path;
      return own.length === 1 && Object.hasOwn(fields, own[0]!) ? fields[own[0]!] : undefined;
    },
    isPercent: (path: readonly string[]) => {
      const field = fieldAt(path);
      return field && isPercent(field);
    },
  };
}
const scopeFrom = ({ record, starter, dept }: Facts): Scope =>
  scopeOf({ ...record, record, starter, dept });

/** The value of an expression; null for one that cannot be read. */
export function evaluate(text: string, facts: Facts): unknown {
  const parsed = parse(text);
  if (!parsed.ok) return null;
  const context = { now: facts.now, timeZone: TIME_ZONE };
  return compile(parsed.ast, envOf(facts))(scopeFrom(facts), context);
}
export const holds = (text: string, facts: Facts): boolean => evaluate(text, facts) === true;

const HOLE = /\{\{(.+?)\}\}/gu;

/** The text of a field's value: options by their labels. */
export function valueText(facts: Facts, name: string, value: unknown): string {
  const field = facts.describe.fields.find(({ apiName }) => apiName === name);
  const labels = new Map((field?.options ?? []).map(({ code, label }) => [code, label]));
  const text = [value].flat().map((each) => labels.get(String(each)) ?? each);
  const context = { now: facts.now, timeZone: TIME_ZONE };
  return showValue(Array.isArray(value) ? text : text[0], context, field?.type === 'text');
}

/** A text with {{expressions}} over the record in it. */
export function fillTemplate(text: string, facts: Facts): string {
  return text.replaceAll(HOLE, (_, hole: string) => {
    const source = hole.trim();
    if (Object.hasOwn(facts.record, source)) return valueText(facts, source, facts.record[source]);
    return showValue(evaluate(source, facts), { now: facts.now, timeZone: TIME_ZONE });
  });
}
