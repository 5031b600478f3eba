import { describe, expect, it } from 'vitest';
import type { ViewInput } from '../../../contract/index.ts';
import {
  admin,
  builder,
  create,
  list,
  made,
  openViewsServer,
  places,
  server,
  titles,
  update,
  user,
  views,
} from '../testing/views.ts';

openViewsServer();

describe('a view', () => {
  it('stores what it shows, and lists follow it: its filter is added, its order, fields and grouping are defaults', async () => {
    const view = await made({
      name: '进行中',
      scope: 'shared',
      dataFilter: { field: 'state', op: 'eq', value: 'open' },
      sort: [{ field: 'amount', dir: 'desc' }],
      showFields: [
        { field: 'title', width: 200, frozen: true },
        { field: 'amount', agg: 'sum' },
      ],
      groupBy: ['state'],
      rowHeight: 'tall',
      pageSize: 50,
    });
    expect(view).toMatchObject({
      name: '进行中',
      scope: 'shared',
      kind: 'grid',
      version: 1,
      rowHeight: 'tall',
      pageSize: 50,
      canEdit: true,
      restricted: false,
      broken: false,
    });
    expect(await titles({ viewId: view.id })).toEqual(['b', 'a']);
    const { data } = await list({ viewId: view.id });
    expect([
      Object.keys(data.records[0]!).sort(),
      data.size,
      data.groups?.map(({ values, count }) => [...values, count]),
    ]).toEqual([['amount', 'id', 'title', 'version'], 50, [['open', 2]]]);
    expect(
      await titles({ viewId: view.id, filter: { field: 'amount', op: 'gt', value: 10 }, sort: [] }),
    ).toEqual(['b']);
    expect(await titles({ viewId: view.id, sort: [{ field: 'title', dir: 'asc' }] })).toEqual([
      'a',
      'b',
    ]);
  });
  it('still means the same fields after they were renamed, and leaves out those that were removed', async () => {
    await server.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: 'note',
          label: '便签',
          fields: [
            { apiName: 'name', label: '名', type: 'text' },
            { apiName: 'kind', label: '类', type: 'text' },
            { apiName: 'old', label: '旧', type: 'text' },
          ],
        },
      },
      builder,
    );
    await server.call(
      'bizmeta.record.bulkCreate',
      {
        object: 'note',
        records: [
          { name: 'x', kind: 'k' },
          { name: 'y', kind: 'z' },
        ],
      },
      builder,
    );
    const view = (
      await server.call(
        'bizmeta.customView.create',
        {
          object: 'note',
          view: {
            name: '类',
            scope: 'shared',
            dataFilter: { field: 'kind', op: 'eq', value: 'k' },
            showFields: [{ field: 'name' }, { field: 'old' }],
            sort: [{ field: 'old', dir: 'asc' }],
          },
        },
        builder,
      )
    ).data;
    const describeNow = async () =>
      (await server.call('bizmeta.describe.detail', { apiName: 'note' }, builder)).data;
    const [, kind, old] = (await describeNow()).fields;
    await server.call(
      'bizmeta.describe.update',
      {
        describe: {
          apiName: 'note',
          label: '便签',
          version: 1,
          fields: [
            { id: kind!.id, apiName: 'sort', label: '类', type: 'text' },
            { id: old!.id, label: '旧', type: 'text', removed: true },
          ],
        },
      },
      builder,
    );
    const found = (await server.call('bizmeta.customView.detail', { id: view.id }, user)).data;
    expect([found.dataFilter, found.showFields, found.sort, found.broken]).toEqual([
      { field: 'sort', op: 'eq', value: 'k' },
      [{ field: 'name' }],
      [],
      false,
    ]);
    expect(
      (
        await server.call('bizmeta.record.list', { object: 'note', viewId: view.id }, user)
      ).data.records.map((row) => row['name']),
    ).toEqual(['x']);
    await server.call(
      'bizmeta.describe.update',
      {
        describe: {
          apiName: 'note',
          label: '便签',
          version: 2,
          fields: [{ id: kind!.id, label: '类', type: 'text', removed: true }],
        },
      },
      builder,
    );
    expect(
      (await server.call('bizmeta.customView.detail', { id: view.id }, user)).data.broken,
    ).toBe(true);
    expect(
      await server.call('bizmeta.record.list', { object: 'note', viewId: view.id }, user),
    ).toMatchObject({ code: 400, error: { reason: 'VIEW_BROKEN' } });
    const renamed = { id: view.id, version: view.version, name: '换了名' };
    expect((await server.call('bizmeta.customView.updateName', renamed, builder)).msg).toBe('ok');
    const copying = { object: 'note', view: { name: '副本' }, copyOf: view.id };
    const copy = (await server.call('bizmeta.customView.create', copying, builder)).data;
    for (const viewId of [view.id, copy.id])
      expect(
        await server.call('bizmeta.record.list', { object: 'note', viewId }, builder),
        'without its condition it would be the whole list',
      ).toMatchObject({ code: 400, error: { reason: 'VIEW_BROKEN' } });
    const { version, label } = await describeNow();
    const back = [{ id: kind!.id, apiName: 'sort', label: '类', type: 'text' as const }];
    const describe = { apiName: 'note', label, version, fields: back };
    expect((await server.call('bizmeta.describe.update', { describe }, builder)).msg).toBe('ok');
    const list = { object: 'note', viewId: view.id };
    const { data } = await server.call('bizmeta.record.list', list, user);
    expect(data.records.map((row) => row['name'])).toEqual(['x']);
  });
  it('is refused, with every place, when its fields do not exist or do not fit', async () => {
    const wrong = await create({
      name: ' ',
      kind: 'kanban',
      scope: 'shared',
      showFields: [
        { field: 'title' },
        { field: 'title' },
        { field: 'zip' },
        { field: 'state', agg: 'sum' },
      ],
      dataFilter: { field: 'amount', op: 'contains', value: 'x' },
      sort: [{ field: 'nothing', dir: 'asc' }],
      groupBy: ['gone'],
      kindConfig: { groupField: 'amount', x: 1 },
    });
    expect(places(wrong)?.sort()).toEqual([
      '/view/dataFilter/op FILTER_INVALID',
      '/view/groupBy/0 SORT_INVALID',
      '/view/kindConfig/groupField VIEW_SETTING',
      '/view/kindConfig/x VIEW_SETTING',
      '/view/name NAME_EMPTY',
      '/view/showFields/1/field VIEW_SETTING',
      '/view/showFields/2/field VIEW_SETTING',
      '/view/showFields/3/agg VIEW_SETTING',
      '/view/sort/0/field SORT_INVALID',
    ]);
    expect(places(await create({ name: '看板', kind: 'kanban' }))).toEqual([
      '/view/kindConfig/groupField VIEW_SETTING',
    ]);
    expect(
      (
        await create({
          name: '层级',
          kind: 'hierarchy',
          kindConfig: { parentField: 'parent', levelFields: ['amount'] },
        })
      ).code,
    ).toBe(200);
    expect(
      (await create({ name: '日历', kind: 'calendar', kindConfig: { startField: 'day' } })).code,
    ).toBe(200);
    expect(
      (
        await create({
          name: '甘特',
          kind: 'gantt',
          kindConfig: { startField: 'day', endField: 'createdAt', scale: 'month' },
        })
      ).code,
    ).toBe(200);
    expect(
      places(
        await create({
          name: '甘特',
          kind: 'gantt',
          kindConfig: { startField: 'day', endField: 'day', scale: 'decade' },
        }),
      ),
    ).toEqual(['/view/kindConfig/scale VIEW_SETTING']);
  });
});

describe('two people who save one view', () => {
  it('at the same time: one of them gets 409 with the current view, and nothing is lost', async () => {
    const view = await made({ name: '并发', scope: 'shared' });
    const answers = await Promise.all([
      update(view, { name: '甲' }, builder),
      update(view, { groupBy: ['state'] }, admin),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const winner = answers.find(({ code }) => code === 200)!;
    const loser = answers.find(({ code }) => code === 409)!;
    expect(loser.error).toMatchObject({
      reason: 'STALE_VERSION',
      current: { id: view.id, version: 2, name: winner.data.name, groupBy: winner.data.groupBy },
    });
    const again = await update(
      { id: view.id, version: 2 },
      winner.data.name === '甲' ? { groupBy: ['state'] } : { name: '甲' },
    );
    expect(again.data).toMatchObject({ name: '甲', groupBy: ['state'], version: 3 });
  });
});

describe('the owner of a view', () => {
  it('a personal one is its owner’s alone', async () => {
    const own = await made({ name: '我的' }, user);
    expect([own.scope, own.canEdit]).toEqual(['personal', true]);
    expect((await views(builder)).some(({ id }) => id === own.id)).toBe(false);
    expect(await update(own, { name: 'x' }, admin)).toMatchObject({
      code: 404,
      error: { reason: 'VIEW_UNKNOWN' },
    });
    expect((await list({ viewId: own.id }, admin)).error.reason).toBe('VIEW_UNKNOWN');
    expect((await update(own, { name: '改' }, user)).data.name).toBe('改');
    expect((await update({ ...own, version: 2 }, { scope: 'shared' }, user)).code).toBe(403);
  });
  it('no call reaches another’s personal view, nor its group', async () => {
    const group = (
      await server.call('bizmeta.customView.saveGroup', { object: 'deal', name: '私下' }, builder)
    ).data;
    const own = await made(
      { name: '私', dataFilter: { field: 'secret', op: 'gt', value: 1 }, groupId: group.id },
      builder,
    );
    const tries = [
      await server.call('bizmeta.customView.detail', { id: own.id }, user),
      await list({ viewId: own.id }),
      await create({ name: '抄' }, user, own.id),
      await update(own, { name: 'x' }, user),
      await server.call(
        'bizmeta.customView.updateDataFilter',
        { id: own.id, version: 1, dataFilter: null },
        user,
      ),
      await server.call('bizmeta.customView.delete', { id: own.id }, user),
      await server.call(
        'bizmeta.filterView.create',
        {
          object: 'deal',
          viewId: own.id,
          name: '在它上面',
          filter: { field: 'title', op: 'eq', value: 'a' },
        },
        user,
      ),
    ];
    expect(tries.map((answer) => (answer.error as { reason: string }).reason)).toEqual(
      tries.map(() => 'VIEW_UNKNOWN'),
    );
    const seen = (await server.call('bizmeta.customView.list', { object: 'deal' }, user)).data;
    expect(
      seen.views.some(({ id }) => id === own.id) || seen.groups.some(({ id }) => id === group.id),
    ).toBe(false);
    const before = (await server.call('bizmeta.customView.detail', { id: own.id }, builder)).data;
    await server.call('bizmeta.customView.sort', { object: 'deal', ids: [own.id] }, user);
    expect((await server.call('bizmeta.customView.detail', { id: own.id }, builder)).data).toEqual(
      before,
    );
    expect(
      (
        await server.call(
          'bizmeta.customView.saveGroup',
          { object: 'deal', id: group.id, name: 'x' },
          user,
        )
      ).code,
    ).toBe(403);
  });
  it('a shared one is seen by all and changed by builders', async () => {
    const view = await made({ name: '大家的', scope: 'shared' });
    expect((await views(user)).find(({ id }) => id === view.id)).toMatchObject({ canEdit: false });
    expect((await update(view, { name: 'x' }, user)).code).toBe(403);
    expect((await server.call('bizmeta.customView.delete', { id: view.id }, user)).code).toBe(403);
    expect((await create({ name: 'x', scope: 'shared' }, user)).code).toBe(403);
  });
  it('one with an audience is visible to those people, roles and departments only', async () => {
    const [ownDept] = (
      await server.db.readTenant<{ dept_id: string }>(
        server.demo,
        'SELECT dept_id FROM upm.user_dept WHERE user_id = $1',
        [user.userid],
      )
    ).map((row) => row.dept_id);
    const [top] = (
      await server.db.readTenant<{ id: string }>(
        server.demo,
        `WITH RECURSIVE up AS (SELECT id, parent_id FROM upm.dept WHERE id = $1 UNION
          SELECT d.id, d.parent_id FROM upm.dept d JOIN up ON d.id = up.parent_id) SELECT id FROM up
          WHERE parent_id IS NULL`,
        [ownDept],
      )
    ).map((row) => row.id);
    const [role] = (
      await server.db.readTenant<{ role_id: string }>(
        server.demo,
        'SELECT role_id FROM upm.user_role WHERE user_id = $1',
        [user.userid],
      )
    ).map((row) => row.role_id);
    const other = server.demo.userIds.find((id) => id !== user.userid)!;
    const sees = async (auth: ViewInput['auth']) => {
      const { id } = await made({ name: '对象', scope: 'shared', auth });
      return (await views(user)).some((view) => view.id === id);
    };
    expect([
      await sees({ userIds: [user.userid] }),
      await sees({ userIds: [other] }),
      await sees({ deptIds: [ownDept!] }),
      await sees({ deptIds: [top!] }),
      await sees({ roleIds: [role!] }),
      await sees({ roleIds: ['nobody'] }),
    ]).toEqual([true, false, true, true, true, false]);
  });
  it('a locked one does not change until it is unlocked', async () => {
    const view = await made({ name: '锁', scope: 'locked' });
    expect(await update(view, { name: 'x' })).toMatchObject({
      code: 400,
      error: { reason: 'VIEW_LOCKED' },
    });
    expect(
      (await server.call('bizmeta.customView.delete', { id: view.id }, builder)).error.reason,
    ).toBe('VIEW_LOCKED');
    expect((await update(view, { scope: 'shared', name: '开' })).data).toMatchObject({
      name: '开',
      scope: 'shared',
    });
  });
  it('another company’s is not found by any call', async () => {
    const stranger = (await server.newTenant('stranger')).auth;
    const view = await made({ name: '本公司', scope: 'shared' });
    await server.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: 'deal',
          label: '商机',
          fields: [{ apiName: 'title', label: '标题', type: 'text' }],
        },
      },
      stranger,
    );
    expect((await list({ viewId: view.id }, stranger)).error.reason).toBe('VIEW_UNKNOWN');
    expect((await update(view, { name: 'x' }, stranger)).error.reason).toBe('VIEW_UNKNOWN');
    expect(
      (await server.call('bizmeta.customView.detail', { id: view.id }, stranger)).error.reason,
    ).toBe('VIEW_UNKNOWN');
    expect(
      (await server.call('bizmeta.customView.delete', { id: view.id }, stranger)).error.reason,
    ).toBe('VIEW_UNKNOWN');
    expect((await create({ name: '抄' }, stranger, view.id)).error.reason).toBe('VIEW_UNKNOWN');
    expect(await views(stranger)).toEqual([]);
    expect((await list({ viewId: `${view.id}' or 1=1` }, user)).error.reason).toBe('VIEW_UNKNOWN');
  });
});

describe('the list of views', () => {
  it('is ordered, copied, grouped and deleted', async () => {
    const [a, b, c] = [
      await made({ name: '一', scope: 'shared' }),
      await made({ name: '二', scope: 'shared' }),
      await made({ name: '三', scope: 'shared' }),
    ];
    const order = async () =>
      (await views()).map(({ id }) => id).filter((id) => [a.id, b.id, c.id].includes(id));
    expect(await order()).toEqual([a.id, b.id, c.id]);
    await server.call(
      'bizmeta.customView.sort',
      { object: 'deal', ids: [c.id, a.id, b.id] },
      builder,
    );
    expect(await order()).toEqual([c.id, a.id, b.id]);
    await server.call('bizmeta.customView.sort', { object: 'deal', ids: [a.id, b.id, c.id] }, user);
    expect(await order()).toEqual([c.id, a.id, b.id]);
    const group = (
      await server.call('bizmeta.customView.saveGroup', { object: 'deal', name: '销售' }, builder)
    ).data;
    expect((await update(a, { groupId: group.id })).data.groupId).toBe(group.id);
    expect(
      (await server.call('bizmeta.customView.list', { object: 'deal', groupId: group.id }, user))
        .data,
    ).toMatchObject({ views: [{ id: a.id }], groups: [{ name: '销售' }] });
    await server.call('bizmeta.customView.deleteGroup', { id: group.id }, builder);
    expect(
      (await server.call('bizmeta.customView.detail', { id: a.id }, user)).data.groupId,
    ).toBeNull();
    const copy = (await create({ name: '副本', scope: 'personal' }, user, a.id)).data;
    expect([copy.scope, copy.ownerId, copy.version]).toEqual(['personal', user.userid, 1]);
    expect(
      (await server.call('bizmeta.customView.delete', { id: b.id, version: 1 }, builder)).code,
    ).toBe(200);
    expect(await order()).toEqual([c.id, a.id]);
    expect((await list({ viewId: b.id })).error.reason).toBe('VIEW_UNKNOWN');
  });
  it('has one default at most', async () => {
    const [a, b] = [
      await made({ name: '默认一', scope: 'shared', isDefault: true }),
      await made({ name: '默认二', scope: 'shared' }),
    ];
    expect((await update(b, { isDefault: true })).data.isDefault).toBe(true);
    expect((await views()).filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([
      b.id,
    ]);
    expect(
      (await server.call('bizmeta.customView.detail', { id: a.id }, builder)).data.isDefault,
    ).toBe(false);
  });
});

describe('a saved filter', () => {
  it('is its owner’s alone, changes by version and follows the fields', async () => {
    const filter = { field: 'amount', op: 'gt', value: 10 } as const;
    const own = (
      await server.call('bizmeta.filterView.create', { object: 'deal', name: '大单', filter }, user)
    ).data;
    expect(own).toMatchObject({ name: '大单', filter, pinned: false, version: 1 });
    expect(
      (await server.call('bizmeta.filterView.list', { object: 'deal' }, builder)).data,
    ).toEqual([]);
    expect(
      (
        await server.call(
          'bizmeta.filterView.update',
          { id: own.id, version: 1, name: 'x' },
          builder,
        )
      ).error.reason,
    ).toBe('FILTER_VIEW_UNKNOWN');
    expect(
      (
        await server.call(
          'bizmeta.filterView.update',
          { id: own.id, version: 1, pinned: true },
          user,
        )
      ).data,
    ).toMatchObject({ pinned: true, name: '大单', version: 2 });
    expect(
      await server.call('bizmeta.filterView.update', { id: own.id, version: 1, name: 'x' }, user),
    ).toMatchObject({ code: 409, error: { current: { version: 2 } } });
    expect(
      (
        await server.call(
          'bizmeta.filterView.create',
          { object: 'deal', name: '错', filter: { field: 'zip', op: 'eq', value: 1 } as never },
          user,
        )
      ).code,
    ).toBe(400);
    expect((await server.call('bizmeta.filterView.delete', { id: own.id }, user)).code).toBe(200);
    expect((await server.call('bizmeta.filterView.list', { object: 'deal' }, user)).data).toEqual(
      [],
    );
  });
});
