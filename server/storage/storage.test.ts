import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../testing.ts';
import { cleanName, disposition } from './file-name.ts';

let server: TestServer;
let user: Auth;
beforeAll(async () => {
  server = await testServer();
  user = await server.signIn('user');
});
afterAll(() => server?.close());

const BOUNDARY = 'huozi-boundary';
function send(name: string, bytes: Buffer, as: Auth = user) {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return server.inject({ method: 'POST', url: '/storage/attachment/upload', headers: { ...as, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, payload });
}
const fetchFile = (fileId: string, as: Auth = user, more: Record<string, string> = {}) =>
  server.inject({ method: 'GET', url: `/storage/attachment/att?fileId=${encodeURIComponent(fileId)}`, headers: { ...as, ...more } });
const filesOnDisk = () => readdirSync(server.dataDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).map(({ name }) => name);

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

describe('an attachment', () => {
  it('comes back as it was sent, under its Chinese name', async () => {
    const bytes = Buffer.from('合同正文\n'.repeat(1_000));
    const { data } = (await send('采购合同（终稿）.txt', bytes)).json() as { data: { fileId: string } };
    expect(data).toMatchObject({ name: '采购合同（终稿）.txt', size: bytes.length, mime: 'text/plain' });
    const got = await fetchFile(data.fileId);
    expect(got.rawPayload.equals(bytes)).toBe(true);
    expect(got.headers['content-disposition']).toBe(`attachment; filename="________.txt"; filename*=UTF-8''${encodeURIComponent('采购合同（终稿）.txt')}`);
    expect((await fetchFile(data.fileId, user, { 'if-none-match': String(got.headers.etag) })).statusCode).toBe(304);
  });

  it('is not there for another tenant, nor when its id is made up: both read the same', async () => {
    const { data } = (await send('a.txt', Buffer.from('secret'))).json() as { data: { fileId: string } };
    const { auth } = await server.newTenant('thief');
    const [foreign, unknown] = [await fetchFile(data.fileId, auth), await fetchFile('made-up', auth)];
    expect(foreign.statusCode).toBe(404);
    expect(foreign.json()).toEqual(unknown.json());
    expect(foreign.json()).toMatchObject({ data: { reason: 'FILE_UNKNOWN' } });
  });

  it('needs a session both ways', async () => {
    expect((await send('a.txt', Buffer.from('x'), {} as Auth)).statusCode).toBe(401);
    expect((await fetchFile('x', {} as Auth)).statusCode).toBe(401);
  });

  it('is never drawn by the browser when it could hold a script, whatever it calls itself', async () => {
    const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const [name, bytes] of [['a.svg', svg], ['a.html', Buffer.from('<html><script>alert(1)</script>')], ['a.png', svg], ['a.jpg.html', PNG.subarray(0, 4)]] as const) {
      const { data } = (await send(name, bytes)).json() as { data: { fileId: string } };
      const got = await fetchFile(data.fileId);
      expect(got.headers['content-disposition']).toMatch(/^attachment/);
      expect(got.headers['content-type']).toBe('application/octet-stream');
      expect(got.headers['x-content-type-options']).toBe('nosniff');
      expect(got.headers['content-security-policy']).toMatch(/^sandbox/);
    }
  });

  it('is drawn when its bytes are a picture', async () => {
    const { data } = (await send('点.bin', PNG)).json() as { data: { fileId: string; mime: string } };
    expect(data.mime).toBe('image/png');
    expect((await fetchFile(data.fileId)).headers['content-disposition']).toMatch(/^inline/);
  });

  it('leaves nothing on disk when it is too large, and says the limit', async () => {
    const before = filesOnDisk().length;
    const answer = await send('大.zip', Buffer.alloc(MAX_FILE_BYTES + 1));
    expect(answer.json()).toMatchObject({ code: 400, msg: '文件“大.zip”超过 50 MB', data: { reason: 'FILE_TOO_LARGE' } });
    expect(filesOnDisk()).toHaveLength(before);
  });

  it('says so when no file was sent', async () => {
    const none = await server.inject({ method: 'POST', url: '/storage/attachment/upload', headers: user, payload: { a: 1 } });
    expect(none.json()).toMatchObject({ code: 400, data: { reason: 'FILE_MISSING' } });
    const empty = await server.inject({ method: 'POST', url: '/storage/attachment/upload', headers: { ...user, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, payload: `--${BOUNDARY}--\r\n` });
    expect(empty.json()).toMatchObject({ code: 400, data: { reason: 'FILE_MISSING' } });
    const broken = await server.inject({ method: 'POST', url: '/storage/attachment/upload', headers: { ...user, 'content-type': 'multipart/form-data' }, payload: 'x' });
    expect(broken.json()).toMatchObject({ code: 400 });
  });
});

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'], ['C:\\temp\\报表.xlsx', '报表.xlsx'], ['', '未命名'], ['...', '未命名'], ['a\u0000b\u202Egpj.exe', 'abgpj.exe'], [undefined, '未命名'],
  ])('%j reads %s', (given, expected) => expect(cleanName(given)).toBe(expected));

  it('keeps its ending when it is cut', () => {
    const name = cleanName(`${'长'.repeat(300)}.docx`);
    expect([...name]).toHaveLength(200);
    expect(name.endsWith('.docx')).toBe(true);
  });

  it('cannot end the header it travels in', () => {
    expect(disposition('attachment', 'a"; x="1\'.txt')).toBe(`attachment; filename="a_; x=_1'.txt"; filename*=UTF-8''a%22%3B%20x%3D%221%27.txt`);
  });
});
