import type { SmsConfig } from '../../kernel/index.ts';
import { aliyunSms } from './aliyun.ts';
import type { SmsProvider } from './sms-provider.ts';

/** The log is the provider. */
const logOnly: SmsProvider = { name: 'log', keeps: true, send: async () => '' };

export const smsProvider = (config: SmsConfig | undefined): SmsProvider =>
  config ? aliyunSms(config) : logOnly;
