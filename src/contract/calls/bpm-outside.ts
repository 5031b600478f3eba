import { Type } from 'typebox';
import { MAX_ADDRESS } from '../metadata/flow.ts';
import { Id, oneOf, RecordValues } from '../metadata/meta.ts';
import { body, nullable } from './bpm-shared.ts';
import { defineCall, defineReading } from './call.ts';

const outlet = '/bpm/template/outlet';
const origin = Type.String({ maxLength: MAX_ADDRESS });
/** Headers a template sends to one origin. */
const MAX_HEADERS = 20;

/** Requests of approvals to addresses outside, and the answers. */
export const bpmOutsideCalls = [
  defineReading({
    id: 'bpm.template.outlet.list',
    method: 'POST',
    path: `${outlet}/list`,
    access: 'builder',
    summary: '流程请求外部地址时的请求头与签名：只有名称',
    body: body({ templateId: Id }),
    data: Type.Array(
      Type.Object({
        origin: Type.String(),
        headers: Type.Array(Type.String()),
        hasSecret: Type.Boolean(),
        updatedAt: Type.String(),
        updatedBy: Type.String({ description: 'name' }),
      }),
    ),
  }),
  defineCall({
    id: 'bpm.template.outlet.save',
    method: 'POST',
    path: `${outlet}/save`,
    access: 'can:flow.callOut',
    summary: '设置流程请求外部地址时的请求头与签名',
    operation: true,
    body: body({
      templateId: Id,
      /** Any address of the origin it is for. */
      url: origin,
      /** Headers to set; null removes one, those that are not named stay. */
      headers: Type.Optional(
        Type.Array(
          body({
            name: Type.String({ minLength: 1, maxLength: 100 }),
            value: nullable(Type.String({ maxLength: 2_000 })),
          }),
          { maxItems: MAX_HEADERS },
        ),
      ),
      newSecret: Type.Optional(Type.Boolean({ description: 'a new key of the signature' })),
    }),
    data: Type.Object({
      origin: Type.String(),
      secret: nullable(Type.String({ description: 'the new key; it is told only here' })),
    }),
  }),
  defineCall({
    id: 'bpm.template.outlet.remove',
    method: 'POST',
    path: `${outlet}/remove`,
    access: 'can:flow.callOut',
    summary: '删除流程请求一个外部地址时的请求头与签名',
    operation: true,
    body: body({ templateId: Id, origin }),
    data: Type.Null(),
  }),
  /** Its address, with the token, is in the request that is answered (`callback`). */
  defineCall({
    id: 'bpm.process.callback',
    method: 'POST',
    path: '/bpm/callback',
    bodySize: 'record',
    access: 'anonymous',
    inPages: 'acts',
    summary: '外部系统答复流程的请求，一个令牌只能答复一次',
    query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 400 }) }),
    body: body({
      result: Type.Optional(oneOf(['done', 'failed'])),
      /** Of fields the node lets it write. */
      values: Type.Optional(RecordValues),
      message: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    data: Type.Null(),
  }),
] as const;
