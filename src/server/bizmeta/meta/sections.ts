import { v7 as uuidv7 } from 'uuid';
import { problem, type DescribeInput, type Problem } from '../../../contract/index.ts';
import { formerName } from './draft-field.ts';
import type { SchemaDraft } from './draft.ts';
import { labelProblem } from './names.ts';
import type { SectionRow } from './section-rows.ts';

/**
 * The new sections of an object as they are stored; unchanged when the request names none. A field
 * is in one section at most.
 */
export function draftSections(
  { sections }: DescribeInput,
  previous: readonly SectionRow[],
  draft: Pick<SchemaDraft, 'fields' | 'removed'>,
  problems: Problem[],
): SectionRow[] {
  if (!sections) return [...previous];
  const ids = fieldsByName(draft);
  const [seen, used] = [new Set<string>(), new Set<string>()];
  const twice = (path: string, what: string, name: string) =>
    void problems.push(problem(path, 'NAME_TAKEN', { what, name: name.slice(0, 40) }));
  return sections.map(({ id = uuidv7(), label, collapsed = false, columns = 2, items }, i) => {
    const at = `/describe/sections/${i}`;
    const wrong = labelProblem(`${at}/label`, '分区名称', label);
    if (wrong) problems.push(wrong);
    if (seen.has(id)) twice(`${at}/id`, '分区编号', id);
    seen.add(id);
    const placed = items.flatMap(({ field: name, span }, n) => {
      const path = `${at}/items/${n}/field`;
      const field = ids.get(name);
      if (field === undefined)
        problems.push(problem(path, 'UNKNOWN_FIELD', { name: name.slice(0, 60) }));
      else if (used.has(field)) twice(path, '分区中的字段', name);
      else used.add(field);
      return field === undefined ? [] : { field, ...(span !== undefined && { span }) };
    });
    return { id, label: label.trim(), collapsed, columns, items: placed };
  });
}

/**
 * Ids of the fields by what a request may call them: their name, the name they had before this same
 * request, and the label of one that is new. One that it removes keeps its place for when it is
 * restored.
 */
function fieldsByName({
  fields,
  removed,
}: Pick<SchemaDraft, 'fields' | 'removed'>): ReadonlyMap<string, string> {
  const names = [
    ...removed.map(({ api_name, id }) => [api_name, id] as const),
    ...fields.map(({ field, previous }) => [previous ? '' : field.label, field.id] as const),
    ...fields.map((draft) => [formerName(draft) ?? '', draft.field.id] as const),
    ...fields.map(({ field }) => [field.apiName, field.id] as const),
  ];
  return new Map(names.filter(([name]) => name !== ''));
}
