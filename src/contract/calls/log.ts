import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { MAX_PAGE_SIZE } from '../base/constants.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { LOG_RESULTS, LOGIN_KINDS } from '../company/logs.ts';
import { closed } from '../base/closed.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Day = Type.Optional(Type.Union([Type.String({ format: 'date' }), Type.Null()]));
const filters = {
  /** part of a name, an account or an address */
  search: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  result: Type.Optional(Type.Union([oneOf(LOG_RESULTS), Type.Null()])),
  /** days of the platform's time zone, both included */
  from: Day,
  to: Day,
};
const page = {
  cursor: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  size: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE }), Type.Null()]),
  ),
};
/** `next` leads to older lines, `previous` to newer ones; null where there are none. */
const turns = { next: TextOrNull, previous: TextOrNull };

const LoginLine = Type.Object({
  id: Id,
  at: Type.String(),
  account: Type.String(),
  realName: Type.String(),
  kind: Type.String(),
  kindLabel: Type.String(),
  result: oneOf(LOG_RESULTS),
  /** what went wrong, in words; empty when nothing did */
  reason: Type.String(),
  ip: Type.String(),
  device: Type.String(),
  userAgent: Type.String(),
});
const loginFilters = {
  ...filters,
  kind: Type.Optional(Type.Union([oneOf(LOGIN_KINDS), Type.Null()])),
};

const OperationLine = Type.Object({
  id: Id,
  at: Type.String(),
  userId: Id,
  realName: Type.String(),
  callId: Type.String(),
  summary: Type.String(),
  service: Type.String(),
  result: oneOf(LOG_RESULTS),
  code: Type.Integer(),
  reason: Type.String(),
  /** whom and what it was about, by their names at the time */
  about: Type.String(),
  /** what changed, from what to what */
  change: Type.String(),
  /** the whole line in words */
  sentence: Type.String(),
  /** what was asked for, without secrets */
  detail: Type.Unknown(),
  requestId: Type.String(),
  ip: Type.String(),
  ms: Type.Integer(),
  /** the place of the line in the company's chain, and the hash of it and of all lines before it */
  seq: Type.Integer(),
  hash: Type.String(),
});
const operationFilters = {
  ...filters,
  userId: Type.Optional(Type.Union([Id, Type.Null()])),
  callId: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
};

export const logCalls = [
  defineCall({
    id: 'log.loginLog.list',
    method: 'POST',
    path: '/log/loginLog/list',
    access: 'can:log.view',
    fromReplica: true,
    summary: '登录日志，新的在前',
    body: Type.Object({ ...loginFilters, ...page }, closed),
    data: Type.Object({ records: Type.Array(LoginLine), ...turns }),
  }),
  defineCall({
    id: 'log.loginLog.export',
    method: 'POST',
    path: '/log/loginLog/export',
    access: 'can:log.view',
    answer: 'raw',
    operation: true,
    fromReplica: true,
    summary: '导出登录日志',
    body: Type.Object(loginFilters, closed),
    data: Type.Unknown(),
  }),
  defineCall({
    id: 'log.operationLog.search',
    method: 'POST',
    path: '/log/operationLog/search',
    access: 'can:log.view',
    fromReplica: true,
    summary: '操作日志，新的在前',
    body: Type.Object({ ...operationFilters, ...page }, closed),
    data: Type.Object({ records: Type.Array(OperationLine), ...turns }),
  }),
  defineCall({
    id: 'log.operationLog.export',
    method: 'POST',
    path: '/log/operationLog/export',
    access: 'can:log.view',
    answer: 'raw',
    operation: true,
    fromReplica: true,
    summary: '导出操作日志',
    body: Type.Object(operationFilters, closed),
    data: Type.Unknown(),
  }),
  /**
   * `to` is the number of the newest line, `hash` its hash; copies stored elsewhere can be compared
   * later.
   */
  defineCall({
    id: 'log.operationLog.verify',
    method: 'POST',
    path: '/log/operationLog/verify',
    access: 'can:log.view',
    summary: '校验操作日志是否完整',
    data: Type.Object({
      complete: Type.Boolean(),
      lines: Type.Integer(),
      from: Type.Integer(),
      to: Type.Integer(),
      hash: Type.String(),
      problem: Type.String(),
    }),
  }),
] as const;
