import { checkField } from './check.ts';
import type { OwnedField, OwnedRecord } from './owner.ts';
import type { RecordModelImpl } from './record.ts';

/**
 * Every field with a problem, mounted or not, in the schema's order. A field nobody has used and no node has rules for is
 * checked without making its model.
 */
export function failingFields(root: RecordModelImpl, hasRules: (shape: string) => boolean): OwnedField[] {
  return root.fieldNames.flatMap((name) => {
    const spec = root.specs.get(name)!;
    const untouched = !root.madeField(name) && !spec.rows && !hasRules(name);
    if (untouched && checkField(spec, root.valueOf(name), spec.required, name).length === 0) return [];
    return failingOf(root.field(name));
  });
}

function failingOf(field: OwnedField): OwnedField[] {
  const own = field.problems().length > 0 ? [field] : [];
  return field.visible ? [...own, ...field.rows.flatMap(failingInRow)] : own;
}
const failingInRow = (row: OwnedRecord): OwnedField[] => row.fieldNames.flatMap((name) => failingOf(row.field(name)));
