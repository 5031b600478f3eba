import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordValues } from '../../../contract/index.ts';
import { schemaOf } from '../../kernel/index.ts';
import { Catalog } from '../meta/catalog.ts';
import { f, places, TestClient } from '../testing/index.ts';

let client: TestClient;
let me: string;
let other: string;
let stranger: string;
beforeAll(async () => {
  client = await TestClient.open();
  me = client.user.userid;
  other = client.server.demo.userIds.find((id) => id !== me)!;
  stranger = (await client.server.newTenant('stranger')).auth.userid;
  await client.made('lead', [
    f('name', '名称', 'text', { required: true }),
    f('lines', '明细', 'subTable', { fields: [f('item', '品名', 'text')] }),
  ]);
  await client.made('visit', [f('name', '名称', 'text'), f('owner', '负责人', 'user')]);
});
afterAll(() => client?.close());

/** The department a person works in, of several the main one. */
const deptOf = async (userId: string): Promise<string> => {
  const [row] = await client.server.db.withTenant({ tenant: client.server.demo.tenant }, (tx) =>
    tx.query<{ id: string }>(
      'select dept_id as id from upm.user_dept where tenant_id = $1 and user_id = $2 order by is_main desc',
      [tx.tenant.id, userId],
    ),
  );
  return row!.id;
};
/** What the table keeps of a record's owner, whether or not a field of the builder's says it. */
async function kept(object: string, id: string): Promise<unknown> {
  const scope = { tenant: client.server.demo.tenant };
  const { table } = await new Catalog(client.server.db).view(scope, object);
  const [row] = await client.server.db.withTenant(scope, (tx) =>
    tx.query(`select owner_id as owner, owner_dept as dept from ${table.name} where id = $1`, [id]),
  );
  return row;
}
const ownerOf = async (object: string, id: string): Promise<RecordValues> => {
  const { owner, ownerDept } = await client.detail(object, id);
  return { owner, ownerDept };
};

describe('the owner of a record', () => {
  it('is who creates it, or the member it is created for, with the department they work in', async () => {
    const mine = await client.one('lead', { name: '我的', lines: [{ item: '甲' }] });
    const [dept, theirDept] = [await deptOf(me), await deptOf(other)];
    expect(await ownerOf('lead', mine)).toEqual({ owner: me, ownerDept: dept });
    const theirs = await client.one('lead', { name: '他的', owner: other });
    expect(await ownerOf('lead', theirs)).toEqual({ owner: other, ownerDept: theirDept });
    const many = await client.create(
      'lead',
      Array.from({ length: 120 }, (_, i) => ({ name: `批 ${i}`, ...(i % 2 && { owner: other }) })),
    );
    expect(await ownerOf('lead', many.data.ids[0]!)).toMatchObject({ owner: me });
    expect(await ownerOf('lead', many.data.ids[119]!)).toEqual({
      owner: other,
      ownerDept: theirDept,
    });
    const found = await client.found('lead', {
      field: 'owner',
      op: 'eq',
      value: 'current_user',
      valueType: 'variable',
    });
    expect(found).toHaveLength(61);
    expect(
      await client.found('lead', { field: 'ownerDept', op: 'eq', value: theirDept }),
    ).not.toEqual([]);
  });

  it('is no one else: no stranger, and no other value of an edit', async () => {
    expect(places(await client.create('lead', [{ name: '别家', owner: stranger }]))).toEqual([
      '/records/0/owner REFERENCE_MISSING',
    ]);
    expect(places(await client.create('lead', [{ name: '部门', ownerDept: 'x' }]))).toEqual([
      '/records/0/ownerDept READONLY_FIELD',
    ]);
    const id = await client.one('lead', { name: '改' });
    for (const name of ['owner', 'ownerDept'])
      expect(places(await client.edit('lead', id, 1, { [name]: other }))).toEqual([
        `/records/0/${name} READONLY_FIELD`,
      ]);
  });

  it('is said by a field of the builder’s that has its name, and follows it', async () => {
    const id = await client.one('visit', { name: '拜访', owner: other });
    expect(await kept('visit', id)).toEqual({ owner: other, dept: await deptOf(other) });
    expect((await client.edit('visit', id, 1, { owner: me })).msg).toBe('ok');
    expect(await kept('visit', id)).toEqual({ owner: me, dept: await deptOf(me) });
    expect((await client.edit('visit', id, 2, { owner: null })).msg).toBe('ok');
    expect(await kept('visit', id)).toMatchObject({ owner: me });
    const unsaid = await client.one('visit', { name: '无人' });
    expect(await kept('visit', unsaid)).toMatchObject({ owner: me });
  });

  it('is handed to another member for all records or none, who gets a message, and their history says so', async () => {
    const ids = (await client.create('lead', [{ name: '一' }, { name: '二' }])).data.ids;
    const transfer = (given: readonly string[], owner: string, object = 'lead') =>
      client.server.call(
        'bizmeta.record.transfer',
        { object, ids: [...given], owner },
        client.user,
      );
    const gone = crypto.randomUUID();
    expect(places(await transfer([...ids, gone], other))).toEqual(['/ids/2 RECORD_UNKNOWN']);
    expect(places(await transfer(ids, stranger))).toEqual(['/owner REFERENCE_MISSING']);
    expect(await ownerOf('lead', ids[0]!)).toMatchObject({ owner: me });
    expect((await transfer([...ids, ids[0]!.toUpperCase()], other)).data).toEqual({ count: 2 });
    expect((await transfer(ids, other)).data).toEqual({ count: 2 });
    const record = await client.detail('lead', ids[1]!);
    expect(record).toMatchObject({ owner: other, ownerDept: await deptOf(other), version: 2 });
    const { data } = await client.server.call(
      'bizmeta.dataChangeLog.list',
      { object: 'lead', recordId: ids[1]! },
      client.user,
    );
    expect(data.records[0]!.diff).toMatchObject([
      { field: 'owner', label: '负责人', old: me, new: other },
      { field: 'ownerDept', label: '所属部门' },
    ]);
    expect(data.records[1]!.diff.map(({ field }) => field)).toEqual(['name']);
    const visit = await client.one('visit', { name: '拜访' });
    expect((await transfer([visit], other, 'visit')).msg).toBe('ok');
    expect(await client.detail('visit', visit)).toMatchObject({ owner: other, version: 2 });
  });

  it('has a department, by which records of one’s own departments are found', async () => {
    const found = (op: string, value?: object) =>
      client.found('lead', { field: 'ownerDept', op, ...value } as never);
    const [dept, theirs] = [await deptOf(me), await deptOf(other)];
    const mine = await found('eq', { value: dept });
    expect(theirs).not.toBe(dept);
    expect(mine).not.toEqual([]);
    for (const some of [
      await found('myDepts'),
      await found('in', { value: 'my_depts', valueType: 'variable' }),
    ])
      expect(some).toEqual(mine);
    const below = await found('myDeptsBelow');
    expect(below).toEqual(expect.arrayContaining(mine));
    expect(await found('eq', { value: 'my_depts_below', valueType: 'variable' })).toEqual(below);
  });

  it('of records from before is found when the program is brought up to date', async () => {
    const [lead, visit] = [
      await client.one('lead', { name: '从前' }),
      await client.one('visit', { name: '从前', owner: other }),
    ];
    const schema = schemaOf(client.server.demo.tenant);
    const old = new URL('../sql/0370_record-owners.sql', import.meta.url);
    const block = /do \$f\$.*end \$f\$;/s.exec(readFileSync(old, 'utf8'))![0];
    await client.server.db.asOwner(async (tx) => {
      const tables = await tx.query<{ name: string }>(
        `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
          where a.attname = 'owner_id' and c.relkind = 'r' and c.relname ~ '^o_[0-9]+$'`,
      );
      for (const { name } of tables)
        await tx.run(`alter table ${name} drop column owner_id, drop column owner_dept`);
      await tx.run(block);
    });
    expect(await ownerOf('lead', lead)).toEqual({ owner: me, ownerDept: await deptOf(me) });
    expect(await kept('visit', visit)).toEqual({ owner: other, dept: await deptOf(other) });
    const { no } = (
      await new Catalog(client.server.db).view({ tenant: client.server.demo.tenant }, 'lead')
    ).table;
    const indexes = await client.server.db.asOwner((tx) =>
      tx.query(`select from pg_indexes where schemaname = $1 and indexname like $2`, [
        schema,
        `o\\_${no}\\_owner%`,
      ]),
    );
    expect(indexes).toHaveLength(2);
  });
});
