import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containerOf, MESSAGE_TYPES } from '../../../contract/index.ts';
import { postMessage, type MessageEvent, type TenantRef } from '../../kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { DEMO_PASSWORD } from '../../upm/index.ts';

let server: TestServer;
let me: Auth;
let tenant: TenantRef;
let serial = 0;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());
async function company(): Promise<void> {
  const made = await server.newTenant(`boss-${++serial}`);
  [me, tenant] = [made.auth, made.tenant];
}

const send = (event: Partial<MessageEvent>, to: TenantRef = tenant) =>
  server.db.withTenant({ tenant: to }, (tx) =>
    postMessage(tx, to.id, 'message', {
      userIds: [me.userid],
      typeCode: 'user_mod',
      content: '内容',
      ...event,
    }),
  );
const page = async (
  isRead: 0 | 1 = 0,
  input: { current?: number; size?: number } = {},
  as: Auth = me,
) =>
  (await server.call('msg.msgsCenterInfo.page', { current: 1, size: 10, isRead, ...input }, as))
    .data;
const unread = async (as: Auth = me) =>
  (await server.call('msg.msgsCenterInfo.unread', {}, as)).data;
const delivered = (count: number, as: Auth = me) =>
  expect.poll(() => unread(as), { timeout: 5_000 }).toBe(count);
const ids = async (isRead: 0 | 1 = 0) => (await page(isRead)).records.map(({ id }) => id);

describe('a message', () => {
  it('reaches each active member it names, once, with what opening it needs', async () => {
    await company();
    await send({
      typeCode: 'role_mod',
      content: '角色“销售”已修改',
      handlerParams: { roleName: '销售' },
      fromUserId: me.userid,
      userIds: [me.userid, me.userid, 'nobody'],
    });
    await delivered(1);
    expect(await page()).toMatchObject({
      total: 1,
      records: [
        {
          content: '角色“销售”已修改',
          isRead: 0,
          typeCode: 'role_mod',
          title: '角色变更',
          container: 'Drawer',
          handlerParams: { roleName: '销售' },
          fromName: `boss-${serial}`,
        },
      ],
    });
  });

  it('is not written when its event did not happen, nor to a member who was switched off', async () => {
    await company();
    await server.db
      .withTenant({ tenant }, async (tx) => {
        await postMessage(tx, tenant.id, 'message', {
          userIds: [me.userid],
          typeCode: 'user_mod',
          content: '没有发生',
        });
        throw new Error('undone');
      })
      .catch(() => undefined);
    await send({ content: '发生了' });
    await delivered(1);
    expect((await page()).records.map(({ content }) => content)).toEqual(['发生了']);
    await server.db.withOwner(
      (tx) => tx.run(`update upm.member set state = 'off' where user_id = $1`, [me.userid]),
      tenant.id,
    );
    await send({ content: '离开之后' });
    await expect
      .poll(
        async () =>
          (
            await server.db.asAnonymous('select 1 from kernel.outbox where tenant_id = $1', [
              tenant.id,
            ])
          ).length,
      )
      .toBe(0);
    await server.db.withOwner(
      (tx) => tx.run(`update upm.member set state = 'active' where user_id = $1`, [me.userid]),
      tenant.id,
    );
    expect(await unread()).toBe(1);
  });

  it('that cannot be delivered lets those behind it pass', async () => {
    await company();
    await server.db.withTenant({ tenant }, (tx) =>
      tx.run(`insert into kernel.outbox (tenant_id, topic, payload) values ($1, 'message', $2)`, [
        tenant.id,
        JSON.stringify({ userIds: [{ deep: true }, null], content: 5 }),
      ]),
    );
    await send({ content: '后面的' });
    await delivered(1);
  });

  it('opens as plain content when it does not bring what its container needs, or an address that is not ours', () => {
    expect(Object.keys(MESSAGE_TYPES)).toHaveLength(32);
    expect(containerOf('bus_add', { object: 'order', id: '1' })).toBe('Loader');
    expect(containerOf('bus_add', { object: 'order' })).toBe('Simple');
    expect(containerOf('bus_tem_add', { path: '/app/1' })).toBe('Window');
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      5,
    ])
      expect(containerOf('bus_tem_add', { path })).toBe('Simple');
    expect(containerOf('toString', {})).toBe('Simple');
  });
});

describe('a box', () => {
  it('shows what was marked last on top of the read ones', async () => {
    await company();
    for (const content of ['一', '二', '三']) await send({ content });
    await delivered(3);
    const [third, second, first] = await ids();
    await server.call('msg.msgsCenterInfo.mark', { ids: [third!] }, me);
    await server.call('msg.msgsCenterInfo.mark', { ids: [first!] }, me);
    expect(await ids()).toEqual([second]);
    expect(await ids(1)).toEqual([first, third]);
    expect((await page(1)).records.every(({ isRead }) => isRead === 1)).toBe(true);
    await server.call('msg.msgsCenterInfo.delmsg', { ids: [first!, second!] }, me);
    expect([await ids(), await ids(1), await unread()]).toEqual([[], [third], 0]);
  });

  it('is turned page by page', async () => {
    await company();
    for (let n = 0; n < 12; n++) await send({ content: `第 ${n}` });
    await delivered(12);
    expect((await page(0, { current: 2 })).records.map(({ content }) => content)).toEqual([
      '第 1',
      '第 0',
    ]);
    expect(await page(0, { current: 9 })).toEqual({ records: [], total: 12 });
  });

  it('is private: ids of other people change nothing and answer like unknown ones', async () => {
    await company();
    await send({});
    await delivered(1);
    const [id] = await ids();
    const owner = me;
    await company();
    for (const call of ['msg.msgsCenterInfo.mark', 'msg.msgsCenterInfo.delmsg'] as const) {
      const [theirs, unknown] = [
        await server.call(call, { ids: [id!] }, me),
        await server.call(call, { ids: ['00000000'] }, me),
      ];
      expect(theirs).toEqual(unknown);
      expect(theirs.code).toBe(200);
    }
    expect(await unread(owner)).toBe(1);
    const account = `colleague.${serial}`;
    expect(
      (
        await server.call(
          'upm.userOrg.createUser',
          { realName: '同事', account, password: DEMO_PASSWORD },
          owner,
        )
      ).code,
    ).toBe(200);
    const colleague = await server.signIn(account);
    for (const call of ['msg.msgsCenterInfo.mark', 'msg.msgsCenterInfo.delmsg'] as const)
      expect((await server.call(call, { ids: [id!] }, colleague)).code).toBe(200);
    expect((await page(0, {}, owner)).records.map((each) => each.id)).toContain(id);
  });

  it('marked from two tabs at once is marked once, in any order of ids', async () => {
    await company();
    for (let n = 0; n < 6; n++) await send({});
    await delivered(6);
    const all = await ids();
    const answers = await Promise.all(
      [all, all.toReversed(), all].flatMap((list) => [
        server.call('msg.msgsCenterInfo.mark', { ids: list }, me),
        server.call(
          'msg.msgsCenterInfo.delmsg',
          { ids: list.filter((id) => !all.slice(0, 3).includes(id)) },
          me,
        ),
      ]),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => 200));
    expect([await unread(), (await page(1)).total]).toEqual([0, 3]);
  });

  it('takes a list of ids as the body, and says what is wrong with anything else', async () => {
    await company();
    const send = async (payload: unknown) =>
      (
        await server.inject({
          method: 'POST',
          url: '/msg/msgsCenterInfo/mark',
          headers: { ...me, 'content-type': 'application/json' },
          payload: JSON.stringify(payload),
        })
      ).json() as { code: number; data: { reason: string; errors: { path: string }[] } };
    expect((await send(['a', 'b'])).code).toBe(200);
    expect(await send([])).toMatchObject({
      code: 400,
      data: { errors: [{ path: '/ids', reason: 'REQUIRED' }] },
    });
    expect(await send({ ids: ['a'] })).toMatchObject({
      code: 400,
      data: { errors: [{ path: '/ids', reason: 'VALUE_TYPE' }] },
    });
    expect(await send([5])).toMatchObject({ code: 400, data: { errors: [{ path: '/ids/0' }] } });
    expect(await send(Array.from({ length: 201 }, (_, n) => String(n)))).toMatchObject({
      code: 400,
      data: { errors: [{ reason: 'TOO_MANY' }] },
    });
  });
});
