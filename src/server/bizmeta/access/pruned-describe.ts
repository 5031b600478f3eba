import { createHash } from 'node:crypto';
import {
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

/** Whether a person may read a field of another object. */
type ReadsOther = (object: string, field: string) => boolean;

/** The object's describe for a person who reads only these of its fields. */
export function prunedDescribe(
  whole: ObjectDescribe,
  shown: ReadonlySet<string>,
  readsOther: ReadsOther,
): ObjectDescribe {
  const fields = new Map(whole.fields.map((field) => [field.apiName, field]));
  const names = new Set([...shown, ...SYSTEM_FIELDS.map(({ apiName }) => apiName)]);
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
    titleField: shown.has(whole.titleField) ? whole.titleField : 'id',
    fields: whole.fields
      .filter(({ apiName }) => shown.has(apiName))
      .map((field) => prunedField(field, names, isTold, readsOther)),
    ...(whole.searchFields && {
      searchFields: whole.searchFields.filter((name) => shown.has(name)),
    }),
    ...(whole.sections && {
      sections: whole.sections.map((section) => ({
        ...section,
        items: section.items.filter(({ field }) => shown.has(field)),
      })),
    }),
    ...(whole.rules && { rules: whole.rules.flatMap((rule) => prunedRule(rule, names, isTold)) }),
    ...(whole.validations && {
      validations: whole.validations.filter(
        ({ expr, field }) => isTold(expr) && (field === undefined || names.has(field)),
      ),
    }),
  };
  return { ...pruned, validator: validatorOf(whole, pruned) };
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
