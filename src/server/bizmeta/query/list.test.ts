import { describe, expect, it } from 'vitest';
import { openFilterServer, server, table, user } from '../testing/filter.ts';

openFilterServer();

describe('an order', () => {
  const sorted = async (field: string, dir: 'asc' | 'desc') =>
    (
      await server.call(
        'bizmeta.record.list',
        { object: 'zoo', sort: [{ field, dir }], size: 200 },
        user,
      )
    ).data.records;

  it.each([
    'xinteger0',
    'xdecimal0',
    'xdate0',
    'xdateTime0',
    'xboolean0',
    'xsingleSelect0',
    'xtext0',
    'createdAt',
    'id',
  ])('by %s puts empty values last both ways', async (field) => {
    for (const dir of ['asc', 'desc'] as const) {
      const values = (await sorted(field, dir)).map((record) => record[field]);
      const firstEmpty = values.indexOf(null);
      expect(firstEmpty === -1 || values.slice(firstEmpty).every((value) => value === null)).toBe(
        true,
      );
    }
  });

  it.each([
    ['xinteger0', 'asc'],
    ['xdateTime0', 'desc'],
    ['xtext0', 'desc'],
    ['xsingleSelect0', 'asc'],
    ['createdAt', 'desc'],
    ['xboolean0', 'desc'],
    ['id', 'asc'],
  ] as const)('is the same page by page with cursors: %s %s', async (field, dir) => {
    const ids: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await server.call(
        'bizmeta.record.list',
        { object: 'zoo', sort: [{ field, dir }], size: 7, cursor },
        user,
      );
      ids.push(...data.records.map((record) => record['id']));
      cursor = data.cursor ?? undefined;
    } while (cursor);
    expect(ids).toEqual((await sorted(field, dir)).map((record) => record['id']));
  });

  it('by several keys, by page numbers', async () => {
    const sort = [
      { field: 'xboolean0', dir: 'asc' as const },
      { field: 'xinteger0', dir: 'desc' as const },
    ];
    const all = (
      await server.call('bizmeta.record.list', { object: 'zoo', sort, size: 200 }, user)
    ).data.records.map((record) => record['id']);
    const pages = await Promise.all(
      [1, 2, 3].map(async (current) =>
        (
          await server.call('bizmeta.record.list', { object: 'zoo', sort, size: 50, current }, user)
        ).data.records.map((record) => record['id']),
      ),
    );
    expect(pages.flat()).toEqual(all);
  });

  it.each([
    ['nothing', '/sort/0/field'],
    ['xmultiSelect0', '/sort/0/field'],
    ['id desc; drop table x', '/sort/0/field'],
  ])('by what has none is refused: %s', async (field, path) => {
    const answer = await server.call(
      'bizmeta.record.list',
      { object: 'zoo', sort: [{ field, dir: 'asc' }] },
      user,
    );
    expect(answer).toMatchObject({
      code: 400,
      error: { errors: [{ path, reason: 'SORT_INVALID' }] },
    });
  });

  it('refuses a cursor of another order', async () => {
    const { data } = await server.call('bizmeta.record.list', { object: 'zoo', size: 5 }, user);
    const answer = await server.call(
      'bizmeta.record.list',
      { object: 'zoo', size: 5, cursor: data.cursor!, sort: [{ field: 'xtext0', dir: 'asc' }] },
      user,
    );
    expect(answer).toMatchObject({ code: 400, error: { errors: [{ path: '/cursor' }] } });
  });
});

describe('a list', () => {
  it('answers only the fields asked for, and the keys', async () => {
    const { data } = await server.call(
      'bizmeta.record.list',
      { object: 'zoo', fields: ['xtext0'], size: 1 },
      user,
    );
    expect(Object.keys(data.records[0]!).sort()).toEqual(['id', 'version', 'xtext0']);
    expect(
      (await server.call('bizmeta.record.list', { object: 'zoo', fields: ['nothing'] }, user)).error
        .errors,
    ).toMatchObject([{ path: '/fields/0', reason: 'UNKNOWN_FIELD' }]);
  });

  it('by default shows the newest first, using its index', async () => {
    const rows = await server.db.withOwner((tx) =>
      tx.query<{ indexdef: string }>(
        `select indexdef from pg_indexes where indexname = 'o_${table.no}_newest'`,
      ),
    );
    expect(rows[0]?.indexdef).toMatch(/\(created_at DESC, id DESC\) WHERE \(deleted_at IS NULL\)/);
  });

  it('made from a describe that another process has changed since is retried', async () => {
    const builder = await server.signIn('builder');
    await server.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: 'moving',
          label: '变',
          fields: [{ apiName: 'a', label: '甲', type: 'text' }],
        },
      },
      builder,
    );
    await server.call(
      'bizmeta.record.bulkCreate',
      { object: 'moving', records: [{ a: '7' }] },
      user,
    );
    const read = () =>
      server.call(
        'bizmeta.record.list',
        { object: 'moving', filter: { field: 'a', op: 'nempty' } },
        user,
      );
    await read();
    // Another process: its change is in the database, this server was not notified.
    const { updateObject } = await import('../meta/save.ts');
    await server.db.withTenant(server.demo, (tx) =>
      updateObject(tx, user.userid, {
        describe: {
          apiName: 'moving',
          label: '变',
          version: 1,
          fields: [
            { apiName: 'a', label: '甲', type: 'integer' },
            { apiName: 'b', label: '乙', type: 'text' },
          ],
        },
      }),
    );
    expect((await read()).data.records).toMatchObject([{ a: 7, b: null }]);
    await server.db.withTenant(server.demo, (tx) =>
      updateObject(tx, user.userid, {
        describe: {
          apiName: 'moving',
          label: '变',
          version: 2,
          fields: [{ apiName: 'c', label: '丙', type: 'date' }],
        },
      }),
    );
    expect(
      (
        await server.call(
          'bizmeta.record.list',
          { object: 'moving', filter: { field: 'c', op: 'empty' } },
          user,
        )
      ).data.total,
    ).toBe(1);
    await server.db.withTenant(server.demo, (tx) =>
      updateObject(tx, user.userid, {
        describe: {
          apiName: 'moving',
          label: '变',
          version: 3,
          fields: [{ apiName: 'd', label: '丁', type: 'text' }],
        },
      }),
    );
    expect(
      (
        await server.call(
          'bizmeta.record.bulkCreate',
          { object: 'moving', records: [{ d: '新' }] },
          user,
        )
      ).code,
    ).toBe(200);
  });
});
