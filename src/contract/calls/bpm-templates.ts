import { Type } from 'typebox';
import { MAX_LABEL, MAX_PATH_NAME } from '../base/constants.ts';
import {
  FlowNodeRow,
  FlowObject,
  FlowTemplateInfo,
  FlowTemplateRow,
  FLOW_NESTING,
  MessageRules,
  NestedNodes,
  TEMPLATE_STATES,
  TemplateInput,
  TemplateName,
} from '../metadata/flow-templates.ts';
import { Id, OBJECT_KIND, oneOf } from '../metadata/meta.ts';
import { body, Ids, nullable, paging, requestId } from './bpm-shared.ts';
import { defineCall, defineReading } from './call.ts';

const template = '/bpm/template';
const object = Type.String({ maxLength: MAX_PATH_NAME, ...OBJECT_KIND });
const Rows = Type.Array(FlowTemplateRow);
const Made = Type.Object({ id: Id, version: Type.Integer() });

/** Templates as builders list and change them. */
const managingCalls = [
  defineReading({
    id: 'bpm.template.view',
    method: 'POST',
    path: `${template}/view`,
    access: 'builder',
    summary: '流程模板列表',
    body: body({
      ...paging,
      query: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
      state: Type.Optional(nullable(oneOf(TEMPLATE_STATES))),
      objectApiName: Type.Optional(nullable(FlowObject)),
      appId: Type.Optional(nullable(Id)),
      isDeleted: Type.Optional(Type.Boolean({ description: 'deleted ones, to restore' })),
    }),
    data: Type.Object({ records: Rows, total: Type.Integer() }),
  }),
  defineCall({
    id: 'bpm.template.info',
    method: 'GET',
    path: `${template}/info`,
    access: 'member',
    summary: '流程模板',
    query: Type.Object({ id: Id }),
    data: FlowTemplateInfo,
  }),
  defineCall({
    id: 'bpm.manage.templateInfo',
    method: 'GET',
    path: '/bpm/manage/template/info',
    access: 'builder',
    summary: '流程模板与它的节点',
    query: Type.Object({ bpmTemplateId: Id }),
    data: Type.Object({
      ...FlowTemplateInfo.properties,
      nodes: Type.Unknown({ description: 'nested nodes' }),
      messages: MessageRules,
    }),
  }),
  defineReading({
    id: 'bpm.template.library',
    method: 'POST',
    path: `${template}/library`,
    access: 'builder',
    summary: '模板库：可以用来新建流程的模板',
    body: body({}),
    data: Type.Array(
      Type.Object({
        key: Type.String(),
        name: Type.String(),
        category: Type.String(),
        description: Type.String(),
      }),
    ),
  }),
  defineCall({
    id: 'bpm.template.create',
    method: 'POST',
    path: `${template}/create`,
    bodySize: 'document',
    nesting: FLOW_NESTING,
    access: 'builder',
    inPages: 'acts',
    summary: '新建流程模板（草稿），可从另一个模板或模板库复制',
    operation: true,
    body: body({
      name: TemplateName,
      objectApiName: FlowObject,
      icon: Type.Optional(Type.String({ maxLength: 40 })),
      from: Type.Optional(nullable(Id)),
      library: Type.Optional(
        nullable(Type.String({ maxLength: 40, description: 'bpm.template.library' })),
      ),
      /** What it begins with, in place of another template: bpm.template.importBpmn. */
      nodes: Type.Optional(nullable(NestedNodes)),
      requestId,
    }),
    data: Type.Object({ id: Id }),
  }),
  defineCall({
    id: 'bpm.template.commit',
    method: 'POST',
    path: `${template}/commit`,
    bodySize: 'document',
    nesting: FLOW_NESTING,
    access: 'builder',
    inPages: 'rights',
    summary: '保存并发布流程模板',
    operation: true,
    body: body({ template: TemplateInput, nodes: NestedNodes, requestId }),
    data: Made,
  }),
  defineCall({
    id: 'bpm.template.update',
    method: 'POST',
    path: `${template}/update`,
    access: 'builder',
    inPages: 'acts',
    summary: '修改流程模板的名称、图标与分类',
    operation: true,
    body: body({
      id: Id,
      name: Type.Optional(TemplateName),
      icon: Type.Optional(Type.String({ maxLength: 40 })),
      category: Type.Optional(Type.String({ maxLength: MAX_LABEL })),
    }),
    data: FlowTemplateRow,
  }),
  defineCall({
    id: 'bpm.template.operate',
    method: 'POST',
    path: `${template}/operate`,
    access: 'builder',
    inPages: 'acts',
    summary: '启用或停用流程模板',
    operation: true,
    body: body({ id: Id, op: oneOf(['enable', 'disable'] as const) }),
    data: FlowTemplateRow,
  }),
  /** Refused while instances run, unless `cancelRunning` cancels them. */
  defineCall({
    id: 'bpm.template.delete',
    method: 'POST',
    path: `${template}/delete`,
    access: 'builder',
    inPages: 'acts',
    summary: '删除流程模板',
    operation: true,
    body: body({ id: Id, cancelRunning: Type.Optional(Type.Boolean()) }),
    data: Type.Object({ cancelled: Type.Integer() }),
  }),
  defineCall({
    id: 'bpm.template.restore',
    method: 'POST',
    path: `${template}/restore`,
    access: 'builder',
    inPages: 'acts',
    summary: '恢复删除的流程模板',
    operation: true,
    body: body({ id: Id }),
    data: FlowTemplateRow,
  }),
  defineCall({
    id: 'bpm.template.msg.config',
    method: 'POST',
    path: `${template}/msg/config`,
    access: 'builder',
    inPages: 'acts',
    summary: '设置流程模板的消息怎样送达',
    operation: true,
    body: body({ templateId: Id, rules: MessageRules }),
    data: MessageRules,
  }),
  defineReading({
    id: 'bpm.template.msg.configList',
    method: 'POST',
    path: `${template}/msg/config/list`,
    access: 'builder',
    summary: '流程模板的消息怎样送达',
    body: body({ templateId: Id }),
    data: MessageRules,
  }),
] as const;

/** Templates as the screens of their objects need them: those the reader may start. */
const ofObjectCalls = [
  defineReading({
    id: 'bpm.template.ofObject',
    method: 'POST',
    path: `${template}/templatesOfbusiness`,
    access: 'member',
    summary: '一个对象可以发起的流程',
    body: body({ objectApiName: FlowObject }),
    data: Rows,
  }),
  defineReading({
    id: 'bpm.template.ofObjects',
    method: 'POST',
    path: `${template}/allBusinessTemplate`,
    access: 'member',
    summary: '各对象可以发起的流程',
    body: body({}),
    data: Type.Array(
      Type.Object({ objectApiName: Type.String(), objectLabel: Type.String(), templates: Rows }),
    ),
  }),
  defineCall({
    id: 'bpm.template.nodesOfObject',
    method: 'GET',
    path: `${template}/business/{id}/nodes`,
    access: 'member',
    summary: '一个对象的流程的节点，供筛选流程状态',
    params: Type.Object({ id: object }),
    data: Type.Array(
      Type.Object({ templateId: Id, name: Type.String(), nodes: Type.Array(FlowNodeRow) }),
    ),
  }),
  defineCall({
    id: 'bpm.template.ofObjectByType',
    method: 'GET',
    path: `${template}/business/{id}/type/{type}`,
    access: 'builder',
    summary: '一个对象的流程模板，type 是 all、enabled、disabled 或 draft',
    params: Type.Object({ id: object, type: Type.String({ maxLength: 20 }) }),
    data: Rows,
  }),
  defineReading({
    id: 'bpm.template.appList',
    method: 'POST',
    path: `${template}/app/list`,
    access: 'member',
    summary: '应用里的流程（wfBusList）',
    body: body({ appIds: Type.Optional(Ids) }),
    data: Type.Array(
      Type.Object({
        appId: nullable(Id),
        appName: Type.String(),
        wfBusList: Type.Array(
          Type.Object({
            apiName: Type.String(),
            label: Type.String(),
            templateId: Id,
            name: Type.String(),
            nodes: Type.Array(FlowNodeRow),
          }),
        ),
      }),
    ),
  }),
  defineCall({
    id: 'bpm.node.view',
    method: 'GET',
    path: '/bpm/node/view',
    access: 'member',
    summary: '流程模板的一个节点',
    query: Type.Object({ templateId: Id, nodeId: Id }),
    data: FlowNodeRow,
  }),
] as const;

export const bpmTemplateCalls = [...managingCalls, ...ofObjectCalls] as const;
