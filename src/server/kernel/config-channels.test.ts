import { describe, expect, it } from 'vitest';
import { readChannelsConfig } from './config-channels.ts';
import { ConfigError } from './config-error.ts';

const MAIL = {
  SMTP_URL: 'smtps://huozi:hunter2@mail.example:465',
  MAIL_FROM: '活字 <no-reply@huozi.example>',
};
const SMS = {
  SMS_PROVIDER: 'aliyun',
  SMS_ACCESS_KEY_ID: 'key',
  SMS_ACCESS_KEY_SECRET: 'hunter2',
  SMS_SIGN_NAME: '活字',
  SMS_TEMPLATES: 'register:SMS_1, login:SMS_2',
};

describe('the settings of mail and text messages', () => {
  it('are none at first: mails stay in the outbox, text messages in their log', () => {
    expect(readChannelsConfig({})).toEqual({ mail: undefined, sms: undefined });
    expect(readChannelsConfig({ SMS_PROVIDER: 'log' }).sms).toBeUndefined();
  });
  it('are taken when they are whole', () => {
    expect(readChannelsConfig({ ...MAIL, ...SMS })).toEqual({
      mail: { url: MAIL.SMTP_URL, from: MAIL.MAIL_FROM },
      sms: {
        provider: 'aliyun',
        endpoint: 'https://dysmsapi.aliyuncs.com',
        accessKeyId: 'key',
        accessKeySecret: 'hunter2',
        signName: '活字',
        templates: { register: 'SMS_1', login: 'SMS_2' },
      },
    });
  });
  it.each<[string, NodeJS.ProcessEnv]>([
    ['SMTP_URL', { ...MAIL, SMTP_URL: 'http://mail.example' }],
    ['MAIL_FROM', { ...MAIL, MAIL_FROM: '' }],
    ['MAIL_FROM', { ...MAIL, MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }],
    ['SMS_PROVIDER', { SMS_PROVIDER: 'pigeon' }],
    ['SMS_ACCESS_KEY_SECRET', { ...SMS, SMS_ACCESS_KEY_SECRET: '' }],
    ['SMS_TEMPLATES', { ...SMS, SMS_TEMPLATES: 'register' }],
    ['SMS_ENDPOINT', { ...SMS, SMS_ENDPOINT: 'ftp://x' }],
  ])('%s is refused by name, without its value', (name, env) => {
    expect(() => readChannelsConfig(env)).toThrow(ConfigError);
    expect(() => readChannelsConfig(env)).toThrow(new RegExp(`环境变量 ${name} `));
    expect(() => readChannelsConfig(env)).toThrow(/^(?!.*hunter2)/);
  });
});
