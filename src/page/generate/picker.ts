import type { ObjectDescribe } from '../../contract/index.ts';
import type { Value } from '../../document/index.ts';
import { SPEC, type Action, type NestedDocument, type NestedNode } from '../model/document.ts';
import { act, button, node, onlyIf, set, t, x } from './nodes.ts';

const MANY = "coalesce(params.multiple, 'no') = 'yes'";
const MANY_ONLY = { when: { visible: { $x: MANY } } };
const picked = (ids: Value): Action => act('emit', { event: 'picked', payload: { ids } });
/**
 * The default page to choose records of an object by, in a drawer over a form: search, filter, the
 * list, and the current selection. One is chosen by opening it; several by ticking. Emits `picked`
 * with {ids}, or `closed`.
 */
export function pickerPage(describe: ObjectDescribe): NestedDocument {
  return {
    spec: SPEC,
    key: `object.${describe.apiName}.picker`,
    rev: 1,
    title: `选择${describe.label}`,
    params: { multiple: { type: 'text' }, selected: { type: 'list' }, filter: { type: 'any' } },
    state: {
      only: { type: 'any', init: x('params.filter') },
      narrowed: { type: 'boolean', init: false },
    },
    sources: { records: { list: describe.apiName, filter: x('state.only') } },
    onOpen: [act('select', { source: 'records', ids: x('coalesce(params.selected, [])') })],
    body: node(
      'page',
      'page@1',
      { fill: true, padding: 0 },
      { slots: { default: [panel(describe)] } },
    ),
  };
}

const panel = (describe: ObjectDescribe): NestedNode =>
  node(
    'panel',
    'stack@1',
    { gap: 12, fill: true },
    {
      slots: {
        default: [
          tools(describe),
          node('chips', 'filterChips@1', {}, { bind: 'records' }),
          table(describe),
          footer(),
        ],
      },
    },
  );

const tools = (describe: ObjectDescribe): NestedNode =>
  node(
    'tools',
    'toolbar@1',
    { label: '查找' },
    {
      slots: {
        start: [
          node('search', 'searchBox@1', {}, { bind: 'records' }),
          node('filter', 'filterBuilder@1', {}, { bind: 'records' }),
          node('sort', 'sortBuilder@1', {}, { bind: 'records' }),
        ],
        end: [
          onlyIf(
            'records.can.create',
            button('new', { text: `新建${describe.label}`, icon: 'plus' }, makeNew(describe)),
          ),
        ],
      },
    },
  );
const when = (condition: string, action: Action): Action => ({ ...action, if: { $x: condition } });
/** A new record is chosen as soon as it is saved. */
function makeNew({ apiName, label }: ObjectDescribe): Action[] {
  const made = x('results.made.data.id');
  return [
    act(
      'drawer',
      {
        page: `object.${apiName}.form`,
        title: `新建${label}`,
        width: 720,
        until: ['saved', 'closed'],
        params: { once: 'yes' },
      },
      { as: 'made' },
    ),
    when(
      `results.made.event = 'saved' and ${MANY}`,
      act('select', { source: 'records', ids: [made], mode: 'add' }),
    ),
    when(`results.made.event = 'saved' and ${MANY}`, act('reload', { source: 'records' })),
    when(`results.made.event = 'saved' and not (${MANY})`, picked([made])),
  ];
}

const table = ({ label }: ObjectDescribe): NestedNode =>
  node(
    'table',
    'dataTable@1',
    {
      label,
      selectable: x(MANY),
      name: `picker.${label}`,
      emptyTitle: '没有找到',
      emptyText: '换个条件，或新建一条。',
    },
    {
      bind: 'records',
      on: {
        open: [
          when(MANY, act('select', { source: 'records', ids: [x('event.id')], mode: 'toggle' })),
          when(`not (${MANY})`, picked([x('event.id')])),
        ],
      },
    },
  );

/** The current selection, over all pages of the list, and a way to see just that. */
const footer = (): NestedNode =>
  node(
    'footer',
    'toolbar@1',
    { label: '已选与分页' },
    {
      slots: {
        start: [
          node(
            'count',
            'text@1',
            { text: t('已选 {records.selectionCount} 条'), kind: 'secondary' },
            MANY_ONLY,
          ),
          {
            ...onlyChosen(),
            when: { visible: { $x: `${MANY} and (state.narrowed or records.selectionCount > 0)` } },
          },
          node('pager', 'pager@1', {}, { bind: 'records' }),
        ],
        end: [
          button('cancel', { text: '取消' }, [act('emit', { event: 'closed' })]),
          {
            ...button('ok', { text: '确定', kind: 'primary' }, [picked(x('records.selection'))]),
            ...MANY_ONLY,
          },
        ],
      },
    },
  );
const onlyChosen = (): NestedNode =>
  button(
    'onlyChosen',
    { text: x("if(state.narrowed, '查看全部', '只看已选')"), kind: 'text', size: 'small' },
    [
      when(
        'not state.narrowed',
        set('state.only', { field: 'id', op: 'in', value: x('records.selection') }),
      ),
      when('state.narrowed', set('state.only', x('params.filter'))),
      set('state.narrowed', x('not state.narrowed')),
    ],
  );
