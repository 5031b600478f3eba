import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import type { Session } from '../context.ts';
import { addressesIn, netOf } from './address.ts';
import { RouteTable } from './route.ts';
import { createHttp, type HttpOptions } from './server.ts';

const session: Session = {
  tenant: { id: 't', no: 1, region: 'r' },
  userId: 'me',
  realName: '',
  roles: [],
  isSuper: false,
  functions: [],
  isBuilder: false,
  rightsVersion: 0,
  tokenHash: Buffer.alloc(0),
  id: 's',
};
const AUTH = 'token: me\r\nuserid: me\r\ntenant: t\r\nregionid: r\r\n';

let app: FastifyInstance | undefined;
let port = 0;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
});

async function listen(options: Partial<HttpOptions>): Promise<void> {
  app = await createHttp({ logger: false, ...options });
  app.get('/healthz', () => ({ status: 'ok' }));
  const routes = new RouteTable(app, async () => ({ state: 'alive', session }));
  routes.openRoute('upm.anno.captchaCheck', () => null as never);
  routes.route('storage.attachment.upload', async (_input, { request }) => {
    const part = await request.file();
    let size = 0;
    for await (const chunk of part!.file) size += (chunk as Buffer).length;
    return { fileId: 'f', name: 'n', size, mime: 'm' };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
}

interface Client {
  socket: Socket;
  got: string;
  closed: boolean;
}
function open(text = ''): Client {
  const client: Client = { socket: connect(port, '127.0.0.1'), got: '', closed: false };
  sockets.push(client.socket);
  client.socket
    .on('data', (chunk: Buffer) => {
      client.got += chunk.toString();
    })
    .on('error', () => undefined)
    .on('close', () => {
      client.closed = true;
    });
  if (text) client.socket.write(text);
  return client;
}
const HEAD = 'GET /healthz HTTP/1.1\r\nhost: x\r\n';
const SHORT = { check: 50, headers: 200, request: 400 };
const sleep = (ms: number) =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

it('requests that never end are ended: half a head, half a body, of a hundred at once, each with its reason', async () => {
  await listen({ connections: SHORT });
  const heads = Array.from({ length: 50 }, () => open(HEAD));
  const bodies = Array.from({ length: 50 }, () =>
    open(
      'POST /upm/anno/captcha/check HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    ),
  );
  const unread = open('GET /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{');
  await expect
    .poll(() => [...heads, ...bodies, unread].filter(({ closed }) => closed).length)
    .toBe(101);
  expect(heads[0]!.got).toMatch(/^HTTP\/1.1 408 /);
  expect(JSON.parse(heads[0]!.got.split('\r\n\r\n')[1]!)).toMatchObject({
    code: 408,
    data: { reason: 'REQUEST_SLOW' },
    msg: '请求内容未能及时收到，请检查网络后重试',
  });
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});

const uploadHead = `POST /storage/attachment/upload HTTP/1.1\r\nhost: x\r\n${AUTH}content-type: multipart/form-data; boundary=xx\r\ntransfer-encoding: chunked\r\n\r\n`;
const piece = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const fileHead = '--xx\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';

it('a file may take longer than a request, as long as it moves', async () => {
  await listen({ connections: SHORT, uploadPace: { span: 300, bytes: 100, longest: 10_000 } });
  const moving = open(uploadHead + piece(fileHead));
  const stalled = open(uploadHead + piece(fileHead));
  for (let n = 0; n < 20; n += 1) {
    moving.socket.write(piece('x'.repeat(100)));
    await sleep(80);
  }
  expect([moving.closed, stalled.closed]).toEqual([false, true]);
  moving.socket.write(`${piece('\r\n--xx--\r\n')}0\r\n\r\n`);
  await expect.poll(() => moving.got).toContain('"size":2000');
});

it('a head that is too long is refused in an envelope', async () => {
  await listen({});
  const long = open(`${HEAD}x: ${'y'.repeat(20_000)}\r\n\r\n`);
  await expect.poll(() => long.closed).toBe(true);
  expect(long.got).toMatch(/^HTTP\/1.1 431 /);
  expect(JSON.parse(long.got.split('\r\n\r\n')[1]!)).toMatchObject({
    code: 431,
    msg: '请求头过大',
  });
});

it('one address has so many connections, a proxy of ours as many as there are', async () => {
  await listen({ connections: { address: 5 } });
  const first = Array.from({ length: 5 }, () => open());
  await sleep(50);
  const more = Array.from({ length: 3 }, () => open(HEAD));
  await expect.poll(() => more.every(({ closed }) => closed)).toBe(true);
  first[0]!.socket.destroy();
  await sleep(50);
  const later = open(`${HEAD}\r\n`);
  await expect.poll(() => later.got).toMatch(/^HTTP\/1.1 200 /);
  for (const socket of sockets.splice(0)) socket.destroy();
  await app!.close();

  await listen({ connections: { address: 5 }, trustedProxies: ['loopback'] });
  const behind = Array.from({ length: 9 }, () => open(`${HEAD}\r\n`));
  await expect
    .poll(() => behind.filter(({ got }) => got.startsWith('HTTP/1.1 200')).length)
    .toBe(9);
});

it('knows whose an address is: IPv4 by itself, mapped or not, IPv6 by its network', () => {
  expect(
    [
      '1.2.3.4',
      '::ffff:1.2.3.4',
      '2001:db8:1:2:3::4',
      '2001:db8:1:2::5',
      'fe80::1%eth0',
      '::1',
    ].map(netOf),
  ).toEqual([
    '1.2.3.4',
    '1.2.3.4',
    '2001:db8:1:2::/64',
    '2001:db8:1:2::/64',
    'fe80:0:0:0::/64',
    '0:0:0:0::/64',
  ]);
  const isProxy = addressesIn(['loopback', '10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);
  expect(['127.0.0.9', '::1', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::1'].map(isProxy)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(['10.2.0.1', '192.0.2.8', '2001:db9::1'].map(isProxy)).toEqual([false, false, false]);
});

it('says that only https is to be used where it was used, or where people use it', async () => {
  await listen({ trustedProxies: ['127.0.0.1'] });
  const policy = async (headers: Record<string, string> = {}) =>
    (await app!.inject({ url: '/healthz', headers })).headers['strict-transport-security'];
  expect([await policy(), await policy({ 'x-forwarded-proto': 'https' })]).toEqual([
    undefined,
    'max-age=31536000',
  ]);
  await app!.close();
  await listen({});
  expect(await policy({ 'x-forwarded-proto': 'https' })).toBeUndefined();
  await app!.close();
  await listen({ https: true });
  expect(await policy()).toBe('max-age=31536000');
});
