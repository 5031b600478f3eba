import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApi, type ApiOptions } from './client.ts';
import { CANCELLED } from '../../contract/index.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer;
const server = createServer((request, response) => answer(request, response));
let baseURL = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json =
  (status: number, body: unknown): Answer =>
  (_, response) => {
    response
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        date: 'Sat, 21 Nov 2026 08:00:00 GMT',
      })
      .end(JSON.stringify(body));
  };
let lost = 0;
beforeEach(() => {
  lost = 0;
});
const api = (over: Partial<ApiOptions> = {}, timeout = 1000) =>
  createApi({
    identity: () => ({ token: 'tok', userid: 'u1', tenant: 't1', region: 'cn' }),
    onSessionLost: () => {
      lost += 1;
    },
    http: axios.create({ baseURL, adapter: 'fetch', validateStatus: () => true, timeout }),
    ...over,
  });
const failed = async (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error,
  );
const detail = (given = api()) => given.call('bizmeta.describe.detail', { apiName: 'order' });

describe('a call', () => {
  it('answers the data of its envelope', async () => {
    answer = json(200, { code: 200, data: { apiName: 'order' }, msg: '' });
    expect(await detail()).toEqual({ apiName: 'order' });
  });
  it('sends the headers of the session and a body in JSON', async () => {
    let heard: unknown[] = [];
    answer = (request, response) => {
      heard = [
        request.headers.token,
        request.headers.userid,
        request.headers.tenant,
        request.headers.regionid,
        request.headers['content-type'],
      ];
      json(200, { code: 200, data: null, msg: '' })(request, response);
    };
    await detail();
    expect(heard).toEqual(['tok', 'u1', 't1', 'cn', 'application/json']);
  });
  it('fails with the sentence, the reason and the problems of the body', async () => {
    const errors = [{ path: '/records/0/amount', reason: 'REQUIRED', msg: '请填写金额' }];
    answer = json(400, { code: 400, data: { reason: 'BAD_REQUEST', errors }, msg: '请求内容有误' });
    expect(await failed(detail())).toMatchObject({
      message: '请求内容有误',
      code: 400,
      status: 400,
      reason: 'BAD_REQUEST',
      problems: errors,
      shown: false,
    });
  });
  it('fails for a body code in an answered request too', async () => {
    answer = json(200, { code: 400, data: { names: ['甲'] }, msg: '名称重复' });
    expect(await failed(detail())).toMatchObject({
      message: '名称重复',
      code: 400,
      data: { names: ['甲'] },
    });
    answer = json(500, { message: '正在维护' });
    expect(await failed(detail())).toMatchObject({ message: '正在维护', status: 500 });
  });
  it('gives the current row for a stale version', async () => {
    answer = json(409, {
      code: 409,
      data: { reason: 'STALE_VERSION', current: { id: '1', version: 3 } },
      msg: '内容已被他人修改，请刷新后再试',
    });
    expect(await failed(detail())).toMatchObject({
      reason: 'STALE_VERSION',
      current: { version: 3 },
    });
  });
  it.each([
    [502, '<html>bad gateway</html>'],
    [500, ''],
    [200, 'no json'],
  ])('says 服务器异常 for HTTP %i with a body of no use', async (status, body) => {
    answer = (_, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    };
    expect(await failed(detail())).toMatchObject({ message: '服务器异常', code: status });
  });
  it('says that it took too long, or that the network is down, when no response came', async () => {
    answer = () => undefined;
    expect(await failed(detail(api({}, 50)))).toMatchObject({
      message: '等了很久没有回应，请稍后重试',
      code: 0,
    });
    const nobody = api({ http: axios.create({ baseURL: 'http://127.0.0.1:9', adapter: 'fetch' }) });
    expect(await failed(detail(nobody))).toMatchObject({
      message: '网络不通，请检查后重试',
      code: 0,
    });
  });
  it('given up by the caller shows nothing', async () => {
    answer = () => undefined;
    const controller = new AbortController();
    const going = failed(
      api().call('bizmeta.describe.detail', { apiName: 'order' }, { signal: controller.signal }),
    );
    controller.abort();
    expect(await going).toMatchObject({ reason: CANCELLED, shown: true });
  });
  it('without a token goes to login before anything is sent', async () => {
    let asked = false;
    answer = () => {
      asked = true;
    };
    expect(await failed(detail(api({ identity: () => null })))).toMatchObject({
      reason: 'TOKEN_MISSING',
      shown: true,
    });
    expect([asked, lost]).toEqual([false, 1]);
  });
  it('without a token may still ask what anyone may ask', async () => {
    answer = json(200, { code: 200, data: { key: 'passport.login' }, msg: '' });
    expect(
      await api({ identity: () => null }).call('bizmeta.page.schema', {
        pageKey: 'passport.login',
      }),
    ).toEqual({ key: 'passport.login' });
    expect(lost).toBe(0);
  });
  it.each([
    [401, 'TOKEN_EXPIRED', 1],
    [403, 'TENANT_MISMATCH', 1],
    [403, 'FORBIDDEN', 0],
  ])('code %i of %s loses the session %i times', async (code, reason, times) => {
    answer = json(code, { code, data: { reason }, msg: 'x' });
    expect(await failed(detail())).toMatchObject({ shown: times === 1 });
    expect(lost).toBe(times);
  });
  it('reads the clock of the server', async () => {
    const heard: Date[] = [];
    answer = json(200, { code: 200, data: null, msg: '' });
    await detail(api({ onServerDate: (date) => heard.push(date) }));
    expect(heard).toEqual([new Date('2026-11-21T08:00:00Z')]);
  });
});

describe('a file', () => {
  const bytes = () => api().bytes('storage.attachment.att', { fileId: 'f1' });
  it('comes as bytes', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF');
    };
    expect(await (await bytes()).text()).toBe('%PDF');
  });
  it('that is an error in disguise is decoded', async () => {
    answer = json(200, { code: 412, data: null, msg: '文件已过期' });
    expect(await failed(bytes())).toMatchObject({ message: '文件已过期', code: 412, file: true });
    answer = json(404, { code: 404, data: { reason: 'FILE_UNKNOWN' }, msg: '文件不存在' });
    expect(await failed(bytes())).toMatchObject({ message: '文件不存在', reason: 'FILE_UNKNOWN' });
    answer = (_, response) => {
      response
        .writeHead(500, { 'content-type': 'application/octet-stream' })
        .end(JSON.stringify({ message: '转换失败' }));
    };
    expect(await failed(bytes())).toMatchObject({ message: '转换失败', status: 500, file: true });
    answer = (_, response) => {
      response.writeHead(500, { 'content-type': 'application/octet-stream' }).end('\u0000\u0001');
    };
    expect(await failed(bytes())).toMatchObject({ message: '服务器异常', status: 500 });
  });
  it('goes up as multipart under its name', async () => {
    let sent = '';
    answer = (request, response) => {
      request.on('data', (chunk: Buffer) => {
        sent += chunk.toString();
      });
      request.on('end', () =>
        json(200, {
          code: 200,
          data: { fileId: 'f1', name: '合同.txt', size: 2, mime: 'text/plain' },
          msg: '',
        })(request, response),
      );
    };
    const stored = await api().upload(new File(['hi'], '合同.txt', { type: 'text/plain' }));
    expect(stored.fileId).toBe('f1');
    expect(sent).toContain('filename="合同.txt"');
  });
});
