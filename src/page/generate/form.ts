import {
  FIELDS,
  isComputed,
  type FieldDescribe,
  type ObjectDescribe,
} from '../../contract/index.ts';
import { liveFields } from '../describe/record-schema.ts';
import { isWide } from '../describe/ui.ts';
import { SPEC, type Action, type NestedDocument, type NestedNode } from '../model/document.ts';
import { act, button, node, quote, success, t, x } from './nodes.ts';

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
}
const COLUMNS = 2;
const sectionGroup = (
  { label, columns, collapsed, items }: NonNullable<ObjectDescribe['sections']>[number],
  byName: ReadonlyMap<string, FieldDescribe>,
): FieldGroup => ({
  title: label,
  columns: columns ?? COLUMNS,
  collapsed: collapsed === true,
  fields: items.flatMap(({ field }) => byName.get(field) ?? []),
  spans: Object.fromEntries(
    items.flatMap(({ field, span }) => (span === undefined ? [] : [[field, span]])),
  ),
});
/**
 * The fields in the object's sections; those in none in groups of a screen each, files at the end,
 * where users look for them.
 */
export function groupFields(describe: ObjectDescribe): FieldGroup[] {
  const fields = liveFields(describe);
  const byName = new Map(fields.map((field) => [field.apiName, field]));
  const groups = (describe.sections ?? [])
    .map((section) => sectionGroup(section, byName))
    .filter((group) => group.fields.length > 0);
  const placed = new Set(groups.flatMap((group) => group.fields));
  return [
    ...groups,
    ...groupRest(
      fields.filter((field) => !placed.has(field)),
      groups.length > 0,
    ),
  ];
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

/**
 * The default form page of an object: sections of two columns, errors at the top, sticky buttons at
 * the bottom.
 */
export function formPage(describe: ObjectDescribe): NestedDocument {
  return {
    spec: SPEC,
    key: `object.${describe.apiName}.form`,
    rev: 1,
    title: x(
      `if(record._isNew, ${quote(`新建${describe.label}`)}, ${quote(`编辑${describe.label}`)})`,
    ),
    // First values: `preset`, and `given` where it is defined. `once`: the form is for one record,
    // not for several.
    params: {
      id: { type: 'text' },
      appId: { type: 'text' },
      preset: { type: 'any' },
      given: { type: 'any' },
      once: { type: 'text' },
    },
    forms: {
      record: {
        object: describe.apiName,
        id: x('params.id'),
        init: [x('params.preset'), x('params.given')],
      },
    },
    body: node(
      'page',
      'page@1',
      { padding: 0, maxWidth: 960 },
      { slots: { default: [form(describe)] } },
    ),
  };
}
function form(describe: ObjectDescribe): NestedNode {
  return node(
    'form',
    'form@1',
    { label: describe.label },
    {
      bind: 'record',
      on: { submit: saveSteps(describe, 'saved') },
      slots: {
        body: [
          node('errors', 'formErrors@1', {}, { bind: 'record' }),
          ...groupFields(describe).map((group, i) => section(group, i)),
        ],
        footer: footer(describe),
      },
    },
  );
}

/** The message about a new record links to it. */
const MADE = 'params.id is null and params.appId is not null and record._can.view';
/** `saved` ends the page's purpose; `added` announces one record of several. */
const saveSteps = ({ apiName }: ObjectDescribe, event: 'saved' | 'added'): Action[] => [
  act('save', { form: 'record' }, { as: 'saved' }),
  {
    ...success(x("if(record._can.view, '已保存', '已提交')")),
    if: { $x: `not (${MADE})` },
  },
  {
    ...act('toast', {
      kind: 'success',
      text: '已保存',
      link: { text: '查看', to: t(`/app/{params.appId}/${apiName}/record/{results.saved.id}`) },
    }),
    if: { $x: MADE },
  },
  act('emit', { event, payload: { id: x('results.saved.id') } }),
];

function footer(describe: ObjectDescribe): NestedNode[] {
  const saveAndNew = button('saveAndNew', { text: '保存并新建' }, [
    ...saveSteps(describe, 'added'),
    act('reload', { source: 'record' }),
  ]);
  return [
    button('cancel', { text: '取消' }, [act('emit', { event: 'closed' })]),
    { ...saveAndNew, when: { visible: { $x: 'params.id is null and params.once is null' } } },
    button('save', { text: '保存', kind: 'primary', submit: true }),
  ];
}

function section(group: FieldGroup, at: number): NestedNode {
  const first = group.fields.find((field) => !isComputed(field.type));
  return node(
    `section${at + 1}`,
    'section@1',
    {
      title: group.title,
      columns: group.columns,
      ...(group.collapsed && { collapsible: true, collapsed: true }),
    },
    {
      slots: {
        body: group.fields.map((field) => fieldNode(field, group, at === 0 && field === first)),
      },
    },
  );
}
/**
 * Types one can type into at once: the first field of a new record takes the focus, and a picker
 * would open its list.
 */
export const isTyped = (type: FieldDescribe['type']): boolean => FIELDS[type].typed === true;
/** Columns a field takes in its group. */
export const spanIn = (
  { columns, spans }: Pick<FieldGroup, 'columns' | 'spans'>,
  field: FieldDescribe,
): number => Math.min(columns, spans[field.apiName] ?? (isWide(field) ? columns : 1));
export function fieldNode(
  field: FieldDescribe,
  group: Pick<FieldGroup, 'columns' | 'spans'>,
  first: boolean,
): NestedNode {
  const span = spanIn(group, field);
  return node(
    `field.${field.apiName}`,
    'field@1',
    {
      ...(span > 1 && { span }),
      ...(first && isTyped(field.type) && { autoFocus: x('record._isNew') }),
    },
    { bind: `record.${field.apiName}` },
  );
}
