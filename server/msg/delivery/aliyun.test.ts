import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SmsConfig } from '../../kernel/index.ts';
import { aliyunSms } from './aliyun.ts';
import { HopelessError } from './hopeless.ts';

const SECRET = 'secret-of-the-account';
const KEY = 'LTAI-test';

/** The signature a server works out for itself from what arrived: written from the provider's rules, not from the client's code. */
function expectedSignature(request: IncomingMessage): string {
  const url = new URL(request.url!, 'http://x');
  const authorization = String(request.headers.authorization);
  const names = /SignedHeaders=([^,]+)/.exec(authorization)![1]!;
  const strict = (text: string) => encodeURIComponent(text).replaceAll('!', '%21').replaceAll(`'`, '%27').replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('*', '%2A');
  const query = [...url.searchParams].map(([name, value]) => `${strict(name)}=${strict(value)}`).sort().join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  const canonical = `${request.method}\n${url.pathname}\n${query}\n${headers}\n${names}\n${createHash('sha256').update('').digest('hex')}`;
  return createHmac('sha256', SECRET).update(`ACS3-HMAC-SHA256\n${createHash('sha256').update(canonical).digest('hex')}`).digest('hex');
}

let seen: IncomingMessage[] = [];
let answer: { status: number; body: unknown } = { status: 200, body: {} };
const server = createServer((request, response) => {
  seen.push(request);
  const isSigned = String(request.headers.authorization) === `ACS3-HMAC-SHA256 Credential=${KEY},SignedHeaders=${'host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version'},Signature=${expectedSignature(request)}`;
  const { status, body } = isSigned ? answer : { status: 400, body: { Code: 'SignatureDoesNotMatch', Message: 'The signature does not match' } };
  response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
});
let config: SmsConfig;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  config = { provider: 'aliyun', endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, accessKeyId: KEY, accessKeySecret: SECRET, signName: '活字（测试）', templates: {} };
});
afterAll(() => { server.closeAllConnections(); server.close(); });
beforeEach(() => { seen = []; answer = { status: 200, body: { Code: 'OK', Message: 'OK', BizId: 'biz-1' } }; });

const sms = { mobile: '13800138000', templateId: 'SMS_1', params: { code: '042613', minutes: `5 (五*')!` }, outId: '7' };
const send = (over: Partial<SmsConfig> = {}, what = sms) => aliyunSms({ ...config, ...over }).send(what);
const refused = (body: unknown, status = 200) => { answer = { status, body }; return send().then(() => { throw new Error('it was sent'); }, (error: unknown) => error as Error); };

describe('a text message by Aliyun', () => {
  it('is signed so that a server which checks it takes it, whatever characters it has', async () => {
    expect(await send()).toBe('biz-1');
    const query = new URL(seen[0]!.url!, 'http://x').searchParams;
    expect(Object.fromEntries(query)).toEqual({ PhoneNumbers: '13800138000', SignName: '活字（测试）', TemplateCode: 'SMS_1', TemplateParam: JSON.stringify(sms.params), OutId: '7' });
    expect(seen[0]!.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' });
    expect(String(seen[0]!.headers['x-acs-date'])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });
  it('is signed anew each time, and not taken with another secret', async () => {
    await send();
    await send();
    expect(new Set(seen.map(({ headers }) => headers['x-acs-signature-nonce'])).size).toBe(2);
    await expect(send({ accessKeySecret: 'wrong' })).rejects.toThrow('SignatureDoesNotMatch');
  });
  it('is given up when no later try would do, and tried again when one may', async () => {
    expect(await refused({ Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '非法手机号' })).toBeInstanceOf(HopelessError);
    for (const [body, status] of [[{ Code: 'isv.BUSINESS_LIMIT_CONTROL' }, 200], [{ Code: 'InternalError' }, 500], ['<html>bad gateway', 502]] as const) expect(await refused(body, status)).not.toBeInstanceOf(HopelessError);
  });
  it('never tells its code or its secret in a failure', async () => {
    const error = await refused({ Code: 'isv.TEMPLATE_MISSING_PARAMETERS', Message: '模板缺少变量' });
    expect(error.message).toBe('isv.TEMPLATE_MISSING_PARAMETERS 模板缺少变量');
  });
  it('without a template set up at the provider is not even asked for', async () => {
    await expect(send({}, { ...sms, templateId: '' })).rejects.toBeInstanceOf(HopelessError);
    expect(seen).toEqual([]);
  });
});
