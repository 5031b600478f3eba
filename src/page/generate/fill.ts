import { isComputed, type FieldDescribe, type ObjectDescribe } from '../../contract/index.ts';
import { SPEC, type Action, type NestedDocument, type NestedNode } from '../model/document.ts';
import { fieldNode, isTyped } from './form.ts';
import { groupFields, type FieldGroup } from './layout.ts';
import { act, button, node, onlyIf, plain, set, success, t, x } from './nodes.ts';

/** Some of the fields were chosen, and what cannot be left out. */
const isAsked = (field: FieldDescribe): string =>
  field.required && (field.defaultValue === undefined || field.defaultValue === null)
    ? 'true'
    : `params.fields is null or count(params.fields) = 0 or '${field.apiName}' in params.fields`;

/**
 * Filling in one record after another: the object's form, which restarts after a save, with a count
 * of the records so far. `fields` are those to fill in, all when left out; `form` is a smart form
 * to use instead. Emits saved {id}.
 */
export function fillPage(describe: ObjectDescribe): NestedDocument {
  const { apiName, label } = describe;
  return {
    spec: SPEC,
    key: `object.${apiName}.fill`,
    rev: 1,
    title: `填写${label}`,
    params: {
      appId: { type: 'text' },
      fields: { type: 'list' },
      form: { type: 'text' },
      inside: { type: 'text' },
    },
    state: { count: { type: 'number', init: 0 }, last: { type: 'text' } },
    forms: { record: { object: apiName, fromAddress: true } },
    body: node(
      'which',
      'switch@1',
      { value: x("if(isEmpty(params.form), 'fields', 'form')") },
      {
        slots: {
          form: [
            node(
              'smartForm',
              'smartForm@1',
              { form: x('params.form'), alone: x('isEmpty(params.inside)') },
              { on: { sent: [act('emit', { event: 'saved', payload: {} })] } },
            ),
          ],
          fields: [
            node(
              'page',
              'page@1',
              { padding: x('if(isEmpty(params.inside), 24, 16)'), maxWidth: 960 },
              { slots: { default: [head(describe), form(describe)] } },
            ),
          ],
        },
      },
    ),
  };
}

/** How many records were filled in, and a way to look at the last one. */
function done({ apiName, label }: ObjectDescribe): NestedNode {
  const open: Action[] = [
    act('drawer', {
      page: `object.${apiName}.detail`,
      title: label,
      until: ['deleted'],
      params: { id: x('state.last'), appId: x('params.appId') },
    }),
  ];
  return node(
    'done',
    'stack@1',
    { direction: 'row', gap: 8, align: 'center' },
    {
      when: { visible: { $x: 'state.count > 0' } },
      slots: {
        default: [
          node('count', 'text@1', { text: t('已填 {state.count} 条'), kind: 'secondary' }),
          onlyIf(
            'record._can.view',
            button('last', { text: '查看上一条', kind: 'text', size: 'small' }, open),
          ),
        ],
      },
    },
  );
}

function head(describe: ObjectDescribe): NestedNode {
  return node(
    'head',
    'toolbar@1',
    {},
    {
      slots: {
        start: [
          node('title', 'text@1', {
            text: `填写${describe.label}`,
            kind: 'title',
            as: x("if(isEmpty(params.inside), 'h1', 'h2')"),
          }),
        ],
        end: [done(describe)],
      },
    },
  );
}

function form(describe: ObjectDescribe): NestedNode {
  const groups = groupFields(describe)
    .map((group) => ({ ...group, fields: group.fields.filter((field) => !isComputed(field.type)) }))
    .filter((group) => group.fields.length > 0);
  const first = groups[0]?.fields.find((field) => isTyped(field.type));
  const next: Action[] = [
    act('save', { form: 'record' }, { as: 'saved' }),
    success(`已保存，可以填下一条${plain(describe.label)}`),
    set('state.count', x('state.count + 1')),
    set('state.last', x('results.saved.id')),
    act('emit', { event: 'saved', payload: { id: x('results.saved.id') } }),
    act('reload', { source: 'record' }),
  ];
  return node(
    'form',
    'form@1',
    { label: `填写${describe.label}`, enter: false },
    {
      bind: 'record',
      on: { submit: next },
      slots: {
        body: [
          node('errors', 'formErrors@1', {}, { bind: 'record' }),
          ...groups.map((group, at) => section(group, at, first)),
        ],
        footer: [
          button('clear', { text: '清空' }, [act('reset', { form: 'record' })]),
          button('save', { text: '保存并填下一条', kind: 'primary', submit: true }),
        ],
      },
    },
  );
}

const visibleWhen = (condition: string): Pick<NestedNode, 'when'> =>
  condition === 'true' ? {} : { when: { visible: { $x: condition } } };

/** A group of which no field is asked for has no heading either. */
function section(group: FieldGroup, at: number, first: FieldDescribe | undefined): NestedNode {
  const asked = group.fields.map(isAsked);
  const fields = group.fields.map((field, i) => ({
    ...fieldNode(field, group, field === first),
    ...visibleWhen(asked[i]!),
  }));
  const anyAsked = asked.includes('true') ? 'true' : asked.map((each) => `(${each})`).join(' or ');
  const body = node(
    `section${at + 1}Fields`,
    'section@1',
    {
      title: group.title,
      columns: group.columns,
      ...(group.collapsed && { collapsible: true, collapsed: true }),
    },
    { slots: { body: fields } },
  );
  return node(
    `section${at + 1}`,
    'panel@1',
    {},
    { ...visibleWhen(anyAsked), slots: { default: [body] } },
  );
}
