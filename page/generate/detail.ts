import type { FieldDescribe, ObjectDescribe } from '../../contract/index.ts';
import { liveFields } from '../describe/record-schema.ts';
import { SPEC, type Action, type NestedDocument, type NestedNode, type Value } from '../document.ts';
import { groupFields } from './form.ts';
import { act, button, node, plain, set, success, t, x } from './nodes.ts';

/** Types whose value reads as a title by itself; a lookup's or person's id does not. */
const TITLES: ReadonlySet<FieldDescribe['type']> = new Set(['text', 'longText', 'email', 'phone', 'url', 'integer', 'decimal', 'date', 'dateTime', 'barcode', 'autoNumber']);
/** Types of which the first field stands beside the title: the state of the record, and whose it is. */
const FACTS: readonly FieldDescribe['type'][] = ['singleSelect', 'user'];
const SYSTEM = ['createdBy', 'createdAt', 'updatedBy', 'updatedAt'];

/** The page stands by itself, in a window of its own: it has a way back, a ground and a panel. */
const ALONE = "params.inWindow = 'yes'";
const UNTIL_LOADED = { when: { disabled: { $x: 'record._loading' } } };
const ALONE_ONLY = { when: { visible: { $x: ALONE } } };

/** The default detail page of an object: read first, edit in place through the object's own form page. */
export function detailPage(describe: ObjectDescribe): NestedDocument {
  return {
    spec: SPEC, key: `object.${describe.apiName}.detail`, rev: 1, title: titleOf(describe),
    params: { id: { type: 'text', required: true }, appId: { type: 'text' }, inWindow: { type: 'text' } },
    state: { editing: { type: 'boolean', init: false }, gone: { type: 'boolean', init: false } },
    forms: { record: { object: describe.apiName, id: x('params.id') } },
    body: node('page', 'page@1', { padding: x(`if(${ALONE}, 24, 0)`), maxWidth: 960 }, { slots: { default: [
      node('back', 'link@1', { text: describe.label, icon: 'left', kind: 'quiet', to: t(`/app/{params.appId}/${describe.apiName}`) }, ALONE_ONLY),
      gone(describe),
      missing(),
      node('panel', 'panel@1', { padding: x(`if(${ALONE}, 24, 0)`), gap: 24 }, {
        when: { visible: { $x: "not state.gone and record._status != 'failed'" } },
        slots: { default: [reading(describe), editing(describe)] },
      }),
    ] } }),
  };
}

function titleField(describe: ObjectDescribe): FieldDescribe | undefined {
  const field = liveFields(describe).find((each) => each.apiName === describe.titleField);
  return field && TITLES.has(field.type) ? field : undefined;
}
function titleOf(describe: ObjectDescribe): Value {
  const field = titleField(describe);
  return field ? t(`{record.${field.apiName}}`) : describe.label;
}

function reading(describe: ObjectDescribe): NestedNode {
  const linkPath = x(`if(params.appId is null, '', '/app/' & params.appId & '/{object}/record/{id}')`);
  const groups = groupFields(describe).map((group, at) =>
    node(`group${at + 1}`, 'descriptions@1', { title: group.title, fields: group.fields.map((field) => field.apiName), columns: 2, linkPath }, { bind: 'record' }));
  return node('reading', 'stack@1', { gap: 24 }, {
    when: { visible: { $x: 'not state.editing' } },
    slots: { default: [head(describe), ...groups, node('system', 'descriptions@1', { title: '系统信息', fields: SYSTEM, columns: 2 }, { bind: 'record' })] },
  });
}

function head(describe: ObjectDescribe): NestedNode {
  const fields = liveFields(describe);
  const facts = FACTS.flatMap((type) => fields.find((field) => field.type === type && field.apiName !== describe.titleField)?.apiName ?? []);
  const title = node('title', 'text@1', { text: titleOf(describe), kind: 'title', as: x(`if(${ALONE}, 'h1', 'h2')`) });
  return node('head', 'toolbar@1', {}, { slots: {
    start: [node('headline', 'stack@1', { gap: 4 }, { slots: { default: [
      { ...node('titleWaiting', 'skeleton@1', { kind: 'block', height: 28 }), when: { visible: { $x: 'record._loading' } } },
      title,
      ...(facts.length > 0 ? [node('facts', 'descriptions@1', { fields: facts, inline: true }, { bind: 'record' })] : []),
    ] } })],
    end: [
      { ...button('delete', { text: '删除', kind: 'danger', icon: 'delete' }, removeSteps(describe)), ...UNTIL_LOADED },
      { ...button('edit', { text: '编辑', kind: 'primary', icon: 'edit', shortcut: 'e' }, [set('state.editing', true)]), ...UNTIL_LOADED },
    ],
  } });
}

function removeSteps(describe: ObjectDescribe): Action[] {
  const named = titleField(describe) ? `“{record.${describe.titleField}}”` : `这条${plain(describe.label)}`;
  return [
    act('delete', { object: describe.apiName, ids: [x('params.id')] }, { confirm: { title: `删除${describe.label}`, text: t(`将删除${named}，删除后可以撤销。`), ok: '删除', danger: true } }),
    success('已删除'), set('state.gone', x(ALONE)), act('emit', { event: 'deleted', payload: { id: x('params.id') } }),
  ];
}

/** Deleted here: in a drawer the list offers to take it back, alone this page does. */
function gone({ apiName, label }: ObjectDescribe): NestedNode {
  return node('gone', 'result@1', { kind: 'success', title: '已删除', text: `这条${label}已删除，可以撤销。` }, {
    when: { visible: { $x: 'state.gone' } },
    slots: { action: [
      button('undo', { text: '撤销删除' }, [act('restore', { object: apiName, ids: [x('params.id')] }), set('state.gone', false), act('reload', { source: 'record' })]),
      button('toList', { text: `返回${label}列表` }, [act('navigate', { to: t(`/app/{params.appId}/${apiName}`) })]),
    ] },
  });
}

/** Not there any more, or it could not be fetched. */
const missing = (): NestedNode => node('missing', 'result@1', { kind: 'error', title: '没有打开这条记录', text: x('record._error') }, {
  when: { visible: { $x: "record._status = 'failed' and not state.gone" } },
  slots: { action: [button('again', { text: '重试' }, [act('reload', { source: 'record' })])] },
});

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
