import { createHash } from 'node:crypto';
import {
  FIELDS,
  isComputed,
  SYSTEM_FIELDS,
  type FieldDescribe,
  type FilterNode,
  type FormRule,
  type ObjectDescribe,
  type Rollup,
} from '../../../contract/index.ts';
import { dependencies, parse } from '../../../expression/index.ts';
import { recordSchema } from '../../../page/index.ts';

/** Names of an object's fields by what a person has of them. */
export interface KnownFields {
  /** Read in some record, or written in a new one. */
  readonly shown: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  /** Masked in some record. */
  readonly masked: ReadonlySet<string>;
}

/** Whether a person may read a field of another object. */
type ReadsOther = (object: string, field: string) => boolean;

/** The object's describe for a person who knows only these of its fields. */
export function prunedDescribe(
  whole: ObjectDescribe,
  { shown, read, masked }: KnownFields,
  readsOther: ReadsOther,
): ObjectDescribe {
  const fields = new Map(whole.fields.map((field) => [field.apiName, field]));
  const system = SYSTEM_FIELDS.map(({ apiName }) => apiName);
  const isAsked = (name: string): boolean => read.has(name) || !masked.has(name);
  /** What is only shown masked is no part of what a form computes. */
  const names = new Set([...[...shown].filter(isAsked), ...system]);
  const seen = new Set([...shown, ...masked, ...system]);
  const isTold = (text: string | undefined): boolean => {
    const parsed = parse(text ?? '');
    if (!parsed.ok) return false;
    return dependencies(parsed.ast).every(([name = '', part]) => {
      const refObject = fields.get(name)?.refObject;
      const isHidden = fields.has(name) && !names.has(name);
      return !isHidden && (!refObject || part === undefined || readsOther(refObject, part));
    });
  };
  const pruned: ObjectDescribe = {
    ...whole,
    titleField: seen.has(whole.titleField) ? whole.titleField : 'id',
    fields: whole.fields
      .filter(({ apiName }) => seen.has(apiName))
      .map((field) => prunedField(field, names, isTold, readsOther))
      .map((field) => (masked.has(field.apiName) ? maskedField(field, read) : field)),
    ...(whole.searchFields && {
      searchFields: whole.searchFields.filter((name) => names.has(name)),
    }),
    ...(whole.sections && {
      sections: whole.sections.map((section) => ({
        ...section,
        items: section.items.filter(({ field }) => seen.has(field)),
      })),
    }),
    ...(whole.rules && { rules: whole.rules.flatMap((rule) => prunedRule(rule, seen, isTold)) }),
    ...(whole.validations && {
      validations: whole.validations.filter(
        ({ expr, field }) => isTold(expr) && (field === undefined || seen.has(field)),
      ),
    }),
  };
  return { ...pruned, validator: validatorOf(whole, pruned) };
}

/** The type of a masked text: what its values have to fit does not hold for it. */
const MASKED_TYPE = 'text';
/** A field that is shown masked, in all records or in some. */
function maskedField(
  {
    unique: _unique,
    maxLength: _maxLength,
    textFormat: _textFormat,
    defaultValue: _defaultValue,
    defaultFrom: _defaultFrom,
    ...field
  }: FieldDescribe,
  read: ReadonlySet<string>,
): FieldDescribe {
  const type = FIELDS[field.type].long ? field.type : MASKED_TYPE;
  return {
    ...field,
    type,
    ...(read.has(field.apiName) ? { maskedInSome: true } : { masked: true }),
  };
}

/** Forms lock the fields the person may not write, as a rule of the object would. */
export function withLocked(describe: ObjectDescribe, written: ReadonlySet<string>): ObjectDescribe {
  const targets = describe.fields
    .filter(({ apiName, type }) => !isComputed(type) && !written.has(apiName))
    .map(({ apiName }) => apiName);
  if (targets.length === 0) return describe;
  const locked: FormRule = { when: 'true', then: [{ do: 'readonly', targets }] };
  return { ...describe, rules: [...(describe.rules ?? []), locked] };
}

/** A rule that reads hidden fields holds on the server alone. */
function prunedRule(
  rule: FormRule,
  names: ReadonlySet<string>,
  isTold: (text: string) => boolean,
): FormRule[] {
  if (!isTold(rule.when)) return [];
  const then = rule.then
    .map((effect) => ({ ...effect, targets: effect.targets.filter((name) => names.has(name)) }))
    .filter(({ targets }) => targets.length > 0);
  return then.length > 0 ? [{ ...rule, then }] : [];
}

/** The parts of a field that tell of others go where those are hidden. */
function prunedField(
  field: FieldDescribe,
  names: ReadonlySet<string>,
  isTold: (text: string | undefined) => boolean,
  readsOther: ReadsOther,
): FieldDescribe {
  const { formula, requiredWhen, rules, defaultFrom, rollup, ...rest } = field;
  return {
    ...prunedLookup(rest, names, readsOther),
    ...(formula !== undefined && isTold(formula) && { formula }),
    ...(requiredWhen !== undefined && isTold(requiredWhen) && { requiredWhen }),
    ...(rules && { rules: rules.filter((rule) => isTold(rule.when)) }),
    ...(defaultFrom && (!defaultFrom.formula || isTold(defaultFrom.formula)) && { defaultFrom }),
    ...(rollup && isRollupTold(rollup, readsOther) && { rollup }),
  };
}

/** What a lookup takes from the records it names, and how it offers them. */
function prunedLookup(
  field: FieldDescribe,
  names: ReadonlySet<string>,
  readsOther: ReadsOther,
): FieldDescribe {
  const { fills, shows, reads, candidates, ...rest } = field;
  const other = (name: string) => !field.refObject || readsOther(field.refObject, name);
  return {
    ...rest,
    ...(fills && { fills: fills.filter(({ from, to }) => names.has(to) && other(from)) }),
    ...(shows && { shows: shows.filter((each) => other(each.field)) }),
    ...(candidates && fieldsIn(candidates).every(other) && { candidates }),
    ...(reads && { reads: reads.filter(({ apiName }) => other(apiName)) }),
  };
}

/** Fields a filter names. */
const fieldsIn = (node: FilterNode): string[] =>
  'items' in node
    ? node.items.flatMap(fieldsIn)
    : [node.field, ...(node.valueType === 'field' ? [String(node.value)] : [])];

/** Whether the person reads what a roll-up names of another object's records. */
function isRollupTold({ via, field, where }: Rollup, readsOther: ReadsOther): boolean {
  const [object = '', lookup] = via.split('.');
  if (lookup === undefined) return true;
  const parsed = parse(where ?? 'true');
  const read = parsed.ok ? dependencies(parsed.ast).map(([name = '']) => name) : [];
  return [lookup, ...(field ? [field] : []), ...read].every((name) => readsOther(object, name));
}

/** The module for what is left; who knows its name does not know that of the whole. */
const validatorOf = (whole: ObjectDescribe, pruned: ObjectDescribe): string =>
  `${createHash('sha256')
    .update(JSON.stringify([whole.validator, recordSchema(pruned)]))
    .digest('hex')
    .slice(0, 40)}.js`;
