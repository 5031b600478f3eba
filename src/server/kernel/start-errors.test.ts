import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverProgram } from '../built.testing.ts';
import { ConfigError } from './config-error.ts';
import { claimDataDir } from './data-dir.ts';
import { requireAnswering, requireUsable } from './external.ts';
import {
  onServer,
  openTestDatabase,
  TEST_URL_ENV,
  withDatabase,
  type TestDatabase,
} from './testing.ts';

const PASSWORD = 'hunter2-secret';
const mark = randomBytes(6).toString('hex');
const [PLAIN, MAKER, LATIN] = [`plain_${mark}`, `maker_${mark}`, `latin_${mark}`];
let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await openTestDatabase(null);
  folder = mkdtempSync(join(tmpdir(), 'huozi-start-'));
  await onServer(async (client) => {
    await client.query(
      `create role ${PLAIN} login password '${PASSWORD}'; create role ${MAKER} login createrole password '${PASSWORD}'`,
    );
    await client.query(`create database ${LATIN} encoding 'LATIN1' locale 'C' template template0`);
  });
  await test.db.withOwner((tx) =>
    tx.query(`grant create on database ${new URL(test.url).pathname.slice(1)} to ${PLAIN}`),
  );
});
afterAll(async () => {
  await test?.drop();
  await onServer(async (client) => {
    await client.query(`drop database if exists ${LATIN} with (force)`);
    for (const role of [PLAIN, MAKER]) await client.query(`drop role if exists ${role}`);
  });
  rmSync(folder, { recursive: true, force: true });
});

function as(user: string, password = PASSWORD, url = test.url): string {
  const own = new URL(url);
  own.username = user;
  own.password = password;
  return own.href;
}

/** The sentence a person reads: Chinese, no stack trace, no password. */
async function refused(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as Error;
  expect(message).not.toContain(PASSWORD);
  expect(message).not.toMatch(/\n\s+at /);
  return message;
}

/** How many of the product's schemas are in a database. */
const tables = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    onServer(async (client) => {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from pg_namespace where nspname in ('kernel', 'system', 'upm')`,
      );
      resolve(rows[0]!.n);
    }, url).catch(reject);
  });

describe('a database that cannot be reached', () => {
  it.each<[string, () => string, RegExp]>([
    ['a role that is not there', () => as('no_such_role'), /用户不存在|密码不对/],
    [
      'a database that is not there',
      () => withDatabase(test.url, 'no_such_database'),
      /数据库不存在。请先创建/,
    ],
    [
      'a port without a server',
      () => 'postgres://u:hunter2-secret@127.0.0.1:1/db',
      /没有数据库在监听/,
    ],
    [
      'a name without an address',
      () => 'postgres://u:hunter2-secret@no-such-host.invalid/db',
      /主机名/,
    ],
    [
      'a socket that is not there',
      () => 'postgres://u:hunter2-secret@localhost/db?host=/nowhere',
      /没有找到数据库的本机套接字/,
    ],
    [
      'a certificate that is not there',
      () => 'postgres://u:hunter2-secret@127.0.0.1/db?sslrootcert=/nowhere.pem',
      /证书文件无法读取/,
    ],
  ])('%s', async (_name, url, sentence) => {
    expect(await refused(requireUsable({ databaseUrl: url() }))).toMatch(sentence);
    expect(await refused(requireAnswering(url()))).toMatch(sentence);
  });

  it('a wrong password', async () => {
    // A server with trust authentication, as a test server may use, asks for no password.
    const asked = await requireAnswering(as(PLAIN, 'wrong')).then(
      () => false,
      () => true,
    );
    if (asked)
      expect(
        await refused(requireUsable({ databaseUrl: as(PLAIN, 'wrong-hunter2-secret') })),
      ).toMatch(/密码不对/);
    else expect(process.env['TEST_DATABASE_URL']).toBeDefined();
  });

  it('a port where something else listens, or nothing answers', async () => {
    const mute = createServer((socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    await new Promise<void>((resolve) => {
      mute.listen(0, '127.0.0.1', resolve);
    });
    const { port } = mute.address() as AddressInfo;
    expect(
      await refused(
        requireUsable({ databaseUrl: `postgres://u:hunter2-secret@127.0.0.1:${port}/db` }),
      ),
    ).toMatch(/没有得到 PostgreSQL 的回答/);
    mute.close();
  });
});

describe('a database that cannot hold the product is left as it was', () => {
  it('one of another encoding', async () => {
    const url = withDatabase(process.env[TEST_URL_ENV]!, LATIN);
    expect(await refused(requireUsable({ databaseUrl: url }))).toMatch(
      /字符编码是 LATIN1，需要 UTF8/,
    );
    expect(await tables(url)).toBe(0);
  });
  it('one whose user may not make schemas', async () => {
    expect(await refused(requireUsable({ databaseUrl: as(MAKER) }))).toMatch(
      /不能在其中建立模式。请执行 ALTER DATABASE t_\w+ OWNER TO maker_/,
    );
  });
  it('one whose user may not make roles', async () => {
    expect(await refused(requireUsable({ databaseUrl: as(PLAIN) }))).toMatch(
      /不能创建角色[\s\S]*ALTER ROLE plain_\w+ CREATEROLE/,
    );
  });
  it('one that is read only', async () => {
    const url = new URL(test.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    expect(await refused(requireUsable({ databaseUrl: url.href }))).toMatch(/只读/);
  });
  it('one that fits is taken', async () => {
    await requireUsable({ databaseUrl: test.url });
  });
});

describe('a data folder that cannot be used', () => {
  const claim = (dataDir: string): Promise<unknown> =>
    Promise.resolve().then(() => claimDataDir({ dataDir }));

  it('a file, and a folder below a file', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'kept');
    expect(await refused(claim(file))).toMatch(/这个路径是一个文件，不是目录/);
    expect(await refused(claim(join(file, 'data')))).toMatch(/路径中有一段是文件/);
  });
  it.each(['/proc/x', '/proc/self/data', '/sys/x', '/dev/x'])(
    '%s, which is no disk',
    async (path) => {
      expect(await refused(claim(path))).toMatch(/不是真实的磁盘目录/);
    },
  );
  it('a link to itself', async () => {
    const loop = join(folder, 'loop');
    symlinkSync(loop, loop);
    expect(await refused(claim(join(loop, 'data')))).toMatch(/路径中的链接指向自己/);
  });
  it.skipIf(process.getuid?.() === 0)('one that may not be written to', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    expect(await refused(claim(closed))).toMatch(/没有写入权限/);
    expect(await refused(claim(join(closed, 'data')))).toMatch(/没有写入权限/);
  });
});

it('npm start ends with 1 and the sentence, before anything is changed', async () => {
  const url = as(PLAIN);
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: url,
  };
  const child = spawn(process.execPath, [await serverProgram()], { env });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const code = await new Promise((resolve) => {
    child.on('close', resolve);
  });
  expect(err.trim()).toMatch(
    /^DATABASE_URL 指向的数据库不能使用：当前用户不能创建角色.*CREATEROLE$/,
  );
  expect(err).not.toContain(PASSWORD);
  expect(code).toBe(1);
  expect(await tables(test.url)).toBe(0);
});
