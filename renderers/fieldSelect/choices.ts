import { isFieldType } from '../../src/contract/index.ts';
import { recordsOf, rollupRefusal, textOf, type RolledField } from '../../src/values/index.ts';

/**
 * A field as a select offers it. One without a name goes by its label, as in formulas: the server
 * names it when it is saved.
 */
export interface FieldChoice {
  code: string;
  label: string;
  disabled?: boolean;
}
type RollupFn = Parameters<typeof rollupRefusal>[0];
type Given = Readonly<Record<string, unknown>>;

const nameOf = (field: Given): string => textOf(field['apiName']) || textOf(field['label']);
const typeOf = (field: Given): string => textOf(field['resultType']) || textOf(field['type']);
const fieldsIn = (fields: unknown): Given[] =>
  recordsOf(fields).filter((field) => field['removed'] !== true && nameOf(field) !== '');
const labelled = (field: Given): FieldChoice => ({
  code: nameOf(field),
  label: textOf(field['label']) || nameOf(field),
});

/** Rows one may go through: this object's sub-tables, then other objects by their lookups. */
export const rowChoices = (fields: unknown, referrers: unknown): FieldChoice[] => [
  ...fieldsIn(fields)
    .filter(({ type }) => type === 'subTable')
    .map(labelled),
  ...recordsOf(referrers)
    .filter(({ many }) => many !== true)
    .map((each) => ({
      code: textOf(each['key']),
      label: `${textOf(each['label'])}（按${textOf(each['fieldLabel'])}）`,
    })),
];
/** Those the server would roll up so: one rule for both. */
function rolledUp(fields: Given[], fn: string): Given[] {
  const known = fields.filter(({ type }) => isFieldType(textOf(type)));
  const described = known.map((field) => ({
    ...field,
    apiName: nameOf(field),
  })) as unknown as RolledField[];
  return known.filter(
    (_, at) => rollupRefusal(fn as RollupFn, described[at]!, described) === undefined,
  );
}
/** Fields of these types, or all; those an aggregate takes. */
export function fieldChoices(fields: unknown, types: unknown, rollup = ''): FieldChoice[] {
  const found = fieldsIn(fields);
  return (rollup === '' ? found : rolledUp(found, rollup))
    .filter((field) => !Array.isArray(types) || types.length === 0 || types.includes(typeOf(field)))
    .map(labelled);
}
/** Columns of a sub-table among the fields. */
export const columnChoicesOf = (fields: unknown, name: string): unknown =>
  fieldsIn(fields).find((field) => nameOf(field) === name)?.['fields'];
/** What is chosen is offered even when it is not there any more, so that it is seen to be wrong. */
export function includeChosen(choices: readonly FieldChoice[], value: unknown): FieldChoice[] {
  const chosen = typeof value === 'string' ? value : '';
  return chosen === '' || choices.some(({ code }) => code === chosen)
    ? [...choices]
    : [...choices, { code: chosen, label: `${chosen}（已不存在）` }];
}
