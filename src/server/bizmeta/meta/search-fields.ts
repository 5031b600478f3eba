import { isDeepStrictEqual } from 'node:util';
import { problem, type DescribeInput, type Problem } from '../../../contract/index.ts';
import { formerName, type DraftField } from './draft-field.ts';
import { searchFieldsOf, searchRefusal } from './searched.ts';
import { fieldOf, type ObjectRow } from './store.ts';

/** The choice as it is to be stored; unchanged when the request names none. */
export function draftSearchFields(
  { searchFields: given }: DescribeInput,
  previous: ObjectRow | undefined,
  drafts: readonly DraftField[],
  problems: Problem[],
): string[] | null {
  const stored = previous?.search_fields ?? null;
  if (given === undefined) return stored;
  const before = previous
    ? searchFieldsOf(
        stored,
        previous.fields.map((row) => fieldOf(row)),
        previous.title_field,
      )
    : [];
  // Sent back as it was answered: what no builder chose stays so.
  if (given === null || (previous && stored === null && isDeepStrictEqual(given, before)))
    return null;
  const ids = given.flatMap((name, i) => {
    const found = draftNamed(name, drafts);
    const why = found ? searchRefusal(found.field) : `没有名为“${name.slice(0, SHOWN)}”的字段`;
    if (why === undefined) return found!.field.id;
    // A field removed or changed in this same request, sent back as it was answered, is left out.
    if (!before.includes(name))
      problems.push(
        problem(`/describe/searchFields/${i}`, 'FIELD_SETTING', { label: '搜索字段', why }),
      );
    return [];
  });
  return [...new Set(ids)];
}

/** Sentences quote this much of a wrong name. */
const SHOWN = 60;

/**
 * A field renamed in this same request may still be named by its old name, a new one without a name
 * by its label, as in formulas.
 */
const draftNamed = (name: string, drafts: readonly DraftField[]): DraftField | undefined =>
  drafts.find(({ field }) => field.apiName === name) ??
  drafts.find((draft) => formerName(draft) === name) ??
  drafts.find(({ field, previous }) => !previous && field.label === name);
