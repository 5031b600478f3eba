import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callOf, type Job } from '../../../contract/index.ts';
import { ServerProcess } from '../../killable.testing.ts';
import { openTestDatabase, type TestDatabase } from '../../kernel/testing.ts';
import { DEMO_PASSWORD, seedDemoTenant } from '../../upm/index.ts';
import { f } from '../testing/index.ts';

/** Enough for several batches: the server is killed between the first and the last. */
const RECORDS = 40_000;
const ONE_CALL = 5_000;
let test: TestDatabase;
let server: ServerProcess;
const dataDir = mkdtempSync(join(tmpdir(), 'huozi-hand-over-'));

beforeAll(async () => {
  test = await openTestDatabase();
  await seedDemoTenant(test.db, () => undefined);
  server = await ServerProcess.start({ databaseUrl: test.url, dataDir });
});
afterAll(async () => {
  await server?.kill();
  await test?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('a server killed during a reassignment resumes it after a restart: every record once, none left', async () => {
  const auth = await server.signIn('admin');
  const person = async (account: string) =>
    (
      await server.post<{ id: string }>(
        '/upm/userOrg/createUser',
        { realName: account.replace('.', ' '), account, password: DEMO_PASSWORD },
        auth,
      )
    ).id;
  const [from, to] = [await person('killed.from'), await person('killed.to')];
  await server.post(
    callOf('bizmeta.describe.create').path,
    {
      describe: {
        apiName: 'killed',
        label: '拜访',
        fields: [f('name', '名称', 'text'), f('owner', '负责人', 'user')],
      },
    },
    auth,
  );
  for (let made = 0; made < RECORDS; made += ONE_CALL)
    await server.post(
      callOf('bizmeta.record.bulkCreate').path.replace('{object}', 'killed'),
      { records: Array.from({ length: ONE_CALL }, () => ({ name: '记', owner: from })) },
      auth,
    );
  const job = async () => (await server.post<Job[]>('/upm/job/list', {}, auth))[0];

  const leaving = server
    .post('/upm/userOrg/removeByUserId', { userId: from, toUserId: to }, auth)
    .catch(() => undefined);
  await vi.waitFor(async () => expect((await job())?.done).toBeGreaterThan(0), {
    timeout: 20_000,
    interval: 20,
  });
  await Promise.all([server.kill(), leaving]);
  server = await ServerProcess.start({ databaseUrl: test.url, dataDir });

  await vi.waitFor(
    async () => expect(await job()).toMatchObject({ state: 'done', done: RECORDS, total: RECORDS }),
    { timeout: 60_000, interval: 200 },
  );
  const [{ no }] = (await test.db.withOwner(
    (tx) => tx.query<{ no: number }>(`select no from bizmeta.object where api_name = 'killed'`),
    auth.tenant,
  )) as [{ no: number }];
  const [counted] = await test.db.withOwner(
    (tx) =>
      tx.query<object>(
        `select count(*) filter (where version = 2) as once, (select count(*)
          from t_1.o_${no}_log) as told from t_1.o_${no}`,
      ),
    auth.tenant,
  );
  expect(counted).toEqual({ once: RECORDS, told: RECORDS });
}, 120_000);
