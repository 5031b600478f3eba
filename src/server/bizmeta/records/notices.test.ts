import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../../contract/index.ts';
import type { Auth } from '../../testing.ts';
import { bodyOf, field, smartFormsDriver, type SmartFormsDriver } from '../testing/smartforms.ts';

let driver: SmartFormsDriver;
let [admin, builder, user]: Auth[] = [];
beforeAll(async () => {
  driver = await smartFormsDriver();
  ({ builder, user } = driver);
  admin = await driver.server.signIn('admin');
  await make('task', [
    { apiName: 'title', label: '标题', type: 'text' },
    { apiName: 'owner', label: '负责人', type: 'user' },
    { apiName: 'team', label: '参与人', type: 'users' },
    { apiName: 'cc', label: '抄送', type: 'user', noNotice: true },
  ]);
});
afterAll(() => driver?.server.close());
beforeEach(async () => {
  await new Promise((done) => setTimeout(done, 50));
  await driver.server.db.withOwner(async (tx) => {
    await tx.run('delete from msg.muted');
    await tx.run('delete from msg.message');
  }, builder!.tenant);
});

const call: SmartFormsDriver['server']['call'] = (...given) => driver.server.call(...given);
const make = async (apiName: string, fields: object[]) =>
  expect(
    (
      await call(
        'bizmeta.describe.create',
        { describe: { apiName, label: '任务', fields } } as never,
        builder,
      )
    ).msg,
  ).toBe('ok');
const create = async (records: object[], as = builder): Promise<string[]> => {
  const made = await call('bizmeta.record.bulkCreate', { object: 'task', records } as never, as);
  expect(made.msg).toBe('ok');
  return made.data.ids;
};
const edit = async (records: object[], as = builder) =>
  expect(
    (await call('bizmeta.record.bulkEdit', { object: 'task', records } as never, as)).msg,
  ).toBe('ok');
const box = async (as: Auth): Promise<Message[]> =>
  (await call('msg.msgsCenterInfo.page', { current: 1, size: 50, isRead: 0 }, as)).data.records;
/** What a person reads, newest first; everything that was posted has been delivered by then. */
async function told(as: Auth): Promise<string[]> {
  await expect
    .poll(
      async () =>
        (
          await driver.server.db.withOwner(
            (tx) =>
              tx.query(`select from kernel.outbox where topic = 'message' and dead_at is null`),
            builder!.tenant,
          )
        ).length,
      { timeout: 10_000 },
    )
    .toBe(0);
  return (await box(as)).map(({ content }) => content);
}
const commented = (recordId: string, content: string, as = builder, parentId?: string) =>
  call(
    'bizmeta.comments.create',
    { object: 'task', recordId, content, ...(parentId && { parentId }) },
    as,
  );

describe('a person a record names', () => {
  it('gets a message of a new record and of being assigned, with the record to open, and not by themselves', async () => {
    const [own] = await create([{ title: '写周报', owner: user!.userid }]);
    expect(await told(user!)).toEqual(['“任务”记录“写周报”已新建，其中指派了你']);
    expect((await box(user!))[0]).toMatchObject({
      typeCode: 'bus_add',
      container: 'Loader',
      handlerParams: { object: 'task', id: own },
      fromName: '陆知行',
    });
    const [other] = await create([{ title: '备货', owner: builder!.userid }]);
    await edit([{ id: other, version: 1, owner: user!.userid }]);
    expect(await told(user!)).toEqual([
      '“任务”记录“备货”指派给了你',
      '“任务”记录“写周报”已新建，其中指派了你',
    ]);
    expect(await told(builder!)).toEqual([]);
  });

  it('gets one message of all records they own from now on', async () => {
    const ids = await create([{ title: '一' }, { title: '二' }], builder!);
    const input = { object: 'task', ids, owner: user!.userid };
    expect((await call('bizmeta.record.transfer', input, builder)).msg).toBe('ok');
    expect(await told(user!)).toEqual(['2 条“任务”记录指派给了你']);
    expect(await told(builder!)).toEqual([]);
    expect((await call('bizmeta.record.transfer', input, builder)).msg).toBe('ok');
    expect(await told(user!)).toHaveLength(1);
  });

  it('gets one message of many records assigned in one request', async () => {
    await create(
      Array.from({ length: 30 }, (_, n) => ({ title: `任务 ${n}`, team: [user!.userid] })),
    );
    expect(await told(user!)).toEqual(['30 条“任务”记录已新建，其中指派了你']);
    expect((await box(user!))[0]!.container).toBe('Simple');
  });

  it('gets changes by others as one message with a count, and a deletion', async () => {
    const [id] = await create([{ title: '盘点', owner: user!.userid }], user!);
    for (let version = 1; version <= 3; version += 1)
      await edit([{ id, version, title: `盘点 ${version}` }]);
    expect(await told(user!)).toEqual(['与你有关的“任务”记录“盘点 3”被修改 3 次']);
    await call('bizmeta.record.bulkDelete', { object: 'task', ids: [id!] }, builder);
    expect((await told(user!))[0]).toBe('与你有关的“任务”记录“盘点 3”被删除');
  });

  it('gets none by a field whose notices are off, nor when nothing was written', async () => {
    await create([{ title: '抄送', cc: user!.userid }]);
    await call(
      'bizmeta.record.bulkCreate',
      { object: 'task', records: [{ title: '错', owner: user!.userid, none: 1 }] } as never,
      builder,
    );
    await call(
      'bizmeta.record.transact',
      {
        dryRun: true,
        steps: [{ do: 'create', object: 'task', values: { title: '试', owner: user!.userid } }],
      } as never,
      builder,
    );
    expect(await told(user!)).toEqual([]);
  });

  it('gets one message when the request is repeated', async () => {
    const input = {
      object: 'task',
      records: [{ title: '重复', owner: user!.userid }],
      requestId: 'notice-once',
    };
    await Promise.all(
      [1, 2, 3].map(() => call('bizmeta.record.bulkCreate', input as never, builder)),
    );
    expect(await told(user!)).toHaveLength(1);
  });

  it('gets nothing of a kind they switched off, and again when it is on', async () => {
    const turn = (topic: 'assign' | 'role', on: boolean) =>
      call('msg.preference.save', { topic, on }, user!);
    expect((await turn('assign', false)).data).toEqual({ topic: 'assign', on: false });
    await create([{ title: '静音', owner: user!.userid }]);
    expect(await told(user!)).toEqual([]);
    await turn('assign', true);
    await create([{ title: '有声', owner: user!.userid }]);
    expect(await told(user!)).toHaveLength(1);
    expect((await turn('role', false)).data).toEqual({ topic: 'role', on: true });
    expect((await call('msg.preference.list', {}, user!)).data.every(({ on }) => on)).toBe(true);
  });
});

describe('a comment', () => {
  it('tells those it mentions, once each and in its own words, and whom it answers', async () => {
    const [id] = await create([{ title: '验收' }]);
    const long = '很长'.repeat(80);
    const { data } = await commented(
      id!,
      `@{${user!.userid}} 请看 <b>这里</b> @{${user!.userid}} @{${builder!.userid}} ${long}`,
    );
    const [message] = (await told(user!)).slice(0, 1);
    expect(message).toMatch(
      /^在“任务”记录“验收”的评论中提到了你：@许清和 请看 <b>这里<\/b> @许清和/,
    );
    expect([...message!].length).toBeLessThan(140);
    expect(message!.endsWith('…')).toBe(true);
    expect((await box(user!))[0]).toMatchObject({
      typeCode: 'com_mention',
      container: 'Loader',
      handlerParams: { object: 'task', id },
    });
    expect(await told(user!)).toHaveLength(1);
    expect(await told(builder!)).toEqual([]);
    await commented(id!, '好的', user!, data.id);
    expect(await told(builder!)).toEqual(['回复了你在“任务”记录“验收”的评论：好的']);
    await commented(id!, `@{${builder!.userid}} 已办`, user!, data.id);
    expect((await told(builder!))[0]).toMatch(/提到了你/);
    expect(await told(builder!)).toHaveLength(2);
  });
});

describe('a form', () => {
  it('tells who made it of its submissions: a hundred while they do not look are one message with a count', async () => {
    const form = await driver.published(bodyOf({ mode: 'link' }, [field('title')]));
    for (let n = 0; n < 12; n += 1) await driver.send(form, { title: `来访 ${n}` });
    const [message, ...more] = await told(builder!);
    expect(more).toEqual([]);
    expect(message).toMatch(/收到 12 份新的提交/);
    expect((await box(builder!))[0]).toMatchObject({
      typeCode: 'form_submit',
      container: 'Loader',
    });
    await call('msg.msgsCenterInfo.mark', { ids: [(await box(builder!))[0]!.id] }, builder);
    await driver.send(form, { title: '之后' });
    expect(await told(builder!)).toEqual([expect.stringMatching(/收到一份新的提交/)]);
  });

  it('tells those it names instead, but not the one who sends it', async () => {
    const notify = [user!.userid, admin!.userid];
    const form = await driver.published(bodyOf({ mode: 'link', notify }, [field('title')]));
    await driver.send(form, { title: '实名' }, {}, user!);
    expect(await told(admin!)).toHaveLength(1);
    expect(await told(user!)).toEqual([]);
    expect(await told(builder!)).toEqual([]);
  });
});

describe('an object', () => {
  it('that is made, changed and deleted is news for the others who build', async () => {
    await make('gift', [{ apiName: 'title', label: '标题', type: 'text' }]);
    const { data } = await call('bizmeta.describe.detail', { apiName: 'gift' }, builder);
    for (const [n, label] of ['礼品', '礼品表'].entries())
      expect(
        await call(
          'bizmeta.describe.update',
          { describe: { ...data, label, version: n + 1 } },
          builder,
        ),
      ).toMatchObject({ code: 200 });
    // Messages that are delivered at the same time have no order.
    expect(await told(admin!)).toContain('业务表“礼品表”已修改 2 次');
    await call('bizmeta.describe.delete', { apiName: 'gift' }, builder);
    expect(await told(admin!)).toEqual([
      '业务表“礼品表”已删除',
      '业务表“礼品表”已修改 2 次',
      '业务表“任务”已新建',
    ]);
    expect((await box(admin!))[1]).toMatchObject({
      typeCode: 'bus_tem_mod',
      container: 'Window',
      handlerParams: { path: '/build.html#/object/gift' },
    });
    expect(await told(user!)).toEqual([]);
    expect(await told(builder!)).toEqual([]);
  });

  it('of an application is news together with the others in it, whatever becomes of the application', async () => {
    const { id } = (await call('bizmeta.app.save', { name: '门店' }, builder)).data;
    for (const [apiName, label] of [
      ['shelf', '货架'],
      ['shelfRow', '货位'],
    ])
      await call(
        'bizmeta.describe.create',
        {
          appId: id,
          describe: {
            ...{ apiName: apiName!, label: label! },
            fields: [{ apiName: 'title', label: '标题', type: 'text' }],
          },
        },
        builder,
      );
    /** What the other builder reads since the last time. */
    let known = await told(admin!);
    const news = async () => {
      const now = await told(admin!);
      const fresh = now.slice(0, now.length - known.length);
      known = now;
      return fresh;
    };
    await call('bizmeta.app.active', { id, active: true }, builder);
    expect(await news()).toEqual(['应用“门店”的 2 个业务表已启用：“货架”、“货位”']);
    await call('bizmeta.describe.active', { apiName: 'shelf', active: false }, builder);
    expect(await news()).toEqual(['业务表“货架”已停用']);
    expect((await box(admin!))[0]).toMatchObject({
      typeCode: 'bus_tem_opt',
      handlerParams: { path: '/build.html#/object/shelf' },
    });
    await call('bizmeta.app.copy', { id }, builder);
    expect(await news()).toEqual([expect.stringMatching(/^应用“门店 副本”的 2 个业务表已新建：/)]);
    await call('bizmeta.app.delete', { id, name: '门店' }, builder);
    expect(await news()).toEqual(['应用“门店”的 2 个业务表已删除：“货架”、“货位”']);
    await call('bizmeta.bin.restore', { kind: 'app', id }, builder);
    expect(await news()).toEqual(['应用“门店”的 2 个业务表已从回收站恢复：“货架”、“货位”']);
    expect((await box(admin!))[0]).toMatchObject({
      typeCode: 'bus_tem_add',
      handlerParams: { path: `/build.html#/app/${id}` },
    });
    const { key, appName: name } = (await call('bizmeta.template.list', {}, builder)).data[0]!;
    await call('bizmeta.template.create', { key, name }, builder);
    expect(await news()).toHaveLength(1);
  });
});
