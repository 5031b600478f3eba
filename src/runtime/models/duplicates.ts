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

/** The value is used by another row. Of two that are both new, the later one is refused. */
export function duplicateErrors(field: OwnedField): Problem[] {
  const { spec, record } = field;
  const { distinct, label, name } = spec;
  const list = record.parent;
  if (!distinct || !list?.spec.rows || !isCompared(field, distinct)) return [];
  const mine = norm(field.value, distinct);
  const at = list.rows.indexOf(record);
  const taken = list.rows.some(
    (row, place) =>
      row !== record &&
      counts(row, distinct) &&
      !isEmpty(row.peek(name).value) &&
      norm(row.peek(name).value, distinct) === mine &&
      (place < at || !isNew(row.field(name))),
  );
  return taken ? [problem(field.path, 'NAME_TAKEN', { what: label, name: mine.slice(0, 40) })] : [];
}
