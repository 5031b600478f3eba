import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomView, InputOf } from '../../../contract/index.ts';
import { Catalog } from '../meta/catalog.ts';
import {
  admin,
  builder,
  create,
  list,
  made,
  openViewsServer,
  options,
  places,
  server,
  titles,
  update,
  user,
  views,
} from '../testing/views.ts';

openViewsServer();

describe('a restricted view', () => {
  let view: CustomView;
  beforeAll(async () => {
    view = await made({
      name: '对外',
      scope: 'restricted',
      showFields: [{ field: 'title' }, { field: 'amount' }],
      dataFilter: { field: 'secret', op: 'gte', value: 2 },
      sort: [{ field: 'secret', dir: 'asc' }],
    });
  });
  it('reveals neither its filter nor its hidden fields to users who may not change it', async () => {
    const seen = (await views(user)).find(({ id }) => id === view.id)!;
    expect([seen.restricted, seen.dataFilter, seen.sort, seen.auth]).toEqual([true, null, [], {}]);
    expect(JSON.stringify(seen)).not.toContain('secret');
    expect((await views(builder)).find(({ id }) => id === view.id)).toMatchObject({
      restricted: false,
      dataFilter: { field: 'secret' },
    });
    const stale = await update({ ...view, version: 9 }, { name: 'x' }, user);
    expect(JSON.stringify(stale)).not.toContain('secret');
  });
  it('returns its records in its order, without hidden values anywhere, the cursor included', async () => {
    const { data } = await list({ viewId: view.id, size: 1 });
    expect(data.records.map((row) => [row['title'], Object.keys(row).sort().join()])).toEqual([
      ['c', 'amount,id,title,version'],
    ]);
    expect([data.total, data.cursor]).toEqual([2, null]);
    expect(
      (await list({ viewId: view.id, size: 1, sort: [{ field: 'amount', dir: 'asc' }] })).data
        .cursor,
    ).not.toBeNull();
  });
  it('reveals nothing of a hidden order to users who forge cursors, or reuse one from elsewhere', async () => {
    const { table } = await new Catalog(server.db).view(server.demo, 'deal');
    const signature = createHash('sha256')
      .update(`${table.no} ${table.columns.get('secret')!.sql}:false id:false`)
      .digest('hex')
      .slice(0, 12);
    const refused = { code: 400, error: { errors: [{ path: '/cursor', reason: 'SORT_INVALID' }] } };
    const markOf = (cursor: string) => cursor.slice(cursor.indexOf('.') + 1);
    const mark = (guess: number) =>
      Buffer.from(JSON.stringify([guess, '00000000-0000-0000-0000-000000000000'])).toString(
        'base64',
      );
    const own = (await list({ size: 1, sort: [{ field: 'secret', dir: 'asc' }] })).data.cursor!;
    const shown = (
      await list({ viewId: view.id, size: 1, sort: [{ field: 'amount', dir: 'asc' }] })
    ).data.cursor!;
    for (const guess of [0, 1.5, 2.5, 3.5])
      for (const head of [signature, own.split('.')[0]!, shown.split('.')[0]!, ''])
        expect(
          await list({ viewId: view.id, size: 1, cursor: `${head}.${mark(guess)}` }),
        ).toMatchObject(refused);
    for (const cursor of [own, shown, markOf(own), '.', '', `${own}.`])
      expect(await list({ viewId: view.id, size: 1, cursor }), cursor).toMatchObject(refused);
  });
  it('accepts only cursors it issued itself, for the order they were issued for', async () => {
    const sort = [{ field: 'amount', dir: 'asc' as const }];
    const other = await made({
      name: '另一个',
      scope: 'restricted',
      showFields: [{ field: 'amount' }],
    });
    const cursor = (await list({ viewId: view.id, size: 1, sort })).data.cursor!;
    expect(await titles({ viewId: view.id, size: 1, sort, cursor })).toEqual(['c']);
    const tampered = `${cursor.split('.')[0]!}.${Buffer.from('[5,"00000000-0000-0000-0000-000000000000"]').toString('base64')}`;
    const tries: Omit<InputOf<'bizmeta.record.list'>, 'object'>[] = [
      { viewId: view.id, sort, cursor: tampered },
      { viewId: view.id, sort: [{ field: 'amount', dir: 'desc' }], cursor },
      { viewId: other.id, sort, cursor },
      { sort, cursor },
    ];
    for (const more of tries)
      expect((await list({ size: 1, ...more })).error.errors, JSON.stringify(more)).toEqual([
        expect.objectContaining({ path: '/cursor' }),
      ]);
    // The same object of another company has the same numbers of tables and columns.
    const plain = (await list({ size: 1, sort })).data.cursor!;
    const { auth: stranger } = await server.newTenant('cursorless');
    await server.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: 'deal',
          label: '商机',
          fields: [
            { apiName: 'title', label: '标题', type: 'text' },
            { apiName: 'state', label: '状态', type: 'singleSelect', options },
            { apiName: 'amount', label: '金额', type: 'currency' },
          ],
        },
      },
      stranger,
    );
    expect(await list({ size: 1, sort, cursor: plain }, stranger)).toMatchObject({
      code: 400,
      error: { errors: [{ path: '/cursor' }] },
    });
  });
  it('does not allow users to filter, sort, group, sum, show or search by hidden fields', async () => {
    const tries: Omit<InputOf<'bizmeta.record.list'>, 'object' | 'viewId'>[] = [
      { filter: { field: 'secret', op: 'gt', value: 1 } },
      { filter: { field: 'amount', op: 'gt', value: 'secret', valueType: 'field' } },
      {
        filter: {
          op: 'or',
          items: [
            { field: 'title', op: 'eq', value: 'a' },
            { field: 'secret', op: 'empty' },
          ],
        },
      },
      { sort: [{ field: 'secret', dir: 'asc' }] },
      { groupBy: ['secret'] },
      { groupBy: ['title', 'secret'] },
      { summary: [{ field: 'secret', fn: 'sum' }] },
      { summary: [{ field: 'secret', fn: 'filled' }] },
      { fields: ['secret'] },
      { sort: [{ field: 'createdAt', dir: 'asc' }] },
      { where: { expression: 'secret > 1', values: [] } },
      { where: { expression: 'amount > 1 and state = "open"', values: [] } },
      { groupBy: ['secret'], within: [3] },
      { filter: { field: 'state', op: 'eq', value: 'open' } },
    ];
    for (const more of tries)
      expect(await list({ viewId: view.id, ...more }), JSON.stringify(more)).toMatchObject({
        code: 400,
      });
    const bare = await made({
      name: '无标题',
      scope: 'restricted',
      showFields: [{ field: 'amount' }],
    });
    expect((await list({ viewId: bare.id, search: 'a' })).error.errors).toEqual([
      expect.objectContaining({ path: '/search' }),
    ]);
    expect((await create({ name: '抄' }, user, view.id)).code).toBe(403);
  });
  it('limits what the view reveals, not who may read the records: the list by itself and a record are unchanged', async () => {
    const { data } = await list({ filter: { field: 'secret', op: 'gte', value: 2 } });
    expect(data.records.every((row) => 'secret' in row)).toBe(true);
    expect(
      (
        await server.call(
          'bizmeta.record.detail',
          { object: 'deal', id: String(data.records[0]!['id']) },
          user,
        )
      ).data.record,
    ).toHaveProperty('secret');
  });
  it('is no longer visible to users who leave its audience, in any call', async () => {
    const { id, version } = await made({
      name: '限人',
      scope: 'restricted',
      showFields: [{ field: 'title' }],
      auth: { userIds: [user.userid] },
    });
    expect((await list({ viewId: id })).code).toBe(200);
    expect((await update({ id, version }, { auth: { userIds: [admin.userid] } })).code).toBe(200);
    const answers = [
      await list({ viewId: id }),
      await server.call('bizmeta.customView.detail', { id }, user),
      await create({ name: '抄' }, user, id),
      await server.call(
        'bizmeta.filterView.create',
        {
          object: 'deal',
          viewId: id,
          name: '在它上面',
          filter: { field: 'title', op: 'eq', value: 'a' },
        },
        user,
      ),
    ];
    expect(answers.map((answer) => (answer.error as { reason: string }).reason)).toEqual(
      Array.from({ length: 4 }, () => 'VIEW_UNKNOWN'),
    );
  });
  it('cannot use hidden fields', async () => {
    expect(
      places(
        await create({
          name: 'x',
          scope: 'restricted',
          showFields: [{ field: 'title' }],
          groupBy: ['state'],
        }),
      ),
    ).toEqual(['/view/groupBy/0 VIEW_SETTING']);
  });
});
