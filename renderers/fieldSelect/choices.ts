import {
  isBulkField,
  isFieldType,
  SYSTEM_FIELDS,
  type FieldType,
} from '../../src/contract/index.ts';
import {
  fillRefusal,
  recordsOf,
  rollupRefusal,
  textOf,
  type FilledField,
  type RolledField,
} from '../../src/values/index.ts';

/** A field as a select offers it. */
export interface FieldChoice {
  code: string;
  label: string;
  disabled?: boolean;
}
type RollupFn = Parameters<typeof rollupRefusal>[0];
type Given = Readonly<Record<string, unknown>>;

const nameOf = (field: Given): string => textOf(field['apiName']);
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
const asFilled = (field: Given): FilledField => field as unknown as FilledField;
const fillable = (field: Given): boolean => isFieldType(textOf(field['type']));
/** Fields whose values can be taken elsewhere: those that a field like themselves could hold. */
export const filledChoices = (fields: unknown): FieldChoice[] =>
  fieldsIn(fields)
    .filter(fillable)
    .filter((field) => {
      const own = asFilled(field);
      const type = textOf(field['resultType']) || own.type;
      return fillRefusal(own, { ...own, type: type as FilledField['type'] }) === undefined;
    })
    .map(labelled);
/** Fields that many records can be given the same value of, of these types or all. */
export const bulkChoices = (fields: unknown, types: unknown): FieldChoice[] =>
  fieldChoices(
    fieldsIn(fields)
      .filter(fillable)
      .filter((field) =>
        isBulkField({ type: textOf(field['type']) as FieldType, unique: field['unique'] === true }),
      ),
    types,
  );
/** Fields that can hold the values of the named one of `source`. */
export function fillingChoices(fields: unknown, source: unknown, name: string): FieldChoice[] {
  const from = fieldsIn(source).find((field) => textOf(field['apiName']) === name);
  return fieldsIn(fields)
    .filter(fillable)
    .filter((field) => from && fillRefusal(asFilled(from), asFilled(field)) === undefined)
    .map(labelled);
}
/** Columns of a sub-table among the fields. */
export const columnChoicesOf = (fields: unknown, name: string): unknown =>
  fieldsIn(fields).find((field) => nameOf(field) === name)?.['fields'];
/** A field that is about to be removed is still said by its label. */
const removedLabel = (name: string, fields: unknown): string | undefined => {
  const field = recordsOf(fields).find((each) => each['removed'] === true && nameOf(each) === name);
  return field && `${textOf(field['label'])}（已删除）`;
};
const systemLabel = (name: string): string | undefined =>
  SYSTEM_FIELDS.find(({ apiName }) => apiName === name)?.label;
/** What is chosen is offered even when it is not there any more, so that it is seen to be wrong. */
export function includeChosen(
  choices: readonly FieldChoice[],
  value: unknown,
  fields?: unknown,
): FieldChoice[] {
  const chosen = (Array.isArray(value) ? value : [value]).map(textOf).filter(Boolean);
  const gone = chosen.filter((each) => choices.every(({ code }) => code !== each));
  return [
    ...choices,
    ...gone.map((code) => ({
      code,
      label: removedLabel(code, fields) ?? systemLabel(code) ?? `${code}（已不存在）`,
    })),
  ];
}
