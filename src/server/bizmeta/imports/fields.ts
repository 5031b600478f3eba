import { FIELDS, isComputed, type FieldDescribe } from '../../../contract/index.ts';
import type { PersonAccess } from '../access/person-access.ts';
import type { Column, ObjectTable } from '../meta/table.ts';

/** What of an object can be imported, as far as the person may write it. */

/** The person who owns a new record. */
const OWNER = 'owner';

const isReadFromText = ({ type }: FieldDescribe): boolean => FIELDS[type].read !== undefined;

/** Fields a column of a file may go to, in the order of the object. */
export function importableColumns(whole: ObjectTable, access: PersonAccess | null): Column[] {
  const written = access && new Set(writableNames(whole, access));
  return [...whole.columns.values()].filter(
    ({ field, system }) =>
      (system
        ? field.apiName === OWNER
        : !isComputed(field.type) && (!written || written.has(field.apiName))) &&
      isReadFromText(field),
  );
}
const writableNames = (whole: ObjectTable, access: PersonAccess): string[] =>
  (['create', 'edit'] as const).flatMap((op) =>
    access.writesTo(whole, op).flatMap(({ fields }) => [...fields]),
  );

/** Fields of which each record has a value of its own, and that the person reads: they find records. */
export function keyColumns(seen: ObjectTable): Column[] {
  return [...seen.columns.values()].filter(
    ({ field, system, stored }) =>
      !system && stored && (field.unique === true || isNumbered(field)),
  );
}
/** The system gives it: a file can name a record by it, and not set it. */
export const isNumbered = ({ type }: Pick<FieldDescribe, 'type'>): boolean => type === 'autoNumber';

/** The name of a column as it is in a file: what follows a star or bracket explains it. */
const plain = (title: string): string => title.replace(/[\s*＊（(].*$/s, '').trim();

/** The field each title names, by its label or its own name; none twice. */
export function guessFields(
  titles: readonly string[],
  columns: readonly Column[],
): (string | null)[] {
  const left = new Map(columns.map(({ field }) => [field.apiName, field]));
  return titles.map((title) => {
    const guess = fieldCalled(title, [...left.values()])?.apiName ?? null;
    if (guess !== null) left.delete(guess);
    return guess;
  });
}
const fieldCalled = (title: string, fields: readonly FieldDescribe[]): FieldDescribe | undefined =>
  fields.find(({ label }) => label === title.trim()) ??
  fields.find(({ label }) => label === plain(title) && label !== '') ??
  fields.find(({ apiName }) => apiName === title.trim());
