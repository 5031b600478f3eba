import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_PURGED, type InputOf } from '../../../contract/index.ts';
import { schemaOf } from '../../kernel/index.ts';
import type { Auth } from '../../testing.ts';
import { Catalog } from '../meta/catalog.ts';
import { TestClient, f, places } from '../testing/index.ts';
import { sweepRecords } from './sweep.ts';

let client: TestClient;
let stranger: Auth;
beforeAll(async () => {
  client = await TestClient.open();
  stranger = (await client.server.newTenant('neighbour')).auth;
  await client.made('asset', [
    f('name', '名称', 'text'),
    f('code', '编号', 'text', { unique: true }),
    f('files', '附件', 'attachment'),
    f('parts', '配件', 'subTable', { fields: [f('what', '品名', 'text')] }),
  ]);
  await client.made('job', [
    f('name', '名称', 'text'),
    f('asset', '设备', 'lookup', { refObject: 'asset' }),
    f('assets', '设备们', 'lookups', { refObject: 'asset' }),
  ]);
});
afterAll(() => client?.close());

type Asked = Omit<InputOf<'bizmeta.recordBin.list'>, 'object'>;
const listed = async (asked: Asked = {}, object = 'asset') =>
  (await client.server.call('bizmeta.recordBin.list', { object, ...asked }, client.user)).data;
const titles = async (asked: Asked = {}) => (await listed(asked)).records.map((row) => row.title);
const purge = (ids: string[], as = client.builder, object = 'asset') =>
  client.server.call('bizmeta.recordBin.purge', { object, ids }, as);
const tableOf = async (object: string) =>
  (await new Catalog(client.server.db).view(client.server.demo, object)).table;
const owner = <R extends object>(text: string, values: unknown[] = []) =>
  client.server.db.withOwner((tx) => tx.query<R>(text, values));
const day = (offset: number) =>
  new Date(Date.now() + 8 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);

describe('the bin of an object’s records', () => {
  it('lists the latest first, page by page, found by title, person and day', async () => {
    const { ids } = (
      await client.create(
        'asset',
        Array.from({ length: 7 }, (_, n) => ({ name: `泵 ${n}`, code: `P${n}` })),
      )
    ).data;
    for (const id of ids.slice(0, 6)) await client.remove('asset', id);
    await client.server.call(
      'bizmeta.record.bulkDelete',
      { object: 'asset', ids: [ids[6]!] },
      client.builder,
    );
    const first = await listed({ size: 3 });
    expect(first.records.map((row) => row.title)).toEqual(['泵 6', '泵 5', '泵 4']);
    expect(first.previous).toBeNull();
    const second = await listed({ size: 3, cursor: first.next });
    expect(second.records.map((row) => row.title)).toEqual(['泵 3', '泵 2', '泵 1']);
    expect(await titles({ size: 3, cursor: second.previous })).toEqual(['泵 6', '泵 5', '泵 4']);
    expect(await titles({ size: 3, cursor: second.next })).toEqual(['泵 0']);
    expect(await titles({ search: '泵 5' })).toEqual(['泵 5']);
    expect(await titles({ search: '%' })).toEqual([]);
    expect(await titles({ deletedBy: client.builder.userid })).toEqual(['泵 6']);
    expect(await titles({ from: day(0), to: day(0) })).toHaveLength(7);
    expect(await titles({ to: day(-1) })).toEqual([]);
    for (const cursor of ['x', 'o|2026-99-99T00:00:00.000Z|00000000-0000-7000-8000-000000000000'])
      expect(
        places(
          await client.server.call(
            'bizmeta.recordBin.list',
            { object: 'asset', cursor },
            client.user,
          ),
        ),
      ).toEqual(['/cursor VALUE_FORMAT']);
  });

  it('gives several back or none: what prevents it is said of each', async () => {
    const taken = await client.one('asset', { name: '顶替', code: 'P1' });
    const ids = (await listed({ size: 200 })).records.map(({ id }) => id);
    const refused = await client.restore('asset', ...ids);
    expect(places(refused)).toEqual([`/ids/${ids.length - 2}/code VALUE_TAKEN`]);
    expect(await titles()).toHaveLength(7);
    const check = await client.server.call(
      'bizmeta.recordBin.check',
      { object: 'asset', ids },
      client.user,
    );
    expect(check.data).toEqual({
      along: 0,
      problems: [{ id: ids[ids.length - 2], title: '泵 1', text: '编号“P1”已存在，不能重复' }],
    });
    await client.remove('asset', taken);
    expect((await client.restore('asset', ...ids)).data).toEqual({ count: 7, along: 0 });
    expect(await titles()).toEqual(['顶替']);
    expect(places(await client.restore('asset', ids[0]!))).toEqual(['/ids/0 BIN_RECORD_UNKNOWN']);
  });

  it('is purged by builders only, with rows, history, comments and files; what named it names nothing', async () => {
    const { server, user } = client;
    const fileId = await client.upload('a.txt', Buffer.from('十个字的内容'));
    const id = await client.one('asset', {
      name: '要清',
      files: [{ fileId, name: 'a.txt', size: 1, mime: 'text/plain' }],
      parts: [{ what: '螺丝' }],
    });
    const job = await client.one('job', { name: '引用', asset: id, assets: [id] });
    await server.call(
      'bizmeta.comments.create',
      { object: 'asset', recordId: id, content: '留言' },
      user,
    );
    await client.remove('job', job);
    await client.remove('asset', id);
    const contents = await server.call(
      'bizmeta.recordBin.contents',
      { object: 'asset', ids: [id] },
      client.builder,
    );
    expect(contents.data).toMatchObject({ records: 1, files: 1, more: false });
    expect((await purge([id], user)).code).toBe(403);
    expect((await purge([id])).data).toEqual({ count: 1 });
    expect((await client.restore('job', job)).data.count).toBe(1);
    expect(await client.detail('job', job)).toMatchObject({ asset: null, assets: null });
    const { no } = await tableOf('asset');
    const schema = schemaOf(server.demo.tenant);
    const [left] = await owner<{ log: number; comments: number; attached: boolean }>(
      `SELECT (SELECT count(*)::int FROM "${schema}"."o_${no}_log" WHERE record_id = $1) AS log,
        (SELECT count(*)::int FROM bizmeta.comment WHERE record_id = $1) AS comments,
        (SELECT attached FROM storage.file WHERE id = $2) AS attached`,
      [id, fileId],
    );
    expect(left).toEqual({ log: 0, comments: 0, attached: false });
    expect(places(await purge([id]))).toEqual(['/ids/0 BIN_RECORD_UNKNOWN']);
  });

  it('is swept after its days, and a large one is emptied in the background', async () => {
    const { server, builder } = client;
    const many = Array.from({ length: MAX_PURGED + 3 }, (_, n) => ({ name: `多 ${n}` }));
    const { ids } = (await client.create('job', many)).data;
    await client.remove('job', ...ids);
    const { name } = await tableOf('job');
    await owner(`UPDATE ${name} SET deleted_at = now() - interval '31 days' WHERE id = $1`, [
      ids[0],
    ]);
    const log = { warn() {} } as never;
    const sweep = { db: server.db, catalog: new Catalog(server.db), log };
    expect(await sweepRecords(sweep)).toBe(1);
    const { data } = await server.call('bizmeta.recordBin.objects', {}, builder);
    expect(data.find(({ apiName }) => apiName === 'job')).toMatchObject({
      records: MAX_PURGED + 2,
      more: false,
    });
    const emptied = await server.call('bizmeta.recordBin.empty', { object: 'job' }, builder);
    expect(emptied.data).toEqual({ count: MAX_PURGED, more: true });
    await expect
      .poll(async () => (await listed({}, 'job')).records.length, { timeout: 20_000 })
      .toBe(0);
  });

  it('stays fast with many records in it', async () => {
    const { name } = await tableOf('job');
    await owner(
      `INSERT INTO ${name} (id, version, created_at, created_by, updated_at, updated_by, owner_id,
        deleted_at, deleted_by) SELECT gen_random_uuid(), 1, now(), 'x', now(), 'x', 'x',
        now() - n * interval '1 second', (n % 50)::text FROM generate_series(1, 20000) n`,
    );
    await owner(`ANALYZE ${name}`);
    const explained = async (where: string) =>
      (
        await owner<{ 'QUERY PLAN': string }>(
          `EXPLAIN SELECT id, deleted_at FROM ${name} r WHERE r.deleted_at IS NOT NULL AND ${where}
            ORDER BY r.deleted_at DESC, r.id DESC LIMIT 21`,
        )
      )
        .map((row) => row['QUERY PLAN'])
        .join('\n');
    const place = `(r.deleted_at, r.id) < (now() - interval '2 hours', '${crypto.randomUUID()}')`;
    for (const where of ['true', place, `r.deleted_by = '7' AND ${place}`]) {
      const plan = await explained(where);
      expect(plan).toMatch(/Index (Only )?Scan using o_\d+_bin/);
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    }
    await owner(`DELETE FROM ${name} WHERE created_by = 'x'`);
  });

  it('holds what was deleted before there was one, for as long as what is deleted today', async () => {
    const id = await client.one('job', { name: '从前删的' });
    await client.remove('job', id);
    const { name, no } = await tableOf('job');
    const schema = schemaOf(client.server.demo.tenant);
    const old = new URL('../sql/0350_record-bin.sql', import.meta.url);
    const block = /do \$f\$.*end \$f\$;/s.exec(readFileSync(old, 'utf8'))![0];
    await owner(`UPDATE ${name} SET deleted_at = now() - interval '1 year' WHERE id = $1`, [id]);
    await owner(`DROP INDEX "${schema}"."o_${no}_bin", "${schema}"."o_${no}_bin_by"`);
    await owner(block);
    expect((await listed({ from: day(0) }, 'job')).records.map((row) => row.id)).toContain(id);
    const [found] = await owner<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_indexes WHERE schemaname = $1 AND indexname LIKE $2`,
      [schema, `o\\_${no}\\_bin%`],
    );
    expect(found).toEqual({ n: 2 });
  });

  it('names what a record went with to those alone who may enter its application', async () => {
    const { server, builder, user } = client;
    const { id: appId } = (await server.call('bizmeta.app.save', { name: '客户管理' }, builder))
      .data;
    await server.call('bizmeta.app.active', { id: appId, active: true }, builder);
    const firm = { apiName: 'firm', label: '客户', fields: [f('name', '名称', 'text')] };
    await server.call('bizmeta.describe.create', { appId, describe: firm }, builder);
    const of = f('firm', '客户', 'lookup', { refObject: 'firm', onTargetDeleted: 'cascade' });
    await client.made('contact', [f('name', '姓名', 'text'), of]);
    const id = await client.one('firm', { name: '深圳某某' });
    const other = await client.one('firm', { name: '北京某某' });
    await client.one('contact', { name: '张三', firm: id });
    await client.remove('firm', id);
    const because = async () => (await listed({}, 'contact')).records.map((row) => row.because);
    expect(await because()).toEqual(['客户“深圳某某”']);
    const close = { appId, defaultAccess: 'none' } as const;
    expect((await server.call('bizmeta.authgroup.config', close, builder)).msg).toBe('ok');
    expect(await because()).toEqual(['客户']);
    // Its records are not everybody's, so that single ones are shared.
    const shared = await server.call(
      'bizmeta.share.save',
      {
        objectApiName: 'firm',
        recordIds: [other],
        subjects: { userIds: [user.userid] },
        level: 'view',
      } as never,
      builder,
    );
    expect(shared.msg).toBe('ok');
  });

  it('is none of anyone else’s business', async () => {
    const id = await client.one('asset', { name: '机密' });
    await client.remove('asset', id);
    const object = 'asset';
    for (const answer of [
      await client.server.call('bizmeta.recordBin.list', { object }, stranger),
      await client.server.call('bizmeta.record.deletion', { object, ids: [id] }, stranger),
      await client.server.call('bizmeta.record.restore', { object, ids: [id] }, stranger),
      await purge([id], stranger),
      await client.server.call('bizmeta.recordBin.empty', { object }, stranger),
    ])
      expect(answer.error.reason).toBe('OBJECT_UNKNOWN');
    expect(
      (await client.server.call('bizmeta.recordBin.empty', { object }, client.user)).code,
    ).toBe(403);
    expect((await client.restore('asset', id)).data.count).toBe(1);
  });
});
