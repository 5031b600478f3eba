import { DEFAULT_PAGE_SIZE, type ObjectDescribe } from '../../contract/index.ts';
import type { NestedNode, PageDocument, StateDecl } from '../model/document.ts';
import { act, node, set, x } from './nodes.ts';

/**
 * Tabs of a record's page besides its fields: records that point to it, its history, its comments.
 */

export const ACTIVITY_STATE: Record<string, StateDecl> = {
  tab: { type: 'text', init: 'details' },
  logPerson: { type: 'text' },
  logField: { type: 'text' },
  logPage: { type: 'number', init: 1 },
  talkPage: { type: 'number', init: 1 },
};

/**
 * History and comments are loaded when first opened; the counts, also of related records, are
 * loaded immediately.
 */
export const ACTIVITY_SOURCES = ({
  apiName: object,
}: ObjectDescribe): NonNullable<PageDocument['sources']> => ({
  related: {
    call: 'bizmeta.record.refList',
    input: { object, id: x('params.id') },
    when: { $x: "record._status != 'failed'" },
  },
  shape: { describe: object },
  log: {
    call: 'bizmeta.dataChangeLog.list',
    input: {
      object,
      recordId: x('params.id'),
      userId: x('state.logPerson'),
      field: x('state.logField'),
      current: x('state.logPage'),
    },
    when: { $x: "state.tab = 'log'" },
  },
  talk: {
    call: 'bizmeta.comments.list',
    input: {
      object,
      recordId: x('params.id'),
      current: x('state.talkPage'),
      size: x(`if(state.tab = 'talk', ${DEFAULT_PAGE_SIZE}, 1)`),
    },
    when: { $x: "record._status != 'failed'" },
  },
});

/** The record's fields first, then the rest. */
export function activityTabs(describe: ObjectDescribe, details: NestedNode): NestedNode {
  return node(
    'tabs',
    'tabs@1',
    {
      label: '记录内容',
      items: [
        { key: 'details', title: '详情' },
        { each: x('related.data'), key: 'key', title: 'title', badge: 'count' },
        { key: 'log', title: '变更记录' },
        { key: 'talk', title: '评论', badge: x('if(talk.data.total > 0, talk.data.total, null)') },
      ],
    },
    {
      bind: 'state.tab',
      slots: {
        details: [details],
        each: { as: 'child', nodes: [related()] },
        log: [changes()],
        talk: [comments(describe)],
      },
    },
  );
}

const related = (): NestedNode =>
  node('related', 'pageEmbed@1', {
    pageKey: 'record.related',
    params: {
      object: x('child.object'),
      label: x('child.label'),
      filter: x('child.filter'),
      preset: x('child.preset'),
      appId: x('params.appId'),
    },
  });

const changes = (): NestedNode =>
  node(
    'changes',
    'changeLog@1',
    { fields: x('shape.data.fields'), person: x('state.logPerson'), field: x('state.logField') },
    {
      bind: 'log',
      on: {
        filter: [
          set('state.logPerson', x('event.person')),
          set('state.logField', x('event.field')),
          set('state.logPage', 1),
        ],
        page: [set('state.logPage', x('event.current'))],
      },
    },
  );

const comments = ({ apiName: object }: ObjectDescribe): NestedNode =>
  node(
    'comments',
    'comments@1',
    { draft: x('params.id') },
    {
      bind: 'talk',
      on: {
        send: [
          act('call', {
            id: 'bizmeta.comments.create',
            input: {
              object,
              recordId: x('params.id'),
              content: x('event.content'),
              parentId: x('event.parentId'),
              requestId: x('event.requestId'),
            },
          }),
          set('state.talkPage', 1),
          act('reload', { source: 'talk' }),
        ],
        remove: [
          act(
            'call',
            { id: 'bizmeta.comments.delete', input: { id: x('event.id') } },
            {
              confirm: {
                title: '删除评论',
                text: '将删除这条评论，删除后不能恢复。',
                ok: '删除',
                danger: true,
              },
            },
          ),
          act('reload', { source: 'talk' }),
        ],
        page: [set('state.talkPage', x('event.current'))],
      },
    },
  );
