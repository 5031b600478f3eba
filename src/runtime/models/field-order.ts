import type { OwnedField } from './owner.ts';

/** Position of a field: its number in the schema, then row and number in it, for each level. */
function placeOf({ record, name }: OwnedField): number[] {
  const at = record.fieldNames.indexOf(name);
  return record.parent ? [...placeOf(record.parent), record.parent.rows.indexOf(record), at] : [at];
}
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((step, i) => step !== b[i]);
  return at < 0 ? a.length - b.length : (a[at] ?? -1) - (b[at] ?? -1);
}

/** Fields of a form as they follow each other in its schema; sorts the list it is given. */
export function inOrder(fields: OwnedField[]): readonly OwnedField[] {
  if (fields.length < 2) return fields;
  const places = new Map(fields.map((field) => [field, placeOf(field)]));
  return fields.sort((a, b) => compare(places.get(a)!, places.get(b)!));
}
