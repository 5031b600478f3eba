import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldInput } from '../../../contract/index.ts';
import { Database } from '../../kernel/index.ts';
import { openTestDatabase } from '../../kernel/testing.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { f } from '../testing/index.ts';
import { Catalog } from './catalog.ts';
import { bumpVersion } from './changes.ts';
import { createObject } from './save.ts';

/** Two processes of the product on one database. */
let one: TestServer;
let two: TestServer;
let builder: Auth;
let user: Auth;
beforeAll(async () => {
  const { db, url, drop } = await openTestDatabase();
  one = await testServer({}, false, async () => ({ db, drop }));
  const other = new Database({
    connection: { connectionString: url },
    poolSize: 8,
    refuseNesting: true,
  });
  two = await testServer({}, false, async () => ({ db: other, drop: () => other.close() }));
  [builder, user] = [await one.signIn('builder'), await one.signIn('user')];
});
afterAll(async () => {
  await two?.close();
  await one?.close();
});

const make = async (apiName: string, fields: FieldInput[]): Promise<void> => {
  const answer = await one.call(
    'bizmeta.describe.create',
    { describe: { apiName, label: `对象${apiName}`, fields } },
    builder,
  );
  expect(answer.msg).toBe('ok');
};
const change = async (apiName: string, fields: FieldInput[], more: object = {}): Promise<void> => {
  const {
    id,
    label,
    version,
    fields: known,
  } = (await one.call('bizmeta.describe.detail', { apiName }, builder)).data;
  const named = fields.map((field, i) => ({ id: known[i]?.id, ...field })) as FieldInput[];
  const answer = await one.call(
    'bizmeta.describe.update',
    { describe: { id, apiName, label, version, fields: named, ...more } },
    builder,
  );
  expect(answer.msg).toBe('ok');
};
const rows = async (server: TestServer, object: string) =>
  (await server.call('bizmeta.record.list', { object }, user)).data.records;
const page = async (server: TestServer, key: string) =>
  JSON.stringify((await server.call('bizmeta.page.schema', { pageKey: key }, user)).data);
const add = (object: string, record: Record<string, unknown>) =>
  one.call('bizmeta.record.bulkCreate', { object, records: [record] }, user);

describe('two processes on one database', () => {
  it('both show a field’s new name in lists and pages immediately', async () => {
    await make('room', [f('name', '名称', 'text')]);
    await add('room', { name: '101' });
    expect(await rows(two, 'room')).toMatchObject([{ name: '101' }]);
    expect(await page(two, 'object.room.list')).toContain('room');
    await change('room', [f('title', '门牌', 'text')]);
    for (const server of [two, one]) {
      expect(await rows(server, 'room')).toMatchObject([{ title: '101' }]);
      expect((await rows(server, 'room'))[0]).not.toHaveProperty('name');
      expect(await page(server, 'object.room.form')).toContain('title');
    }
  });

  it('both name a referenced record by its object’s new title', async () => {
    await make('floor', [f('name', '名称', 'text'), f('short', '简称', 'text')]);
    await make('desk', [
      f('no', '编号', 'text'),
      f('floor', '楼层', 'lookup', { refObject: 'floor' }),
    ]);
    const { data } = await add('floor', { name: '一楼', short: 'F1' });
    await add('desk', { no: '1', floor: data.ids[0] });
    const label = async () =>
      (await two.call('bizmeta.record.list', { object: 'desk' }, user)).data.labels['floor']?.[
        data.ids[0]!
      ];
    expect(await label()).toBe('一楼');
    await change('floor', [f('name', '名称', 'text'), f('short', '简称', 'text')], {
      titleField: 'short',
    });
    expect(await label()).toBe('F1');
    await change('floor', [f('name', '名称', 'text'), f('short', '简称', 'text')], {
      apiName: 'storey',
    });
    const {
      data: { labels },
    } = await two.call('bizmeta.record.list', { object: 'desk' }, user);
    expect(labels).toMatchObject({ storey: { [data.ids[0]!]: 'F1' } });
    expect((await two.call('bizmeta.record.list', { object: 'floor' }, user)).error.reason).toBe(
      'OBJECT_UNKNOWN',
    );
  });

  it('never mix two versions of an object in one response while it is changed', async () => {
    const fields = (n: number) => [
      f(`a${n}`, `甲${n}`, 'text'),
      f(`b${n}`, `乙${n}`, 'text'),
      f(`c${n}`, `丙${n}`, 'text'),
    ];
    await make('moving', fields(0));
    await add('moving', { a0: '值', b0: '值', c0: '值' });
    let isOver = false;
    const seen = new Set<string>();
    const look = async (server: TestServer): Promise<void> => {
      while (!isOver) {
        const { msg, data } = await server.call('bizmeta.record.list', { object: 'moving' }, user);
        expect(msg).toBe('ok');
        const names = Object.keys(data.records[0]!)
          .filter((name) => /^[abc]\d+$/.test(name))
          .sort();
        const n = names[0]!.slice(1);
        expect(names).toEqual([`a${n}`, `b${n}`, `c${n}`]);
        expect(data.records[0]).toMatchObject({ [`a${n}`]: '值', [`c${n}`]: '值' });
        seen.add(n);
      }
    };
    const looking = [look(one), look(two)];
    for (let n = 1; n <= 8; n++) await change('moving', fields(n));
    isOver = true;
    await Promise.all(looking);
    expect(seen.size).toBeGreaterThan(2);
  });
});

describe('the metadata cache of a process', () => {
  it('survives changes of other objects, and drops what refers to the changed one', async () => {
    await make('unit', [f('name', '名称', 'text')]);
    await make('part', [
      f('name', '名称', 'text'),
      f('unit', '单位', 'lookup', { refObject: 'unit' }),
    ]);
    await make('apart', [f('name', '名称', 'text')]);
    const catalog = new Catalog(two.db);
    const names = ['unit', 'part', 'apart'];
    const entries = () =>
      Promise.all(names.map(async (name) => (await catalog.view(one.demo, name)).entry));
    const kept = async () => {
      const before = await entries();
      return async () => {
        const [version] = await two.db.readTenant<{ version: number }>(
          one.demo,
          'SELECT version FROM bizmeta.catalog',
        );
        await catalog.isCurrentAt(
          one.demo,
          await catalog.view(one.demo, 'apart'),
          version!.version,
        );
        const after = await entries();
        return names.filter((_, i) => before[i] === after[i]);
      };
    };
    const afterUnit = await kept();
    await change('unit', [f('name', '单位名称', 'text')]);
    expect(await afterUnit()).toEqual(['apart']);
    const afterApart = await kept();
    await change('apart', [f('name', '另一个', 'text')]);
    expect(await afterApart()).toEqual(['unit', 'part']);
    // A change that does not report what it touched may have touched anything.
    const afterAny = await kept();
    await one.db.withTenant(one.demo, (tx) => bumpVersion(tx));
    expect(await afterAny()).toEqual([]);
  });

  it('never contains uncommitted metadata of a failed transaction', async () => {
    const catalog = new Catalog(one.db);
    const failed = one.db.withTenant(one.demo, async (tx) => {
      await createObject(tx, one.demo.adminId, {
        describe: {
          apiName: 'ghost',
          label: '无',
          fields: [{ apiName: 'name', label: '名称', type: 'text' }],
        },
      });
      expect((await catalog.enterObject(tx, 'ghost')).table.describe.apiName).toBe('ghost');
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    await expect(catalog.view(one.demo, 'ghost')).rejects.toMatchObject({
      reason: 'OBJECT_UNKNOWN',
    });
  });

  it('has the columns of a sub-table also after another object referred to it', async () => {
    await make('bill', [
      f('name', '名称', 'text'),
      f('lines', '明细', 'subTable', { fields: [f('qty', '数量', 'integer')] }),
    ]);
    await make('payment', [
      f('name', '名称', 'text'),
      f('bill', '单据', 'lookup', { refObject: 'bill' }),
    ]);
    const catalog = new Catalog(one.db);
    await catalog.view(one.demo, 'bill');
    await catalog.view(one.demo, 'payment');
    expect(
      (await catalog.view(one.demo, 'bill')).table.columns.get('lines')?.rows?.columns.has('qty'),
    ).toBe(true);
  });
});
