import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope, ErrorData } from '../../../contract/index.ts';
import { AdmissionQueue } from '../admission-queue/queue.ts';
import { RouteTable } from './route.ts';
import { createHttp } from './server.ts';

/** Every waiting caller has to retry in a second: the first never finishes. */
let clock = 1_800_000_000_000;
let app: FastifyInstance;
const done: (() => void)[] = [];
let begun = 0;

beforeAll(async () => {
  app = await createHttp({ logger: false });
  const line = new AdmissionQueue({ atOnce: 1, key: Buffer.alloc(32, 7), now: () => clock });
  const routes = new RouteTable(app, async () => ({ state: 'unknown' }), undefined, line);
  routes.openRoute('upm.anno.setup', async () => {
    begun += 1;
    await new Promise<void>((resolve) =>
      done.push(() => {
        clock += 20_000;
        resolve();
      }),
    );
    return { tenant: 't' };
  });
  await app.ready();
});
afterAll(() => app?.close());

const body = {
  link: 'l'.repeat(43),
  company: '甲',
  account: 'admin',
  realName: '乙',
  password: 'Huozi@2026',
};
const ask = (token?: string) =>
  app.inject({
    method: 'POST',
    url: '/upm/anno/setup',
    payload: body,
    headers: token ? { 'queue-ticket': token } : {},
  });
const begins = async (count: number): Promise<void> => {
  while (begun < count)
    await new Promise((next) => {
      setTimeout(next, 1);
    });
};

it('a caller that cannot be admitted soon learns how many are ahead and when to retry, and gets a token; nothing is done', async () => {
  // One goes through and takes twenty seconds of the clock: from now on a line of one is a long
  // one.
  for (let n = 1; n <= 12; n += 1) {
    const through = ask();
    await begins(n);
    done.pop()!();
    expect((await through).statusCode).toBe(200);
  }
  const inside = ask();
  await begins(13);
  const waiting = ask();
  await new Promise((next) => {
    setTimeout(next, 10);
  });
  const refused = await ask();
  const { code, data, msg } = refused.json<Envelope<ErrorData>>();
  expect([refused.statusCode, code, data.reason, data.params, msg]).toEqual([
    429,
    429,
    'QUEUED',
    { ahead: 1, seconds: 8 },
    '登录的人较多，正在排队，前面约 1 人',
  ]);
  expect(refused.headers['retry-after']).toBe('8');
  const token = String(refused.headers['queue-ticket']);
  expect(token).toMatch(/^\d/);
  expect(begun).toBe(13);
  // A bad request is refused without queueing, and calls that cost nothing do not queue.
  expect(
    (await app.inject({ method: 'POST', url: '/upm/anno/setup', payload: {} })).statusCode,
  ).toBe(400);
  done.pop()!();
  await begins(14);
  const restored = ask(token);
  await new Promise((next) => {
    setTimeout(next, 10);
  });
  done.pop()!();
  await begins(15);
  done.pop()!();
  expect(
    (await Promise.all([inside, waiting, restored])).map(({ statusCode }) => statusCode),
  ).toEqual([200, 200, 200]);
});

it('a retry at the given time is no flood, an earlier one may be one', async () => {
  const inside = ask();
  await begins(16);
  const waiting = ask();
  await new Promise((next) => {
    setTimeout(next, 10);
  });
  const counted = (response: Awaited<ReturnType<typeof ask>>): [number, boolean] => [
    response.statusCode,
    'x-ratelimit-remaining' in response.headers,
  ];
  const first = await ask();
  const early = await ask(String(first.headers['queue-ticket']));
  clock += Number(early.headers['retry-after']) * 1_000;
  const due = await ask(String(early.headers['queue-ticket']));
  expect([first, early, due].map(counted)).toEqual([
    [429, true],
    [429, true],
    [429, false],
  ]);
  done.pop()!();
  await begins(17);
  done.pop()!();
  await Promise.all([inside, waiting]);
});
