import { problem, type Problem } from '../base/errors.ts';
import { FIELDS, type FieldInputName, type FieldType } from './field-types.ts';

const CHOSEN: ReadonlySet<string> = new Set<FieldInputName>([
  'area',
  'cascade',
  'colorCode',
  'date',
  'dateRange',
  'dateTime',
  'dept',
  'depts',
  'lookup',
  'lookups',
  'multiSelect',
  'role',
  'select',
  'time',
  'user',
  'users',
  'yearMonth',
]);
const UPLOADED: ReadonlySet<string> = new Set<FieldInputName>(['attachment', 'image']);

const deedOf = (input: string): string =>
  CHOSEN.has(input) ? '选择' : UPLOADED.has(input) ? '上传' : '填写';

/** A value that is needed and empty, in the words of what one does at its input. */
export function missingAt(path: string, label: string, input: string): Problem {
  return { ...problem(path, 'REQUIRED', { label }), msg: `请${deedOf(input)}${label}` };
}

/** The same of a field of an object. */
export const missingField = (
  path: string,
  { label, type }: { readonly label: string; readonly type: FieldType },
): Problem => missingAt(path, label, FIELDS[type].input);
