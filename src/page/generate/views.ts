import { VIEW_SETTINGS, type ObjectDescribe, type ViewKind } from '../../contract/index.ts';
import type { Value } from '../../document/index.ts';
import type { Action, NestedNode } from '../model/document.ts';
import { act, node, set, t, x } from './nodes.ts';

/**
 * Views of an object on its list page: the tabs, what is done with them, and one drawing for each
 * kind.
 */

/**
 * Kinds that can be drawn, in the order they are offered: the widget, what it is called, and
 * whether a new record can be begun in it. A line adds one.
 */
const KINDS: Readonly<
  Partial<
    Record<
      ViewKind,
      {
        type: string;
        title: string;
        icon: string;
        creates?: true;
        props?: { [key: string]: Value };
      }
    >
  >
> = {
  grid: { type: 'dataTable@1', title: '表格', icon: 'nav' },
  kanban: { type: 'kanban@1', title: '看板', icon: 'dashboard', creates: true },
  calendar: { type: 'calendar@1', title: '日历', icon: 'calendar', creates: true },
  gantt: { type: 'gantt@1', title: '甘特图', icon: 'align-left', creates: true },
  hierarchy: { type: 'hierarchy@1', title: '层级', icon: 'mind-mapping', creates: true },
  cards: { type: 'cards@1', title: '卡片', icon: 'apps' },
  gallery: { type: 'cards@1', title: '画册', icon: 'image', props: { framed: true } },
  formView: { type: 'pageEmbed@1', title: '填写', icon: 'edit' },
};
/**
 * Kinds that show the list in a widget of their own: the table is drawn by itself, and a form shows
 * no list.
 */
const OTHERS = Object.entries(KINDS).filter(([kind]) => kind !== 'grid' && kind !== 'formView') as [
  ViewKind,
  NonNullable<(typeof KINDS)[ViewKind]>,
][];

/** The table and its tools belong to the plain list and to grids. */
export const IS_GRID = { $x: "(records.view.kind ?? 'grid') = 'grid'" };
/** Kinds that show records: their tools belong to them. */
export const IS_LIST = { $x: "(records.view.kind ?? 'grid') != 'formView'" };
/** Kinds whose records come in pages. */
export const IS_PAGED = { $x: "(records.view.kind ?? 'grid') in ['grid', 'cards', 'gallery']" };
/** Columns are stored per view. */
export const layoutName = { name: x('records.view.id') };

/**
 * The table in a grid; in a view of another kind its own widget, with the view's settings as its
 * props.
 */
export function kindSwitch(
  describe: ObjectDescribe,
  table: NestedNode,
  { open, create }: { open: Action[]; create: Action[] },
): NestedNode {
  const slots = Object.fromEntries(
    OTHERS.map(([kind, { type, props, creates }]) => [
      kind,
      [
        node(
          kind,
          type,
          { ...settings(kind), ...props },
          { bind: 'records', on: { open, ...(creates && { create }) } },
        ),
      ],
    ]),
  );
  return node(
    'kind',
    'switch@1',
    { value: x('records.view.kind') },
    { slots: { default: [table], ...slots, formView: [fillView(describe)] } },
  );
}
/** Filling in one record after another, by the object's fields or a smart form. */
const fillView = ({ apiName }: ObjectDescribe): NestedNode =>
  node(
    'formView',
    'pageEmbed@1',
    {
      pageKey: `object.${apiName}.fill`,
      params: {
        appId: x('params.appId'),
        fields: x('records.view.kindConfig.formFields'),
        form: x('records.view.kindConfig.formId'),
        inside: 'yes',
      },
    },
    { on: { saved: [act('reload', { source: 'records' })] } },
  );
const settings = (kind: ViewKind): { [key: string]: Value } =>
  Object.fromEntries(
    Object.keys(VIEW_SETTINGS[kind]).map((key) => [key, x(`records.view.kindConfig.${key}`)]),
  );

const reload = (): Action => act('reload', { source: 'views' });
/**
 * Another user changed the view: their version is shown, and the choices made here can still be
 * saved on top.
 */
const save = (call: string, input: Value, rest: Omit<Action, 'do' | 'args'> = {}): Action[] => [
  act(
    'call',
    { id: `bizmeta.customView.${call}`, input },
    { ...rest, onError: [act('toast', { kind: 'error', text: t('{error}') }), reload()] },
  ),
  reload(),
];

/** The address of the list: in its application, or in the space of a record. */
const listAddress = (apiName: string): string =>
  `{coalesce(params.base, '/app/' & params.appId & '/${apiName}')}`;
/** The address of a view (`all` is the plain list); that of the default one for none. */
function goTo({ apiName }: ObjectDescribe, id: string): Action[] {
  return [
    {
      ...act('navigate', { to: t(`${listAddress(apiName)}/{params.groupId ?? 'all'}/{${id}}`) }),
      if: { $x: `${id} != ''` },
    },
    { ...act('navigate', { to: t(listAddress(apiName)) }), if: { $x: `${id} = ''` } },
  ];
}

const which = { id: x('event.id'), version: x('event.version') };

export function viewTabs(describe: ObjectDescribe, extra: NestedNode): NestedNode {
  const object = describe.apiName;
  return node(
    'views',
    'viewTabs@1',
    {
      items: x('if(views.error is null, views.data.views, [])'),
      value: x('params.viewId'),
      groups: x('views.data.groups'),
      group: x('params.groupId'),
      only: x('views.data.onlyViews'),
      canShare: x('user.isBuilder'),
      kinds: Object.entries(KINDS).map(([key, { title, icon }]) => ({ key, title, icon })),
    },
    {
      bind: 'records',
      on: {
        ready: [set('state.ready', true)],
        change: goTo(describe, 'event.id'),
        create: [
          ...save(
            'create',
            {
              object,
              appId: x('params.appId'),
              view: {
                name: x('event.name'),
                kind: x('event.kind'),
                scope: x('event.scope'),
                kindConfig: x('event.kindConfig'),
                groupId: x('event.groupId'),
              },
            },
            { as: 'made' },
          ),
          ...goTo(describe, 'results.made.id'),
        ],
        copy: [
          ...save(
            'create',
            {
              object,
              appId: x('params.appId'),
              copyOf: x('event.id'),
              view: { name: x('event.name') },
            },
            { as: 'made' },
          ),
          ...goTo(describe, 'results.made.id'),
        ],
        rename: save('updateName', { ...which, name: x('event.name') }),
        update: save('update', x('event.input')),
        sort: save('sort', { object, ids: x('event.ids') }),
        remove: [
          ...save('delete', which, {
            confirm: {
              title: '删除视图',
              text: t('将删除视图“{event.name}”，其中的记录不受影响。'),
              ok: '删除',
              danger: true,
            },
          }),
          act('navigate', { to: t(listAddress(object)) }),
        ],
        group: [act('navigate', { to: t(`${listAddress(object)}/{event.id}`) })],
        groupSave: save('saveGroup', { object, id: x('event.id'), name: x('event.name') }),
        groupRemove: [
          ...save(
            'deleteGroup',
            { id: x('event.id') },
            {
              confirm: {
                title: '删除视图分组',
                text: t('将删除分组“{event.name}”，其中的视图会留下，不再属于任何分组。'),
                ok: '删除',
                danger: true,
              },
            },
          ),
          {
            ...act('navigate', { to: t(listAddress(object)) }),
            if: { $x: 'event.id = params.groupId' },
          },
        ],
        groupSort: save('sortGroups', { object, ids: x('event.ids') }),
      },
      slots: { extra: [extra] },
    },
  );
}

const keptChange = (
  call: string,
  input: Value,
  rest: Omit<Action, 'do' | 'args'> = {},
): Action[] => [
  act('call', { id: `bizmeta.filterView.${call}`, input }, rest),
  act('reload', { source: 'filters' }),
];
/** The conditions of the list, and saved filters. */
export const filterTool = ({ apiName }: ObjectDescribe): NestedNode =>
  node(
    'filter',
    'filterBuilder@1',
    { kept: x('filters.data') },
    {
      bind: 'records',
      on: {
        open: [set('state.filtering', true)],
        keep: keptChange('create', {
          object: apiName,
          name: x('event.name'),
          filter: x('event.filter'),
        }),
        keptUpdate: keptChange('update', x('event.input'), {
          onError: [
            act('toast', { kind: 'error', text: t('{error}') }),
            act('reload', { source: 'filters' }),
          ],
        }),
        keptRemove: keptChange(
          'delete',
          { id: x('event.id') },
          {
            confirm: {
              title: '删除常用筛选',
              text: t('将删除常用筛选“{event.name}”。'),
              ok: '删除',
              danger: true,
            },
          },
        ),
      },
    },
  );

/** The settings of the view's kind. */
export const viewSettings = (): NestedNode =>
  node(
    'viewSettings',
    'viewSettings@1',
    { forms: x('forms.data') },
    { bind: 'records', on: { rename: save('updateName', { ...which, name: x('event.name') }) } },
  );

/** Shown while the list differs from its view. */
export function viewSave(describe: ObjectDescribe): NestedNode {
  return node(
    'viewSave',
    'viewSave@1',
    { ...layoutName },
    {
      bind: 'records',
      on: {
        save: save('update', x('event.input')),
        saveAs: [
          ...save(
            'create',
            { object: describe.apiName, appId: x('params.appId'), view: x('event.view') },
            { as: 'made' },
          ),
          ...goTo(describe, 'results.made.id'),
        ],
      },
    },
  );
}
