import {
  MAX_COPIES,
  MAX_SHARED_AT_ONCE,
  isBulkField,
  isComputed,
  type ObjectDescribe,
} from '../../contract/index.ts';
import type { Value } from '../../document/index.ts';
import { liveFields } from '../describe/record-schema.ts';
import type { Action, NestedNode } from '../model/document.ts';
import { act, button, node, onlyIf, plain, set, success, t, x } from './nodes.ts';
import { IS_PAGED } from './views.ts';

/** What is done with the ticked records of a list, and how each of it is undone. */

/** Cells of what was done last, and can be undone; `any` of them is shown at a time. */
const DONE: Readonly<Record<'removed' | 'changed' | 'copied', Value>> = {
  removed: [],
  changed: null,
  copied: [],
};

/** Reports what was done, in place of what was done before. */
export const reportDone = (cell: keyof typeof DONE, value: Value): Action[] =>
  Object.entries(DONE).map(([name, none]) => set(`state.${name}`, name === cell ? value : none));

interface UndoBar {
  id: string;
  cell: keyof typeof DONE;
  visible: string;
  text: Value;
  button: string;
  undo: Action[];
}
const undoBar = ({ id, cell, visible, text, button: undoText, undo }: UndoBar): NestedNode =>
  node(
    id,
    'alert@1',
    { kind: 'info', text, closable: true },
    {
      when: { visible: { $x: visible } },
      on: { close: [set(`state.${cell}`, DONE[cell])] },
      slots: {
        action: [
          button(`${id}Button`, { text: undoText, kind: 'text', size: 'small' }, [
            ...undo,
            set(`state.${cell}`, DONE[cell]),
          ]),
        ],
      },
    },
  );

/** Report what was done with records and offer to undo it. */
export const undoBars = ({ apiName }: ObjectDescribe): NestedNode[] => [
  undoBar({
    id: 'undo',
    cell: 'removed',
    visible: 'count(state.removed) > 0',
    text: t('已删除 {count(state.removed)} 条记录'),
    button: '撤销删除',
    undo: [act('restore', { object: apiName, ids: x('state.removed') })],
  }),
  undoBar({
    id: 'undoChange',
    cell: 'changed',
    visible: 'state.changed is not null',
    text: t(
      "已修改 {state.changed.count} 条记录{if(state.changed.gone > 0, '，另有 ' & text(state.changed.gone) & ' 条已被删除', '')}",
    ),
    button: '撤销修改',
    undo: [
      act(
        'call',
        {
          id: 'bizmeta.record.undoBulk',
          input: { object: apiName, id: x('state.changed.undo') },
        },
        { as: 'undoing' },
      ),
      act('dialog', {
        page: 'record.bulkUndo',
        title: '撤销批量修改',
        width: 560,
        until: ['closed'],
        params: { object: apiName, id: x('state.changed.undo'), job: x('results.undoing.job') },
      }),
      act('reload', { source: 'records' }),
    ],
  }),
  undoBar({
    id: 'undoCopy',
    cell: 'copied',
    visible: 'count(state.copied) > 0',
    text: t('已复制 {count(state.copied)} 条记录'),
    button: '撤销复制',
    undo: [act('delete', { object: apiName, ids: x('state.copied') })],
  }),
];

/**
 * Records whose copies would lack what must be there are copied one by one, in their form: a unique
 * value has to be given.
 */
const isCopiable = (describe: ObjectDescribe): boolean =>
  !liveFields(describe).some(
    ({ type, required, unique }) => required === true && unique === true && !isComputed(type),
  );
const copySteps = ({ apiName, label }: ObjectDescribe): Action[] => [
  act('confirm', {
    title: `复制${plain(label)}`,
    text: t(
      `将复制选中的 {records.selectionCount} 条${plain(label)}，连同明细；附件和不能重复的值不复制。`,
    ),
    ok: '复制',
  }),
  act(
    'call',
    { id: 'bizmeta.record.copy', input: { object: apiName, ids: x('records.selection') } },
    { as: 'copies' },
  ),
  ...reportDone('copied', x('results.copies.ids')),
  act('clearSelection', { source: 'records' }),
];

/**
 * Asks what a deletion takes along, which fails as the deletion would, and then deletes. What others
 * have deleted meanwhile is said and keeps nothing else from being deleted.
 */
export const removeRecords = (
  object: string,
  ids: Value,
  { title, what }: { title: string; what: string },
): Action[] => [
  act('call', { id: 'bizmeta.record.deletion', input: { object, ids } }, { as: 'along' }),
  act(
    'delete',
    { object, ids: x('results.along.ids') },
    {
      as: 'gone',
      confirm: {
        title,
        text: t(
          [
            `将删除${what}`,
            "{if(results.along.gone > 0, '，另有 ' & text(results.along.gone) & ' 条已被删除', '')}",
            "{if(isEmpty(results.along.text), '', '，' & results.along.text)}",
            '。删除后可以撤销，也可以在回收站里恢复。',
          ].join(''),
        ),
        ok: '删除',
        danger: true,
      },
    },
  ),
];
const removeSteps = ({ apiName, label }: ObjectDescribe): Action[] => [
  ...removeRecords(apiName, x('records.selection'), {
    title: '删除记录',
    what: `选中的 {count(results.along.ids)} 条${plain(label)}`,
  }),
  ...reportDone('removed', x('results.gone.ids')),
  act('clearSelection', { source: 'records' }),
];

/** Opens the dialog that sets fields of the ticked records. */
const editSteps = ({ apiName, label }: ObjectDescribe): Action[] => [
  act(
    'dialog',
    {
      page: 'record.bulkEdit',
      title: '批量编辑',
      until: ['done', 'closed'],
      params: { object: apiName, label: plain(label), ids: x('records.selection') },
    },
    { as: 'edited' },
  ),
  act('switch', {
    value: x('results.edited.event'),
    cases: [{ is: 'done', steps: reportDone('changed', x('results.edited.data')) }] as never,
  }),
];

/** Asks who the records' new owner is, hands them over, and goes on with `then`. */
export const transferRecords = (
  { apiName, label }: ObjectDescribe,
  ids: Value,
  then: Action[],
): Action[] => [
  act(
    'dialog',
    {
      page: 'record.transfer',
      title: '转移负责人',
      width: 480,
      until: ['done', 'closed'],
      params: { object: apiName, label: plain(label), ids },
    },
    { as: 'transferred' },
  ),
  act('switch', {
    value: x('results.transferred.event'),
    cases: [{ is: 'done', steps: [success('已转移'), ...then] }] as never,
  }),
];

/** Opens the dialog that shares records; it says itself what it has done. */
export const shareRecords = ({ apiName, label }: ObjectDescribe, ids: Value): Action =>
  act('dialog', {
    page: 'record.share',
    title: '分享',
    width: 560,
    until: ['done', 'closed'],
    params: { object: apiName, label: plain(label), ids },
  });
/** Opens the dialog that makes a file of what the list shows, or of the ticked records. */
export const exportRecords = ({ apiName, label }: ObjectDescribe, ids: Value = null): Action =>
  act('dialog', {
    page: 'record.export',
    title: '导出',
    width: 560,
    until: ['closed'],
    params: {
      object: apiName,
      label: plain(label),
      matching: x('records.matching'),
      columns: x('records.viewFields'),
      total: x('records.total'),
      isMore: x('records.totalIsEstimate'),
      ids,
    },
  });
/** Something can be done with ticked records. */
export const MAY_BULK = [
  'records.can.delete',
  'records.can.transferOwner',
  'records.can.create',
  'records.can.share',
  'records.can.export',
  '(records.can.bulk and records.can.edit)',
].join(' or ');

function bulkButtons(describe: ObjectDescribe): NestedNode[] {
  const small = { size: 'small' };
  const edit = button(
    'editSelected',
    { text: '批量编辑', icon: 'edit', ...small },
    editSteps(describe),
  );
  const transfer = button(
    'transferSelected',
    { text: '转移负责人', icon: 'user', ...small },
    transferRecords(describe, x('records.selection'), [
      act('clearSelection', { source: 'records' }),
    ]),
  );
  const share = {
    ...button('shareSelected', { text: '分享', icon: 'share-alt', ...small }, [
      shareRecords(describe, x('records.selection')),
    ]),
    when: { disabled: { $x: `records.selectionCount > ${MAX_SHARED_AT_ONCE}` } },
  };
  const copy = {
    ...button('copySelected', { text: '复制', icon: 'copy', ...small }, copySteps(describe)),
    when: { disabled: { $x: `records.selectionCount > ${MAX_COPIES}` } },
  };
  const toFile = button('exportSelected', { text: '导出', icon: 'download', ...small }, [
    exportRecords(describe, x('records.selection')),
  ]);
  const remove = button(
    'deleteSelected',
    { text: '删除', kind: 'danger', icon: 'delete', ...small },
    removeSteps(describe),
  );
  return [
    ...(liveFields(describe).some(isBulkField)
      ? [onlyIf('records.can.bulk and records.can.edit', edit)]
      : []),
    onlyIf('records.can.transferOwner', transfer),
    ...(describe.sharing ? [onlyIf('records.can.share', share)] : []),
    ...(isCopiable(describe) ? [onlyIf('records.can.create', copy)] : []),
    onlyIf('records.can.export', toFile),
    onlyIf('records.can.delete', remove),
  ];
}

/** Paging, and what can be done with the ticked records. */
export const listFooter = (describe: ObjectDescribe): NestedNode =>
  node(
    'footer',
    'toolbar@1',
    { label: '批量操作与分页' },
    {
      slots: {
        start: [
          node(
            'bulk',
            'bulkBar@1',
            {},
            { bind: 'records', slots: { actions: bulkButtons(describe) } },
          ),
        ],
        end: [node('pager', 'pager@1', {}, { bind: 'records', when: { visible: IS_PAGED } })],
      },
    },
  );
