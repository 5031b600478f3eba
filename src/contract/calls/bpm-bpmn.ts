import { Type } from 'typebox';
import { Id } from '../metadata/meta.ts';
import { defineCall, defineReading } from './call.ts';

/** Templates for and from other tools. */
export const bpmBpmnCalls = [
  defineCall({
    id: 'bpm.template.exportBpmn',
    method: 'GET',
    path: '/bpm/template/exportBpmn',
    access: 'builder',
    summary: '导出为 BPMN 2.0 文件',
    answer: 'raw',
    query: Type.Object({ id: Id }),
    data: Type.Unknown(),
  }),
  /** Saves nothing: bpm.template.create takes the nodes. */
  defineReading({
    id: 'bpm.template.importBpmn',
    method: 'POST',
    bodySize: 'document',
    path: '/bpm/template/importBpmn',
    access: 'builder',
    summary: '读取 BPMN 2.0 文件',
    bodyKind: 'multipart',
    data: Type.Object({
      name: Type.String(),
      nodes: Type.Unknown({ description: 'nested nodes' }),
      lost: Type.Array(Type.Object({ name: Type.String(), why: Type.String() }), {
        description: 'what no template has, and what became of it',
      }),
    }),
  }),
] as const;
