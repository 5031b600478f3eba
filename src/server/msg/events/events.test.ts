import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callOf } from '../../../contract/index.ts';
import {
  AppError,
  postMessage,
  type Context,
  type Database,
  type TenantRef,
} from '../../kernel/index.ts';
import { DEMO_PASSWORD } from '../../upm/index.ts';
import { EventHub } from './hub.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let base = '';
beforeAll(async () => {
  server = await testServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterAll(() => server?.close());

interface Heard {
  readonly events: { unread: number; latest: number }[];
  readonly ids: string[];
  /** The numbers of changes of what the person may do with records. */
  readonly rights: number[];
  ended: boolean;
  status: number;
  type: string;
  stop(): void;
}
const open: Heard[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.stop();
});

async function listen(as: Auth, lastId = ''): Promise<Heard> {
  const controller = new AbortController();
  const response = await fetch(base + callOf('msg.events').path, {
    headers: { ...as, ...(lastId && { 'last-event-id': lastId }) },
    signal: controller.signal,
  });
  const heard: Heard = {
    events: [],
    ids: [],
    rights: [],
    ended: false,
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    stop: () => controller.abort(),
  };
  open.push(heard);
  const parser = createParser({
    onEvent: ({ id, data, event }) => {
      if (event === 'access') heard.rights.push((JSON.parse(data) as { rights: number }).rights);
      if (event !== 'unread') return;
      heard.ids.push(id ?? '');
      heard.events.push(JSON.parse(data) as Heard['events'][number]);
    },
  });
  void (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()))
      parser.feed(chunk);
  })()
    .catch(() => undefined)
    .finally(() => {
      heard.ended = true;
    });
  return heard;
}
const again = async (account: string): Promise<Auth> => {
  const { data } = await server.call('upm.anno.signIn', { account, password: DEMO_PASSWORD });
  return { token: data.token, userid: data.userid, tenant: data.tenant, regionid: data.regionId };
};
const send = (to: Auth, userId = to.userid) =>
  server.db.withTenant({ tenant: { ...server.demo.tenant } }, (tx) =>
    postMessage(tx, to.tenant, 'message', {
      userIds: [userId],
      typeCode: 'user_mod',
      content: '新消息',
    }),
  );
const counts = ({ events }: Heard) => events.map(({ unread }) => unread);
/** Nothing more comes within a while. */
const quiet = () =>
  new Promise((done) => {
    setTimeout(done, 300);
  });

describe('the live stream', () => {
  it('updates each of a person’s sessions at once, in whichever of them messages were read or deleted, and no other person', async () => {
    const [one, two, other] = [await again('user'), await again('user'), await again('builder')];
    const [first, second, theirs] = [await listen(one), await listen(two), await listen(other)];
    expect([first.status, first.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await expect
      .poll(() => [counts(first), counts(second), counts(theirs)])
      .toEqual([[0], [0], [0]]);
    await send(one);
    await expect.poll(() => [counts(first).at(-1), counts(second).at(-1)]).toEqual([1, 1]);
    const {
      data: {
        records: [message],
      },
    } = await server.call('msg.msgsCenterInfo.page', { current: 1, size: 10, isRead: 0 }, one);
    await server.call('msg.msgsCenterInfo.mark', { ids: [message!.id] }, two);
    await expect.poll(() => [counts(first).at(-1), counts(second).at(-1)]).toEqual([0, 0]);
    await quiet();
    expect(counts(theirs)).toEqual([0]);
  });

  it('gets what it missed, and not what it knows already', async () => {
    const me = await again('user');
    const before = await listen(me);
    await send(me);
    await expect.poll(() => before.events.at(-1)?.unread).toBe(1);
    before.stop();
    const same = await listen(me, before.ids.at(-1));
    await quiet();
    expect(same.events).toEqual([]);
    same.stop();
    await send(me);
    await expect
      .poll(async () => (await server.call('msg.msgsCenterInfo.unread', {}, me)).data)
      .toBe(2);
    const later = await listen(me, before.ids.at(-1));
    await expect.poll(() => counts(later)).toEqual([2]);
  });

  it('says that rights to records have changed: once for many changes, to the company or to the person, and no other', async () => {
    const elsewhere = await server.newTenant('unconcerned');
    const [admin, me] = [await again('admin'), await again('user')];
    const [mine, theirs] = [await listen(me), await listen(elsewhere.auth)];
    await expect.poll(() => [mine.rights.length, theirs.rights.length]).toEqual([1, 1]);
    const grants = { objects: {} };
    const before = mine.rights[0]!;
    const changes = [1, 2, 3, 4, 5].map((n) => {
      const input = { scopeType: 'project', name: `组${n}`, grants } as const;
      return server.call('bizmeta.authgroup.create', input, admin);
    });
    for (const { msg } of await Promise.all(changes)) expect(msg).toBe('ok');
    await expect.poll(() => mine.rights.at(-1)).toBe(before + 5);
    expect(mine.rights.length).toBeLessThan(6);
    await server.db.withOwner((tx) =>
      tx.query('select upm.raise_person_rights($1, $2)', [me.tenant, [me.userid]]),
    );
    await expect.poll(() => mine.rights.at(-1), { timeout: 5_000 }).toBe(before + 6);
    expect(theirs.rights).toHaveLength(1);
    // What was missed while there was no stream is the difference of the numbers.
    mine.stop();
    const back = await listen(me);
    await expect.poll(() => back.rights).toEqual([mine.rights.at(-1)]);
  });

  it('ends with the session, however that ends, and begins with no other', async () => {
    const [leaving, ended, staying] = [
      await again('user'),
      await again('user'),
      await again('user'),
    ];
    const [first, second, third] = [
      await listen(leaving),
      await listen(ended),
      await listen(staying),
    ];
    await expect
      .poll(() => [first, second, third].every(({ events }) => events.length === 1))
      .toBe(true);
    await server.call('upm.tenant.logout', { token: leaving.token }, leaving);
    await expect.poll(() => first.ended).toBe(true);
    await server.db.asAnonymous(
      `delete from upm.session where user_id = $1
        and id <> (select id from upm.session where user_id = $1 order by created_at desc limit 1)`,
      [ended.userid],
    );
    await expect.poll(() => second.ended).toBe(true);
    expect(third.ended).toBe(false);
    expect((await listen(leaving)).status).toBe(401);
    expect((await listen({ ...staying, tenant: 'another' })).status).toBe(403);
  });

  it('is one of so many: of a person, of a company and of all; who has most loses one first', async () => {
    const hub = new EventHub(server.db, () => undefined, {
      person: 2,
      company: 3,
      overall: 4,
      settled: 0,
    });
    const other = await server.newTenant('streams');
    const opened: { who: string; ended: boolean }[] = [];
    const enter = async (who: string, tenant: TenantRef): Promise<void> => {
      const answer = await hub.open({
        tenant,
        userId: who,
        session: { id: who },
        request: { headers: {} },
      } as unknown as Context);
      const stream = { who, ended: false };
      opened.push(stream);
      (answer.body as Readable)
        .on('close', () => {
          stream.ended = true;
        })
        .resume();
    };
    const left = () => opened.filter(({ ended }) => !ended).map(({ who }) => who);
    for (const who of ['a', 'a', 'a']) await enter(who, server.demo.tenant);
    await expect.poll(left).toEqual(['a', 'a']);
    expect(opened[0]!.ended).toBe(true);
    for (const who of ['b', 'c']) await enter(who, server.demo.tenant);
    await expect.poll(left).toEqual(['a', 'b', 'c']);
    for (const who of ['x', 'y']) await enter(who, other.tenant);
    await expect.poll(() => left().filter((who) => ['x', 'y'].includes(who))).toEqual(['x', 'y']);
    expect(left()).toHaveLength(4);
    hub.stop();
    const hasty = new EventHub(server.db, () => undefined, {
      person: 1,
      company: 9,
      overall: 9,
      settled: 60_000,
    });
    const again = () =>
      hasty.open({
        tenant: other.tenant,
        userId: 'z',
        session: { id: 'z' },
        request: { headers: {} },
      } as unknown as Context);
    await again();
    await expect(again()).rejects.toThrow('操作过于频繁');
    hasty.stop();
  });

  it('that the database could not open is forgotten, and takes no place of one that goes on', async () => {
    let isAway = true;
    const database = {
      listen: () => () => undefined,
      readTenant: server.db.readTenant.bind(server.db),
      asAnonymous: (...asked: Parameters<Database['asAnonymous']>) =>
        isAway ? Promise.reject(new AppError('UNAVAILABLE')) : server.db.asAnonymous(...asked),
    };
    const hub = new EventHub(database as unknown as Database, () => undefined, {
      person: 2,
      company: 9,
      overall: 9,
      settled: 0,
    });
    const enter = () =>
      hub.open({
        tenant: server.demo.tenant,
        userId: 'd',
        session: { id: 'd' },
        request: { headers: {} },
      } as unknown as Context);
    const failsOften = async () => {
      isAway = true;
      for (let n = 0; n < 3; n += 1) await expect(enter()).rejects.toThrow();
      isAway = false;
    };
    await failsOften();
    const stream = (await enter()).body as Readable;
    let ended = false;
    stream.on('close', () => (ended = true)).resume();
    await failsOften();
    await quiet();
    expect(ended).toBe(false);
    hub.stop();
    await expect.poll(() => ended).toBe(true);
  });

  it('says where it is to be had', async () => {
    expect((await server.call('upm.ws.lists', {}, await server.signIn('user'))).data).toEqual([
      { url: '/msg/events', kind: 'sse' },
    ]);
  });

  it('keeps no server from stopping', async () => {
    const stream = await listen(await again('builder'));
    await expect.poll(() => stream.events.length).toBe(1);
    const began = Date.now();
    const stopping = server;
    server = undefined as never;
    await stopping.close();
    await expect.poll(() => stream.ended).toBe(true);
    expect(Date.now() - began).toBeLessThan(20_000);
  });
});
