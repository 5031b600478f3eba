import { isComputed, type FieldDescribe, type ObjectDescribe } from '../../contract/index.ts';
import { liveFields } from '../describe/record-schema.ts';
import { isWide } from '../describe/ui.ts';
import { SPEC, type Action, type NestedDocument, type NestedNode } from '../document.ts';
import { act, button, node, success, x } from './nodes.ts';

/** Fields a section holds: about a screen of two columns. */
const SECTION_FIELDS = 24;

/** A group of fields under a title. */
export interface FieldGroup { title: string; fields: FieldDescribe[] }
/** The fields in groups of a screen each; files at the end, where they are looked for. */
export function groupFields(describe: ObjectDescribe): FieldGroup[] {
  const fields = liveFields(describe);
  const files = fields.filter((field) => field.type === 'attachment');
  const others = fields.filter((field) => field.type !== 'attachment');
  const groups: FieldGroup[] = [];
  for (let from = 0; from < others.length; from += SECTION_FIELDS) groups.push({ title: titleOf(from / SECTION_FIELDS), fields: others.slice(from, from + SECTION_FIELDS) });
  if (files.length > 0) groups.push({ title: '附件', fields: files });
  return groups;
}
const titleOf = (at: number): string => (at === 0 ? '基本信息' : at === 1 ? '更多信息' : `更多信息（${at}）`);

/** The default form page of an object: sections of two columns, errors at the top, sticky buttons at the bottom. */
export function formPage(describe: ObjectDescribe): NestedDocument {
  return {
    spec: SPEC, key: `object.${describe.apiName}.form`, rev: 1, title: x(`if(record._isNew, ${quote(`新建${describe.label}`)}, ${quote(`编辑${describe.label}`)})`),
    params: { id: { type: 'text' }, appId: { type: 'text' } },
    forms: { record: { object: describe.apiName, id: x('params.id') } },
    body: node('page', 'page@1', { padding: 0, maxWidth: 960 }, { slots: { default: [form(describe)] } }),
  };
}
/** A text literal of the expression language. */
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function form(describe: ObjectDescribe): NestedNode {
  return node('form', 'form@1', { label: describe.label }, {
    bind: 'record',
    on: { submit: saveSteps({ id: x('results.saved.id') }) },
    slots: {
      body: [node('errors', 'formErrors@1', {}, { bind: 'record' }), ...groupFields(describe).map((group, i) => section(group, i))],
      footer: footer(),
    },
  });
}

const saveSteps = (payload: { [key: string]: ReturnType<typeof x> }): Action[] =>
  [act('save', { form: 'record' }, { as: 'saved' }), success('已保存'), act('emit', { event: 'saved', payload })];

function footer(): NestedNode[] {
  const saveAndNew = button('saveAndNew', { text: '保存并新建' }, [...saveSteps({ id: x('results.saved.id'), again: true }), act('reload', { source: 'record' })]);
  return [
    button('cancel', { text: '取消' }, [act('emit', { event: 'closed' })]),
    { ...saveAndNew, when: { visible: { $x: 'params.id is null' } } },
    button('save', { text: '保存', kind: 'primary', submit: true }),
  ];
}

function section(group: FieldGroup, at: number): NestedNode {
  const first = group.fields.find((field) => !isComputed(field.type));
  return node(`section${at + 1}`, 'section@1', { title: group.title, columns: 2 }, { slots: { body: group.fields.map((field) => fieldNode(field, at === 0 && field === first)) } });
}
/** Types one can type into at once: the first field of a new record takes the focus, and a picker would open its list. */
const TYPED: ReadonlySet<FieldDescribe['type']> = new Set(['text', 'longText', 'integer', 'decimal', 'currency', 'percent', 'email', 'phone', 'url', 'barcode']);
const fieldNode = (field: FieldDescribe, first: boolean): NestedNode =>
  node(`field.${field.apiName}`, 'field@1', { ...(isWide(field) && { span: 2 }), ...(first && TYPED.has(field.type) && { autoFocus: x('record._isNew') }) }, { bind: `record.${field.apiName}` });
