import type { FieldDescribe, Rollup } from '../../../contract/index.ts';
import { toStored, type LabeledName } from '../../../expression/index.ts';

/** Builders may write field labels in expressions; stored expressions use field names. */
const wordsOf = (fields: readonly FieldDescribe[]): LabeledName[] =>
  fields
    .filter(({ removed }) => removed !== true)
    .map(({ apiName, label, type, fields: columns }) => ({
      name: apiName,
      label,
      ...(type === 'subTable' && { list: true, inside: wordsOf(columns ?? []) }),
    }));
/** A row's names come first; a label both have is the row's. */
const rowsFirst = (rows: readonly LabeledName[], around: readonly LabeledName[]): LabeledName[] => [
  ...rows,
  ...around
    .filter(({ name }) => !rows.some((row) => row.name === name))
    .map((each) =>
      rows.some(({ label }) => label === each.label) ? { ...each, label: each.name } : each,
    ),
];

/**
 * The name of the field with this name or else this label; an unknown word is returned unchanged.
 */
const nameOf = (fields: readonly FieldDescribe[], called: string): string =>
  (
    fields.find(({ apiName }) => apiName === called) ??
    fields.find(({ label, removed }) => label === called && removed !== true)
  )?.apiName ?? called;

/**
 * A field whose expressions have names where the builder wrote labels. A field created in the same
 * request has no name a builder could know: its label is the only way to refer to it.
 */
export function inNames(
  field: FieldDescribe,
  fields: readonly FieldDescribe[],
  rowFields: (via: string) => readonly FieldDescribe[] | undefined,
): FieldDescribe {
  const names = wordsOf(fields);
  const kept = (source: string): string => toStored(source, names);
  const figure = (given: Rollup): Rollup => {
    const via = nameOf(
      fields.filter(({ type }) => type === 'subTable'),
      given.via,
    );
    const rows = rowFields(via) ?? [];
    return {
      ...given,
      via,
      ...(given.field && { field: nameOf(rows, given.field) }),
      ...(given.where && { where: toStored(given.where, rowsFirst(wordsOf(rows), names)) }),
    };
  };
  return {
    ...field,
    ...(field.formula && { formula: kept(field.formula) }),
    ...(field.requiredWhen && { requiredWhen: kept(field.requiredWhen) }),
    ...(field.rules && { rules: field.rules.map((rule) => ({ ...rule, when: kept(rule.when) })) }),
    ...(field.rollup && { rollup: figure(field.rollup) }),
  };
}
