import { ConfigError } from './config-error.ts';

/** A mail server, and the sender of mails. */
export interface MailConfig {
  readonly url: string;
  readonly from: string;
}
/**
 * An account of a provider of text messages; `templates` gives the provider's own id of ours, by
 * code.
 */
export interface SmsConfig {
  readonly provider: 'aliyun';
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly signName: string;
  readonly templates: Readonly<Record<string, string>>;
}
export interface Channels {
  readonly mail: MailConfig | undefined;
  readonly sms: SmsConfig | undefined;
}

const ALIYUN = 'https://dysmsapi.aliyuncs.com';

/** The message repeats no value: it may hold a password. */
function refuse(name: string, zh: string, en: string): never {
  throw new ConfigError(`环境变量 ${name} 无效：${zh} (${name} must be ${en})`);
}

function mailOf(env: NodeJS.ProcessEnv): MailConfig | undefined {
  const url = env['SMTP_URL'];
  if (!url) return undefined;
  if (!URL.canParse(url) || !['smtp:', 'smtps:'].includes(new URL(url).protocol))
    refuse('SMTP_URL', '应为 smtp:// 或 smtps:// 开头的地址', 'an smtp:// or smtps:// URL');
  const from = env['MAIL_FROM'] ?? '';
  if (!/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/.test(from))
    refuse(
      'MAIL_FROM',
      '配置了 SMTP_URL 时须填写发件人，例如 活字 <no-reply@example.com>',
      'the sender, such as Huozi <no-reply@example.com>',
    );
  return { url, from };
}

/** register:SMS_1,login:SMS_2 */
function templatesOf(given: string): Readonly<Record<string, string>> {
  const pairs = given
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) => pair.split(':').map((part) => part.trim()));
  if (pairs.some((pair) => pair.length !== 2 || pair.includes('')))
    refuse(
      'SMS_TEMPLATES',
      '应为 register:SMS_1,login:SMS_2 这样的列表',
      'a list such as register:SMS_1,login:SMS_2',
    );
  return Object.fromEntries(pairs as [string, string][]);
}

function endpointOf(given: string | undefined): string {
  if (!given) return ALIYUN;
  if (!URL.canParse(given) || !['http:', 'https:'].includes(new URL(given).protocol))
    refuse('SMS_ENDPOINT', '应为 https:// 开头的地址', 'an https:// URL');
  return given;
}

function smsOf(env: NodeJS.ProcessEnv): SmsConfig | undefined {
  const provider = env['SMS_PROVIDER'];
  if (!provider || provider === 'log') return undefined;
  if (provider !== 'aliyun') refuse('SMS_PROVIDER', '应为 log 或 aliyun', 'log or aliyun');
  const need = (name: string): string =>
    env[name] || refuse(name, '使用阿里云短信时须填写', 'set to send through Aliyun');
  return {
    provider,
    endpoint: endpointOf(env['SMS_ENDPOINT']),
    accessKeyId: need('SMS_ACCESS_KEY_ID'),
    accessKeySecret: need('SMS_ACCESS_KEY_SECRET'),
    signName: need('SMS_SIGN_NAME'),
    templates: templatesOf(env['SMS_TEMPLATES'] ?? ''),
  };
}

/**
 * Reads SMTP_URL, MAIL_FROM and SMS_*. Without them mails stay in the outbox and text messages in
 * their log.
 */
export const readChannelsConfig = (env: NodeJS.ProcessEnv): Channels => ({
  mail: mailOf(env),
  sms: smsOf(env),
});
