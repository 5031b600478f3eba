import type { ObjectDescribe } from '../../contract/index.ts';
import type { Value } from '../../document/index.ts';
import { SPEC, type Action, type NestedDocument, type NestedNode } from '../model/document.ts';
import { exportRecords, listFooter, MAY_BULK, reportDone, undoBars } from './bulk.ts';
import { act, button, node, onlyIf, quote, set, t, x } from './nodes.ts';
import {
  filterTool,
  IS_GRID,
  IS_LIST,
  kindSwitch,
  layoutName,
  viewSave,
  viewSettings,
  viewTabs,
} from './views.ts';

/**
 * The default list page of an object (look.md, list page): title and 新建, view tools, chips,
 * table, paging or bulk actions; a record opens in a drawer with the one before and after, a new
 * one is written in a drawer of its own.
 */
export function listPage(describe: ObjectDescribe): NestedDocument {
  return {
    spec: SPEC,
    key: `object.${describe.apiName}.list`,
    rev: 1,
    title: describe.label,
    // In the space of a record: its address (`base`), its records (`only`), and the initial values
    // of a new one (`preset`).
    params: {
      appId: { type: 'text' },
      busApiName: { type: 'text' },
      groupId: { type: 'text' },
      viewId: { type: 'text' },
      base: { type: 'text' },
      only: { type: 'any' },
      preset: { type: 'any' },
    },
    state: {
      creating: { type: 'boolean', init: false, remember: 'history' },
      editing: { type: 'boolean', init: false },
      removed: { type: 'list', init: [] },
      changed: { type: 'any' },
      copied: { type: 'list', init: [] },
      ready: { type: 'boolean', init: false },
      filtering: { type: 'boolean', init: false },
      preset: { type: 'any' },
    },
    sources: {
      views: { call: 'bizmeta.customView.list', input: { object: describe.apiName } },
      // Only once the user opens the conditions.
      filters: {
        call: 'bizmeta.filterView.list',
        input: { object: describe.apiName },
        when: { $x: 'state.filtering' },
      },
      // What a view that is filled in may use.
      forms: {
        call: 'bizmeta.smartform.offers',
        input: { object: describe.apiName },
        when: { $x: "records.view.kind = 'formView'" },
      },
      // Not before its view is known: records of another one would flash by.
      records: {
        list: describe.apiName,
        filter: x('params.only'),
        remember: 'address',
        when: { $x: 'state.ready' },
      },
    },
    body: node(
      'page',
      'page@1',
      { fill: IS_LIST, padding: x('if(params.base is null, 16, 0)') },
      { slots: { default: [panel(describe), recordDrawer(describe), newDrawer(describe)] } },
    ),
  };
}

/** Begins a new record; `preset` are first values: the lane or the day it was begun in. */
const openNew = (preset: Value = null): Action[] => [
  set('state.preset', preset),
  set('state.creating', true),
];

const MAY_CREATE = 'records.can.create';
const IN_SPACE = 'params.base is not null';

const newButton = (id: string, visible: { $x: string }): NestedNode => ({
  ...button(
    id,
    { text: '新建', kind: 'primary', icon: 'plus', shortcut: 'n', phoneBottom: true },
    openNew(),
  ),
  when: { visible: { $x: `${visible.$x} and ${MAY_CREATE}` } },
});

/** In the space of a record its tab says the title, and the line of views has the main action. */
const head = (describe: ObjectDescribe): NestedNode => ({
  ...node(
    'head',
    'toolbar@1',
    {},
    {
      slots: {
        start: [
          node('title', 'text@1', {
            text: describe.label,
            kind: 'title',
            as: 'h1',
            ellipsis: true,
          }),
        ],
        end: [newButton('new', IS_LIST), moreMenu(describe)],
      },
    },
  ),
  when: { visible: { $x: `not (${IN_SPACE})` } },
});

function panel(describe: ObjectDescribe): NestedNode {
  return node(
    'panel',
    'panel@1',
    { fill: IS_LIST, gap: 12, padding: x('if(params.base is null, 16, 0)') },
    {
      slots: {
        default: [
          head(describe),
          viewTabs(describe, newButton('newHere', { $x: `${IN_SPACE} and ${IS_LIST.$x}` })),
          tools(describe),
          node('chips', 'filterChips@1', {}, { bind: 'records', when: { visible: IS_LIST } }),
          kindSwitch(describe, table(describe), {
            open: openRecord(),
            create: openNew(x('event.values')),
          }),
          ...undoBars(describe),
          listFooter(describe),
        ],
      },
    },
  );
}

const IN_APP = 'params.appId is not null';
const MENU = [
  { key: 'import', text: '导入', icon: 'upload', may: `${IN_APP} and records.can.import` },
  { key: 'export', text: '导出', icon: 'download', may: 'records.can.export' },
  { key: 'changes', text: '我的批量修改', icon: 'history', may: `${IN_APP} and records.can.bulk` },
  { key: 'bin', text: '回收站', icon: 'delete', may: `${IN_APP} and records.can.delete` },
];

/** What is done with the object as a whole, or with all that the list shows. */
const moreMenu = (describe: ObjectDescribe): NestedNode =>
  node(
    'more',
    'dropdown@1',
    { icon: 'more', items: MENU.map(({ may, ...item }) => ({ ...item, visible: x(may) })) },
    {
      when: { visible: { $x: MENU.map(({ may }) => `(${may})`).join(' or ') } },
      on: {
        select: [
          { ...exportRecords(describe), if: { $x: "event.key = 'export'" } },
          {
            ...act('navigate', { to: t(`/app/{params.appId}/${describe.apiName}/{event.key}`) }),
            if: { $x: "event.key != 'export'" },
          },
        ],
      },
    },
  );

const tools = (describe: ObjectDescribe): NestedNode =>
  node(
    'tools',
    'toolbar@1',
    { label: '列表工具' },
    {
      slots: {
        start: [
          { ...filterTool(describe), when: { visible: IS_LIST } },
          node('sort', 'sortBuilder@1', {}, { bind: 'records', when: { visible: IS_LIST } }),
          node('group', 'groupBuilder@1', {}, { bind: 'records', when: { visible: IS_GRID } }),
          node('columns', 'fieldPicker@1', layoutName, {
            bind: 'records',
            when: { visible: IS_GRID },
          }),
          node('density', 'densityToggle@1', layoutName, {
            bind: 'records',
            when: { visible: IS_GRID },
          }),
          {
            ...button(
              'edit',
              {
                text: x("if(state.editing, '完成编辑', '表格编辑')"),
                kind: 'text',
                icon: x("if(state.editing, 'check', 'edit')"),
                phoneHidden: true,
              },
              [set('state.editing', x('not state.editing'))],
            ),
            when: { visible: { $x: `${IS_GRID.$x} and (records.can.edit or ${MAY_CREATE})` } },
          },
          viewSettings(),
          viewSave(describe),
        ],
        end: [node('search', 'searchBox@1', {}, { bind: 'records', when: { visible: IS_LIST } })],
      },
    },
  );

/** Ways to the first record of an object that has none. */
const firstRecord = (describe: ObjectDescribe): NestedNode[] => [
  onlyIf(
    MAY_CREATE,
    button('newFirst', { text: `新建${describe.label}`, icon: 'plus' }, openNew()),
  ),
  {
    ...button('pasteFirst', { text: '在表格里填写或粘贴', phoneHidden: true }, [
      set('state.editing', true),
    ]),
    when: { visible: { $x: `${IS_GRID.$x} and ${MAY_CREATE}` } },
  },
];

function table(describe: ObjectDescribe): NestedNode {
  return node(
    'table',
    'dataTable@1',
    {
      label: describe.label,
      selectable: x(MAY_BULK),
      editable: x('state.editing'),
      preset: x('params.preset'),
      emptyTitle: `还没有${describe.label}`,
      emptyText: x(
        `if(${MAY_CREATE}, ${quote(`这里会列出所有${describe.label}，从新建一条开始。`)}, ${quote(`这里会列出你可以查看的${describe.label}。`)})`,
      ),
      ...layoutName,
      columns: x('records.view.showFields'),
      summary: x('records.viewSums'),
      density: x(`records.view.rowHeight ?? 'comfortable'`),
    },
    {
      bind: 'records',
      on: { open: openRecord() },
      slots: { empty: firstRecord(describe) },
    },
  );
}

const openRecord = (): Action[] => [set('records.opened', x('event.id'))];
/** Opens the record before or after the open one, across page boundaries. */
const step = (by: 'next' | 'previous'): Action[] => [act('step', { source: 'records', by })];

function recordDrawer({ apiName, label }: ObjectDescribe): NestedNode {
  return node(
    'drawer',
    'drawer@1',
    {
      title: label,
      width: 720,
      hasPrev: x('records.hasPrevious'),
      hasNext: x('records.hasNext'),
      position: x('records.position'),
    },
    {
      bind: 'records.opened',
      on: { prev: step('previous'), next: step('next') },
      slots: {
        extra: [
          button('openWindow', { label: '在新窗口打开', kind: 'text', icon: 'launch' }, [
            act('open', {
              url: t(`/app/{params.appId}/${apiName}/record/{records.opened}`),
              target: 'window',
            }),
          ]),
        ],
        body: [
          node(
            'detail',
            'pageEmbed@1',
            {
              pageKey: `object.${apiName}.detail`,
              params: { id: x('records.opened'), appId: x('params.appId') },
              inAddress: true,
            },
            {
              on: {
                deleted: [
                  ...reportDone('removed', [x('records.opened')]),
                  set('records.opened', null),
                ],
              },
            },
          ),
        ],
      },
    },
  );
}

function newDrawer({ apiName, label }: ObjectDescribe): NestedNode {
  return node(
    'newDrawer',
    'drawer@1',
    { title: `新建${label}`, width: 720 },
    {
      bind: 'state.creating',
      slots: {
        body: [
          node(
            'form',
            'pageEmbed@1',
            {
              pageKey: `object.${apiName}.form`,
              params: {
                appId: x('params.appId'),
                preset: x('state.preset'),
                given: x('params.preset'),
              },
            },
            {
              on: {
                saved: [set('state.creating', false)],
                closed: [set('state.creating', false)],
              },
            },
          ),
        ],
      },
    },
  );
}
