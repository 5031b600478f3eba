import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LogLines } from '../kernel/log-lines.ts';
import { testServer, type Auth, type TestServer } from '../testing.ts';
import { sweepOrphans, sweepUnattached } from './sweep.ts';

const MB = 1024 * 1024;
const BOUNDARY = 'huozi-space';
const QUOTA = { company: 40 * MB, personDay: 3 * MB };
let server: TestServer;
let [builder, user, colleague]: Auth[] = [];
beforeAll(async () => {
  server = await testServer({ storageQuota: QUOTA });
  [builder, user, colleague] = [
    await server.signIn('builder'),
    await server.signIn('user'),
    await server.signIn('admin'),
  ];
  const made = await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'paper',
        label: '文件',
        fields: [
          { apiName: 'title', label: '名称', type: 'text' },
          { apiName: 'files', label: '附件', type: 'attachment' },
          { apiName: 'photo', label: '照片', type: 'image' },
          { apiName: 'sign', label: '签名', type: 'signature' },
          {
            apiName: 'parts',
            label: '明细',
            type: 'subTable',
            fields: [{ apiName: 'scan', label: '扫描', type: 'attachment' }],
          },
        ],
      },
    },
    builder!,
  );
  expect(made.msg).toBe('ok');
});
afterAll(() => server?.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
interface Sent {
  code: number;
  msg: string;
  data: { fileId: string; reason?: string };
}
async function send(
  as: Auth,
  bytes: Buffer = PNG,
  at: TestServer = server,
  name = 'a.png',
): Promise<Sent> {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const headers = { ...as, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return (
    await at.inject({ method: 'POST', url: '/storage/attachment/upload', headers, payload })
  ).json() as Sent;
}
const read = async (fileId: string, as: Auth) =>
  (
    await server.inject({
      method: 'GET',
      url: `/storage/attachment/att?fileId=${fileId}`,
      headers: { ...as },
    })
  ).statusCode;
const sql = (text: string, values: unknown[] = []) =>
  server.db.withTenant(server.demo, (tx) => tx.query<Record<string, unknown>>(text, values));
const parts = () => ({ db: server.db, dataDir: server.dataDir, log: server.app.log });
const create = async (values: object, as: Auth) =>
  await server.call(
    'bizmeta.record.bulkCreate',
    { object: 'paper', records: [values as never] },
    as,
  );
const onDisk = (under = 'files') =>
  existsSync(join(server.dataDir, under))
    ? readdirSync(join(server.dataDir, under), { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map(({ name }) => name)
    : [];
const overdue = () =>
  sql(
    `update storage.file set keep_until = now() - interval '1 minute'
      where tenant_id = current_setting('huozi.tenant')`,
  );

describe('a file that is not used yet', () => {
  it("is its uploader's alone: a colleague neither reads it nor puts it into a record", async () => {
    const {
      data: { fileId },
    } = await send(user!);
    expect([await read(fileId, user!), await read(fileId, colleague!)]).toEqual([200, 404]);
    expect(
      (await create({ title: '偷看', files: [{ fileId }] }, colleague!)).error.errors?.[0]?.reason,
    ).toBe('FILE_UNKNOWN');
    expect((await create({ title: '合同', files: [{ fileId }] }, user!)).msg).toBe('ok');
    expect(await read(fileId, colleague!)).toBe(200);
    expect((await create({ title: '副本', files: [{ fileId }] }, colleague!)).msg).toBe('ok');
  });

  it('is removed after its time; one that is used anywhere stays, also when only history names it', async () => {
    const ids = await Promise.all(
      Array.from({ length: 7 }, async () => (await send(user!)).data.fileId),
    );
    const [lost, inFiles, inPhoto, inSign, inRow, replaced, foreign] = ids as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const made = await create(
      {
        title: '全',
        files: [{ fileId: inFiles }],
        photo: [{ fileId: inPhoto }],
        sign: { fileId: inSign },
        parts: [{ scan: [{ fileId: inRow }] }],
      },
      user!,
    );
    expect(made.msg).toBe('ok');
    const changed = (await create({ title: '改', files: [{ fileId: replaced }] }, user!)).data
      .ids[0]!;
    expect(
      (
        await server.call(
          'bizmeta.record.bulkEdit',
          { object: 'paper', records: [{ id: changed, version: 1, files: [] }] },
          user!,
        )
      ).msg,
    ).toBe('ok');
    await server.call(
      'bizmeta.record.bulkDelete',
      { object: 'paper', ids: [made.data.ids[0]!] },
      user!,
    );
    // An image of a page, uploaded by its builder.
    const ofBuilder = (await send(builder!)).data.fileId;
    const document = {
      spec: 'page/1',
      key: 'own.picture',
      rev: 1,
      title: '图',
      body: {
        id: 'page',
        type: 'stack@1',
        slots: { default: [{ id: 'p', type: 'image@1', props: { fileId: ofBuilder, alt: '图' } }] },
      },
    };
    expect(
      (await server.call('bizmeta.page.create', { key: document.key, title: '图' }, builder!)).msg,
    ).toBe('ok');
    const {
      data: { draftVersion },
    } = await server.call('bizmeta.page.draft.get', { pageKey: document.key }, builder!);
    expect(
      (
        await server.call(
          'bizmeta.page.draft.save',
          { pageKey: document.key, draftVersion, document },
          builder!,
        )
      ).msg,
    ).toBe('ok');
    const used = [inFiles, inPhoto, inSign, inRow, replaced, ofBuilder];
    await overdue();
    await sweepUnattached(parts());
    expect(await Promise.all(used.map((id) => read(id, colleague!)))).toEqual(used.map(() => 200));
    expect(await Promise.all([lost, foreign].map((id) => read(id, user!)))).toEqual([404, 404]);
    await expect.poll(() => onDisk().filter((name) => name === lost)).toEqual([]);
  });

  it('is attached or swept, never both, however the two meet', async () => {
    for (let round = 0; round < 12; round++) {
      const {
        data: { fileId },
      } = await send(user!);
      await overdue();
      const [made] = await Promise.all([
        create({ title: `竞争 ${round}`, files: [{ fileId }] }, user!),
        sweepUnattached(parts()),
      ]);
      expect(await read(fileId, user!)).toBe(made.msg === 'ok' ? 200 : 404);
    }
  });

  it('of the time before uses were recorded is found wherever it is named', async () => {
    const names = ['inFiles', 'inRow', 'replaced', 'loose'] as const;
    const ids = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, (await send(user!)).data.fileId])),
    ) as Record<(typeof names)[number], string>;
    await create(
      { title: '旧', files: [{ fileId: ids.inFiles }], parts: [{ scan: [{ fileId: ids.inRow }] }] },
      user!,
    );
    const changed = (await create({ title: '旧改', files: [{ fileId: ids.replaced }] }, user!)).data
      .ids[0]!;
    await server.call(
      'bizmeta.record.bulkEdit',
      { object: 'paper', records: [{ id: changed, version: 1, files: [] }] },
      user!,
    );
    const migration = readFileSync(
      new URL('./sql/0100_uses-and-quota.sql', import.meta.url),
      'utf8',
    );
    await server.db.withOwner(async (tx) => {
      await tx.run('delete from storage.file_use');
      await tx.run('delete from storage.space');
      await tx.run('update storage.file set attached = false');
      await tx.run(migration.slice(migration.indexOf('do $f$')));
    });
    const found = await sql('select id from storage.file where attached and id = any($1)', [
      Object.values(ids),
    ]);
    expect(found.map(({ id }) => id).sort()).toEqual([ids.inFiles, ids.inRow, ids.replaced].sort());
    expect(
      await sql(
        `select (select used_bytes from storage.space)::int - sum(size)::int as off
          from storage.file`,
      ),
    ).toEqual([{ off: 0 }]);
    expect(
      await sql(
        `select count(distinct table_no)::int as n from storage.file_use where file_id = any($1)
          and kind = 'record' and item ~ '^[0-9a-f-]{36}$'`,
        [Object.values(ids)],
      ),
    ).toEqual([{ n: 2 }]);
  });
});

describe('a file of a record', () => {
  it('is of its record, not of one that holds a file called by its id', async () => {
    const { fileId } = (await send(builder!)).data;
    const record = (await create({ title: '合同', files: [{ fileId }] }, builder!)).data.ids[0]!;
    const ofPaper = { objectApiName: 'paper', defaultAccess: 'none' } as const;
    await server.call('bizmeta.authgroup.config', ofPaper, builder!);
    const group = await server.call(
      'bizmeta.authgroup.create',
      {
        scopeType: 'object',
        scopeId: 'paper',
        name: '不看附件',
        members: { userIds: [user!.userid] },
        grants: { objects: { paper: { ops: ['view', 'edit'], fields: { files: 'none' } } } },
      },
      builder!,
    );
    expect(group.msg).toBe('ok');
    const { data: named } = await send(user!, PNG, server, `${fileId}.png`);
    const edited = await server.call(
      'bizmeta.record.bulkEdit',
      { object: 'paper', records: [{ id: record, version: 1, photo: [named] }] as never },
      user!,
    );
    expect(edited.msg).toBe('ok');
    expect([await read(named.fileId, user!), await read(fileId, user!)]).toEqual([200, 404]);
    await server.call('bizmeta.authgroup.remove', { id: group.data.id }, builder!);
    const open = { ...ofPaper, defaultAccess: 'all' } as const;
    await server.call('bizmeta.authgroup.config', open, builder!);
  });

  it('is read with the record: not while that lies in the bin', async () => {
    const { fileId } = (await send(builder!)).data;
    const of = { object: 'paper', ids: (await create({ files: [{ fileId }] }, builder!)).data.ids };
    expect(await read(fileId, user!)).toBe(200);
    await server.call('bizmeta.record.bulkDelete', of, builder!);
    expect([await read(fileId, user!), await read(fileId, builder!)]).toEqual([404, 200]);
    expect((await create({ files: [{ fileId }] }, user!)).error.errors?.[0]?.reason).toBe(
      'FILE_UNKNOWN',
    );
    expect((await server.call('bizmeta.record.restore', of, builder!)).msg).toBe('ok');
    expect(await read(fileId, user!)).toBe(200);
  });

  it('is read with the record: not while its application is a draft or out of use', async () => {
    const { id } = (await server.call('bizmeta.app.save', { name: '草稿' }, builder!)).data;
    const describe = {
      apiName: 'sheet',
      label: '单据',
      fields: [{ apiName: 'files', label: '附件', type: 'attachment' }],
    } as const;
    await server.call('bizmeta.describe.create', { appId: id, describe } as never, builder!);
    const { fileId } = (await send(builder!)).data;
    const records = [{ files: [{ fileId }] }] as never;
    const made = await server.call(
      'bizmeta.record.bulkCreate',
      { object: 'sheet', records },
      builder!,
    );
    expect(made.msg).toBe('ok');
    const seen = [await read(fileId, user!)];
    for (const active of [true, false]) {
      await server.call('bizmeta.app.active', { id, active }, builder!);
      seen.push(await read(fileId, user!));
    }
    expect(seen).toEqual([404, 200, 404]);
  });
});

describe('the space of files', () => {
  it('of a person within a day has an end, said with its numbers, and nothing stays of what is too much', async () => {
    const { auth } = await server.newTenant('space-person');
    const before = onDisk().length;
    expect((await send(auth, Buffer.alloc(2 * MB))).code).toBe(200);
    expect(await send(auth, Buffer.alloc(2 * MB))).toMatchObject({
      code: 413,
      msg: '你今天已上传 2 MB，每天最多 3 MB，请明天再试',
      data: { reason: 'QUOTA_PERSON_DAY' },
    });
    expect(onDisk()).toHaveLength(before + 1);
  });

  it('of a company holds against uploads at the same time, is shown with its limit, and comes back with what is removed', async () => {
    const { tenant, auth } = await server.newTenant('space-company');
    const run = (text: string) =>
      server.db.withTenant({ tenant }, (tx) => tx.query<Record<string, unknown>>(text));
    await server.db.withOwner(
      (tx) =>
        tx.run(
          'insert into storage.space (tenant_id, used_bytes, limit_bytes) values ($1, 0, $2)',
          [tenant.id, 2.5 * MB],
        ),
      tenant.id,
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(auth, Buffer.alloc(MB))),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 413, 413, 413, 413]);
    expect(answers.find(({ code }) => code === 413)).toMatchObject({
      msg: '企业的附件空间不足：已用 2 MB，上限 3 MB，请联系管理员扩容',
      data: { reason: 'QUOTA_COMPANY' },
    });
    const usage = async () =>
      (await server.call('upm.tenant.usage', {}, auth)).data.usage.find(
        ({ key }) => key === 'files',
      );
    expect(await usage()).toMatchObject({ used: 2, limit: 2, unit: 'MB' });
    await run(
      `update storage.file set keep_until = now() - interval '1 minute'
        where tenant_id = current_setting('huozi.tenant')`,
    );
    await sweepUnattached(parts());
    expect(await usage()).toMatchObject({ used: 0, limit: 2 });
    await expect(run(`update storage.space set limit_bytes = 1e12`)).rejects.toThrow(
      /permission denied/,
    );
  });
});

describe('what a kill leaves', () => {
  it('is cleaned up: drafts removed, bytes without a row set aside for a week; what has a row or is being uploaded stays', async () => {
    const {
      data: { fileId },
    } = await send(user!);
    const folder = join(server.dataDir, 'files', server.demo.tenant.id, '2026-01');
    mkdirSync(folder, { recursive: true });
    for (const name of ['dead.part', 'fresh.part', 'orphan'])
      writeFileSync(join(folder, name), name);
    const old = join(server.dataDir, 'orphans', '2026-01-01');
    mkdirSync(old, { recursive: true });
    expect(await sweepOrphans(parts())).toBe(0);
    utimesSync(
      join(folder, 'fresh.part'),
      new Date(Date.now() + 3_600_000),
      new Date(Date.now() + 3_600_000),
    );
    expect(await sweepOrphans(parts(), { deadMs: 0 })).toBe(2);
    expect(readdirSync(folder)).toEqual(['fresh.part']);
    expect(onDisk('orphans')).toEqual(['orphan']);
    expect([existsSync(old), await read(fileId, user!)]).toEqual([false, 200]);
  });
});

describe('a full disk', () => {
  const disk = mkdtempSync(join(tmpdir(), 'huozi-disk-'));
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]).status === 0;
  afterAll(() => {
    if (isMounted) spawnSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it.skipIf(!isMounted)(
    'is reported in a sentence, leaves reads in service, is shown by /readyz and to administrators',
    async () => {
      const small = await testServer({ dataDir: disk });
      try {
        const as = await small.signIn('user');
        const ready = async () =>
          (await small.inject({ method: 'GET', url: '/readyz' })).json() as unknown;
        const {
          data: { fileId },
        } = await send(as, PNG, small);
        expect(await ready()).toEqual({ status: 'ok', storage: 'ok' });
        // More than there is: refused before a byte is written, and by the disk itself when its
        // length was not said.
        expect(await send(as, Buffer.alloc(9 * MB), small)).toMatchObject({
          code: 507,
          msg: '存储空间不足，请联系管理员',
          data: { reason: 'STORAGE_FULL' },
        });
        spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4096']);
        expect(await ready()).toEqual({ status: 'ok', storage: 'full' });
        const { disk: shown } = (await small.call('storage.state', {}, await small.signIn('admin')))
          .data;
        expect(shown).toMatchObject({
          state: 'full',
          total: '8 MB',
          free: '0 KB',
          used: '8 MB',
          percent: 100,
        });
        expect(await send(as, PNG, small)).toMatchObject({
          code: 507,
          data: { reason: 'STORAGE_FULL' },
        });
        expect(
          (
            await small.inject({
              method: 'GET',
              url: `/storage/attachment/att?fileId=${fileId}`,
              headers: { ...as },
            })
          ).rawPayload.equals(PNG),
        ).toBe(true);
        rmSync(join(disk, 'filler'));
        expect((await send(as, PNG, small)).code).toBe(200);
        expect(
          readdirSync(disk, { recursive: true, encoding: 'utf8' }).filter((name) =>
            name.endsWith('.part'),
          ),
        ).toEqual([]);
      } finally {
        await small.close();
      }
    },
  );

  it.skipIf(!isMounted)('keeps log lines until there is room again', () => {
    const path = join(disk, 'log');
    const log = new LogLines(path);
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4096']);
    log.write(`${'行'.repeat(4_000)}\n`);
    log.flush();
    rmSync(join(disk, 'filler'));
    log.flush();
    expect(readFileSync(path, 'utf8')).toBe(`${'行'.repeat(4_000)}\n`);
  });

  it('of the database is the same refusal', async () => {
    await expect(
      server.db.withTenant(server.demo, (tx) =>
        tx.run(
          `do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
        ),
      ),
    ).rejects.toMatchObject({ reason: 'STORAGE_FULL', code: 507 });
  });
});
