import type { ErrorReason, Problem } from '../../contract/index.ts';
import type { OwnedField, OwnedRecord } from './owner.ts';

/**
 * The field at a path of names and row numbers; the nearest one above for a path that leads into a
 * value.
 */
export function fieldAt(record: OwnedRecord, path: readonly string[]): OwnedField | undefined {
  const [name, row, ...rest] = path;
  if (name === undefined || !record.hasField(name)) return undefined;
  const field = record.field(name);
  if (field.members && row !== undefined) return fieldAt(field.members, path.slice(1)) ?? field;
  const inner = row === undefined ? undefined : field.rows[Number(row)];
  return inner && rest.length > 0 ? (fieldAt(inner, rest) ?? field) : field;
}

/**
 * Path of a problem inside the record: /records/0/amount and /amount are the same field of a form.
 */
function pathInRecord(pointer: string): string[] {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return parts[0] === 'records' ? parts.slice(2) : parts;
}

/** Reasons that are about one value alone: a change of another field does not fix them. */
const OF_VALUE: ReadonlySet<ErrorReason> = new Set([
  'FIELD_INVALID',
  'REQUIRED',
  'VALUE_TYPE',
  'VALUE_RANGE',
  'VALUE_LENGTH',
  'VALUE_DIGITS',
  'VALUE_PRECISION',
  'VALUE_OPTION',
  'VALUE_FORMAT',
  'VALUE_TAKEN',
  'REFERENCE_MISSING',
  'NAME_EMPTY',
  'NAME_MISLEADING',
  'NAME_TOO_LONG',
  'NAME_FORMAT',
  'NAME_RESERVED',
]);
/** Whether a change of another field may have fixed it, as a new field fixes a formula. */
export const isFixedElsewhere = ({ reason }: Problem): boolean => !OF_VALUE.has(reason);

/** Puts each problem on its field; returns those without a field or with a hidden one. */
export function applyServerErrors(root: OwnedRecord, problems: readonly Problem[]): Problem[] {
  return problems.filter((problem) => {
    const field = fieldAt(root, pathInRecord(problem.path));
    if (!field?.visible) return true;
    field.applyServerError(problem);
    return false;
  });
}
