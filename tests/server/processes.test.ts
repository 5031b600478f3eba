import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallId, InputOf } from '../../src/contract/index.ts';
import { postMessage, type DemoSeed } from '../../src/server/kernel/index.ts';
import { solveCaptcha } from '../../src/server/kernel/captcha.testing.ts';
import { openTestDatabase, type TestDatabase } from '../../src/server/kernel/testing.ts';
import type { ServerProcess } from '../../src/server/killable.testing.ts';
import { allMigrations } from '../../src/server/services.ts';
import type { Auth } from '../../src/server/testing.ts';
import { claimFolder } from '../../src/server/storage/index.ts';
import { announceRights } from '../../src/server/upm/session/renew.ts';
import { DEMO_PASSWORD, seedDemoTenant } from '../../src/server/upm/index.ts';
import { sha256, upload } from './killed.testing.ts';
import { callAt, Events, Processes, signInAt } from './processes.testing.ts';
import { RoundRobin } from './round-robin.testing.ts';
import { namesIn, unfinished } from './unfinished.testing.ts';

const OBJECT = 'shared';
let test: TestDatabase;
let demo: DemoSeed;
let processes: Processes;
let [one, two] = [{} as ServerProcess, {} as ServerProcess];
let proxy: RoundRobin;
let [admin, user] = [{} as Auth, {} as Auth];

beforeAll(async () => {
  test = await openTestDatabase(null);
  processes = new Processes(test.url);
  [one, two] = await Promise.all([processes.start(), processes.start()]);
  demo = (await seedDemoTenant(test.db, () => undefined))!;
  proxy = await RoundRobin.before([one.url, two.url]);
  [admin, user] = [await signInAt(one.url, 'admin'), await signInAt(two.url, 'user')];
});
afterAll(async () => {
  await proxy?.close();
  await Promise.all([one, two].map((each) => each.kill?.()));
  await test?.drop();
  processes?.remove();
});

/** The next process in turn answers. */
const call = <I extends CallId>(id: I, input: InputOf<I>, as: Auth | undefined = admin) =>
  callAt(proxy.url, id, input, as);
const list = (as: Auth, url = proxy.url) =>
  callAt(url, 'bizmeta.record.list', { object: OBJECT, size: 100 }, as);

it('started at the same moment on an empty database, each step of it was done once', async () => {
  const rows = await test.db.withOwner((tx) => tx.query('select from kernel.migration'));
  expect(rows).toHaveLength(allMigrations().flatMap(({ migrations }) => migrations).length);
});

it('a process with files of its own does not start', async () => {
  await claimFolder(test.db, processes.shared);
  await expect(claimFolder(test.db, join(processes.folder, 'own-1'))).rejects.toThrow(
    /不是这个数据库的附件目录[\s\S]*FILES_DIR/,
  );
});

it('wrong passwords are counted together, and the captcha of one is good for the other, once', async () => {
  const attempt = async (url: string, password: string, captcha?: object) =>
    callAt(url, 'upm.anno.signIn', {
      account: 'builder',
      password,
      ...(captcha && { captcha }),
    } as InputOf<'upm.anno.signIn'>);
  const reasons: string[] = [];
  for (const { url } of [one, two, one, two])
    reasons.push((await attempt(url, 'Wrong@2026')).error.reason);
  expect(reasons.at(-1)).toBe('CAPTCHA_REQUIRED');
  const { data } = await callAt(one.url, 'upm.anno.captcha', { account: 'builder' });
  const solved = await solveCaptcha(data);
  expect((await attempt(two.url, DEMO_PASSWORD, solved)).code).toBe(200);
  for (const { url } of [one, two, one, two]) await attempt(url, 'Wrong@2026');
  expect((await attempt(one.url, DEMO_PASSWORD, solved)).code).not.toBe(200);
});

it('an object defined and changed by one is used by the other at the next call', async () => {
  const text = (apiName: string) => ({ apiName, label: apiName, type: 'text' as const });
  const describe = { apiName: OBJECT, label: '共用', fields: [text('name')] };
  const made = await callAt(one.url, 'bizmeta.describe.create', { describe }, admin);
  expect(made.code).toBe(200);
  expect((await list(user, two.url)).code).toBe(200);
  let { version } = made.data;
  for (let i = 0; i < 6; i += 1) {
    const [here, there] = i % 2 ? [one, two] : [two, one];
    const fields = [text('name'), ...Array.from({ length: i + 1 }, (_, n) => text(`f${n}`))];
    const changed = await callAt(
      here.url,
      'bizmeta.describe.update',
      { describe: { ...describe, id: made.data.id, version, fields } } as never,
      admin,
    );
    expect(changed.msg).toBe('ok');
    ({ version } = changed.data as { version: number });
    const record = { name: `记录 ${i}`, [`f${i}`]: '新字段' };
    const input = { object: OBJECT, records: [record] };
    expect((await callAt(there.url, 'bizmeta.record.bulkCreate', input, user)).code).toBe(200);
    const [found] = (await list(user, there.url)).data.records;
    expect(found).toMatchObject(record);
  }
});

it('a request sent to both at once is done once', async () => {
  const before = (await list(user)).data.total;
  for (let i = 0; i < 5; i += 1) {
    const input = { object: OBJECT, requestId: randomUUID(), records: [{ name: '一次' }] };
    const answers = await Promise.all(
      [one, two, one, two].map(({ url }) => callAt(url, 'bizmeta.record.bulkCreate', input, user)),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  }
  expect((await list(user)).data.total).toBe(before + 5);
});

it('a page published by one is served by the other', async () => {
  const key = 'shared.page';
  expect((await callAt(one.url, 'bizmeta.page.create', { key, title: '初版' }, admin)).code).toBe(
    200,
  );
  for (const [here, there, title] of [
    [one, two, '第一版'],
    [two, one, '第二版'],
  ] as const) {
    const { document, draftVersion } = (
      await callAt(here.url, 'bizmeta.page.draft.get', { pageKey: key }, admin)
    ).data;
    const changed = { ...(document as object), title };
    const saved = await callAt(
      there.url,
      'bizmeta.page.draft.save',
      { pageKey: key, draftVersion, document: changed },
      admin,
    );
    const version = saved.data.draftVersion;
    const sent = { pageKey: key, draftVersion: version };
    expect((await callAt(here.url, 'bizmeta.page.publish', sent, admin)).msg).toBe('ok');
    const served = await callAt(there.url, 'bizmeta.page.schema', { pageKey: key }, admin);
    expect(served.data.document).toMatchObject({ title });
  }
});

it('what one takes away the other refuses at the next call: rights and sessions', async () => {
  const config = (url: string, defaultAccess: 'all' | 'none') =>
    callAt(url, 'bizmeta.authgroup.config', { objectApiName: OBJECT, defaultAccess }, admin);
  for (const [here, there] of [
    [one, two],
    [two, one],
  ] as const) {
    expect((await list(user, there.url)).code).toBe(200);
    await config(here.url, 'none');
    expect((await list(user, there.url)).code).toBe(403);
    await config(here.url, 'all');
    expect((await list(user, there.url)).code).toBe(200);
  }
  const leaving = await signInAt(one.url, 'user');
  expect((await list(leaving, two.url)).code).toBe(200);
  await callAt(one.url, 'upm.tenant.logout', {}, leaving);
  expect((await list(leaving, two.url)).code).toBe(401);
});

it('streams of events at both get a message and a change of rights, and end with their session', async () => {
  const session = await signInAt(one.url, 'user');
  const streams = [await Events.open(proxy.url, session), await Events.open(proxy.url, session)];
  await test.db.withTenant(demo, (tx) =>
    postMessage(tx, demo.tenant.id, 'message', {
      userIds: [session.userid],
      typeCode: 'user_mod',
      content: '两个进程都送到',
    }),
  );
  for (const stream of streams)
    await expect.poll(() => stream.text).toMatch(/event: unread\ndata: \{"unread":[1-9]/);
  await test.db.withTenant(demo, (tx) => announceRights(tx, [session.userid]));
  for (const stream of streams) await expect.poll(() => stream.text).toContain('event: rights');
  await callAt(two.url, 'upm.tenant.logout', {}, session);
  for (const stream of streams) await expect.poll(() => stream.isOver).toBe(true);
});

it('a file sent to one is read from the other', async () => {
  for (const [here, there] of [
    [one, two],
    [two, one],
  ] as const) {
    const bytes = randomBytes(50_000);
    const { fileId } = await upload(here, bytes, admin);
    const response = await fetch(`${there.url}/storage/attachment/att?fileId=${fileId}`, {
      headers: { ...admin },
    });
    expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(sha256(bytes));
  }
});

it('one killed under load, in the middle of changes: the other serves on, nothing acknowledged is missing, nothing is there twice', async () => {
  const acknowledged: string[] = [];
  const unanswered: string[] = [];
  let going = true;
  const write = async (): Promise<void> => {
    while (going) {
      const requestId = randomUUID();
      const input = { object: OBJECT, requestId, records: [{ name: requestId }] };
      const code = await call('bizmeta.record.bulkCreate', input, user).then(
        (answer) => answer.code,
        () => 502,
      );
      (code === 200 ? acknowledged : unanswered).push(requestId);
    }
  };
  const define = async (): Promise<void> => {
    for (let i = 0; going; i += 1) {
      const apiName = `killed_${i}`;
      const fields = [{ apiName: 'name', label: '名称', type: 'text' as const }];
      await callAt(
        one.url,
        'bizmeta.describe.create',
        {
          describe: { apiName, label: apiName, fields },
        },
        admin,
      ).catch(() => undefined);
    }
  };
  const working = [write(), write(), write(), define()];
  await expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(20);
  await one.kill();
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(before + 10);
  proxy.targets = [two.url];
  going = false;
  await Promise.all(working);
  for (const requestId of unanswered) {
    const input = { object: OBJECT, requestId, records: [{ name: requestId }] };
    expect((await call('bizmeta.record.bulkCreate', input, user)).code).toBe(200);
  }
  const names = await namesIn(test.db, demo.tenant, OBJECT);
  for (const requestId of [...acknowledged, ...unanswered])
    expect(names.filter((name) => name === requestId)).toHaveLength(1);
  await expect.poll(() => unfinished(test.db)).toEqual([]);
  one = await processes.start();
  proxy.targets = [one.url, two.url];
  expect((await list(user, one.url)).code).toBe(200);
});
