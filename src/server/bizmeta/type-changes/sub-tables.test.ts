import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FieldInput, RecordValues, RowInput } from '../../../contract/index.ts';
import { schemaOf } from '../../kernel/index.ts';
import { f, TestClient } from '../testing/index.ts';
import { TypeChanges } from './changes.testing.ts';
import { sweepTypeChanges } from './sweep.ts';

/** More rows than a change rewrites at once, of records with a few each. */
const MANY = 60_000;
const ROWS_EACH = 10;
let office: TestClient;
let types: TypeChanges;

beforeAll(async () => {
  office = await TestClient.open();
  types = new TypeChanges(office);
});
afterAll(() => office?.close());

const lines = (...fields: RowInput[]): FieldInput => f('lines', '明细', 'subTable', { fields });
const made = (object: string, ...columns: RowInput[]): Promise<void> =>
  office.made(object, [f('name', '名称', 'text'), lines(...columns)]);
const byName = async (object: string, name: string): Promise<RecordValues> =>
  (await office.list(object, { filter: { field: 'name', op: 'eq', value: name } })).records[0]!;
const rowsOf = async (object: string, name: string): Promise<RecordValues[]> =>
  (await office.detail(object, (await byName(object, name))['id'] as string))[
    'lines'
  ] as RecordValues[];
const valuesOf = async (object: string, name: string, column: string): Promise<unknown[]> =>
  (await rowsOf(object, name)).map((row) => row[column]);
/** Rows of one record in the place of those it had. */
const write = async (object: string, name: string, rows: RecordValues[]): Promise<void> => {
  const { id, version } = await byName(object, name);
  const answer = await office.edit(object, id as string, version as number, { lines: rows });
  expect(answer.error?.errors ?? answer.msg).toBe('ok');
};

interface Place {
  readonly schema: string;
  readonly object: number;
  readonly rows: number;
  readonly field: number;
}
const placeOf = async (object: string, column: string): Promise<Place> => {
  const [found] = await types.owner<Omit<Place, 'schema'>>(
    `select o.no::integer as object, r.no::integer as rows, c.no::integer as field
      from bizmeta.object o join bizmeta.field s on s.object_id = o.id and s.api_name = 'lines'
      join bizmeta.object r on r.parent_field = s.id
      join bizmeta.field c on c.object_id = r.id and c.api_name = $2 where o.api_name = $1`,
    [object, column],
  );
  return { ...found!, schema: schemaOf(office.server.demo.tenant) };
};

/** Adds rows to records as fast as the database can. */
async function fill(object: string, column: string, value: string): Promise<void> {
  const { schema, object: no, rows, field } = await placeOf(object, column);
  const system = 'id, version, created_at, created_by, updated_at, updated_by';
  await types.owner(
    `insert into ${schema}.o_${no} (${system}, owner_id)
      select gen_random_uuid(), 1, now(), '0', now(), '0', '0'
      from generate_series(1, ${MANY / ROWS_EACH})`,
  );
  await types.owner(
    `insert into ${schema}.o_${rows} (${system}, parent_id, ord, f_${field})
      select gen_random_uuid(), 1, now(), '0', now(), '0', p.id, n, ${value}
      from ${schema}.o_${no} p, generate_series(1, ${ROWS_EACH}) n`,
  );
  await types.owner(`analyze ${schema}.o_${rows}`);
}

describe('the type of a column of a sub-table', () => {
  it('is changed with the plan first, the values it cannot hold are left out, and it is taken back', async () => {
    await made('purchase', f('qty', '数量', 'text'), f('note', '备注', 'text'));
    await office.one('purchase', {
      name: '一',
      lines: [{ qty: '5', note: '甲' }, { qty: '两箱' }],
    });
    await office.one('purchase', {
      name: '二',
      lines: [{ qty: '两箱' }, { qty: '7' }, { qty: '=1' }],
    });
    const { id: field } = await types.field('purchase', 'lines.qty');
    const input = await types.changed('purchase', 'lines.qty', { type: 'integer' });

    const { data: plan } = await types.call('bizmeta.describe.plan', { describe: input });
    expect(plan).toMatchObject({
      asks: true,
      lost: 3,
      accept: [field],
      text: '有 3 行的值换不过去。可以先改好这些值；也可以清空它们，原来的值保留 30 天，期间可以撤销',
      changes: [{ label: '明细 · 数量', unit: '行', later: true, lock: 'none' }],
    });
    const before = await types.file('bizmeta.describe.lostFile', { describe: input, field });
    const first = (await byName('purchase', '一'))['id'] as string;
    const second = (await byName('purchase', '二'))['id'] as string;
    expect(before.split('\r\n')[0]).toContain('明细 · 数量');
    expect(before).toContain(`'=1,1,${second}`);
    expect((await office.update(input)).error.errors).toMatchObject([
      { reason: 'TYPE_CHANGE_LOSES', path: '/describe/fields/1/fields/0/type' },
    ]);

    const update = { describe: input, acceptLoss: [field] };
    const saved = await types.call('bizmeta.describe.update', update);
    expect([saved.msg, saved.data.changing.length]).toEqual(['ok', 1]);
    const done = await types.until('purchase', 'done');
    expect(done).toMatchObject({
      label: '明细 · 数量',
      unit: '行',
      text: '单行文本改为整数',
      lost: 3,
    });
    expect(await types.field('purchase', 'lines.qty')).toMatchObject({ type: 'integer' });
    expect((await types.field('purchase', 'lines')).changing).toBeUndefined();
    expect(await rowsOf('purchase', '一')).toMatchObject([{ qty: 5, note: '甲' }, { qty: null }]);
    expect((await types.call('bizmeta.typeChange.lost', { id: done.id })).data.values).toEqual([
      { value: '两箱', records: 2 },
      { value: '=1', records: 1 },
    ]);
    const after = await types.file('bizmeta.typeChange.lostFile', { id: done.id });
    expect(after.split('\r\n')[0]).toContain('记录,第几行,明细 · 数量,记录编号');
    expect(after).toContain(`一,2,两箱,${first}`);
    expect(after).toContain(`二,3,'=1,${second}`);

    // Rows are changed, taken away and added since.
    const [one] = await rowsOf('purchase', '一');
    await write('purchase', '一', [{ ...one, qty: 50 }, { qty: 8 }]);
    const { data: undo } = await types.call('bizmeta.typeChange.undoPlan', { id: done.id });
    expect(undo).toMatchObject({ written: 2, lost: 0 });
    expect(undo.text).toContain('之后写过的 2 行换回原来的类型');
    // Someone reads the rows for long, as a backup does: the columns change places afterwards.
    const { schema, rows } = await placeOf('purchase', 'qty');
    await office.server.db.withOwner(async (tx) => {
      await tx.query(`select from ${schema}.o_${rows}`);
      expect((await types.call('bizmeta.typeChange.undo', { id: done.id })).msg).toBe('ok');
      await vi.waitFor(
        async () =>
          expect((await types.list('purchase'))[0]!.stateText).toContain('正在等没有人使用'),
        { timeout: 10_000, interval: 50 },
      );
      await write('purchase', '二', [...(await rowsOf('purchase', '二')).slice(0, 2), { qty: 3 }]);
    }, office.server.demo.tenant.id);
    await types.until('purchase', undefined);
    expect(await types.field('purchase', 'lines.qty')).toMatchObject({ type: 'text' });
    expect(await valuesOf('purchase', '一', 'qty')).toEqual(['50', '8']);
    expect(await valuesOf('purchase', '二', 'qty')).toEqual(['两箱', '7', '3']);
    expect(await types.leftovers()).toBe(0);
  });

  it('is not changed where the condition of a group would lose its meaning, which the change says', async () => {
    await made('grade', f('level', '等级', 'text'), f('note', '备注', 'text'));
    await office.one('grade', { name: '一', lines: [{ level: 'A' }] });
    const scope = { view: { condition: "exists(lines where level = 'A')" } };
    const group = {
      name: '看甲等',
      scopeType: 'object' as const,
      scopeId: 'grade',
      grants: { objects: { grade: { ops: ['view' as const], scope } } },
    };
    const { msg } = await types.call('bizmeta.authgroup.create', group);
    expect(msg).toBe('ok');
    const { id } = await types.field('grade', 'lines.level');
    const input = await types.changed('grade', 'lines.level', { type: 'integer' });
    await types.call('bizmeta.describe.update', { describe: input, acceptLoss: [id] });
    const stopped = await types.until('grade', 'stopped');
    expect(stopped.error).toContain('授权组“看甲等”的条件');
    expect(await valuesOf('grade', '一', 'level')).toEqual(['A']);
    for (const name of ['lines.level', 'lines']) {
      const gone = await office.update(await types.changed('grade', name, { removed: true }));
      expect(gone.error.errors?.[0]?.reason).toBe('FIELD_CHANGING');
    }
    expect((await types.call('bizmeta.typeChange.cancel', { id: stopped.id })).msg).toBe('ok');
    expect(await types.leftovers()).toBe(0);
  });

  it('is followed by sums, rules and formulas that can go on with it, and refused where one cannot', async () => {
    await made('sheet', f('qty', '数量', 'integer'), f('price', '单价', 'integer'));
    const describe = await office.describe('sheet');
    const total = f('total', '合计', 'formula', { formula: 'sum(lines.qty)' });
    expect((await office.update({ ...describe, fields: [...describe.fields, total] })).msg).toBe(
      'ok',
    );
    await office.one('sheet', { name: '一', lines: [{ qty: 2, price: 3 }, { qty: 4 }] });
    const { id } = await types.field('sheet', 'lines.qty');
    const acceptLoss = [id];
    const asText = await types.changed('sheet', 'lines.qty', { type: 'text', maxLength: 20 });
    const refused = await types.call('bizmeta.describe.update', { describe: asText, acceptLoss });
    expect(refused.error.errors).toMatchObject([
      { path: '/describe/fields/2/formula', msg: '公式有误：求和与平均值只用于数字，这里是文本' },
    ]);
    const asDecimal = await types.changed('sheet', 'lines.qty', {
      type: 'decimal',
      precision: 10,
      scale: 2,
    });
    await types.call('bizmeta.describe.update', { describe: asDecimal, acceptLoss });
    await types.until('sheet', 'done');
    await write('sheet', '一', [{ qty: 2.5 }, { qty: 4 }]);
    expect((await byName('sheet', '一'))['total']).toBe(6.5);
    await forget();
  });

  it('goes with what is deleted for good', async () => {
    await made('parcel', f('size', '尺寸', 'text'));
    await office.one('parcel', { name: '一', lines: [{ size: '大' }] });
    const { id } = await types.field('parcel', 'lines.size');
    const input = await types.changed('parcel', 'lines.size', { type: 'integer' });
    await types.call('bizmeta.describe.update', { describe: input, acceptLoss: [id] });
    await types.until('parcel', 'done');
    // Clearing the removed sub-table for good takes what was there for an undo along.
    await office.update(await types.changed('parcel', 'lines', { removed: true }));
    expect(await types.list('parcel')).toEqual([]);
    const removed = await types.call('bizmeta.describe.removedFields', { apiName: 'parcel' });
    const purged = await types.call('bizmeta.describe.purgeFields', {
      apiName: 'parcel',
      ids: removed.data.ids,
    });
    expect(purged.msg).toBe('ok');
    expect(await types.leftovers()).toBe(0);

    await made('crate', f('size', '尺寸', 'text'));
    await office.one('crate', { name: '一', lines: [{ size: '大' }] });
    const column = (await types.field('crate', 'lines.size')).id;
    const describe = await types.changed('crate', 'lines.size', { type: 'integer' });
    await types.call('bizmeta.describe.update', { describe, acceptLoss: [column] });
    await types.until('crate', 'done');
    const { id: object } = await office.describe('crate');
    await types.call('bizmeta.describe.delete', { apiName: 'crate' });
    expect((await types.call('bizmeta.bin.purge', { kind: 'object', id: object })).msg).toBe('ok');
    expect(await types.leftovers()).toBe(0);
  });
});

it('a large sub-table is changed while people write its rows, and nothing they wrote is lost', async () => {
  await made('stock', f('amount', '数量', 'text'), f('memo', '备注', 'text'));
  await fill('stock', 'amount', 'n::text');
  const input = await types.changed('stock', 'lines.amount', { type: 'integer' });
  const { data: plan } = await types.call('bizmeta.describe.plan', { describe: input });
  expect(plan).toMatchObject({
    asks: true,
    lost: 0,
    text: '记录较多，类型在后台分批更改，期间可以照常使用；完成后 30 天内可以撤销',
    changes: [{ label: '明细 · 数量', unit: '行', later: true, lock: 'none' }],
  });
  expect((await office.update({ ...input, label: '库存' })).data.changing).toHaveLength(1);
  const under = await office.describe('stock');
  expect([under.label, under.fields[1]!.fields![0]!.type]).toEqual(['库存', 'text']);
  expect(under.fields[1]!.changing).toBe(under.fields[1]!.fields![0]!.changing);
  const again = await office.update(await types.changed('stock', 'lines.amount', { type: 'date' }));
  expect(again.error.errors?.[0]).toMatchObject({
    reason: 'FIELD_CHANGING',
    path: '/describe/fields/1/fields/0/type',
  });
  const gone = await office.update(await types.changed('stock', 'lines', { removed: true }));
  expect(gone.error.errors?.[0]?.msg).toContain('明细 · 数量');
  const label = { label: '件数' };
  expect((await office.update(await types.changed('stock', 'lines.amount', label))).msg).toBe('ok');

  // People make, change and take away rows all the time, also with what will not be a number.
  const written = new Map<string, string[]>();
  for (let i = 0; (await types.list('stock'))[0]?.state === 'running' && i < 300; i++) {
    const name = `期间${i}`;
    const amounts = [i === 2 ? '两箱' : `9${i}`, `9${i}1`, `9${i}2`];
    await office.one('stock', { name, lines: amounts.map((amount) => ({ amount })) });
    const [, second, third] = await rowsOf('stock', name);
    if (i !== 2) {
      await write('stock', name, [{ ...third, amount: '77' }, { ...second }, { amount: '78' }]);
      written.set(name, ['77', `9${i}1`, '78']);
    }
  }
  expect(written.size).toBeGreaterThan(3);
  const stopped = await types.until('stock', 'stopped');
  expect(stopped).toMatchObject({ lost: 1, label: '明细 · 件数' });
  expect(stopped.error).toBe('有 1 行的值换不过去：改好它们再继续，或清空它们');
  const bad = await rowsOf('stock', '期间2');
  await write('stock', '期间2', [{ ...bad[0], amount: '200' }, ...bad.slice(1)]);
  expect((await types.call('bizmeta.typeChange.resume', { id: stopped.id })).msg).toBe('ok');
  await types.until('stock', 'done');

  expect(await types.field('stock', 'lines.amount')).toMatchObject({
    type: 'integer',
    label: '件数',
  });
  for (const [name, amounts] of written)
    expect([name, await valuesOf('stock', name, 'amount')]).toEqual([name, amounts.map(Number)]);
  expect(await valuesOf('stock', '期间2', 'amount')).toEqual([200, 921, 922]);
  const { schema, rows, field } = await placeOf('stock', 'amount');
  const [{ empty }] = (await types.owner<{ empty: number }>(
    `select count(*)::integer as empty from ${schema}.o_${rows} where f_${field} is null`,
  )) as [{ empty: number }];
  expect(empty).toBe(0);

  await forget();
  expect(await types.list('stock')).toEqual([]);
  expect(await types.leftovers()).toBe(0);
}, 90_000);

const fail = (context: object): never => {
  throw new Error(JSON.stringify(context));
};
/** As if thirty days had passed. */
const forget = (): Promise<number> =>
  sweepTypeChanges({ db: office.server.db, log: { warn: fail } as never, days: 0 });
