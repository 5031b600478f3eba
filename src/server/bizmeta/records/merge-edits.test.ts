import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EditConflicts, ObjectGrant, RecordValues } from '../../../contract/index.ts';
import type { Auth } from '../../testing.ts';
import {
  builder,
  define,
  detail,
  f,
  one,
  openRecordsServer,
  places,
  remove,
  restore,
  server,
  user,
} from '../testing/records.ts';

openRecordsServer();

const save = (record: RecordValues, as: Auth = user, object = 'deal', more: object = {}) =>
  server.call('bizmeta.record.bulkEdit', { object, records: [record], ...more }, as);
const read = async (id: string, object = 'deal') => (await detail(object, id)).data.record;
const conflicts = (answer: { error: { current?: unknown } }) =>
  (answer.error.current as EditConflicts).conflicts;

describe('two people who edit one record', () => {
  it('both succeed with different fields; the second is answered what it was merged with', async () => {
    const id = await one('deal', { title: '甲', count: 1, price: 2.5 });
    await save({ id, version: 1, count: 7, mail: 'a@b.cn' }, builder);
    await save({ id, version: 2, note: '又' }, builder);
    const { data, code } = await save({ id, version: 1, price: 8 }, user, 'deal', { read: true });
    expect([code, data.records]).toEqual([200, [{ id, version: 4 }]]);
    expect(data.read![0]).toMatchObject({ count: 7, price: 8, note: '又', mail: 'a@b.cn' });
    const by = builder.userid;
    expect(data.merged).toEqual([
      {
        id,
        fields: ['count', 'mail', 'note'].map((field) => ({ field, by, at: expect.any(String) })),
      },
    ]);
    expect(data.labels!['user']![by]).toEqual(expect.any(String));
    expect((await save({ id, version: 4, count: 8 })).data).toEqual({
      records: [{ id, version: 5 }],
    });
  });

  it('a client that sends the whole record writes only what it changed', async () => {
    const id = await one('deal', {
      title: '甲',
      count: 1,
      at: '2026-01-02T03:04:05Z',
      tags: ['p'],
    });
    const {
      updatedAt: _1,
      updatedBy: _2,
      createdAt: _3,
      createdBy: _4,
      ownerDept: _5,
      flowStatus: _6,
      ...whole
    } = await read(id);
    await save({ id, version: 1, count: 9, at: '2026-02-02T03:04:05Z', tags: ['q'] }, builder);
    const answer = await save({ ...whole, title: '乙', price: '3.10' });
    expect(answer.error?.errors ?? answer.msg).toBe('ok');
    expect(await read(id)).toMatchObject({ title: '乙', price: 3.1, count: 9, tags: ['q'] });
    // The same value written by both, in another spelling, is no conflict and no version.
    expect((await save({ id, version: 1, at: '2026-02-02T11:04:05+08:00' })).data.records).toEqual([
      { id, version: 3 },
    ]);
  });

  it('the same field is a conflict with both values, and nothing of the batch is written', async () => {
    const [id, other] = [
      await one('deal', { title: '甲', count: 1 }),
      await one('deal', { title: '乙' }),
    ];
    await save({ id, version: 1, count: 2 }, builder);
    const answer = await server.call(
      'bizmeta.record.bulkEdit',
      {
        object: 'deal',
        records: [
          { id: other, version: 1, title: '丙' },
          { id, version: 1, count: 3, note: '我' },
        ],
      },
      user,
    );
    expect([answer.code, answer.error.reason, places(answer)]).toEqual([
      409,
      'EDIT_CONFLICT',
      ['/records/1/count EDIT_CONFLICT'],
    ]);
    expect(answer.error.current).toMatchObject({
      conflicts: [
        {
          path: '/records/1/count',
          id,
          field: 'count',
          base: 1,
          mine: 3,
          theirs: 2,
          by: builder.userid,
        },
      ],
      records: [{ id, version: 2, count: 2 }],
    });
    expect(await read(other)).toMatchObject({ version: 1, title: '乙' });
    // Chosen, it is an edit of the version that is there now.
    expect((await save({ id, version: 2, count: 3, note: '我' })).code).toBe(200);
  });

  it('rules and formulas see the merged record; a version that never was is refused', async () => {
    await define('stock', [
      f('low', '下限', 'integer'),
      f('high', '上限', 'integer', {
        rules: [{ when: 'high >= low', message: '上限不能低于下限' }],
      }),
      f('room', '余量', 'formula', { formula: 'high - low' }),
    ]);
    const id = await one('stock', { low: 1, high: 5 });
    await save({ id, version: 1, low: 4 }, builder, 'stock');
    const refused = await save({ id, version: 1, high: 3 }, user, 'stock');
    expect([refused.code, places(refused)]).toEqual([400, ['/records/0/high RULE_BROKEN']]);
    await save({ id, version: 1, high: 10 }, user, 'stock');
    expect(await read(id, 'stock')).toMatchObject({ low: 4, high: 10, room: 6 });
    expect((await save({ id, version: 9, high: 11 }, user, 'stock')).error.reason).toBe(
      'STALE_VERSION',
    );
    // Deleted and taken back in between changes no field.
    await remove('stock', [id]);
    expect((await save({ id, version: 3, high: 12 }, user, 'stock')).error.reason).toBe(
      'RECORD_UNKNOWN',
    );
    await restore('stock', [id]);
    expect((await save({ id, version: 3, high: 12 }, user, 'stock')).code).toBe(200);
  });
});

describe('rows of a sub-table are merged one by one', () => {
  const edit = (id: string, version: number, lines: unknown, as: Auth) =>
    save({ id, version, lines }, as, 'sale');
  it('rows, columns, removals and order', async () => {
    await define('sale', [
      f('name', '名称', 'text'),
      f('lines', '明细', 'subTable', {
        fields: [
          f('item', '品名', 'text', { required: true }),
          f('qty', '数量', 'integer'),
          f('twice', '双倍', 'formula', { formula: 'qty * 2' }),
        ],
      }),
    ]);
    const id = await one('sale', { lines: ['a', 'b', 'c'].map((item) => ({ item, qty: 1 })) });
    const lines = async () => (await read(id, 'sale'))['lines'] as RecordValues[];
    const [a, b, c] = (await lines()).map(({ twice: _twice, ...row }) => row) as [
      RecordValues,
      RecordValues,
      RecordValues,
    ];
    const texts = async () =>
      (await lines()).map(({ item, qty }) => `${String(item)}${String(qty)}`);
    // One changes a column and adds a row; the other changes another column, moves and adds.
    await edit(id, 1, [{ ...a, qty: 5 }, b, c, { item: 'd', qty: 1 }], builder);
    const answer = await edit(id, 1, [c, { ...a, item: 'A' }, { item: 'e', qty: 2 }, b], user);
    expect(answer.msg).toBe('ok');
    expect(await texts()).toEqual(['c1', 'd1', 'A5', 'e2', 'b1']);
    // What one removed stays removed where the other did not touch it.
    await edit(
      id,
      3,
      (await lines())
        .filter((row) => row['id'] !== b['id'])
        .map(({ twice: _twice, ...row }) => row),
      builder,
    );
    expect(
      (await edit(id, 3, [c, { ...a, item: 'A', qty: 6 }, b], user)).error.reason,
    ).toBeUndefined();
    expect(await texts()).toEqual(['c1', 'A6']);
    // A removed row the other changed is a conflict, from either side; so is one cell.
    const gone = await edit(id, 1, [{ ...a, qty: 6, item: 'A' }, { ...b, qty: 9 }, c], user);
    expect(conflicts(gone)).toMatchObject([
      { path: '/records/0/lines/1', row: b['id'], mine: { qty: 9 }, theirs: null },
    ]);
    const mine = await edit(id, 1, [b, c], user);
    expect(conflicts(mine)).toMatchObject([
      { path: '/records/0/lines', row: a['id'], mine: null, theirs: { qty: 6 } },
    ]);
    const cell = await edit(id, 1, [c, { ...a, qty: 7 }], user);
    expect(conflicts(cell)).toMatchObject([
      { path: '/records/0/lines/1/qty', column: 'qty', row: a['id'], base: 1, mine: 7, theirs: 6 },
    ]);
    // What is wrong with a merged row is shown where it was given.
    const wrong = await edit(
      id,
      3,
      [c, b, { item: 'f', qty: 1.5 }, { ...a, item: 'A', qty: 5 }],
      user,
    );
    expect(places(wrong)).toEqual(['/records/0/lines/2/qty VALUE_TYPE']);
  });
});

describe('who may not see', () => {
  it('gets no conflict of hidden fields, no base without the change log, and no way to guess', async () => {
    const seller = await server.signIn('user');
    await define('pay', [
      f('name', '名称', 'text'),
      f('sum', '金额', 'integer'),
      f('secret', '密', 'text'),
      f('rank', '级', 'text'),
    ]);
    const grant: ObjectGrant = { ops: ['view', 'edit'], fields: { secret: 'none', rank: 'read' } };
    await server.call(
      'bizmeta.authgroup.create',
      {
        scopeType: 'object',
        scopeId: 'pay',
        name: '看',
        members: { userIds: [seller.userid] },
        grants: { objects: { pay: grant } },
      },
      builder,
    );
    const created = await server.call(
      'bizmeta.record.bulkCreate',
      { object: 'pay', records: [{ name: '甲', sum: 1, secret: '一', rank: '低' }] },
      builder,
    );
    const id = created.data.ids[0]!;
    const closed = await server.call(
      'bizmeta.authgroup.config',
      { objectApiName: 'pay', defaultAccess: 'none' },
      builder,
    );
    expect(closed.msg).toBe('ok');
    await save({ id, version: 1, secret: '二', rank: '高', sum: 2 }, builder, 'pay');
    const guess = (record: RecordValues) => save({ id, version: 1, ...record }, seller, 'pay');
    for (const secret of ['一', '二', '三'])
      expect(places(await guess({ secret }))).toEqual(['/records/0/secret UNKNOWN_FIELD']);
    expect(places(await guess({ rank: '中' }))).toEqual(['/records/0/rank FIELD_FORBIDDEN']);
    const refused = await guess({ sum: 3, rank: '低' });
    const [only, ...more] = conflicts(refused);
    expect([only, more]).toMatchObject([{ field: 'sum', mine: 3, theirs: 2 }, []]);
    expect([Object.hasOwn(only!, 'base'), JSON.stringify(refused).includes('二')]).toEqual([
      false,
      false,
    ]);
    const merged = await guess({ name: '乙', rank: '低' });
    expect(merged.data.merged).toMatchObject([
      { id, fields: [{ field: null, by: builder.userid }] },
    ]);
  });

  it('is another company', async () => {
    const id = await one('deal', { title: '我们的', count: 1 });
    await save({ id, version: 1, count: 2 });
    const stranger = (await server.newTenant('merge-neighbour')).auth;
    await define('deal', [f('count', '数量', 'integer')], stranger);
    expect((await save({ id, version: 1, count: 3 }, stranger)).error.reason).toBe(
      'RECORD_UNKNOWN',
    );
  });
});

describe('at once', () => {
  const FIELDS = {
    title: '新',
    count: 5,
    price: 6,
    note: '记',
    mail: 'x@y.cn',
    day: '2026-05-06',
    done: true,
    tel: '13800000000',
  };

  it('writers of different fields all succeed; of two on one field exactly one does', async () => {
    const id = await one('deal', { title: '旧', count: 1 });
    const answers = await Promise.all(
      Object.entries(FIELDS).map(([name, value]) => save({ id, version: 1, [name]: value })),
    );
    expect(answers.map(({ code }) => code)).toEqual(Object.keys(FIELDS).map(() => 200));
    expect(await read(id)).toMatchObject({ ...FIELDS, version: 9 });
    const both = await Promise.all([31, 32].map((count) => save({ id, version: 9, count })));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  });

  it('edits of different fields give the same record in either order', async () => {
    const values = Object.entries(FIELDS);
    const split = fc.array(fc.integer({ min: 0, max: 2 }), {
      minLength: values.length,
      maxLength: values.length,
    });
    await fc.assert(
      fc.asyncProperty(split, async (whose) => {
        const side = (n: number) => Object.fromEntries(values.filter((_, i) => whose[i] === n));
        const results = await Promise.all(
          [
            [0, 1],
            [1, 0],
          ].map(async (order) => {
            const id = await one('deal', { title: '旧', count: 1 });
            for (const n of order)
              expect((await save({ id, version: 1, ...side(n) })).code).toBe(200);
            const { id: _id, createdAt: _c, updatedAt: _u, ...record } = await read(id);
            return record;
          }),
        );
        expect(results[0]).toEqual(results[1]);
      }),
      { numRuns: 8 },
    );
  });
});
