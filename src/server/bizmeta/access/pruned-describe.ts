import { createHash } from 'node:crypto';
import {
  SYSTEM_FIELDS,
  type FieldDescribe,
  type FormRule,
  type ObjectDescribe,
} from '../../../contract/index.ts';
import { dependencies, parse } from '../../../expression/index.ts';
import { recordSchema } from '../../../page/index.ts';

/** Whether a person may read a field of another object. */
type ReadsOther = (object: string, field: string) => boolean;

/** What of an object's describe a person is told who reads only these of its fields. */
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
  const { formula, requiredWhen, rules, defaultFrom, fills, shows, reads, ...rest } = field;
  const other = (name: string) => !field.refObject || readsOther(field.refObject, name);
  return {
    ...rest,
    ...(formula !== undefined && isTold(formula) && { formula }),
    ...(requiredWhen !== undefined && isTold(requiredWhen) && { requiredWhen }),
    ...(rules && { rules: rules.filter((rule) => isTold(rule.when)) }),
    ...(defaultFrom && (!defaultFrom.formula || isTold(defaultFrom.formula)) && { defaultFrom }),
    ...(fills && { fills: fills.filter(({ from, to }) => names.has(to) && other(from)) }),
    ...(shows && { shows: shows.filter((each) => other(each.field)) }),
    ...(reads && { reads: reads.filter(({ apiName }) => other(apiName)) }),
  };
}

/** The module for what is left; who knows its name does not know that of the whole. */
const validatorOf = (whole: ObjectDescribe, pruned: ObjectDescribe): string =>
  `${createHash('sha256')
    .update(JSON.stringify([whole.validator, recordSchema(pruned)]))
    .digest('hex')
    .slice(0, 40)}.js`;
