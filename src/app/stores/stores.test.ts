// @vitest-environment jsdom
import { autorun } from 'mobx';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../api/failure.ts';
import type { Api } from '../api/index.ts';
import { areaList } from './area-list.ts';
import { ClockStore } from './clock-store.ts';
import { DescribeStore } from './describe-store.ts';
import { LabelStore } from './label-store.ts';
import { PageStore } from './page-store.ts';
import { PreferenceStore } from './preference-store.ts';

/** An API whose answers are a function of the call; it notes what was asked. */
function fakeApi(answer: (id: string, input: Record<string, unknown>) => unknown) {
  const asked: [string, unknown][] = [];
  const call = async (id: string, input: Record<string, unknown>): Promise<unknown> => {
    asked.push([id, input]);
    return answer(id, input);
  };
  return { api: { call, callById: call } as unknown as Api, asked };
}
beforeEach(() => {
  localStorage.clear();
});

describe('describes', () => {
  const at = (version: number) => ({ id: 'o1', apiName: 'leave', version });
  it('are asked for once a visit', async () => {
    const { api, asked } = fakeApi(() => at(1));
    const store = new DescribeStore(api);
    const [a, b] = await Promise.all([store.get('leave'), store.get('leave')]);
    expect(a).toBe(b);
    expect(asked).toHaveLength(1);
    store.close();
  });
  it('are the same object at the next visit when the version did not change, and another when it did', async () => {
    let version = 1;
    const { api } = fakeApi(() => at(version));
    const store = new DescribeStore(api);
    const first = await store.get('leave');
    store.nextVisit();
    expect(await store.get('leave')).toBe(first);
    version = 2;
    store.nextVisit();
    expect(await store.get('leave')).toEqual(at(2));
    store.close();
  });
  it('are refetched after a save, in this window and in the others', async () => {
    const { api, asked } = fakeApi(() => at(1));
    const [here, there] = [new DescribeStore(api), new DescribeStore(api)];
    await Promise.all([here.get('leave'), there.get('leave')]);
    here.onCallSucceeded('bizmeta.record.list');
    await here.get('leave');
    expect(asked).toHaveLength(2);
    here.onCallSucceeded('bizmeta.describe.update');
    await here.get('leave');
    expect(asked).toHaveLength(3);
    await vi.waitFor(async () => {
      await there.get('leave');
      expect(asked).toHaveLength(4);
    });
    here.close();
    there.close();
  });
  it('that failed are asked for again', async () => {
    let broken = true;
    const { api } = fakeApi(() => {
      if (broken) throw new Error('服务器异常');
      return at(1);
    });
    const store = new DescribeStore(api);
    await expect(store.get('leave')).rejects.toThrow('服务器异常');
    broken = false;
    expect(await store.get('leave')).toEqual(at(1));
    store.close();
  });
});

describe('pages', () => {
  it('are cached from the last visit while the newest is loading, and stay the same object unless changed', async () => {
    let title = '请假单';
    const { api, asked } = fakeApi(() => ({
      origin: 'company',
      allows: [],
      document: { key: 'object.leave.list', title },
    }));
    const store = new PageStore(api);
    expect(store.peek('object.leave.list')).toBeUndefined();
    const first = await store.load('object.leave.list');
    store.nextVisit();
    expect(store.peek('object.leave.list')).toBe(first);
    expect(await store.load('object.leave.list')).toBe(first);
    title = '请假申请';
    store.nextVisit();
    expect(await store.load('object.leave.list')).toEqual({
      origin: 'company',
      allows: [],
      document: { key: 'object.leave.list', title: '请假申请' },
    });
    expect(asked).toHaveLength(3);
  });
  it('come with their blocks, which are not asked for again; a changed block is a changed page', async () => {
    let title = '地址';
    const { api, asked } = fakeApi(() => ({
      origin: 'program',
      allows: [],
      document: { key: 'mine.order' },
      blocks: [{ key: 'block.place', origin: 'company', allows: [], document: { title } }],
    }));
    const store = new PageStore(api);
    const first = await store.load('mine.order');
    const block = await store.load('block.place');
    expect(block).toEqual({ origin: 'company', allows: [], document: { title: '地址' } });
    expect(asked).toHaveLength(1);
    store.nextVisit();
    expect(await store.load('mine.order')).toBe(first);
    expect(store.peek('block.place')).toBe(block);
    title = '收货地址';
    store.nextVisit();
    expect(await store.load('mine.order')).not.toBe(first);
    expect((await store.load('block.place')).document).toEqual({ title: '收货地址' });
  });
});

describe('labels', () => {
  const users = { u1: '林晓', u2: '周远' } as Record<string, string>;
  const people = () =>
    fakeApi((id, input) => {
      if (id === 'upm.sysUser.listUserByIds')
        return (input.ids as string[]).flatMap((user) =>
          users[user] ? [{ id: user, realName: users[user] }] : [],
        );
      if (id === 'upm.sysUser.listUserByCnd')
        return {
          depts: (input.deptIds as string[])
            .filter((dept) => dept === 'd1')
            .map((dept) => ({ id: dept, title: '销售部' })),
          roles: [],
          users: [],
        };
      return {
        records: (input.filter as { value: string[] }).value.map((record) => ({
          id: record,
          name: `客户 ${record}`,
        })),
      };
    });
  const storeOf = ({ api }: { api: Api }) =>
    new LabelStore({ api, describe: async () => ({ titleField: 'name' }) as never });
  /** What a view that reads these names would show, in time. */
  function shown(store: LabelStore, kind: string, ids: string[]) {
    const seen: (string | undefined)[][] = [];
    autorun(() => {
      seen.push(ids.map((id) => store.get(kind, id)));
    });
    return seen;
  }

  it('that an answer brought need no asking', () => {
    const world = people();
    const store = storeOf(world);
    store.add({ user: { u1: '林晓' } });
    expect(store.get('user', 'u1')).toBe('林晓');
    expect(world.asked).toEqual([]);
  });
  it('of users on one screen are asked for together, once, and appear', async () => {
    const world = people();
    const seen = shown(storeOf(world), 'user', ['u1', 'u2', 'u1']);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['林晓', '周远', '林晓']));
    expect(world.asked).toEqual([['upm.sysUser.listUserByIds', { ids: ['u1', 'u2'] }]]);
  });
  it('of records come from the title field of their object', async () => {
    const world = people();
    const seen = shown(storeOf(world), 'customer', ['7']);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['客户 7']));
    expect(world.asked).toEqual([
      [
        'bizmeta.record.list',
        {
          object: 'customer',
          filter: { field: 'id', op: 'in', value: ['7'] },
          fields: ['id', 'name'],
          size: 1,
        },
      ],
    ]);
  });
  it('of departments come without the tree; the synthetic root is none', async () => {
    const world = people();
    const seen = shown(storeOf(world), 'dept', ['d1', '-1']);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['销售部', '']));
    expect(world.asked).toEqual([['upm.sysUser.listUserByCnd', { deptIds: ['d1', '-1'] }]]);
  });
  it('of areas say what they lie in, from one list fetched once, and of roles come by their ids', async () => {
    const world = fakeApi((id) =>
      id === 'upm.public.listArea'
        ? [{ code: '330000', label: '浙江省', children: [{ code: '330100', label: '杭州市' }] }]
        : { depts: [], roles: [{ id: 'r1', title: '成员', roleName: '成员' }], users: [] },
    );
    const store = storeOf(world);
    const areas = shown(store, 'area', ['330100', '999999']);
    const roles = shown(store, 'role', ['r1']);
    await vi.waitFor(() =>
      expect([areas.at(-1), roles.at(-1)]).toEqual([['浙江省 / 杭州市', ''], ['成员']]),
    );
    expect(await areaList(world.api)).toHaveLength(1);
    expect(world.asked.filter(([id]) => id === 'upm.public.listArea')).toHaveLength(1);
  });
  it('of an object that is closed to the person are none: the refusal is not asked for again', async () => {
    const world = fakeApi(() => {
      throw new ApiFailure({ message: '没有权限', code: 403, reason: 'OBJECT_FORBIDDEN' });
    });
    const seen = shown(storeOf(world), 'opportunity', ['o1', 'o2']);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['', '']));
    expect(world.asked).toHaveLength(1);
  });
  it('that could not be fetched are asked for again by the next drawing', async () => {
    const world = fakeApi(() => {
      throw new ApiFailure({ message: '网络不通', code: 0 });
    });
    const store = storeOf(world);
    store.get('user', 'u1');
    await vi.waitFor(() => expect(world.asked).toHaveLength(1));
    await new Promise((done) => setTimeout(done, 5));
    expect(store.get('user', 'u1')).toBeUndefined();
    await vi.waitFor(() => expect(world.asked).toHaveLength(2));
  });
  it('that are unknown are requested once and stay empty', async () => {
    const world = people();
    const store = storeOf(world);
    const seen = shown(store, 'user', ['gone']);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['']));
    store.get('user', 'gone');
    await new Promise((done) => setTimeout(done, 30));
    expect(world.asked).toHaveLength(1);
  });
});

describe('small things', () => {
  it('preferences are stored per user', () => {
    let user = 'u1';
    const store = new PreferenceStore(() => user);
    store.set('density', { rows: 'compact' });
    expect(store.get('density')).toEqual({ rows: 'compact' });
    user = 'u2';
    expect(store.get('density')).toBeUndefined();
  });
  it('a broken preference is as good as none', () => {
    localStorage.setItem('huozi:u1:density', '{');
    expect(new PreferenceStore(() => 'u1').get('density')).toBeUndefined();
  });
  it('the clock is set once, by the first answer', () => {
    const clock = new ClockStore();
    clock.syncWith(new Date(100_000), 40_000);
    clock.syncWith(new Date(900_000), 40_000);
    expect(clock.offset).toBe(60_000);
    expect(Math.abs(clock.now().getTime() - Date.now() - 60_000)).toBeLessThan(50);
  });
});
