import type { AddressInfo } from 'node:net';
import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, type FunctionCode } from '../../../contract/index.ts';
import { DEMO_PASSWORD } from '../index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let admin: Auth;
let base = '';
beforeAll(async () => {
  server = await testServer();
  admin = await server.signIn('admin');
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterAll(() => server?.close());

const enter = async (account = 'user'): Promise<Auth> => {
  const { data } = await server.call('upm.anno.signIn', { account, password: DEMO_PASSWORD });
  return { token: data.token, userid: data.userid, tenant: data.tenant, regionid: data.regionId };
};
const role = async (title: string, functions: FunctionCode[]) =>
  (await server.call('upm.roleMenu.save', { kind: 'role', title, functions }, admin)).data.id;
const give = (roleId: string, { userid }: Auth) =>
  server.call('upm.userRole.addRoleForSeveralUser', { roleId, userIds: [userid] }, admin);
const renew = (as: Auth) => server.call('upm.person.renewSession', {}, as);
const under = (as: Auth, token: string): Auth => ({ ...as, token });
const works = async (as: Auth) => (await server.call('upm.region.profileSummary', {}, as)).code;

/** What the live stream says besides the count of messages. */
async function listen(as: Auth): Promise<{ said: string[]; stop(): void }> {
  const controller = new AbortController();
  const response = await fetch(base + callOf('msg.events').path, {
    headers: { ...as },
    signal: controller.signal,
  });
  const said: string[] = [];
  const parser = createParser({ onEvent: ({ event }) => said.push(event ?? '') });
  void (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()))
      parser.feed(chunk);
    said.push('ended');
  })().catch(() => undefined);
  return { said, stop: () => controller.abort() };
}

describe('a session whose rights change', () => {
  it('is notified by the live stream at once, and goes on under a new token with the new functions', async () => {
    const me = await enter();
    const { said, stop } = await listen(me);
    await expect.poll(() => said).toContain('unread');
    await give(await role('看日志', ['log.view']), me);
    await expect.poll(() => said).toContain('rights');
    const { data } = await renew(me);
    expect(data).toMatchObject({ userid: me.userid, functions: ['log.view'] });
    expect(data.token).not.toBe(me.token);
    expect(await works(under(me, data.token))).toBe(200);
    // The stream belongs to the session, which goes on.
    expect(said).not.toContain('ended');
    stop();
  });

  it('keeps its token while nothing changed', async () => {
    const me = await enter();
    expect((await renew(me)).data.token).toBe(me.token);
  });

  it('is notified when it comes back, if it changed while there was no stream, until it was renewed', async () => {
    const me = await enter();
    await give(await role('管字典', ['dict.manage']), me);
    const first = await listen(me);
    await expect.poll(() => first.said).toContain('rights');
    const { data } = await renew(me);
    const second = await listen(under(me, data.token));
    await expect.poll(() => second.said).toContain('unread');
    expect(second.said).not.toContain('rights');
    first.stop();
    second.stop();
  });

  it('gives all its tabs the same new token, however they ask at once', async () => {
    const me = await enter();
    await give(await role('管参数', ['param.manage']), me);
    const tokens = new Set(
      (await Promise.all(Array.from({ length: 8 }, () => renew(me)))).map(({ data }) => data.token),
    );
    expect(tokens.size).toBe(1);
    expect([...tokens]).not.toContain(me.token);
  });

  it('does not end when the answer with the new token is lost: the former one works on, and gets it again', async () => {
    const me = await enter();
    await give(await role('管编码', ['codeRule.manage']), me);
    const lost = (await renew(me)).data.token;
    expect(await works(me)).toBe(200);
    expect((await renew(me)).data.token).toBe(lost);
    expect(await works(under(me, lost))).toBe(200);
  });

  it('has only the new token once that was in use for a minute', async () => {
    const me = await enter();
    await give(await role('管消息', ['message.manage']), me);
    const { token } = (await renew(me)).data;
    expect(await works(under(me, token))).toBe(200);
    const until = () =>
      server.db
        .withOwner((tx) =>
          tx.query<{ n: number }>(
            `update upm.session set former_until = former_until - interval '61 seconds'
              where user_id = $1 and former_until is not null returning 1 as n`,
            [me.userid],
          ),
        )
        .then((rows) => rows.length);
    // The first use of the new token is noted after its answer.
    await expect.poll(async () => (await until()) > 0 && (await works(me))).toBe(401);
    expect(await works(under(me, token))).toBe(200);
  });

  it('loses what is taken with the next call, and signs out for good under either token', async () => {
    const me = await enter();
    const id = await role('管区域', ['org.manage']);
    await give(id, me);
    const { token } = (await renew(me)).data;
    await server.call('upm.userRole.removeUserRole', { userId: me.userid, roleIds: [id] }, admin);
    const refused = await server.call('upm.org.uses', { id: 'any' }, under(me, token));
    expect(refused.error.reason).toBe('FORBIDDEN');
    expect((await renew(under(me, token))).data.functions).not.toContain('org.manage');
    await server.call('upm.tenant.logout', {}, me);
    expect(await works(me)).toBe(401);
  });

  it('goes on while roles are given and taken under a storm of calls', async () => {
    const me = await enter();
    const id = await role('来去', ['workGroup.manage']);
    const calls: Promise<number>[] = [];
    for (let round = 0; round < 5; round += 1) {
      calls.push(...Array.from({ length: 4 }, () => works(me)));
      await give(id, me);
      calls.push(works(me));
      await server.call('upm.userRole.removeUserRole', { userId: me.userid, roleIds: [id] }, admin);
    }
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
  });
});
