import { problem, type Problem } from '../../contract/index.ts';
import { isEmpty } from '../../page/index.ts';
import type { OwnedField, OwnedRecord } from './owner.ts';
import type { Distinct } from './spec.ts';

/** What two texts must not share: without the blanks around them. */
const norm = (value: unknown, { caseless }: Distinct): string => {
  const text = String(value).trim();
  return caseless ? text.toLowerCase() : text;
};
const counts = (row: OwnedRecord, { unless }: Distinct): boolean =>
  !(unless && row.peek(unless).value === true);
/** A loaded row keeps its value; only changed and new ones are refused. */
const isNew = (field: OwnedField): boolean =>
  field.dirty || field.record.loaded['id'] === undefined;

const isCompared = (field: OwnedField, distinct: Distinct): boolean =>
  !isEmpty(field.value) && isNew(field) && counts(field.record, distinct);

function isTaken({ spec, record, value }: OwnedField, list: OwnedField, distinct: Distinct) {
  const mine = norm(value, distinct);
  const at = list.rows.indexOf(record);
  return list.rows.some((row, place) => {
    if (row === record || !counts(row, distinct)) return false;
    const other = row.peek(spec.name).value;
    if (isEmpty(other) || norm(other, distinct) !== mine) return false;
    return place < at || !isNew(row.field(spec.name));
  });
}

/** The value is used by another row. Of two that are both new, the later one is refused. */
export function duplicateErrors(field: OwnedField): Problem[] {
  const { distinct, label } = field.spec;
  const list = field.record.parent;
  if (!distinct || !list?.spec.rows || !isCompared(field, distinct)) return [];
  if (!isTaken(field, list, distinct)) return [];
  const name = norm(field.value, distinct).slice(0, 40);
  return [problem(field.path, 'NAME_TAKEN', { what: label, name })];
}
