import type { InputOf } from '../../contract/index.ts';
import type { TenantTx } from '../kernel/index.ts';
import type { Thing, Wording } from '../log/index.ts';
import { systemTemplates } from './delivery/sms-templates.ts';

interface TemplateRow {
  id: string;
  name: string;
  content: string;
  providerId: string;
  enabled: boolean;
}
const TEMPLATE = `select id, name, content, provider_template_id as "providerId", enabled from msg.sms_template
    where tenant_id = $1`;

const templateThing = ({ id, name, content, providerId, enabled }: TemplateRow): Thing => ({
  kind: '短信模板',
  id,
  name,
  facts: { 名称: name, 内容: content, 服务商模板: providerId, 状态: enabled ? '启用' : '停用' },
});

async function templates(tx: TenantTx, where: 'id' | 'code', value: string): Promise<Thing[]> {
  return (await tx.query<TemplateRow>(`${TEMPLATE} and ${where} = $2`, [tx.tenant.id, value])).map(
    templateThing,
  );
}

async function templateById(tx: TenantTx, id: string): Promise<Thing[]> {
  const found = await templates(tx, 'id', id);
  return found.length > 0 ? found : [{ kind: '短信模板', id, name: '不存在的短信模板' }];
}

const isOfSystem = (code: string): boolean => systemTemplates.some((each) => each.code === code);

/** How the operations of this service are worded in the operation log. */
export const msgWordings = {
  'msg.mail.resend': {
    deed: () => '再次发送邮件',
    things: async ({ tx, input: { id } }) => {
      const [mail] = await tx.query<{ to: string; subject: string }>(
        'select to_address as "to", subject from msg.mail where tenant_id = $1 and id = $2',
        [tx.tenant.id, id],
      );
      return [
        { kind: '邮件', id, name: mail ? `${mail.subject}（${mail.to}）` : '不是本企业的邮件' },
      ];
    },
  } satisfies Wording<InputOf<'msg.mail.resend'>>,
  'msg.smsTemplate.save': {
    deed: ({ code }) => (isOfSystem(code) ? '代替系统短信模板' : '新建短信模板'),
    things: async ({ tx, input: { code, name }, done }) =>
      done ? templates(tx, 'code', code) : [{ kind: '短信模板', id: '', name }],
  } satisfies Wording<InputOf<'msg.smsTemplate.save'>>,
  'msg.smsTemplate.update': {
    deed: () => '修改短信模板',
    things: ({ tx, input: { id } }) => templateById(tx, id),
  } satisfies Wording<InputOf<'msg.smsTemplate.update'>>,
  'msg.smsTemplate.remove': {
    deed: () => '删除短信模板',
    things: async ({ tx, input: { id }, done }) => (done ? [] : templateById(tx, id)),
  } satisfies Wording<InputOf<'msg.smsTemplate.remove'>>,
};
