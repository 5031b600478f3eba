import type { FieldDescribe, ObjectDescribe, Section } from '../../contract/index.ts';
import { FIELDS } from '../../contract/index.ts';
import { liveFields } from '../describe/record-schema.ts';
import { isWide } from '../describe/ui.ts';
import type { NestedNode } from '../model/document.ts';
import { node } from './nodes.ts';

/** Fields a section holds: about a screen of two columns. */
const SECTION_FIELDS = 24;

/** A group of fields under a title; `collapsed` folds it in at first. */
export interface FieldGroup {
  title: string;
  columns: number;
  collapsed: boolean;
  fields: FieldDescribe[];
  /** Columns a field takes, by its name; the others as their types do. */
  spans: Readonly<Record<string, number>>;
  /** Id of its tab; none: it is above the tabs. */
  tab?: string | undefined;
  /** Not shown on phones, but for what is wrong in it. */
  hidden?: boolean | undefined;
}
const COLUMNS = 2;
/** Between sections, in pixels. */
const SECTION_GAP = 24;
const sectionGroup = (
  { label, columns, collapsed, tab, items }: Section,
  byName: ReadonlyMap<string, FieldDescribe>,
): FieldGroup => ({
  title: label,
  columns: columns ?? COLUMNS,
  collapsed: collapsed === true,
  fields: items.flatMap(({ field }) => byName.get(field) ?? []),
  spans: Object.fromEntries(
    items.flatMap(({ field, span }) => (span === undefined ? [] : [[field, span]])),
  ),
  tab: tab ?? undefined,
});

/** The tab of fields that are in no section, where there are tabs: no other has an empty id. */
const REST_TAB = '';
/**
 * The fields in these sections, those above the tabs first; those in none in groups of a screen
 * each, files at the end, where users look for them.
 */
function groupsIn(
  describe: ObjectDescribe,
  sections: readonly Section[],
  without: ReadonlySet<string>,
): FieldGroup[] {
  const fields = liveFields(describe).filter(({ apiName }) => !without.has(apiName));
  const byName = new Map(fields.map((field) => [field.apiName, field]));
  const tabs = (describe.tabs ?? []).map(({ id }) => id);
  const groups = sections
    .map((section) => sectionGroup(section, byName))
    .map((group) => ({ ...group, tab: tabs.find((id) => id === group.tab) }))
    .filter((group) => group.fields.length > 0)
    .toSorted((a, b) => tabs.indexOf(a.tab ?? '') - tabs.indexOf(b.tab ?? ''));
  const placed = new Set(groups.flatMap((group) => group.fields));
  const rest = groupRest(
    fields.filter((field) => !placed.has(field)),
    groups.length > 0,
  );
  const tab = groups.some((group) => group.tab !== undefined) ? REST_TAB : undefined;
  return [...groups, ...rest.map((group) => ({ ...group, tab }))];
}
/** The fields in the object's sections, as wide screens show them. */
export const groupFields = (describe: ObjectDescribe): FieldGroup[] =>
  groupsIn(
    describe,
    (describe.sections ?? []).filter(({ phone }) => !phone),
    new Set(),
  );

/** What phones show, and last, in a group of their own, the fields they do not. */
function phoneGroups(describe: ObjectDescribe, sections: readonly Section[]): FieldGroup[] {
  const isHidden = new Set(
    sections.flatMap(({ hidden, items }) =>
      items.filter((item) => hidden || item.hidden).map(({ field }) => field),
    ),
  );
  const fields = liveFields(describe).filter(({ apiName }) => isHidden.has(apiName));
  const hidden = { ...groupOf('手机上不显示的字段', fields), hidden: true };
  return [...groupsIn(describe, sections, isHidden), ...(fields.length > 0 ? [hidden] : [])];
}

const groupOf = (title: string, fields: FieldDescribe[]): FieldGroup => ({
  title,
  columns: COLUMNS,
  collapsed: false,
  fields,
  spans: {},
});
function groupRest(fields: readonly FieldDescribe[], afterOthers: boolean): FieldGroup[] {
  const files = fields.filter((field) => FIELDS[field.type].apart);
  const others = fields.filter((field) => !FIELDS[field.type].apart);
  const groups: FieldGroup[] = [];
  // Of one length: a few fields more than a screen holds are no section of their own.
  const size = Math.ceil(others.length / Math.max(1, Math.round(others.length / SECTION_FIELDS)));
  for (let from = 0; from < others.length; from += size) {
    const title = titleOf(groups.length + Number(afterOthers));
    groups.push(groupOf(title, others.slice(from, from + size)));
  }
  if (files.length > 0) groups.push(groupOf('附件', files));
  return groups;
}
const titleOf = (at: number): string =>
  at === 0 ? '基本信息' : at === 1 ? '更多信息' : `更多信息（${at}）`;

/** Columns a field takes in its group. */
export const spanIn = (
  { columns, spans }: Pick<FieldGroup, 'columns' | 'spans'>,
  field: FieldDescribe,
): number => Math.min(columns, spans[field.apiName] ?? (isWide(field) ? columns : 1));

interface Drawing {
  /** `at` counts the groups of the page from 0. */
  draw(group: FieldGroup, at: number): NestedNode;
  /** Fields that are on the page; all unless given. */
  isShown?(field: FieldDescribe): boolean;
  /** The page only shows values: nothing in it can be wrong. */
  isRead?: boolean;
}

/**
 * The layout of an object as nodes: sections, those of tabs in tabs; where phones have a layout of
 * their own, both.
 */
export function layoutNodes(describe: ObjectDescribe, drawing: Drawing): NestedNode[] {
  const wide = arranged(describe, groupFields(describe), drawing);
  const own = (describe.sections ?? []).filter(({ phone }) => phone);
  if (own.length === 0) return wide;
  const phone = arranged(describe, phoneGroups(describe, own), drawing).map(ofPhones);
  return [
    node(
      'layoutScreens',
      'byScreen@1',
      {},
      { slots: { wide: [column('layoutWide', wide)], phone: [column('layoutPhone', phone)] } },
    ),
  ];
}

const column = (id: string, nodes: NestedNode[]): NestedNode =>
  node(id, 'stack@1', { gap: SECTION_GAP }, { slots: { default: nodes } });
/** The same nodes are there twice: those of phones have names of their own. */
const ofPhones = (given: NestedNode): NestedNode => ({
  ...given,
  id: `phone.${given.id}`,
  ...(given.slots && {
    slots: Object.fromEntries(
      Object.entries(given.slots).map(([name, slot]) => [
        name,
        (slot as NestedNode[]).map(ofPhones),
      ]),
    ),
  }),
});

function arranged(
  describe: ObjectDescribe,
  given: readonly FieldGroup[],
  { draw, isShown = () => true, isRead = false }: Drawing,
): NestedNode[] {
  const groups = given
    .map((group) => ({ ...group, fields: group.fields.filter(isShown) }))
    .filter((group) => group.fields.length > 0 && !(isRead && group.hidden));
  const drawn = groups.map((group, at) => ({ group, drawn: draw(group, at) }));
  const inTab = (id: string | undefined): NestedNode[] =>
    drawn.flatMap((each) => (each.group.tab === id && !each.group.hidden ? [each.drawn] : []));
  const hidden = drawn.flatMap((each) => (each.group.hidden ? [each.drawn] : []));
  const tabs = [...(describe.tabs ?? []), { id: REST_TAB, label: '其他' }]
    .map(({ id, label }) => ({ label, nodes: inTab(id) }))
    .filter(({ nodes }) => nodes.length > 0);
  return [...inTab(undefined), ...(tabs.length > 0 ? [tabsOf(describe, tabs)] : []), ...hidden];
}

const tabsOf = (
  { label }: ObjectDescribe,
  tabs: readonly { label: string; nodes: NestedNode[] }[],
): NestedNode =>
  node(
    'layoutTabs',
    'tabs@1',
    {
      label: `${label}的内容`,
      faults: true,
      printAll: true,
      items: tabs.map((tab, at) => ({ key: `tab${at + 1}`, title: tab.label })),
    },
    {
      slots: Object.fromEntries(
        tabs.map(({ nodes }, at) => [`tab${at + 1}`, [column(`layoutTab${at + 1}`, nodes)]]),
      ),
    },
  );
