import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestClient, f } from '../bizmeta/testing/index.ts';
import { Database, migrate } from '../kernel/index.ts';
import { onServer, openTestDatabase, withDatabase, type TestDatabase } from '../kernel/testing.ts';
import { allMigrations } from '../services.ts';
import { filesDir } from '../storage/index.ts';
import { backup } from './backup.ts';
import { otherPostgres } from './other-postgres.testing.ts';
import type { SchemaPart } from './manifest.ts';
import { openBackup, restore } from './restore.ts';
import { catalogueOf, rowsOf } from './testing.ts';

const NOTHING = (): void => undefined;
const HARD = `制表\t换行\n反斜杠\\N 引号"' ${'长'.repeat(200_000)} 😀`;

let desk: TestClient;
let folder: string;
const opened: TestDatabase[] = [];
beforeAll(async () => {
  desk = await TestClient.open();
  folder = mkdtempSync(join(tmpdir(), 'huozi-backup-'));
  const numberRule = {
    segments: [
      { kind: 'const', text: 'D' },
      { kind: 'seq', length: 6 },
    ],
  } as const;
  await desk.made('drill', [
    f('name', '名称', 'text', { unique: true }),
    f('no', '编号', 'autoNumber', { numberRule } as object),
    f('qty', '数量', 'integer'),
    f('file', '附件', 'attachment'),
    f('lines', '明细', 'subTable', { fields: [f('goods', '货品', 'text')] } as object),
  ]);
  for (let i = 0; i < 30; i += 1) await desk.create('drill', [{ name: `第 ${i} 条`, qty: i }]);
  await desk.one('drill', {
    name: HARD.slice(0, 60),
    file: [{ fileId: await desk.upload('合同.txt', Buffer.from('合同正文')) }],
  });
  await desk.server.db.withTenant(desk.server.demo, (tx) =>
    tx.run(
      `insert into system.param (tenant_id, key, name, value) values ($1, 'own.hard', $2, $3)`,
      [tx.tenant.id, HARD, JSON.stringify(HARD)],
    ),
  );
});
afterAll(async () => {
  for (const each of opened) await each.drop();
  await desk?.close();
  rmSync(folder, { recursive: true, force: true });
});

const save = (name: string, db = desk.server.db, more: object = {}) =>
  backup({ db, dataDir: desk.server.dataDir, directory: join(folder, name), ...more });
const load = async (name: string, db: Database, dataDir: string) =>
  restore(await openBackup(join(folder, name), allMigrations(), NOTHING), {
    db,
    dataDir,
    embedded: false,
  });
async function emptyDatabase(): Promise<TestDatabase> {
  const target = await openTestDatabase(null);
  opened.push(target);
  return target;
}

describe('a restored installation', () => {
  it('is the same to the last row, constraint and right, on this version of PostgreSQL and another, with an owner who is no superuser', async () => {
    const [{ major }] = (await desk.server.db.withOwner((tx) =>
      tx.query<{ major: number }>(
        `select current_setting('server_version_num')::int / 10000 as major`,
      ),
    )) as [{ major: number }];
    const there = await otherPostgres(major);
    if (!there) return;
    try {
      await onServer(
        (client) => client.query(`create role keeper login createrole password 'keeper'`),
        there.url,
      );
      await onServer(
        (client) =>
          client.query(`create database huozi owner keeper encoding 'UTF8' template template0`),
        there.url,
      );
      const url = withDatabase(there.url, 'huozi').replace(
        /^postgres:\/\/[^@]*@/,
        'postgres://keeper:keeper@',
      );
      const far = new Database({ connection: { connectionString: url } });
      try {
        const saved = await save('here');
        const [rows, catalogue] = [await rowsOf(desk.server.db), await catalogueOf(desk.server.db)];
        await load('here', far, join(folder, 'far'));
        expect(saved.warnings).toEqual([]);
        expect(await rowsOf(far)).toEqual(rows);
        expect(await catalogueOf(far)).toEqual(catalogue);

        await save('there', far, { dataDir: join(folder, 'far') });
        const back = await emptyDatabase();
        await load('there', back.db, join(folder, 'back'));
        expect(await rowsOf(back.db)).toEqual(rows);
        expect(await catalogueOf(back.db)).toEqual(catalogue);
        expect(await migrate(back.db, allMigrations())).toBe(0);
      } finally {
        await far.close();
      }
    } finally {
      await there.stop();
    }
    const [file] = readdirSync(filesDir(join(folder, 'back')), {
      recursive: true,
      encoding: 'utf8',
    }).filter((name) => statSync(join(filesDir(join(folder, 'back')), name)).isFile());
    expect(readFileSync(join(filesDir(join(folder, 'back')), file!), 'utf8')).toBe('合同正文');
  });

  it('holds one moment of a company that goes on working: no half transaction, no file without its bytes', async () => {
    let going = true;
    let rounds = 0;
    let made = 0;
    const { db, demo, dataDir } = desk.server;
    const pairs = async (): Promise<void> => {
      for (; going; rounds += 1) {
        await db.withTenant(demo, async (tx) => {
          for (const key of ['own.left', 'own.right'])
            await tx.run(
              `insert into system.param (tenant_id, key, value) values ($1, $2, $3)
                on conflict (tenant_id, key) do update set value = excluded.value`,
              [demo.tenant.id, key, rounds],
            );
        });
      }
    };
    const records = async (): Promise<void> => {
      for (; going; made += 1) {
        const fileId = await desk.upload(`${made}.txt`, Buffer.from(`内容 ${made}`));
        await desk.create('drill', [{ name: `忙 ${made}`, file: [{ fileId }] }]);
      }
    };
    const working = [pairs(), records()];
    await vi.waitFor(() => expect(made).toBeGreaterThan(2), { timeout: 20_000, interval: 5 });
    const saved = await save('busy').finally(() => {
      going = false;
    });
    await Promise.all(working);
    expect(rounds).toBeGreaterThan(10);
    expect(saved.warnings).toEqual([]);
    const target = await emptyDatabase();
    await load('busy', target.db, join(folder, 'busy-data'));
    const [{ lefts, files, unnumbered }] = (await target.db.withOwner((tx) =>
      tx.query<{ lefts: number; files: { place: string }[]; unnumbered: number }>(`select
      (select count(distinct value)::int from system.param
        where key in ('own.left', 'own.right')) as lefts,
      (select json_agg(json_build_object('place', tenant_id || '/' || path))
        from storage.file) as files,
      (select count(*)::int from bizmeta.object o
        where not exists (select from pg_class c where c.relname = 'o_' || o.no)) as unnumbered`),
    )) as [{ lefts: number; files: { place: string }[]; unnumbered: number }];
    expect({ lefts, unnumbered }).toEqual({ lefts: 1, unnumbered: 0 });
    expect(
      files.filter(({ place }) => !existsSync(join(filesDir(join(folder, 'busy-data')), place))),
    ).toEqual([]);
    expect(files.length).toBeGreaterThan(1);
    expect(existsSync(join(filesDir(dataDir), files[0]!.place))).toBe(true);
  });

  it('is brought up to date when an older version made its backup', async () => {
    const newest = allMigrations().find(({ service }) => service === 'backup')!;
    const old = await openTestDatabase();
    opened.push(old);
    await old.db.withOwner((tx) =>
      tx.query(`drop schema backup cascade; delete from kernel.migration where service = 'backup'`),
    );
    await save('older', old.db);
    const target = await emptyDatabase();
    await load('older', target.db, join(folder, 'older-data'));
    expect(await migrate(target.db, allMigrations())).toBe(newest.migrations.length);
  });
});

describe('while a builder changes an object', () => {
  const AGAIN = '备份期间有对象被修改，重新开始';
  /** Makes the table copied last, changes it once the snapshot is taken, and reads the backup. */
  async function changedWhile(name: string, change: (table: string) => string) {
    const said: string[] = [];
    const { db, demo } = desk.server;
    const table = `t_${demo.tenant.no}.zz_last`;
    await db.withOwner((tx) =>
      tx.query(
        `create table ${table} (id integer primary key, f_1 text, f_2 integer);
          insert into ${table} (id, f_1) select n, n from generate_series(1, 500) n`,
      ),
    );
    let changing: Promise<unknown> | undefined;
    // The snapshot is there when the first files and rows are spoken of.
    const say = (text: string): void => {
      said.push(text);
      if (text.startsWith('导出')) changing ??= db.withOwner((tx) => tx.query(change(table)));
    };
    await save(name, db, { say });
    await changing;
    await db.withOwner((tx) => tx.query(`drop table ${table}`));
    const path = join(folder, name);
    const part = JSON.parse(
      readFileSync(join(path, `schema/t_${demo.tenant.no}.json`), 'utf8'),
    ) as SchemaPart;
    expect(part.rows['zz_last']).toBe(500);
    const { columns } = part.shape.tables.find(({ name: each }) => each === 'zz_last')!;
    const rows = gunzipSync(readFileSync(join(path, `data/t_${demo.tenant.no}/zz_last.copy.gz`)));
    return {
      again: said.includes(AGAIN),
      columns: Object.fromEntries(columns.map(({ name: each, type }) => [each, type])),
      first: rows.toString().split('\n')[0],
    };
  }

  it('a table that is rewritten after the snapshot makes the backup start again, and no row is lost', async () => {
    const saved = await changedWhile(
      'rewritten',
      (table) => `alter table ${table} alter column f_1 type integer using f_1::integer`,
    );
    expect(saved).toMatchObject({ again: true, columns: { f_1: 'integer' }, first: '1\t1\t\\N' });
  });

  it('a field whose new column takes the place of the old one does too, and its values are saved', async () => {
    const saved = await changedWhile(
      'swapped',
      (table) => `update ${table} set f_2 = f_1::integer;
        alter table ${table} rename column f_1 to f_1_;
        alter table ${table} rename column f_2 to f_1;
        alter table ${table} rename column f_1_ to f_2`,
    );
    expect(saved).toEqual({
      again: true,
      columns: { id: 'integer', f_1: 'integer', f_2: 'text' },
      first: '1\t1\t1',
    });
  });

  it('and so does one whose column goes; a field that is added does not', async () => {
    const dropped = await changedWhile('dropped', (table) => `alter table ${table} drop f_2`);
    expect(dropped).toMatchObject({ again: true, first: '1\t1' });
    const added = await changedWhile('added', (table) => `alter table ${table} add f_3 text`);
    expect(added).toMatchObject({ again: false, first: '1\t1\t\\N' });
  });

  it('what could not be made again is refused by its name instead of being left out', async () => {
    const { db, demo } = desk.server;
    await db.withOwner((tx) => tx.query(`create type t_${demo.tenant.no}.mood as enum ('好')`));
    await expect(save('strange')).rejects.toThrow(/备份不支持的对象.*mood/);
    await db.withOwner((tx) => tx.query(`drop type t_${demo.tenant.no}.mood`));
    expect(readdirSync(folder).filter((name) => name.startsWith('strange'))).toEqual([]);
  });
});
