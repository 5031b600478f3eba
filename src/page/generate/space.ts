import type { ObjectDescribe } from '../../contract/index.ts';
import { SPEC, type NestedDocument, type NestedNode } from '../model/document.ts';
import { act, button, node, t, x } from './nodes.ts';
import { headline, missing, recordTitleOf } from './record-head.ts';

/** The address of a related list, so that its views and groups are addresses of their own. */
const BASE = (apiName: string): string => `/appspace/{params.appId}/${apiName}/{params.dataId}`;

/**
 * The space of a record: its head, and for every object that points to it that object's whole list,
 * with views and groups, of the records that belong here. A tab an object; the address says which,
 * through which view and in which group.
 */
export function spacePage(describe: ObjectDescribe): NestedDocument {
  const { apiName } = describe;
  return {
    spec: SPEC,
    key: `object.${apiName}.space`,
    rev: 1,
    title: recordTitleOf(describe),
    params: {
      appId: { type: 'text' },
      busApiName: { type: 'text' },
      dataId: { type: 'text', required: true },
      childApiName: { type: 'text' },
      groupId: { type: 'text' },
      viewId: { type: 'text' },
    },
    sources: {
      related: {
        call: 'bizmeta.record.refList',
        input: { object: apiName, id: x('params.dataId') },
        when: { $x: "record._status != 'failed'" },
      },
    },
    forms: { record: { object: apiName, id: x('params.dataId') } },
    body: node(
      'page',
      'page@1',
      { fill: true, padding: 16 },
      {
        slots: {
          default: [
            node(
              'toList',
              'link@1',
              {
                text: describe.label,
                icon: 'left',
                kind: 'quiet',
                to: t(`/app/{params.appId}/${apiName}`),
              },
              { when: { visible: { $x: "record._status = 'failed'" } } },
            ),
            missing("record._status = 'failed'"),
            node(
              'panel',
              'panel@1',
              { fill: true, gap: 12 },
              {
                when: { visible: { $x: "record._status != 'failed'" } },
                slots: { default: [head(describe), unknown(), lists(describe), none(describe)] },
              },
            ),
          ],
        },
      },
    ),
  };
}

const head = (describe: ObjectDescribe): NestedNode =>
  node(
    'head',
    'toolbar@1',
    {},
    {
      slots: {
        start: [
          node(
            'place',
            'stack@1',
            { gap: 8 },
            {
              slots: {
                default: [
                  node('back', 'link@1', {
                    text: describe.label,
                    icon: 'left',
                    kind: 'quiet',
                    to: t(`/app/{params.appId}/${describe.apiName}`),
                  }),
                  headline(describe, 'h1'),
                ],
              },
            },
          ),
        ],
        end: [
          button('detail', { text: '查看详情', icon: 'file' }, [
            act('navigate', {
              to: t(`/app/{params.appId}/${describe.apiName}/record/{params.dataId}`),
            }),
          ]),
        ],
      },
    },
  );

const LOADED = 'related.data is not null';
/** An address that names no related list (any more). */
const unknown = (): NestedNode =>
  node(
    'unknown',
    'alert@1',
    { kind: 'warning', text: '地址中的对象没有关联到这条记录，已显示第一个。' },
    {
      when: {
        visible: {
          $x: [
            LOADED,
            'count(related.data) > 0',
            'params.childApiName is not null',
            'count(related.data where segment = params.childApiName) = 0',
          ].join(' and '),
        },
      },
    },
  );
const none = (describe: ObjectDescribe): NestedNode =>
  node(
    'none',
    'empty@1',
    {
      title: '还没有关联的对象',
      text: `在其他对象中加上指向${describe.label}的关联字段，它们的记录会列在这里。`,
    },
    { when: { visible: { $x: `${LOADED} and count(related.data) = 0` } } },
  );

const lists = ({ apiName }: ObjectDescribe): NestedNode =>
  node(
    'lists',
    'tabs@1',
    {
      label: '关联的记录',
      fill: true,
      keep: false,
      value: x("coalesce(params.childApiName, '')"),
      items: [{ each: x('related.data'), key: 'segment', title: 'title', badge: 'count' }],
    },
    {
      when: { visible: { $x: 'count(related.data) > 0' } },
      on: { change: [act('navigate', { to: t(`${BASE(apiName)}/{event.key}`) })] },
      slots: {
        each: {
          as: 'child',
          nodes: [
            node('list', 'pageEmbed@1', {
              pageKey: t('object.{child.object}.list'),
              params: {
                appId: x('params.appId'),
                groupId: x('params.groupId'),
                viewId: x('params.viewId'),
                base: t(`${BASE(apiName)}/{child.segment}`),
                only: x('child.filter'),
                preset: x('child.preset'),
              },
              inAddress: true,
            }),
          ],
        },
      },
    },
  );
