import { readdirSync } from 'node:fs';
import { Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
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
  return server.inject({
    method: 'POST',
    url: '/storage/attachment/upload',
    headers: { ...as, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload,
  });
}
const fetchFile = (fileId: string, as: Auth = user, more: Record<string, string> = {}) =>
  server.inject({
    method: 'GET',
    url: `/storage/attachment/att?fileId=${encodeURIComponent(fileId)}`,
    headers: { ...as, ...more },
  });
const filesOnDisk = () =>
  readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ name }) => name);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('an attachment', () => {
  // The first two bytes of a zlib stream: one file in a thousand begins so, and many texts.
  it.each(['80,12.5', 'HK,', 'x^2', '\u0008\u001d'])(
    'that begins like something compressed (%j) comes back whole to a browser, which takes gzip',
    async (beginning) => {
      const bytes = Buffer.from(beginning + '数量\n'.repeat(1_000));
      for (const name of ['数量.csv', '数量.bin']) {
        const { data } = (await send(name, bytes)).json() as { data: { fileId: string } };
        const got = await fetchFile(data.fileId, user, { 'accept-encoding': 'gzip, br' });
        expect(got.headers['content-encoding']).toBeUndefined();
        expect(got.rawPayload.equals(bytes)).toBe(true);
      }
    },
  );
  it('comes back as it was sent, under its Chinese name', async () => {
    const bytes = Buffer.from('合同正文\n'.repeat(1_000));
    const { data } = (await send('采购合同（终稿）.txt', bytes)).json() as {
      data: { fileId: string };
    };
    expect(data).toMatchObject({
      name: '采购合同（终稿）.txt',
      size: bytes.length,
      mime: 'text/plain',
    });
    const got = await fetchFile(data.fileId);
    expect(got.rawPayload.equals(bytes)).toBe(true);
    expect(got.headers['content-disposition']).toBe(
      `attachment; filename="________.txt"; filename*=UTF-8''${encodeURIComponent('采购合同（终稿）.txt')}`,
    );
    expect(
      (await fetchFile(data.fileId, user, { 'if-none-match': String(got.headers.etag) }))
        .statusCode,
    ).toBe(304);
  });

  it('is not there for another tenant, nor when its id is made up: both read the same', async () => {
    const { data } = (await send('a.txt', Buffer.from('secret'))).json() as {
      data: { fileId: string };
    };
    const { auth } = await server.newTenant('thief');
    const [foreign, unknown] = [
      await fetchFile(data.fileId, auth),
      await fetchFile('made-up', auth),
    ];
    expect(foreign.statusCode).toBe(404);
    expect(foreign.json()).toEqual(unknown.json());
    expect(foreign.json()).toMatchObject({ data: { reason: 'FILE_UNKNOWN' } });
  });

  it('needs a session both ways', async () => {
    expect((await send('a.txt', Buffer.from('x'), {} as Auth)).statusCode).toBe(401);
    expect((await fetchFile('x', {} as Auth)).statusCode).toBe(401);
  });

  it('is never drawn by the browser when it could hold a script, for any type it claims', async () => {
    const svg = Buffer.from(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    for (const [name, bytes] of [
      ['a.svg', svg],
      ['a.html', Buffer.from('<html><script>alert(1)</script>')],
      ['a.png', svg],
      ['a.jpg.html', PNG.subarray(0, 4)],
    ] as const) {
      const { data } = (await send(name, bytes)).json() as { data: { fileId: string } };
      const got = await fetchFile(data.fileId);
      expect(got.headers['content-disposition']).toMatch(/^attachment/);
      expect(got.headers['content-type']).toBe('application/octet-stream');
      expect(got.headers['x-content-type-options']).toBe('nosniff');
      expect(got.headers['content-security-policy']).toMatch(/^sandbox/);
    }
  });

  it('is drawn when its bytes are a picture', async () => {
    const { data } = (await send('点.bin', PNG)).json() as {
      data: { fileId: string; mime: string };
    };
    expect(data.mime).toBe('image/png');
    expect((await fetchFile(data.fileId)).headers['content-disposition']).toMatch(/^inline/);
  });

  it('leaves nothing on disk when it is too large, and says the limit', async () => {
    const before = filesOnDisk().length;
    const answer = await send('大.zip', Buffer.alloc(MAX_FILE_BYTES + 1));
    expect(answer.json()).toMatchObject({
      code: 400,
      msg: '文件“大.zip”超过 50 MB',
      data: { reason: 'FILE_TOO_LARGE' },
    });
    expect(filesOnDisk()).toHaveLength(before);
  });

  it('reports that no file was sent', async () => {
    const none = await server.inject({
      method: 'POST',
      url: '/storage/attachment/upload',
      headers: user,
      payload: { a: 1 },
    });
    expect(none.json()).toMatchObject({ code: 400, data: { reason: 'FILE_MISSING' } });
    const empty = await server.inject({
      method: 'POST',
      url: '/storage/attachment/upload',
      headers: { ...user, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      payload: `--${BOUNDARY}--\r\n`,
    });
    expect(empty.json()).toMatchObject({ code: 400, data: { reason: 'FILE_MISSING' } });
    const broken = await server.inject({
      method: 'POST',
      url: '/storage/attachment/upload',
      headers: { ...user, 'content-type': 'multipart/form-data' },
      payload: 'x',
    });
    expect(broken.json()).toMatchObject({ code: 400 });
  });

  it('reports that the file ends early, and stores nothing of it', async () => {
    const before = filesOnDisk().length;
    const cut = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello`;
    const answer = await server.inject({
      method: 'POST',
      url: '/storage/attachment/upload',
      headers: { ...user, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      payload: cut,
    });
    expect(answer.json()).toMatchObject({
      code: 400,
      msg: '请求内容不完整，请重试',
      data: { reason: 'BODY_BROKEN_OFF' },
    });
    expect(filesOnDisk()).toHaveLength(before);
  });
});

const colours = (width: number, height: number) =>
  Uint8Array.from({ length: width * height * 4 }, (_, i) => (i % 4 === 3 ? 255 : (i * 7) % 251));
describe('a picture made small', () => {
  const small = (fileId: string, edge: number | string, as: Auth = user) =>
    server.inject({
      method: 'GET',
      url: `/storage/attachment/att?fileId=${fileId}&edge=${edge}`,
      headers: { ...as },
    });
  const stored = async (name: string, bytes: Buffer) =>
    ((await send(name, bytes)).json() as { data: { fileId: string } }).data.fileId;

  it('is a WebP whose longer side has as many pixels as were asked for, the same proportions, and the rights of the whole one', async () => {
    const whole = await Transformer.fromRgbaPixels(colours(1200, 600), 1200, 600).png();
    const fileId = await stored('仓库.png', whole);
    for (const edge of [96, 320]) {
      const got = await small(fileId, edge);
      expect(got.headers['content-type']).toBe('image/webp');
      expect(imageSize(got.rawPayload)).toMatchObject({ width: edge, height: edge / 2 });
      expect(got.rawPayload.length).toBeLessThan(whole.length);
      expect(
        (
          await server.inject({
            method: 'GET',
            url: `/storage/attachment/att?fileId=${fileId}&edge=${edge}`,
            headers: { ...user, 'if-none-match': String(got.headers.etag) },
          })
        ).statusCode,
      ).toBe(304);
    }
    const { auth } = await server.newTenant('peeper');
    expect((await small(fileId, 96, auth)).json()).toMatchObject({
      data: { reason: 'FILE_UNKNOWN' },
    });
    expect((await small(fileId, 97)).json()).toMatchObject({ code: 400 });
  });

  it('is made once for all who request it at the same time', async () => {
    const fileId = await stored(
      '同时.jpg',
      await Transformer.fromRgbaPixels(colours(900, 900), 900, 900).jpeg(),
    );
    const [first, ...others] = await Promise.all(
      Array.from({ length: 6 }, () => small(fileId, 96)),
    );
    expect(others.every((each) => each.rawPayload.equals(first!.rawPayload))).toBe(true);
    expect(
      filesOnDisk().filter((name) => name.startsWith(fileId) && name.includes('.96.')),
    ).toEqual([`${fileId}.96.webp`]);
  });

  it('is the picture itself when that is small already, a GIF too', async () => {
    expect((await small(await stored('点.png', PNG), 96)).rawPayload.equals(PNG)).toBe(true);
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    expect((await small(await stored('点.gif', gif), 96)).headers['content-type']).toBe(
      'image/gif',
    );
  });

  it('is refused for what is no picture, what is damaged, and what would take more memory than a picture may', async () => {
    // A head that says 60,000 by 60,000 and nothing behind it.
    const bomb = Buffer.from(PNG);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const damaged = Buffer.concat([PNG.subarray(0, 40), Buffer.alloc(300_000, 7)]);
    damaged.writeUInt32BE(2_000, 16);
    for (const bytes of [Buffer.from('合同正文'), bomb, damaged])
      expect((await small(await stored('x', bytes), 96)).json()).toMatchObject({
        code: 400,
        data: { reason: 'PICTURE_UNREADABLE' },
      });
  });
});

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\报表.xlsx', '报表.xlsx'],
    ['', '未命名'],
    ['...', '未命名'],
    ['a\u0000b\u202Egpj.exe', 'abgpj.exe'],
    [undefined, '未命名'],
  ])('%j reads %s', (given, expected) => expect(cleanName(given)).toBe(expected));

  it('keeps its ending when it is cut', () => {
    const name = cleanName(`${'长'.repeat(300)}.docx`);
    expect([...name]).toHaveLength(200);
    expect(name.endsWith('.docx')).toBe(true);
  });

  it('cannot end the header it travels in', () => {
    expect(disposition('attachment', 'a"; x="1\'.txt')).toBe(
      `attachment; filename="a_; x=_1'.txt"; filename*=UTF-8''a%22%3B%20x%3D%221%27.txt`,
    );
  });
});
