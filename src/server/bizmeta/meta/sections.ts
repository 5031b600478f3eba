import { v7 as uuidv7 } from 'uuid';
import { problem, type DescribeInput, type Problem } from '../../../contract/index.ts';
import type { DraftField } from './draft-field.ts';
import { labelProblem } from './names.ts';
import type { SectionRow } from './section-rows.ts';

/**
 * The new sections of an object as they are stored; unchanged when the request names none. A field
 * is in one section at most.
 */
export function draftSections(
  { sections }: DescribeInput,
  previous: readonly SectionRow[],
  drafts: readonly DraftField[],
  problems: Problem[],
): SectionRow[] {
  if (!sections) return [...previous];
  const ids = new Map(drafts.map(({ field }) => [field.apiName, field.id]));
  const renamed = new Map(
    drafts.flatMap((draft) =>
      draft.previous ? [[draft.previous.api_name, draft.field.id] as const] : [],
    ),
  );
  const [seen, used] = [new Set<string>(), new Set<string>()];
  const twice = (path: string, what: string, name: string) =>
    void problems.push(problem(path, 'NAME_TAKEN', { what, name: name.slice(0, 40) }));
  return sections.map(
    ({ id = uuidv7(), label, collapsed = false, columns = 2, fieldApiNames }, i) => {
      const at = `/describe/sections/${i}`;
      const wrong = labelProblem(`${at}/label`, '分区名称', label);
      if (wrong) problems.push(wrong);
      if (seen.has(id)) twice(`${at}/id`, '分区编号', id);
      seen.add(id);
      const fields = fieldApiNames.flatMap((name, n) => {
        // A field renamed in this same request may still be named by its old name.
        const field = ids.get(name) ?? renamed.get(name);
        if (field === undefined)
          problems.push(
            problem(`${at}/fieldApiNames/${n}`, 'UNKNOWN_FIELD', { name: name.slice(0, 60) }),
          );
        else if (used.has(field)) twice(`${at}/fieldApiNames/${n}`, '分区中的字段', name);
        else used.add(field);
        return field ?? [];
      });
      return { id, label: label.trim(), collapsed, columns, fields };
    },
  );
}
