import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SmsConfig } from '../../kernel/index.ts';
import { aliyunStandIn, type AliyunStandIn } from './aliyun-stand-in.testing.ts';
import { aliyunSms } from './aliyun.ts';
import { PermanentDeliveryError } from './permanent-error.ts';

let standIn: AliyunStandIn;
beforeAll(async () => {
  standIn = await aliyunStandIn();
});
afterAll(() => standIn?.close());
beforeEach(() => {
  standIn.seen.length = 0;
  standIn.reply = () => ({ status: 200, body: { Code: 'OK', Message: 'OK', BizId: 'biz-1' } });
});

const sms = {
  mobile: '13800138000',
  templateId: 'SMS_1',
  params: { code: '042613', minutes: `5 (五*')!` },
  outId: '7',
};
const send = (over: Partial<SmsConfig> = {}, what = sms) =>
  aliyunSms({ ...standIn.config, ...over }).send(what);
const refused = (body: unknown, status = 200) => {
  standIn.reply = () => ({ status, body });
  return send().then(
    () => {
      throw new Error('it was sent');
    },
    (error: unknown) => error as Error,
  );
};

describe('a text message by Aliyun', () => {
  it('is signed so that a server accepts it, with any characters', async () => {
    expect(await send()).toBe('biz-1');
    const query = new URL(standIn.seen[0]!.url!, 'http://x').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      PhoneNumbers: '13800138000',
      SignName: '活字（测试）',
      TemplateCode: 'SMS_1',
      TemplateParam: JSON.stringify(sms.params),
      OutId: '7',
    });
    expect(standIn.seen[0]!.headers).toMatchObject({
      'x-acs-action': 'SendSms',
      'x-acs-version': '2017-05-25',
    });
    expect(String(standIn.seen[0]!.headers['x-acs-date'])).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
    );
  });
  it('is signed again each time, and not accepted with another secret', async () => {
    await send();
    await send();
    expect(new Set(standIn.seen.map(({ headers }) => headers['x-acs-signature-nonce'])).size).toBe(
      2,
    );
    await expect(send({ accessKeySecret: 'wrong' })).rejects.toThrow('SignatureDoesNotMatch');
  });
  it('is given up when no later try would do, and tried again when one may', async () => {
    expect(
      await refused({ Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '非法手机号' }),
    ).toBeInstanceOf(PermanentDeliveryError);
    for (const [body, status] of [
      [{ Code: 'isv.BUSINESS_LIMIT_CONTROL' }, 200],
      [{ Code: 'InternalError' }, 500],
      ['<html>bad gateway', 502],
    ] as const)
      expect(await refused(body, status)).not.toBeInstanceOf(PermanentDeliveryError);
  });
  it('never reveals its code or its secret in a failure', async () => {
    const error = await refused({
      Code: 'isv.TEMPLATE_MISSING_PARAMETERS',
      Message: '模板缺少变量',
    });
    expect(error.message).toBe('isv.TEMPLATE_MISSING_PARAMETERS 模板缺少变量');
  });
  it('without a template set up at the provider is not even asked for', async () => {
    await expect(send({}, { ...sms, templateId: '' })).rejects.toBeInstanceOf(
      PermanentDeliveryError,
    );
    expect(standIn.seen).toEqual([]);
  });
});
