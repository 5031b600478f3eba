import { v7 as uuidv7 } from 'uuid';
import {
  problem,
  type DescribeInput,
  type LayoutTab,
  type Problem,
  type Section,
} from '../../../contract/index.ts';
import { formerName } from './draft-field.ts';
import type { SchemaDraft } from './draft.ts';
import { labelProblem } from './names.ts';
import type { SectionRow } from './section-rows.ts';
import type { ObjectRow } from './store.ts';

/** How the fields of an object are put together, as it is stored. */
type LayoutRows = Pick<ObjectRow, 'sections' | 'tabs'>;
type Draft = Pick<SchemaDraft, 'fields' | 'removed'>;

/** The new layout of an object; each of its lists is unchanged where the request leaves it out. */
export function draftLayout(
  { tabs, sections }: DescribeInput,
  previous: LayoutRows | undefined,
  draft: Draft,
  problems: Problem[],
): LayoutRows {
  const fields = fieldsByName(draft);
  const inUse = tabs ? draftTabs(tabs, problems) : (previous?.tabs ?? []);
  const context = { fields, tabs: new Set(inUse.map(({ id }) => id)), problems };
  return {
    tabs: inUse,
    sections: sections
      ? draftSections(sections, context)
      : withinTabs(previous?.sections ?? [], context.tabs),
  };
}

/** Its columns in the order the statements name them. */
export const layoutColumns = ({ sections, tabs }: LayoutRows): string[] =>
  [sections, tabs].map((each) => JSON.stringify(each));

/** Sections that a request leaves out stay, above the tabs where their tab goes. */
const withinTabs = (rows: readonly SectionRow[], tabs: ReadonlySet<string>): SectionRow[] =>
  rows.map(({ tab, ...row }) => ({ ...row, ...(tab !== undefined && tabs.has(tab) && { tab }) }));

const taken = (path: string, what: string, name: string): Problem =>
  problem(path, 'NAME_TAKEN', { what, name: name.slice(0, 40) });

const noTab = (path: string, section: string): Problem =>
  problem(path, 'PAGE_INVALID', { why: `分区“${section.slice(0, 40)}”所在的页签已不存在` });

/** The name of a tab is its own among the others. */
function draftTabs(tabs: readonly LayoutTab[], problems: Problem[]): LayoutTab[] {
  const [ids, labels] = [new Set<string>(), new Set<string>()];
  return tabs.map(({ id, label: given }, i) => {
    const at = `/describe/tabs/${i}`;
    const label = given.trim();
    const wrong = labelProblem(`${at}/label`, '页签名称', label);
    if (wrong) problems.push(wrong);
    else if (labels.has(label)) problems.push(taken(`${at}/label`, '页签', label));
    if (ids.has(id)) problems.push(taken(`${at}/id`, '页签编号', id));
    ids.add(id);
    labels.add(label);
    return { id, label };
  });
}

interface SectionsContext {
  readonly fields: ReadonlyMap<string, string>;
  readonly tabs: ReadonlySet<string>;
  readonly problems: Problem[];
}
/** The new sections as they are stored. A field is in one section of each kind of screen at most. */
function draftSections(sections: readonly Section[], context: SectionsContext): SectionRow[] {
  const { tabs, problems } = context;
  const seen = new Set<string>();
  const used = { wide: new Set<string>(), phone: new Set<string>() };
  return sections.map((section, i) => {
    const { id = uuidv7(), label, collapsed = false, columns = 2, tab = null } = section;
    const at = `/describe/sections/${i}`;
    const wrong = labelProblem(`${at}/label`, '分区名称', label);
    if (wrong) problems.push(wrong);
    if (seen.has(id)) problems.push(taken(`${at}/id`, '分区编号', id));
    seen.add(id);
    if (tab !== null && !tabs.has(tab)) problems.push(noTab(`${at}/tab`, label));
    if (section.phone !== true && isHiding(section)) problems.push(notOfPhones(at, label));
    return {
      id,
      label: label.trim(),
      collapsed,
      columns,
      ...(tab !== null && { tab }),
      ...(section.phone && { phone: true as const }),
      ...(section.hidden && { hidden: true as const }),
      items: draftItems(section, at, used[section.phone ? 'phone' : 'wide'], context),
    };
  });
}
const isHiding = ({ hidden, items }: Section): boolean =>
  hidden === true || items.some((item) => item.hidden);
const notOfPhones = (path: string, section: string): Problem =>
  problem(path, 'PAGE_INVALID', {
    why: `分区“${section.slice(0, 40)}”不是手机的，里面的内容不能在手机上隐藏`,
  });

function draftItems(
  { items }: Section,
  at: string,
  used: Set<string>,
  { fields, problems }: SectionsContext,
): SectionRow['items'] {
  return items.flatMap(({ field: name, span, hidden }, n) => {
    const path = `${at}/items/${n}/field`;
    const field = fields.get(name);
    if (field === undefined)
      problems.push(problem(path, 'UNKNOWN_FIELD', { name: name.slice(0, 60) }));
    else if (used.has(field)) problems.push(taken(path, '分区中的字段', name));
    else used.add(field);
    return field === undefined
      ? []
      : { field, ...(span !== undefined && { span }), ...(hidden && { hidden: true as const }) };
  });
}

/**
 * Ids of the fields by what a request may call them: their name, the name they had before this same
 * request, and the label of one that is new. One that it removes keeps its place for when it is
 * restored.
 */
function fieldsByName({ fields, removed }: Draft): ReadonlyMap<string, string> {
  const names = [
    ...removed.map(({ api_name, id }) => [api_name, id] as const),
    ...fields.map(({ field, previous }) => [previous ? '' : field.label, field.id] as const),
    ...fields.map((draft) => [formerName(draft) ?? '', draft.field.id] as const),
    ...fields.map(({ field }) => [field.apiName, field.id] as const),
  ];
  return new Map(names.filter(([name]) => name !== ''));
}
