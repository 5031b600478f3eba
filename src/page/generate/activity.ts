import type { ObjectDescribe } from '../../contract/index.ts';
import type { Value } from '../../document/index.ts';
import type { NestedNode, PageDocument, StateDecl } from '../model/document.ts';
import { act, node, x } from './nodes.ts';

/**
 * Tabs of a record's page besides its fields: records that point to it, its history, its comments.
 */

export const ACTIVITY_STATE: Record<string, StateDecl> = {
  tab: { type: 'text', init: 'details', remember: 'address' },
};

/**
 * History and comments load themselves when first opened; the counts, also of related records, are
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
  // What a record that was never submitted can be submitted to.
  startable: {
    call: 'bpm.template.ofObject',
    input: { objectApiName: object },
    when: { $x: 'record._id is not null and record.flowStatus is null' },
  },
  talk: {
    call: 'bizmeta.comments.list',
    input: { object, recordId: x('params.id'), size: 1 },
    when: { $x: 'record._id is not null and record._can.comment' },
  },
});

const TABS: Value[] = [
  { key: 'details', title: '详情' },
  { each: x('related.data'), key: 'key', title: 'title', badge: 'count' },
  {
    key: 'flows',
    title: '审批',
    visible: x('record.flowStatus is not null or count(startable.data) > 0'),
  },
  { key: 'log', title: '变更记录', visible: x('record._can.changeLog') },
  {
    key: 'talk',
    title: '评论',
    badge: x('if(talk.data.total > 0, talk.data.total, null)'),
    visible: x('record._can.comment'),
  },
];

/** The record's fields first, then the rest. */
export function activityTabs(describe: ObjectDescribe, details: NestedNode): NestedNode {
  return node(
    'tabs',
    'tabs@1',
    { label: '记录内容', items: TABS },
    {
      bind: 'state.tab',
      slots: {
        details: [details],
        each: { as: 'child', nodes: [related()] },
        flows: [aboutRecord('approvals', 'block.workflow.ofRecord', describe.apiName)],
        log: [aboutRecord('changes', 'block.changeLog', describe.apiName)],
        talk: [
          aboutRecord('comments', 'block.comments', describe.apiName, {
            on: { emit: [act('reload', { source: 'talk' })] },
          }),
        ],
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

/** A block about this record, which any other page can show as well. */
const aboutRecord = (
  id: string,
  block: string,
  object: string,
  rest: Pick<NestedNode, 'on'> = {},
): NestedNode => node(id, 'block@1', { block, params: { object, recordId: x('params.id') } }, rest);
