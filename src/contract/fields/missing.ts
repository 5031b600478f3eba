import { problem, type Problem } from '../base/errors.ts';
import type { FieldDescriptor } from './descriptor.ts';
import { FIELDS, FIELD_TYPES, type FieldType } from './field-types.ts';

/** What one does at the input of a family; the others are filled in. */
const DEEDS: Partial<Record<FieldDescriptor['family'], string>> = {
  moment: '选择',
  option: '选择',
  member: '选择',
  record: '选择',
  files: '上传',
};
const deedOf = ({ asked, family }: FieldDescriptor): string => asked ?? DEEDS[family] ?? '填写';

const missing = (path: string, label: string, deed: string): Problem => ({
  ...problem(path, 'REQUIRED', { label }),
  msg: `请${deed}${label}`,
});

/** A value that is needed and empty, in the words of what one does at its input. */
export function missingAt(path: string, label: string, input: string): Problem {
  const type = FIELD_TYPES.find((each) => FIELDS[each].input === input);
  return missing(path, label, type === undefined ? '填写' : deedOf(FIELDS[type]));
}

/** The same of a field of an object. */
export const missingField = (
  path: string,
  { label, type }: { readonly label: string; readonly type: FieldType },
): Problem => missing(path, label, deedOf(FIELDS[type]));
