import {
  FIELDS,
  isComputed,
  type FieldDescribe,
  type ObjectDescribe,
} from '../../contract/index.ts';
import { layoutNodes, spanIn, type FieldGroup } from './layout.ts';
import { SPEC, type Action, type NestedDocument, type NestedNode } from '../model/document.ts';
import { act, button, node, quote, success, t, x } from './nodes.ts';

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
          ...layoutNodes(describe, { draw: section }),
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
      ...(group.hidden && { onlyFaulty: true }),
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
