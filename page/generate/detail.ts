import type { FieldDescribe, ObjectDescribe } from '../../contract/index.ts';
import { liveFields } from '../describe/record-schema.ts';
import { SPEC, type NestedDocument, type NestedNode, type Value } from '../document.ts';
import { groupFields } from './form.ts';
import { act, button, node, plain, set, success, t, x } from './nodes.ts';

/** Types whose value reads as a title by itself; a lookup's or person's id does not. */
const TITLES: ReadonlySet<FieldDescribe['type']> = new Set(['text', 'longText', 'email', 'phone', 'url', 'integer', 'decimal', 'date', 'dateTime']);

/** The default detail page of an object: read first, edit in place through the object's own form page. */
export function detailPage(describe: ObjectDescribe): NestedDocument {
  return {
    spec: SPEC, key: `object.${describe.apiName}.detail`, rev: 1, title: titleOf(describe),
    params: { id: { type: 'text', required: true }, appId: { type: 'text' } },
    state: { editing: { type: 'boolean', init: false } },
    forms: { record: { object: describe.apiName, id: x('params.id') } },
    body: node('page', 'page@1', { padding: 0 }, { slots: { default: [reading(describe), editing(describe)] } }),
  };
}

function titleOf(describe: ObjectDescribe): Value {
  const field = liveFields(describe).find((each) => each.apiName === describe.titleField);
  return field && TITLES.has(field.type) ? t(`{record.${field.apiName}}`) : describe.label;
}

function reading(describe: ObjectDescribe): NestedNode {
  return node('reading', 'stack@1', { gap: 24 }, {
    when: { visible: { $x: 'not state.editing' } },
    slots: { default: [head(describe), ...groupFields(describe).map((group, at) =>
      node(`group${at + 1}`, 'descriptions@1', { title: group.title, fields: group.fields.map((field) => field.apiName), columns: 2 }, { bind: 'record' }))] },
  });
}

function head(describe: ObjectDescribe): NestedNode {
  const remove = act('delete', { object: describe.apiName, ids: [x('params.id')] }, {
    confirm: { title: '删除记录', text: t(`将删除这条${plain(describe.label)}，删除后可以撤销。`), ok: '删除', danger: true },
  });
  return node('head', 'toolbar@1', {}, { slots: {
    start: [node('title', 'text@1', { text: titleOf(describe), kind: 'title', as: 'h2', ellipsis: true })],
    end: [
      button('delete', { text: '删除', kind: 'danger', icon: 'delete' }, [remove, success('已删除'), act('emit', { event: 'deleted', payload: { id: x('params.id') } })]),
      button('edit', { text: '编辑', kind: 'primary', icon: 'edit', shortcut: 'e' }, [set('state.editing', true)]),
    ],
  } });
}

/** The object's form page: what a company changed there holds here too. */
function editing({ apiName }: ObjectDescribe): NestedNode {
  return node('editing', 'pageEmbed@1', { pageKey: `object.${apiName}.form`, params: { id: x('params.id'), appId: x('params.appId') } }, {
    when: { visible: { $x: 'state.editing' } },
    on: {
      saved: [set('state.editing', false), act('reload', { source: 'record' }), act('emit', { event: 'saved', payload: { id: x('params.id') } })],
      closed: [set('state.editing', false)],
      dirty: [act('emit', { event: 'dirty', payload: x('event') })],
    },
  });
}
