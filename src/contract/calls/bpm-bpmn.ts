import { Type } from 'typebox';
import { Id } from '../metadata/meta.ts';
import { body } from './bpm-shared.ts';
import { defineCall } from './call.ts';

/** Characters of a file: a template of 300 nodes has half of it. */
const MAX_XML = 1_000_000;

/** Templates for and from other tools. */
export const bpmBpmnCalls = [
  defineCall({
    id: 'bpm.template.exportBpmn',
    method: 'GET',
    path: '/bpm/template/exportBpmn',
    access: 'builder',
    summary: '导出为 BPMN 2.0',
    query: Type.Object({ id: Id }),
    data: Type.Object({ name: Type.String(), xml: Type.String() }),
  }),
  defineCall({
    id: 'bpm.template.importBpmn',
    method: 'POST',
    path: '/bpm/template/importBpmn',
    access: 'builder',
    summary: '读取 BPMN 2.0 文件',
    body: body({ xml: Type.String({ minLength: 1, maxLength: MAX_XML }) }),
    data: Type.Object({ nodes: Type.Unknown({ description: 'nested nodes' }) }),
  }),
] as const;
