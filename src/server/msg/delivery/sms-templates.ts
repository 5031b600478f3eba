import type { SmsTemplate } from '../../../contract/index.ts';
import type { Config, Database, TenantTx } from '../../kernel/index.ts';
import { CODE_MINUTES } from '../../upm/index.ts';
import { paramsOf } from './secrets.ts';

type Given = Pick<SmsTemplate, 'code' | 'name' | 'type' | 'content'>;

/**
 * The system's own templates, which everything that sends text messages can rely on; a company may
 * put its own in their place.
 */
const SYSTEM: readonly Given[] = [
  {
    code: 'register',
    name: '注册验证码',
    type: 'code',
    content: `你正在注册，验证码 {code}，${CODE_MINUTES} 分钟内有效。如非本人操作，请忽略。`,
  },
  {
    code: 'login',
    name: '登录验证码',
    type: 'code',
    content: `你正在登录，验证码 {code}，${CODE_MINUTES} 分钟内有效。请勿告诉他人。`,
  },
  {
    code: 'reset',
    name: '找回密码验证码',
    type: 'code',
    content: `你正在重设密码，验证码 {code}，${CODE_MINUTES} 分钟内有效。如非本人操作，请尽快修改密码。`,
  },
  {
    code: 'bind',
    name: '绑定手机验证码',
    type: 'code',
    content: `你正在绑定手机号码，验证码 {code}，${CODE_MINUTES} 分钟内有效。如非本人操作，请忽略。`,
  },
  {
    code: 'invite',
    name: '邀请加入企业',
    type: 'notice',
    content: '{company} 邀请你加入，请打开链接完成加入：{link}',
  },
  {
    code: 'resetLink',
    name: '管理员重置密码',
    type: 'notice',
    content: '{company} 的管理员请你重新设置登录密码，24 小时内打开链接：{link}',
  },
  { code: 'flow_notice', name: '流程通知', type: 'notice', content: '{content}' },
  {
    code: 'joinAnswer',
    name: '加入申请的结果',
    type: 'notice',
    content: '你加入 {company} 的申请{answer}。',
  },
  {
    code: 'contactLink',
    name: '确认登录手机号',
    type: 'notice',
    content: '{company} 的管理员把这个号码填为你的登录手机号，如果是你，请打开链接确认：{link}',
  },
];

export const systemTemplates: readonly SmsTemplate[] = SYSTEM.map((given) => ({
  ...given,
  id: null,
  providerTemplateId: '',
  enabled: true,
  params: paramsOf(given.content),
  system: true,
  version: 0,
  updateTime: null,
}));
export const isSystemCode = (code: string): boolean => SYSTEM.some((each) => each.code === code);

/** The system's templates that have no id at the provider: by these nothing leaves. */
export const templatesWithoutId = (sms: Config['sms']): string[] =>
  sms ? SYSTEM.filter(({ code }) => !sms.templates[code]).map(({ code }) => code) : [];

/** Whether the company can send by this template: with an id of its own, or the system's. */
export async function canSend(tx: TenantTx, sms: Config['sms'], code: string): Promise<boolean> {
  if (!sms || sms.templates[code]) return true;
  const own = await tx.query(
    `select from msg.sms_template where tenant_id = $1 and code = $2 and enabled
      and provider_template_id <> ''`,
    [tx.tenant.id, code],
  );
  return own.length > 0;
}

/** What is needed to send by a template. */
export interface SendingTemplate {
  name: string;
  content: string;
  providerTemplateId: string;
}

/**
 * The template a message is sent by: the company's, if it has one that is switched on, else the
 * system's.
 */
export async function templateFor(
  db: Database,
  tenantId: string | null,
  code: string,
): Promise<SendingTemplate | undefined> {
  const own =
    tenantId === null
      ? []
      : await db.asAnonymous<SendingTemplate>(
          `select name, content, provider_template_id as "providerTemplateId" from msg.sms_template
            where tenant_id = $1 and code = $2 and enabled`,
          [tenantId, code],
        );
  return own[0] ?? systemTemplates.find((each) => each.code === code);
}
