import { Type } from 'typebox';
import { FLOW_STATES } from '../metadata/flow.ts';
import { FlowDrawing, FlowForecast, NodeRef, Picks } from '../metadata/flow-running.ts';
import { Id, oneOf, RecordValues } from '../metadata/meta.ts';
import { body, nullable, reason, requestId } from './bpm-shared.ts';
import { defineCall, defineReading } from './call.ts';

const template = '/bpm/template';
const NodeMap = Type.Record(NodeRef, NodeRef, { maxProperties: 300 });
const Version = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const Moved = Type.Object({
  instanceId: Id,
  title: Type.String(),
  fromVersion: Type.Integer(),
  at: Type.Array(Type.String(), { description: 'names of the nodes it is at' }),
  movable: Type.Boolean(),
  why: Type.String({ description: 'why it cannot move' }),
});
const Place = { nodeId: Type.String(), name: Type.String() };
const Lost = Type.Object({
  ...Place,
  count: Type.Integer({ description: 'instances that are at it' }),
  places: Type.Array(Type.Object(Place), { description: 'nodes of its kind it can be mapped to' }),
});
/** Which instances to which version, and what becomes of nodes that are not in it. */
const moving = {
  id: Id,
  toVersion: Type.Optional(nullable({ ...Version, description: 'the published one if left out' })),
  fromVersion: Type.Optional(nullable({ ...Version, description: 'only those that follow it' })),
  nodes: Type.Optional(NodeMap),
  instanceIds: Type.Optional(nullable(Type.Array(Id, { maxItems: 500, uniqueItems: true }))),
};
const MovePlan = {
  toVersion: Type.Integer(),
  movable: Type.Integer(),
  instances: Type.Array(Moved),
  lost: Type.Array(Lost, { description: 'nodes without a place there unless `nodes` maps them' }),
};
const Path = Type.Array(Type.String(), { description: 'ids of nodes in the order they were left' });

/** Trying out, looking ahead, and moving what runs. */
export const bpmInsightCalls = [
  /** `answers` says what people do at nodes; the others approve. Works on the draft when there is one. */
  defineReading({
    id: 'bpm.template.simulate',
    method: 'POST',
    path: `${template}/simulate`,
    bodySize: 'document',
    access: 'builder',
    summary: '试运行流程：选一位发起人和数据，看会经过哪些节点、找到谁',
    body: body({
      id: Id,
      document: Type.Optional(Type.Unknown()),
      starterId: Id,
      recordId: Type.Optional(nullable(Id)),
      record: Type.Optional(RecordValues),
      answers: Type.Optional(
        Type.Record(NodeRef, oneOf(['approve', 'reject', 'timeout'] as const), {
          maxProperties: 300,
        }),
      ),
      picks: Type.Optional(Picks),
    }),
    data: FlowForecast,
  }),
  /**
   * Of a running instance, with its drawing, or of one that is about to be started with these
   * values.
   */
  defineReading({
    id: 'bpm.process.forecast',
    method: 'POST',
    path: '/bpm/process/forecast',
    bodySize: 'record',
    access: 'member',
    summary: '流程接下来会经过的节点、人和预计时间',
    body: body({
      instanceId: Type.Optional(Id),
      templateId: Type.Optional(Id),
      recordId: Type.Optional(nullable(Id)),
      record: Type.Optional(RecordValues),
      picks: Type.Optional(Picks),
    }),
    data: Type.Object({
      ...FlowForecast.properties,
      drawing: nullable(FlowDrawing),
    }),
  }),
  /** What started in these days, decided again by another document: the draft unless one is given. */
  defineReading({
    id: 'bpm.template.replay',
    method: 'POST',
    path: `${template}/replay`,
    bodySize: 'document',
    access: 'builder',
    summary: '用草稿重走最近的流程，看哪些会走得不一样',
    body: body({
      id: Id,
      document: Type.Optional(Type.Unknown()),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
    }),
    data: Type.Object({
      total: Type.Integer(),
      same: Type.Integer(),
      different: Type.Array(
        Type.Object({
          instanceId: Id,
          title: Type.String(),
          was: Path,
          now: Path,
          resultWas: oneOf(FLOW_STATES),
          resultNow: nullable(oneOf(FLOW_STATES)),
          why: Type.String({ description: 'where the ways part' }),
        }),
      ),
      names: Type.Record(Type.String(), Type.String(), { description: 'of nodes by id' }),
    }),
  }),
  /** What `bpm.template.dynamicUpdate` would do, without a line in the log of operations. */
  defineReading({
    id: 'bpm.template.dynamicPlan',
    method: 'POST',
    path: `${template}/dynamic/plan`,
    bodySize: 'list',
    access: 'member',
    summary: '哪些运行中的流程可以移到新的版本，哪些不能、为什么',
    body: body(moving),
    data: Type.Object(MovePlan),
  }),
  /** Live migration, by builders and those who look after the template; `dryRun` only plans it. */
  defineCall({
    id: 'bpm.template.dynamicUpdate',
    method: 'POST',
    path: `${template}/dynamic/update`,
    bodySize: 'list',
    access: 'member',
    inPages: 'acts',
    summary: '把运行中的流程移到新的版本',
    operation: true,
    body: body({ ...moving, dryRun: Type.Boolean(), reason: Type.Optional(reason), requestId }),
    data: Type.Object({ ...MovePlan, moved: Type.Integer() }),
  }),
  defineReading({
    id: 'bpm.template.statistics',
    method: 'POST',
    path: `${template}/statistics`,
    access: 'member',
    summary: '流程各节点的等待时间、退回率与瓶颈',
    body: body({
      templateId: Id,
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
    }),
    data: Type.Object({
      started: Type.Integer(),
      states: Type.Array(Type.Object({ state: oneOf(FLOW_STATES), count: Type.Integer() })),
      medianHours: nullable(Type.Number({ description: 'from submission to the end' })),
      perDay: Type.Array(
        Type.Object({ day: Type.String(), started: Type.Integer(), ended: Type.Integer() }),
      ),
      nodes: Type.Array(
        Type.Object({
          nodeId: Type.String(),
          name: Type.String(),
          waiting: Type.Integer({ description: 'items that are open' }),
          answered: Type.Integer(),
          medianHours: nullable(Type.Number()),
          p90Hours: nullable(Type.Number()),
          rejectRate: Type.Number(),
          returnRate: Type.Number(),
          timeouts: Type.Integer(),
        }),
      ),
    }),
  }),
] as const;
