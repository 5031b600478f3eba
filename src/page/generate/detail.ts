import {
  ANONYMOUS_USER_ID,
  FIELDS,
  isComputed,
  type ObjectDescribe,
} from '../../contract/index.ts';
import { liveFields } from '../describe/record-schema.ts';
import { SPEC, type Action, type NestedDocument, type NestedNode } from '../model/document.ts';
import { ACTIVITY_SOURCES, ACTIVITY_STATE, activityTabs } from './activity.ts';
import { removeRecords, shareRecords, transferRecords } from './bulk.ts';
import { layoutNodes, spanIn, type FieldGroup } from './layout.ts';
import { act, button, node, plain, set, success, t, x } from './nodes.ts';
import { headline, missing, titleField, recordTitleOf } from './record-head.ts';

const SYSTEM = ['owner', 'ownerDept', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt'];
/** Those the builder has no field of the same name for. */
const systemFields = ({ fields }: ObjectDescribe): string[] =>
  SYSTEM.filter((name) => !fields.some(({ apiName }) => apiName === name));

/** The page fills a window of its own: it has a way back, a ground and a panel. */
const ALONE = "params.inWindow = 'yes'";
const UNTIL_LOADED = { when: { disabled: { $x: 'record._loading' } } };
const ALONE_ONLY = { when: { visible: { $x: ALONE } } };

/**
 * The default detail page of an object: read first, edit in place through the object's own form
 * page.
 */
export function detailPage(describe: ObjectDescribe): NestedDocument {
  return {
    spec: SPEC,
    key: `object.${describe.apiName}.detail`,
    rev: 1,
    title: recordTitleOf(describe),
    params: {
      id: { type: 'text', required: true },
      appId: { type: 'text' },
      inWindow: { type: 'text' },
    },
    state: {
      editing: { type: 'boolean', init: false },
      gone: { type: 'boolean', init: false },
      ...ACTIVITY_STATE,
    },
    sources: {
      ...ACTIVITY_SOURCES(describe),
      // An anonymous record has no author to show: the form says where it is from.
      submission: {
        call: 'bizmeta.record.submission',
        input: { object: describe.apiName, recordId: x('params.id') },
        when: { $x: `record.createdBy = '${ANONYMOUS_USER_ID}'` },
      },
    },
    forms: { record: { object: describe.apiName, id: x('params.id') } },
    body: node(
      'page',
      'page@1',
      { padding: x(`if(${ALONE}, 24, 0)`), maxWidth: 960 },
      {
        slots: {
          default: [
            node(
              'back',
              'link@1',
              {
                text: describe.label,
                icon: 'left',
                kind: 'quiet',
                to: t(`/app/{params.appId}/${describe.apiName}`),
              },
              ALONE_ONLY,
            ),
            gone(describe),
            missing("record._status = 'failed' and not state.gone"),
            node(
              'panel',
              'panel@1',
              { padding: x(`if(${ALONE}, 24, 0)`), gap: 24 },
              {
                when: { visible: { $x: "not state.gone and record._status != 'failed'" } },
                slots: { default: [reading(describe), editing(describe)] },
              },
            ),
          ],
        },
      },
    ),
  };
}

function reading(describe: ObjectDescribe): NestedNode {
  const details = [
    ...layoutNodes(describe, { draw: section, isRead: true }),
    node(
      'system',
      'descriptions@1',
      { title: '系统信息', fields: systemFields(describe), columns: 2 },
      { bind: 'record' },
    ),
    filledIn(describe),
  ];
  return node(
    'reading',
    'stack@1',
    { gap: 16 },
    {
      when: { visible: { $x: 'not state.editing' } },
      slots: {
        default: [
          head(describe),
          node('stale', 'formErrors@1', {}, { bind: 'record' }),
          activityTabs(
            describe,
            node('details', 'stack@1', { gap: 24 }, { slots: { default: details } }),
          ),
        ],
      },
    },
  );
}

/** The form an anonymous record was filled in with, when and on what. */
const filledIn = ({ apiName }: ObjectDescribe): NestedNode =>
  node(
    'submission',
    'stack@1',
    { direction: 'row', gap: 8, wrap: true },
    {
      when: { visible: { $x: 'submission.data is not null' } },
      slots: {
        default: [
          node('submissionForm', 'link@1', {
            text: t('匿名填写 · {submission.data.form.name}'),
            to: t(`/app/{params.appId ?? 'none'}/${apiName}/form/{submission.data.form.id}`),
          }),
          node('submissionWhen', 'text@1', {
            text: t(
              "{record.createdAt}{if(isEmpty(submission.data.device), '', ' · ' & submission.data.device)}",
            ),
            kind: 'secondary',
          }),
        ],
      },
    },
  );

/** Notifies other pages that show the record. */
const savedInPlace = (): Action[] => [
  act('emit', { event: 'saved', payload: { id: x('params.id') } }),
];
const LINK_PATH = x(
  `if(params.appId is null, '', '/app/' & params.appId & '/{object}/record/{id}')`,
);
/** Fields that take the whole width of their section. */
const wideFields = (group: FieldGroup): string[] =>
  group.fields
    .filter((field) => spanIn(group, field) === group.columns)
    .map((field) => field.apiName);
/** The fields of a section; a collapsed one is in a section that folds. */
function section(group: FieldGroup, at: number): NestedNode {
  const fields = {
    fields: group.fields.map((field) => field.apiName),
    columns: group.columns,
    ...(Object.keys(group.spans).length > 0 && { wide: wideFields(group) }),
    editable: true,
    linkPath: LINK_PATH,
  };
  const rest = { bind: 'record', on: { saved: savedInPlace() } };
  const id = `group${at + 1}`;
  if (!group.collapsed) return node(id, 'descriptions@1', { title: group.title, ...fields }, rest);
  return node(
    id,
    'section@1',
    { title: group.title, columns: 1, collapsible: true, collapsed: true },
    { slots: { body: [node(`${id}Fields`, 'descriptions@1', fields, rest)] } },
  );
}

const SHARE_ENTRY = {
  key: 'share',
  text: '分享',
  icon: 'share-alt',
  visible: x('record._can.share or record.owner = user.id'),
};
const SUBMIT_ENTRY = {
  key: 'submit',
  text: '提交审批',
  icon: 'check-circle',
  visible: x('record.flowStatus is null and count(startable.data) > 0'),
};
const DELETE_ENTRY = {
  key: 'delete',
  text: '删除',
  icon: 'delete',
  danger: true,
  divided: true,
  visible: x('record._can.delete'),
};

function head(describe: ObjectDescribe): NestedNode {
  return node(
    'head',
    'toolbar@1',
    {},
    {
      slots: {
        start: [headline(describe, x(`if(${ALONE}, 'h1', 'h2')`))],
        end: [
          {
            ...node(
              'more',
              'dropdown@1',
              {
                icon: 'more',
                items: [
                  ...(describe.sharing ? [SHARE_ENTRY] : []),
                  SUBMIT_ENTRY,
                  { key: 'copy', text: '复制', icon: 'copy', visible: x('record._can.create') },
                  {
                    key: 'window',
                    text: '在新窗口打开',
                    icon: 'launch',
                    visible: x('params.appId is not null'),
                  },
                  {
                    key: 'space',
                    text: '打开记录空间',
                    icon: 'apps',
                    visible: x('params.appId is not null and count(related.data) > 0'),
                  },
                  {
                    key: 'transfer',
                    text: '转移负责人',
                    icon: 'user',
                    visible: x('record._can.transferOwner'),
                  },
                  { key: 'code', text: '二维码', icon: 'qrcode' },
                  { key: 'access', text: '权限说明', icon: 'lock', divided: true },
                  {
                    key: 'whoSees',
                    text: '谁能看到',
                    icon: 'eye',
                    visible: x('coalesce(user.isBuilder, false)'),
                  },
                  DELETE_ENTRY,
                ],
              },
              {
                on: {
                  select: [
                    act('switch', { value: x('event.key'), cases: moreSteps(describe) as never }),
                  ],
                },
              },
            ),
            ...UNTIL_LOADED,
          },
          {
            ...button(
              'print',
              { label: '打印', kind: 'text', icon: 'printer', phoneHidden: true },
              [act('print')],
            ),
            when: { ...UNTIL_LOADED.when, visible: { $x: 'record._can.print' } },
          },
          {
            ...button('edit', { text: '编辑', kind: 'primary', icon: 'edit', shortcut: 'e' }, [
              set('state.editing', true),
            ]),
            when: { ...UNTIL_LOADED.when, visible: { $x: 'record._can.edit' } },
          },
        ],
      },
    },
  );
}

const moreSteps = (describe: ObjectDescribe): { is: string; steps: Action[] }[] => [
  { is: 'copy', steps: copySteps(describe) },
  { is: 'submit', steps: [set('state.tab', 'flows')] },
  ...(describe.sharing ? [{ is: 'share', steps: [shareRecords(describe, [x('params.id')])] }] : []),
  {
    is: 'transfer',
    steps: transferRecords(
      describe,
      [x('params.id')],
      [act('reload', { source: 'record' }), ...savedInPlace()],
    ),
  },
  {
    is: 'window',
    steps: [
      act('open', {
        url: t(`/app/{params.appId}/${describe.apiName}/record/{params.id}`),
        target: 'window',
      }),
    ],
  },
  {
    is: 'space',
    steps: [act('navigate', { to: t(`/appspace/{params.appId}/${describe.apiName}/{params.id}`) })],
  },
  {
    is: 'code',
    steps: [
      act('dialog', {
        page: 'record.code',
        title: '二维码',
        width: 400,
        params: {
          object: describe.apiName,
          id: x('params.id'),
          name: recordTitleOf(describe),
          canPrint: x('record._can.print'),
        },
      }),
    ],
  },
  { is: 'access', steps: [aboutAccess(describe, 'record.access', '权限说明', 560)] },
  { is: 'whoSees', steps: [aboutAccess(describe, 'record.whoSees', '谁能看到', 720)] },
  { is: 'delete', steps: removeSteps(describe) },
];

/** A page about who may do what with the record. */
const aboutAccess = (
  { apiName }: ObjectDescribe,
  page: string,
  title: string,
  width: number,
): Action => act('drawer', { page, title, width, params: { object: apiName, id: x('params.id') } });

/**
 * Initial values of a copy of a record: without computed and unique fields, and files, which belong
 * to the original.
 */
function copySteps(describe: ObjectDescribe): Action[] {
  const { apiName, label } = describe;
  const fields = liveFields(describe).filter(
    (field) =>
      !isComputed(field.type) && field.unique !== true && FIELDS[field.type].family !== 'files',
  );
  return [
    act('drawer', {
      page: `object.${apiName}.form`,
      title: `复制${label}`,
      until: ['saved', 'closed'],
      params: {
        appId: x('params.appId'),
        preset: Object.fromEntries(
          fields.map((field) => [field.apiName, x(`record.${field.apiName}`)]),
        ),
      },
    }),
  ];
}

function removeSteps(describe: ObjectDescribe): Action[] {
  const named = titleField(describe)
    ? `“{record.${describe.titleField}}”`
    : `这条${plain(describe.label)}`;
  return [
    ...removeRecords(describe.apiName, [x('params.id')], {
      title: `删除${describe.label}`,
      what: named,
    }),
    success('已删除'),
    set('state.gone', x(ALONE)),
    act('emit', { event: 'deleted', payload: { id: x('params.id') } }),
  ];
}

/** After a deletion: in a drawer the list offers to undo it, alone this page does. */
function gone({ apiName, label }: ObjectDescribe): NestedNode {
  return node(
    'gone',
    'result@1',
    { kind: 'success', title: '已删除', text: `这条${label}已删除，可以撤销。` },
    {
      when: { visible: { $x: 'state.gone' } },
      slots: {
        action: [
          button('undo', { text: '撤销删除' }, [
            act('restore', { object: apiName, ids: [x('params.id')] }),
            set('state.gone', false),
            act('reload', { source: 'record' }),
          ]),
          button('toList', { text: `返回${label}列表` }, [
            act('navigate', { to: t(`/app/{params.appId}/${apiName}`) }),
          ]),
        ],
      },
    },
  );
}

/** The object's form page: a company's changes of it apply here too. */
function editing({ apiName }: ObjectDescribe): NestedNode {
  return node(
    'editing',
    'pageEmbed@1',
    { pageKey: `object.${apiName}.form`, params: { id: x('params.id'), appId: x('params.appId') } },
    {
      when: { visible: { $x: 'state.editing' } },
      on: {
        saved: [
          set('state.editing', false),
          act('emit', { event: 'saved', payload: { id: x('params.id') } }),
        ],
        closed: [set('state.editing', false)],
        dirty: [act('emit', { event: 'dirty', payload: x('event') })],
      },
    },
  );
}
