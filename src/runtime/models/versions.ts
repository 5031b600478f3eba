import {
  asFailure,
  type EditConflicts,
  type MergedEdit,
  type RecordValues,
} from '../../contract/index.ts';
import { dateTimeText, labelOf, momentOf, textOf, type LabelStore } from '../../values/index.ts';

/** What forms and lists say and know of the versions of a record that others wrote. */

interface Author {
  readonly by?: unknown;
  readonly at?: unknown;
}
const isBag = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Name of who changed something, as far as it is known. */
function authorName({ by }: Author, labels: LabelStore): string {
  const id = textOf(by);
  const name = id && labelOf('user', id, labels);
  return name && name !== id ? name : '他人';
}
/** Who changed something and when, as the beginning of a sentence: 李四在 2026-05-06 10:20 . */
export function authorPhrase(author: Author, labels: LabelStore): string {
  const moment = momentOf(author.at);
  return `${authorName(author, labels)}${moment ? `在 ${dateTimeText(moment, false)} ` : ''}`;
}
/** Who, and when. */
export function authorText(author: Author, labels: LabelStore): string {
  const moment = momentOf(author.at);
  return `${authorName(author, labels)}${moment ? ` ${dateTimeText(moment, false)}` : ''}`;
}
export const lastAuthor = (record: RecordValues): Author => ({
  by: record['updatedBy'],
  at: record['updatedAt'],
});

/** Who changed what of a record an edit was merged with; empty for none. */
export function mergedText(
  { fields }: Pick<MergedEdit, 'fields'>,
  labelOfField: (name: string) => string,
  labels: LabelStore,
): string {
  const byPerson = new Map<string, string[]>();
  for (const { field, ...author } of fields) {
    const name = authorName(author, labels);
    byPerson.set(name, [...(byPerson.get(name) ?? []), ...(field === null ? [] : [field])]);
  }
  const parts = [...byPerson].map(([name, names]) =>
    names.length > 0
      ? `${name}对${names.map((each) => `「${labelOfField(each)}」`).join('')}的修改`
      : `${name}的修改`,
  );
  return parts.length > 0 ? `已保存，并合入了${parts.join('、')}` : '';
}

/** What an edit was refused for because others were quicker; null for another failure. */
export function conflictOf(failure: unknown): EditConflicts | null {
  const { reason, current } = asFailure(failure);
  if (!isBag(current) && !Array.isArray(current)) return null;
  if (reason === 'EDIT_CONFLICT') return current as unknown as EditConflicts;
  if (reason !== 'STALE_VERSION') return null;
  return { conflicts: [], records: [current].flat() as RecordValues[], labels: {} };
}
