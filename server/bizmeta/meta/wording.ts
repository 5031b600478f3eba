import type { FieldDescribe, Rollup } from '../../../contract/index.ts';
import { toStored, type WordedName } from '../../../expression/index.ts';

/** Names as a builder may write them: by their labels, too. What is kept says the names a field has. */
const wordsOf = (fields: readonly FieldDescribe[]): WordedName[] => fields.filter(({ removed }) => removed !== true)
  .map(({ apiName, label, type, fields: columns }) => ({ name: apiName, label, ...(type === 'subTable' && { list: true, inside: wordsOf(columns ?? []) }) }));
/** A row's names come first; a label both have is the row's. */
const rowsFirst = (rows: readonly WordedName[], around: readonly WordedName[]): WordedName[] =>
  [...rows, ...around.filter(({ name }) => !rows.some((row) => row.name === name)).map((each) => (rows.some(({ label }) => label === each.label) ? { ...each, label: each.name } : each))];

/**
 * A field whose expressions say names where the builder wrote labels. A field made in the same request has no name a builder
 * could know: its label is the only way to mean it.
 */
export function inNames(field: FieldDescribe, fields: readonly FieldDescribe[], rowFields: (via: string) => readonly FieldDescribe[] | undefined): FieldDescribe {
  const names = wordsOf(fields);
  const kept = (source: string): string => toStored(source, names);
  const figure = (rollup: Rollup): Rollup => (rollup.where ? { ...rollup, where: toStored(rollup.where, rowsFirst(wordsOf(rowFields(rollup.via) ?? []), names)) } : rollup);
  return {
    ...field,
    ...(field.formula && { formula: kept(field.formula) }), ...(field.requiredWhen && { requiredWhen: kept(field.requiredWhen) }),
    ...(field.rules && { rules: field.rules.map((rule) => ({ ...rule, when: kept(rule.when) })) }), ...(field.rollup && { rollup: figure(field.rollup) }),
  };
}
