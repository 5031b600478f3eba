import {
  namesRecord,
  type FieldDescribe,
  type Rollup,
  holdsRows,
} from '../../../contract/index.ts';
import { toStored, type LabeledName } from '../../../expression/index.ts';
import { mapRules, type ObjectRules } from './object-rules.ts';

/** The fields of another object, or of this one; undefined for an unknown name. */
type FieldsOf = (object: string) => readonly FieldDescribe[] | undefined;
const columnsOf = ({ fields }: FieldDescribe): readonly FieldDescribe[] =>
  (fields ?? []) as FieldDescribe[];

/** Builders may write field labels in expressions; stored expressions use field names. */
const wordsOf = (fields: readonly FieldDescribe[], fieldsOf?: FieldsOf): LabeledName[] =>
  fields
    .filter(({ removed }) => removed !== true)
    .map((field) => {
      const { apiName, label, type, refObject } = field;
      const referred = namesRecord(type) && refObject ? fieldsOf?.(refObject) : undefined;
      return {
        name: apiName,
        label,
        ...(holdsRows(type) && { list: true, inside: wordsOf(columnsOf(field), fieldsOf) }),
        ...(referred && { inside: wordsOf(referred) }),
      };
    });
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

/** A rollup with names where the builder wrote labels. */
function rollupInNames(
  given: Rollup,
  fields: readonly FieldDescribe[],
  fieldsOf: FieldsOf,
): Rollup {
  const tables = fields.filter(({ type }) => holdsRows(type));
  const via = nameOf(tables, given.via);
  const table = tables.find(({ apiName }) => apiName === via);
  const [object = '', link] = via.split('.');
  const rows = link === undefined ? table && columnsOf(table) : fieldsOf(object);
  return {
    ...given,
    via,
    ...(given.field && { field: nameOf(rows ?? [], given.field) }),
    ...(given.where && {
      where: toStored(
        given.where,
        rowsFirst(wordsOf(rows ?? [], fieldsOf), wordsOf(fields, fieldsOf)),
      ),
    }),
  };
}

/** What a lookup fills in, by names; `beside` are the fields that can be filled. */
const fillsInNames = (
  field: FieldDescribe,
  beside: readonly FieldDescribe[],
  fieldsOf: FieldsOf,
): FieldDescribe =>
  field.fills
    ? {
        ...field,
        fills: field.fills.map((fill) => ({
          ...fill,
          from: nameOf(fieldsOf(field.refObject ?? '') ?? [], fill.from),
          to: nameOf(beside, fill.to),
        })),
      }
    : field;

/** The expressions of one field, over these names. */
const expressionsInNames = (
  { formula, requiredWhen, rules, defaultFrom }: FieldDescribe,
  names: readonly LabeledName[],
): Partial<FieldDescribe> => ({
  ...(formula && { formula: toStored(formula, names) }),
  ...(requiredWhen && { requiredWhen: toStored(requiredWhen, names) }),
  ...(defaultFrom?.formula && {
    defaultFrom: { ...defaultFrom, formula: toStored(defaultFrom.formula, names) },
  }),
  ...(rules && { rules: rules.map((rule) => ({ ...rule, when: toStored(rule.when, names) })) }),
});

/** The rules of an object with names where the builder wrote labels. */
export function rulesInNames(
  given: ObjectRules,
  fields: readonly FieldDescribe[],
  fieldsOf: FieldsOf,
): ObjectRules {
  if (given.rules.length + given.validations.length === 0) return given;
  const names = wordsOf(fields, fieldsOf);
  return mapRules(given, undefined, {
    expression: (source) => toStored(source, names),
    name: (called) => nameOf(fields, called),
  });
}

/**
 * A field whose expressions have names where the builder wrote labels. A field created in the same
 * request has no name a builder could know: its label is the only way to refer to it.
 */
export function inNames(
  given: FieldDescribe,
  fields: readonly FieldDescribe[],
  fieldsOf: FieldsOf,
): FieldDescribe {
  const field = fillsInNames(given, fields, fieldsOf);
  const { formula, requiredWhen, rules, rollup, defaultFrom } = field;
  const hasOwn = formula || requiredWhen || rules || rollup || defaultFrom?.formula;
  if (!hasOwn && !field.fields) return field;
  const names = wordsOf(fields, fieldsOf);
  const columns = columnsOf(field);
  const inRows = rowsFirst(wordsOf(columns, fieldsOf), names);
  return {
    ...field,
    ...expressionsInNames(field, names),
    ...(field.rollup && { rollup: rollupInNames(field.rollup, fields, fieldsOf) }),
    ...(field.fields && {
      fields: columns.map((column) => ({
        ...fillsInNames(column, columns, fieldsOf),
        ...expressionsInNames(column, inRows),
      })),
    }),
  };
}
