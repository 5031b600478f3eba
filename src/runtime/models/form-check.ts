import { checkField } from './check.ts';
import type { OwnedField, OwnedRecord } from './owner.ts';

/**
 * Every field with a problem, mounted or not, in the schema's order: members of objects and rows of
 * lists one by one. A field without a model and without rules is checked without creating the
 * model, so that 1,200 rows cost little.
 */
export function failingFields(
  record: OwnedRecord,
  hasRules: (shape: string) => boolean,
): OwnedField[] {
  return record.fieldNames.flatMap((name) => {
    const spec = record.specs.get(name)!;
    const plain =
      !record.instantiatedField(name) &&
      !spec.rows &&
      !spec.members &&
      !spec.logic &&
      !spec.distinct &&
      !needsModel(record) &&
      !hasRules(record.shapeOf(name));
    if (
      plain &&
      (spec.derived || checkField(spec, record.valueOf(name), spec.required, name).length === 0)
    )
      return [];
    return failingOf(record.field(name), hasRules);
  });
}
/** Whether a field within an object must be filled in depends on the object. */
const needsModel = (record: OwnedRecord): boolean => record.parent?.members === record;

function failingOf(field: OwnedField, hasRules: (shape: string) => boolean): OwnedField[] {
  const own = field.problems().length > 0 ? [field] : [];
  if (!field.visible) return own;
  const within = field.members ? failingFields(field.members, hasRules) : [];
  return [...own, ...within, ...field.rows.flatMap((row) => failingFields(row, hasRules))];
}
