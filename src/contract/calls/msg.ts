import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { MAX_PAGE_SIZE } from '../base/constants.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import {
  MESSAGE_TOPICS,
  type MessageContainer,
  type MessageTopic,
} from '../company/message-types.ts';
import { closed } from '../base/closed.ts';

/**
 * Most messages marked or deleted at once: what one page of the largest size holds, several times
 * over.
 */
const MAX_MESSAGES = 200;
/** Longest text of a template; providers cut longer ones into several messages. */
const MAX_TEMPLATE = 500;

const current = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const size = Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE });
const paging = { current: Type.Optional(current), size: Type.Optional(size) };
const search = Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()]));
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);
const flag = Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] });
const paged = <T extends Parameters<typeof Type.Array>[0]>(record: T) =>
  Type.Object({ records: Type.Array(record), total: Type.Integer() });

/**
 * `container` is where it opens, `handlerParams` what that needs (src/contract/company/message-types.ts).
 * Times are ISO 8601.
 */
export const Message = Type.Object({
  id: Id,
  content: Type.String(),
  createTime: Type.String(),
  isRead: flag,
  typeCode: Type.String(),
  title: Type.String(),
  container: oneOf([
    'Simple',
    'Loader',
    'Drawer',
    'Window',
  ] as const satisfies readonly MessageContainer[]),
  handlerParams: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
  fromName: Type.String(),
});
export type Message = Static<typeof Message>;

const ids = Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_MESSAGES }) }, closed);
const topic = oneOf(Object.keys(MESSAGE_TOPICS) as [MessageTopic, ...MessageTopic[]]);
const center = '/msg/msgsCenterInfo';
const messageCalls = [
  defineCall({
    id: 'msg.msgsCenterInfo.page',
    method: 'POST',
    path: `${center}/page`,
    access: 'member',
    summary: '我的消息：未读的按时间，已读的按读过的先后，新的在前',
    body: Type.Object({ current, size, isRead: flag }, closed),
    data: paged(Message),
  }),
  defineCall({
    id: 'msg.msgsCenterInfo.unread',
    method: 'GET',
    path: `${center}/unread`,
    access: 'member',
    summary: '未读消息的条数',
    data: Type.Integer(),
  }),
  defineCall({
    id: 'msg.msgsCenterInfo.mark',
    method: 'POST',
    path: `${center}/mark`,
    access: 'member',
    summary: '把我的消息标为已读；不是我的不变',
    bodyKind: 'list',
    body: ids,
    data: Type.Null(),
  }),
  defineCall({
    id: 'msg.msgsCenterInfo.delmsg',
    method: 'POST',
    path: `${center}/delmsg`,
    access: 'member',
    summary: '删除我的消息；不是我的不变',
    bodyKind: 'list',
    body: ids,
    data: Type.Null(),
  }),
  defineCall({
    id: 'msg.preference.list',
    method: 'GET',
    path: '/msg/preference/list',
    access: 'member',
    summary: '我接收哪些消息',
    data: Type.Array(
      Type.Object({
        topic,
        title: Type.String(),
        about: Type.String(),
        fixed: Type.Boolean({ description: '总是接收，不能关闭' }),
        on: Type.Boolean(),
      }),
    ),
  }),
  defineCall({
    id: 'msg.preference.save',
    method: 'POST',
    path: '/msg/preference/save',
    access: 'member',
    inPages: 'own',
    summary: '开启或关闭一类消息',
    body: Type.Object({ topic, on: Type.Boolean() }, closed),
    data: Type.Object({ topic, on: Type.Boolean() }),
  }),
  defineCall({
    id: 'msg.events',
    method: 'GET',
    path: '/msg/events',
    access: 'member',
    summary:
      '实时事件（text/event-stream）：unread {unread, latest} 未读消息数，flow {} 流程待办有变化，rights {} 权限有变更',
    answer: 'raw',
    data: Type.Unknown(),
  }),
  defineCall({
    id: 'upm.ws.lists',
    method: 'GET',
    path: '/upm/ws/lists',
    access: 'member',
    summary: '在哪里收听实时事件',
    data: Type.Array(Type.Object({ url: Type.String(), kind: oneOf(['sse'] as const) })),
  }),
] as const;

/**
 * waiting: not delivered yet, retried automatically; boxed: stored here because no mail server is
 * set up; failed: given up.
 */
export const MAIL_STATES = ['waiting', 'boxed', 'sent', 'failed'] as const;
const mail = {
  id: Id,
  to: Type.String(),
  subject: Type.String(),
  state: oneOf(MAIL_STATES),
  error: Type.String(),
  tries: Type.Integer(),
  createTime: Type.String(),
  sentTime: nullable(Type.String()),
};
export const MailRow = Type.Object(mail);
export type MailRow = Static<typeof MailRow>;
/**
 * `text` as far as the reader may see it: a code stays hidden outside of a demo. `links` are the
 * addresses in it.
 */
export const MailDetail = Type.Object({
  ...mail,
  text: Type.String(),
  links: Type.Array(Type.String()),
});
export type MailDetail = Static<typeof MailDetail>;

/**
 * As providers count: 0 waiting, 10 handed over, 20 failed, 30 not sent (no provider is set up: the
 * log is the provider).
 */
export const SMS_SEND_STATES = [0, 10, 20, 30] as const;
/** The same in words. */
export const SMS_STATES = [
  'waiting',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'logged',
] as const;
/**
 * `sent`: accepted by the provider, delivery still unknown. `receiveStatus`: 0 unknown, 10
 * received, 20 not received.
 */
export const SmsLog = Type.Object({
  id: Id,
  mobile: Type.String(),
  template: Type.String(),
  templateName: Type.String(),
  content: Type.String(),
  sendStatus: Type.Unsafe<(typeof SMS_SEND_STATES)[number]>({
    type: 'integer',
    enum: [...SMS_SEND_STATES],
  }),
  state: oneOf(SMS_STATES),
  receiveStatus: Type.Integer(),
  provider: Type.String(),
  providerSerial: Type.String(),
  error: Type.String(),
  tries: Type.Integer(),
  createTime: Type.String(),
  sentTime: nullable(Type.String()),
  receivedTime: nullable(Type.String()),
});
export type SmsLog = Static<typeof SmsLog>;

export const SMS_TYPES = ['code', 'notice'] as const;
const template = {
  code: Type.String({
    minLength: 1,
    maxLength: 40,
    pattern: '^[a-z][A-Za-z0-9_]*$',
    description: '发送时用的标识',
  }),
  name: Type.String({ minLength: 1, maxLength: 50 }),
  type: oneOf(SMS_TYPES),
  content: Type.String({
    minLength: 1,
    maxLength: MAX_TEMPLATE,
    description: '{名称} 是参数的位置',
  }),
  providerTemplateId: Type.String({ maxLength: 60 }),
  enabled: Type.Boolean(),
};
/**
 * `id` is null for one of the system's that the company has not changed. `params` are the names in
 * its content.
 */
export const SmsTemplate = Type.Object({
  id: nullable(Id),
  ...template,
  params: Type.Array(Type.String()),
  system: Type.Boolean(),
  version: Type.Integer(),
  updateTime: nullable(Type.String()),
});
export type SmsTemplate = Static<typeof SmsTemplate>;
const version = Type.Integer({ minimum: 0 });

const manage = 'can:message.manage';
const outboxCalls = [
  defineCall({
    id: 'msg.mail.page',
    method: 'POST',
    path: '/msg/mail/page',
    access: manage,
    summary: '发件箱',
    body: Type.Object(
      { ...paging, query: search, state: Type.Optional(nullable(oneOf(MAIL_STATES))) },
      closed,
    ),
    data: paged(MailRow),
  }),
  defineCall({
    id: 'msg.mail.detail',
    method: 'POST',
    path: '/msg/mail/detail',
    access: manage,
    summary: '一封邮件',
    body: Type.Object({ id: Id }, closed),
    data: MailDetail,
  }),
  defineCall({
    id: 'msg.mail.resend',
    method: 'POST',
    path: '/msg/mail/resend',
    access: manage,
    summary: '再次发送没有发出的邮件',
    operation: true,
    body: Type.Object({ id: Id }, closed),
    data: Type.Null(),
  }),
  defineCall({
    id: 'msg.smsSendLogs.page',
    method: 'POST',
    path: '/msg/smsSendLogs/page',
    access: manage,
    summary: '短信发送记录',
    body: Type.Object(
      { ...paging, query: search, state: Type.Optional(nullable(oneOf(SMS_STATES))) },
      closed,
    ),
    data: paged(SmsLog),
  }),
  defineCall({
    id: 'msg.smsTemplate.page',
    method: 'POST',
    path: '/msg/smsTemplate/page',
    access: manage,
    summary: '短信模板：系统的与本企业的',
    body: Type.Object({ ...paging, query: search }, closed),
    data: paged(SmsTemplate),
  }),
  defineCall({
    id: 'msg.smsTemplate.save',
    method: 'POST',
    path: '/msg/smsTemplate/save',
    access: manage,
    summary: '新建短信模板，或用本企业的代替系统模板',
    operation: true,
    body: Type.Object(template, closed),
    data: SmsTemplate,
  }),
  defineCall({
    id: 'msg.smsTemplate.update',
    method: 'POST',
    path: '/msg/smsTemplate/update',
    access: manage,
    summary: '修改短信模板',
    operation: true,
    body: Type.Object(
      {
        id: Id,
        version,
        name: template.name,
        content: template.content,
        providerTemplateId: template.providerTemplateId,
        enabled: template.enabled,
      },
      closed,
    ),
    data: SmsTemplate,
  }),
  defineCall({
    id: 'msg.smsTemplate.remove',
    method: 'POST',
    path: '/msg/smsTemplate/remove',
    access: manage,
    summary: '删除短信模板；代替系统模板的恢复为系统的',
    operation: true,
    body: Type.Object({ id: Id, version }, closed),
    data: Type.Null(),
  }),
] as const;

export const msgCalls = [...messageCalls, ...outboxCalls] as const;
