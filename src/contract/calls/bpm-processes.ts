import { Type } from 'typebox';
import { MAX_PATH_NAME } from '../base/constants.ts';
import { FLOW_STATES } from '../metadata/flow.ts';
import {
  FlowDetail,
  FlowForm,
  FlowHistoryEntry,
  FlowItem,
  FlowOperation,
  FlowRows,
  FlowVisit,
  Operated,
} from '../metadata/flow-running.ts';
import { FlowNodeRow, FlowTemplateRow } from '../metadata/flow-templates.ts';
import { Id, Labels, OBJECT_KIND, oneOf } from '../metadata/meta.ts';
import { body, narrowing, nullable, ofStates, paging } from './bpm-shared.ts';
import { defineCall, defineReading } from './call.ts';

const process = '/bpm/process';
const instance = Type.Object({ instanceId: Id });

/** One instance, and what is done with it. */
export const bpmProcessCalls = [
  defineCall({
    id: 'bpm.process.operate',
    method: 'POST',
    path: `${process}/operate`,
    bodySize: 'record',
    access: 'member',
    inPages: 'own',
    summary: '对一项待办或一个流程进行操作',
    body: FlowOperation,
    data: Operated,
  }),
  defineCall({
    id: 'bpm.process.detail',
    method: 'GET',
    path: `${process}/detail`,
    access: 'member',
    summary: '流程详情：待办、经过、现在可以做什么',
    query: instance,
    data: FlowDetail,
  }),
  defineCall({
    id: 'bpm.process.form',
    method: 'GET',
    path: `${process}/form`,
    access: 'member',
    summary: '流程里的记录，按节点的字段权限',
    query: instance,
    data: FlowForm,
  }),
  defineCall({
    id: 'bpm.process.history',
    method: 'GET',
    path: `${process}/processHistory`,
    access: 'member',
    summary: '流程的经过',
    query: instance,
    data: Type.Object({ events: Type.Array(FlowHistoryEntry), labels: Labels }),
  }),
  /** Those of templates one manages; all of them with the function flow.manage. */
  defineReading({
    id: 'bpm.process.viewAll',
    method: 'POST',
    path: `${process}/viewAll`,
    access: 'member',
    summary: '流程实例：我管理的全部',
    body: body({
      ...narrowing,
      ...ofStates,
      nodeId: Type.Optional(nullable(Id)),
      assigneeId: Type.Optional(nullable(Id)),
      isOverdue: Type.Optional(Type.Boolean()),
    }),
    data: FlowRows,
  }),
  /** Who gets none has nothing to look after: `bpm.process.viewAll` refuses him. */
  defineReading({
    id: 'bpm.template.managed',
    method: 'POST',
    path: '/bpm/template/managed',
    access: 'member',
    summary: '我管理的流程模板',
    body: body({}),
    data: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  }),
  /** What happened at one node of an instance. */
  defineCall({
    id: 'bpm.node.detail',
    method: 'GET',
    path: '/bpm/node/detail',
    access: 'member',
    summary: '流程在一个节点的经过',
    query: Type.Object({ instanceId: Id, nodeId: Id }),
    data: Type.Object({
      node: FlowNodeRow,
      visits: Type.Array(FlowVisit),
      items: Type.Array(FlowItem),
      events: Type.Array(FlowHistoryEntry),
      labels: Labels,
    }),
  }),
  /** The approvals of a record, and those that may be started for it. */
  defineReading({
    id: 'bizmeta.object.flowDetail',
    method: 'POST',
    path: '/bizmeta/v1/object/{object}/controller/FlowDetail',
    access: 'member',
    summary: '一条记录的流程',
    params: Type.Object({ object: Type.String({ maxLength: MAX_PATH_NAME, ...OBJECT_KIND }) }),
    body: body({ id: Id, ...paging }),
    data: Type.Object({
      flowStatus: nullable(oneOf(FLOW_STATES)),
      /** The instance that keeps the record from being changed. */
      lockedBy: nullable(Type.Object({ instanceId: Id, title: Type.String() })),
      records: Type.Array(
        Type.Object({
          instanceId: Id,
          templateId: Id,
          templateName: Type.String(),
          title: Type.String(),
          state: oneOf(FLOW_STATES),
          starterId: Id,
          startedAt: nullable(Type.String()),
          endedAt: nullable(Type.String()),
          canOpen: Type.Boolean(),
        }),
      ),
      total: Type.Integer(),
      startable: Type.Array(FlowTemplateRow),
      labels: Labels,
    }),
  }),
] as const;
