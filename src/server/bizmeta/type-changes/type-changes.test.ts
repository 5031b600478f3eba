import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RecordValues } from '../../../contract/index.ts';
import { schemaOf } from '../../kernel/index.ts';
import { f, TestClient } from '../testing/index.ts';
import { TypeChanges } from './changes.testing.ts';
import { sweepTypeChanges } from './sweep.ts';

/** More records than a change rewrites at once. */
const MANY = 60_000;
let office: TestClient;
let types: TypeChanges;

beforeAll(async () => {
  office = await TestClient.open();
  types = new TypeChanges(office);
});
afterAll(() => office?.close());

const byName = async (object: string, name: string): Promise<RecordValues> =>
  (await office.list(object, { filter: { field: 'name', op: 'eq', value: name } })).records[0]!;

it('a builder leaves out what a new type cannot hold, finds each value in a file, and takes the change back', async () => {
  await office.made('asset', [f('name', '名称', 'text'), f('code', '编码', 'text')]);
  const odd = ['旧-1', '旧-1', '=1+1'];
  const codes = [...Array.from({ length: 20 }, (_, i) => String(i)), ...odd];
  const records = codes.map((code, i) => ({ name: `资产${i}`, code }));
  expect((await office.create('asset', records)).msg).toBe('ok');
  const field = (await types.field('asset', 'code')).id;
  const describe = await types.changed('asset', 'code', { type: 'integer' });

  const { data: plan } = await types.call('bizmeta.describe.plan', { describe });
  expect(plan).toMatchObject({ asks: true, lost: 3, accept: [field] });
  expect(plan.text).toContain('原来的值保留 30 天');
  const before = await types.file('bizmeta.describe.lostFile', { describe, field });
  expect(before.split('\r\n').map((line) => line.split(',').slice(0, 2))).toEqual(
    expect.arrayContaining([
      ['旧-1', '2'],
      ["'=1+1", '1'],
    ]),
  );
  expect((await office.update(describe)).error.reason).toBe('TYPE_CHANGE_LOSES');

  const saved = await types.call('bizmeta.describe.update', { describe, acceptLoss: [field] });
  expect([saved.msg, saved.data.changing.length]).toEqual(['ok', 1]);
  const done = await types.until('asset', 'done');
  expect(done).toMatchObject({ label: '编码', text: '单行文本改为整数', lost: 3, back: false });
  const now = (await office.describe('asset')).fields[1]!;
  expect([now.type, now.changing]).toEqual(['integer', undefined]);
  expect((await byName('asset', '资产7'))['code']).toBe(7);
  expect((await byName('asset', '资产20'))['code']).toBeNull();
  expect((await types.call('bizmeta.typeChange.lost', { id: done.id })).data).toEqual({
    values: [
      { value: '旧-1', records: 2 },
      { value: '=1+1', records: 1 },
    ],
    total: 2,
  });
  const after = await types.file('bizmeta.typeChange.lostFile', { id: done.id });
  expect(after).toContain("资产22,'=1+1,");

  const write = async (name: string, code: number | null) => {
    const { id, version } = await byName('asset', name);
    expect((await office.edit('asset', id as string, version as number, { code })).msg).toBe('ok');
  };
  await write('资产7', 77);
  await write('资产8', null);
  await write('资产20', 9);
  await office.one('asset', { name: '新的', code: 5 });
  const { data: undo } = await types.call('bizmeta.typeChange.undoPlan', { id: done.id });
  expect(undo).toMatchObject({ written: 4, lost: 0 });
  expect((await types.call('bizmeta.typeChange.undo', { id: done.id })).msg).toBe('ok');
  await types.until('asset', undefined);
  expect((await office.describe('asset')).fields[1]!.type).toBe('text');
  const values = await Promise.all(
    ['资产6', '资产7', '资产8', '资产20', '资产21', '资产22', '新的'].map(
      async (name) => (await byName('asset', name))['code'],
    ),
  );
  expect(values).toEqual(['6', '77', null, '9', '旧-1', '=1+1', '5']);
  expect(await types.leftovers()).toBe(0);
});

it('a change that leaves the condition of a group without meaning is not made, and says so', async () => {
  await office.made('grade', [f('name', '名称', 'text'), f('level', '等级', 'text')]);
  await office.create('grade', [{ name: '一', level: 'A' }]);
  const scope = { view: { condition: "level = 'A'" } };
  const group = {
    name: '看甲等',
    scopeType: 'object' as const,
    scopeId: 'grade',
    grants: { objects: { grade: { ops: ['view' as const], scope } } },
  };
  expect((await types.call('bizmeta.authgroup.create', group)).msg).toBe('ok');
  const acceptLoss = [(await types.field('grade', 'level')).id];
  const describe = await types.changed('grade', 'level', { type: 'integer' });
  expect((await types.call('bizmeta.describe.update', { describe, acceptLoss })).msg).toBe('ok');
  const stopped = await types.until('grade', 'stopped');
  expect(stopped.error).toContain('授权组“看甲等”的条件');
  expect((await office.describe('grade')).fields[1]!.type).toBe('text');
  expect((await byName('grade', '一'))['level']).toBe('A');
  expect((await types.call('bizmeta.typeChange.cancel', { id: stopped.id })).msg).toBe('ok');
});

it('what was written since and does not go back is said before the undo, which can be given up', async () => {
  const options = ['轻', '重'].map((label, i) => ({ code: `k${i}`, label }));
  await office.made('ticket', [
    f('name', '名称', 'text'),
    f('kind', '程度', 'singleSelect', { options }),
  ]);
  const [, second, third] = await Promise.all(
    ['一', '二', '三'].map((name) => office.one('ticket', { name, kind: 'k0' })),
  );
  const acceptLoss = [(await types.field('ticket', 'kind')).id];
  const describe = await types.changed('ticket', 'kind', { type: 'text' });
  await types.call('bizmeta.describe.update', { describe, acceptLoss });
  const { id } = await types.until('ticket', 'done');
  expect((await byName('ticket', '一'))['kind']).toBe('轻');
  await office.edit('ticket', second!, 1, { kind: '也许' });
  await office.edit('ticket', third!, 1, { kind: '重' });

  const other = await office.server.newTenant('types-other');
  const refused = await Promise.all([
    office.server.call('bizmeta.typeChange.undo', { id, accept: true }, other.auth),
    office.server.call('bizmeta.typeChange.lost', { id }, other.auth),
    office.server.call('bizmeta.typeChange.undo', { id, accept: true }, office.user),
    office.server.call('bizmeta.typeChange.list', { apiName: 'ticket' }, office.user),
  ]);
  expect(refused.map(({ code }) => code)).toEqual([404, 404, 403, 403]);

  const plan = async () => (await types.call('bizmeta.typeChange.undoPlan', { id })).data;
  expect(await plan()).toMatchObject({
    written: 2,
    lost: 1,
    values: [{ value: '也许', records: 1 }],
    text: '没有改过的记录恢复原来的值；之后写过的 2 条记录换回原来的类型；其中 1 条的值换不回去，会被清空',
  });
  expect((await types.call('bizmeta.typeChange.undo', { id })).error.reason).toBe(
    'TYPE_CHANGE_ACCEPT',
  );

  // Someone reads the whole table, so that the columns cannot change places yet.
  const schema = schemaOf(office.server.demo.tenant);
  const table = `${schema}.o_${await tableNo('ticket')}`;
  await office.server.db.withOwner(async (tx) => {
    await tx.query(`select from ${table}`);
    await types.call('bizmeta.typeChange.undo', { id, accept: true });
    await vi.waitFor(
      async () => expect((await types.list('ticket'))[0]!.stateText).toContain('正在等没有人使用'),
      { timeout: 10_000, interval: 50 },
    );
    expect((await types.call('bizmeta.typeChange.cancel', { id })).msg).toBe('ok');
  }, office.server.demo.tenant.id);
  expect(await types.list('ticket')).toMatchObject([{ state: 'done', back: false }]);
  expect((await byName('ticket', '二'))['kind']).toBe('也许');
  expect((await plan()).lost).toBe(1);

  expect((await types.call('bizmeta.typeChange.undo', { id, accept: true })).msg).toBe('ok');
  await types.until('ticket', undefined);
  const values = await Promise.all(
    ['一', '二', '三'].map(async (name) => (await byName('ticket', name))['kind']),
  );
  expect(values).toEqual(['k0', null, 'k1']);

  // An object that is deleted for good takes along what was there for an undo.
  await types.call('bizmeta.describe.update', {
    describe: await types.changed('ticket', 'kind', { type: 'text' }),
    acceptLoss,
  });
  await types.until('ticket', 'done');
  const { id: object } = await office.describe('ticket');
  await types.call('bizmeta.describe.delete', { apiName: 'ticket' });
  expect((await types.call('bizmeta.bin.purge', { kind: 'object', id: object })).msg).toBe('ok');
  expect(await types.leftovers()).toBe(0);
});

it('a text that becomes a reference is one like any other, and a text again when that is undone', async () => {
  await office.made('brand', [f('name', '名称', 'text')]);
  await office.made('maker', [f('name', '名称', 'text')]);
  await office.made('item', [f('name', '名称', 'text'), f('brand', '品牌', 'text')]);
  const brand = await office.one('brand', { name: '甲' });
  const maker = await office.one('maker', { name: '乙' });
  await office.one('item', { name: '一', brand: '旧' });
  const acceptLoss = [(await types.field('item', 'brand')).id];
  const describe = await types.changed('item', 'brand', { type: 'lookup', refObject: 'brand' });
  expect((await types.call('bizmeta.describe.update', { describe, acceptLoss })).msg).toBe('ok');
  const { id } = await types.until('item', 'done');
  const column = `f_${await columnNo('item', 'brand')}`;
  const held = (): Promise<{ name: string }[]> =>
    types.owner(
      `select conname as name from pg_constraint where conname = $1 || '_fk' union all
        select relname from pg_class where relname = $1 || '_ref'`,
      [column],
    );
  expect(await held()).toHaveLength(2);
  const write = async (value: string | null) => {
    const { id: record, version } = await byName('item', '一');
    return (await office.edit('item', record as string, version as number, { brand: value })).msg;
  };
  expect(await write(brand)).toBe('ok');
  expect(await write(null)).toBe('ok');
  const moved = await types.changed('item', 'brand', { refObject: 'maker' });
  expect((await office.update(moved)).msg).toBe('ok');
  expect(await write(maker)).toBe('ok');

  expect((await types.call('bizmeta.typeChange.undo', { id, accept: true })).msg).toBe('ok');
  await types.until('item', undefined);
  expect((await byName('item', '一'))['brand']).toBeNull();
  expect(await held()).toEqual([]);
  expect(await types.leftovers()).toBe(0);

  // What the former values name can be deleted for good.
  await office.update(await types.changed('item', 'brand', { type: 'lookup', refObject: 'brand' }));
  expect(await write(brand)).toBe('ok');
  const asText = await types.changed('item', 'brand', { type: 'text' });
  expect((await types.call('bizmeta.describe.update', { describe: asText, acceptLoss })).msg).toBe(
    'ok',
  );
  await types.until('item', 'done');
  expect((await office.remove('brand', brand)).msg).toBe('ok');
  const bin = await types.call('bizmeta.recordBin.purge', { object: 'brand', ids: [brand] });
  expect(bin.msg).toBe('ok');
});

/** Adds records as fast as the database can. */
async function fillWith(object: string, name: string, value: string): Promise<void> {
  const [{ no, field, title }] = (await types.owner<{ no: number; field: number; title: number }>(
    `select o.no, f.no as field, t.no as title from bizmeta.object o
      join bizmeta.field f on f.object_id = o.id and f.api_name = $2
      join bizmeta.field t on t.object_id = o.id and t.api_name = 'name'
      where o.api_name = $1`,
    [object, name],
  )) as [{ no: number; field: number; title: number }];
  const schema = schemaOf(office.server.demo.tenant);
  await types.owner(
    `insert into ${schema}.o_${no} (id, version, created_at, created_by, updated_at, updated_by,
        owner_id, f_${title}, f_${field}) select gen_random_uuid(), 1, now(), '0', now(), '0', '0',
        'n' || n, ${value} from generate_series(1, ${MANY}) n`,
  );
  await types.owner(`analyze ${schema}.o_${no}`);
}

it('a large table is changed while people work: writes hold, a second change waits, and it can be given up', async () => {
  await office.made('stock', [f('name', '名称', 'text'), f('amount', '数量', 'text')]);
  await fillWith('stock', 'amount', 'n::text');
  const describe = await types.changed('stock', 'amount', { type: 'integer', unique: true });
  const { data: plan } = await types.call('bizmeta.describe.plan', { describe });
  expect(plan).toMatchObject({
    asks: true,
    lost: 0,
    changes: [
      { later: true, lock: 'none' },
      { later: true, lock: 'none' },
    ],
  });
  expect((await office.update({ ...describe, label: '库存' })).data.changing).toHaveLength(1);

  const under = await office.describe('stock');
  expect([under.label, under.fields[1]!.type]).toEqual(['库存', 'text']);
  expect(under.fields[1]!.changing).toBeTruthy();
  const again = await office.update(await types.changed('stock', 'amount', { type: 'decimal' }));
  expect(again.error.errors?.[0]).toMatchObject({
    reason: 'FIELD_CHANGING',
    path: '/describe/fields/1/type',
    msg: '字段“数量”正在后台更改类型，完成或取消之前不能再改它的设置',
  });
  const gone = await office.update(await types.changed('stock', 'amount', { removed: true }));
  expect(gone.error.reason).toBe('FIELD_CHANGING');
  expect((await office.update(await types.changed('stock', 'amount', { label: '件数' }))).msg).toBe(
    'ok',
  );

  // People write all the time, also what will not be a number.
  const ids: string[] = [];
  for (let i = 0; (await types.list('stock'))[0]?.state === 'running' && i < 400; i++)
    ids.push(
      await office.one('stock', { name: `期间${i}`, amount: i === 2 ? '两箱' : `9${i}0000` }),
    );
  const stopped = await types.until('stock', 'stopped');
  expect(stopped).toMatchObject({ lost: 1, label: '件数' });
  expect(stopped.error).toContain('有 1 条记录的值换不过去');
  const bad = await byName('stock', '期间2');
  await office.edit('stock', bad['id'] as string, 1, { amount: '200' });
  expect((await types.call('bizmeta.typeChange.resume', { id: stopped.id })).msg).toBe('ok');
  // 200 is there already, and no value may come twice.
  expect((await types.until('stock', 'stopped')).error).toContain('有记录的值重复');
  await office.edit('stock', bad['id'] as string, 2, { amount: '990000001' });
  await types.call('bizmeta.typeChange.resume', { id: stopped.id });
  await types.until('stock', 'done');

  const field = (await office.describe('stock')).fields[1]!;
  expect(field).toMatchObject({ type: 'integer', unique: true, label: '件数', apiName: 'amount' });
  expect((await byName('stock', '期间2'))['amount']).toBe(990000001);
  expect((await byName('stock', '期间3'))['amount']).toBe(930000);
  const sum = await office.list('stock', {
    size: 1,
    filter: { field: 'amount', op: 'lte', value: MANY },
  });
  expect(sum.total).toBeGreaterThan(0);
  const twice = await office.create('stock', [{ name: '又', amount: 200 }]);
  expect(twice.error.errors?.[0]?.reason).toBe('VALUE_TAKEN');
  const [{ same }] = (await types.owner<{ same: number }>(
    `select count(*) as same from ${schemaOf(office.server.demo.tenant)}.o_${await tableNo('stock')}
      where f_${await columnNo('stock', 'amount')} is null`,
  )) as [{ same: number }];
  expect(same).toBe(0);

  // An undo that would lose what was written since says so first, and is given up here.
  await office.update(await types.changed('stock', 'name', { label: '品名' }));
  expect((await types.call('bizmeta.typeChange.cancel', { id: stopped.id })).error.reason).toBe(
    'TYPE_CHANGE_STATE',
  );
  await sweepTypeChanges({ db: office.server.db, log: { warn: fail } as never, days: 0 });
  expect(await types.list('stock')).toEqual([]);
  expect(await types.leftovers()).toBe(0);
  expect((await types.call('bizmeta.typeChange.undo', { id: stopped.id })).error.reason).toBe(
    'TYPE_CHANGE_UNKNOWN',
  );

  // What is cancelled leaves the field as it was.
  await office.update(await types.changed('stock', 'amount', { type: 'text' }));
  const [running] = await types.list('stock');
  expect((await types.call('bizmeta.typeChange.cancel', { id: running!.id })).msg).toBe('ok');
  expect((await office.describe('stock')).fields[1]!.type).toBe('integer');
  expect(await types.leftovers()).toBe(0);
}, 90_000);

const fail = (context: object): never => {
  throw new Error(JSON.stringify(context));
};
const tableNo = async (object: string): Promise<number> =>
  (
    await types.owner<{ no: number }>('select no from bizmeta.object where api_name = $1', [object])
  )[0]!.no;
const columnNo = async (object: string, field: string): Promise<number> =>
  (
    await types.owner<{ no: number }>(
      `select f.no from bizmeta.field f join bizmeta.object o on o.id = f.object_id
        where o.api_name = $1 and f.api_name = $2`,
      [object, field],
    )
  )[0]!.no;
