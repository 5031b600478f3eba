import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callOf, type Envelope, type Job, type SignInData } from '../../../contract/index.ts';
import { openTestDatabase, type TestDatabase } from '../../kernel/testing.ts';
import { DEMO_PASSWORD, seedDemoTenant } from '../../upm/index.ts';
import { f } from '../testing.ts';

/** Enough for some pieces: the server is killed between the first and the last. */
const RECORDS = 40_000;
const ONE_CALL = 5_000;
let test: TestDatabase;
let child: ChildProcess | undefined;
let url: string;
const dataDir = mkdtempSync(join(tmpdir(), 'huozi-hand-over-'));

/** The server as an operator starts it, on the test's database. */
function start(): Promise<string> {
  const started = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('../../main.ts', import.meta.url))], { env: { ...process.env, DATABASE_URL: test.url, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, HUOZI_MODE: 'production', PUBLIC_URL: 'http://127.0.0.1' }, stdio: ['ignore', 'pipe', 'pipe'] });
  child = started;
  return new Promise((ready, failed) => {
    let said = '';
    for (const stream of [started.stdout!, started.stderr!]) stream.on('data', (chunk: Buffer) => { said += chunk.toString(); const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said); if (found) ready(found[0]); });
    started.once('exit', () => failed(new Error(said)));
  });
}
beforeAll(async () => {
  test = await openTestDatabase();
  await seedDemoTenant(test.db, () => undefined);
  url = await start();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await test?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function post<T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } });
  const { code, data, msg } = await response.json() as Envelope<T>;
  if (code !== 200) throw new Error(`${path}: ${msg}`);
  return data;
}

it('a server killed in the middle of a hand-over goes on with it when it is back: every record once, none left', async () => {
  const { token, userid, tenant, regionId } = await post<SignInData>('/upm/anno/signIn', { account: 'admin', password: DEMO_PASSWORD });
  const auth = { token, userid, tenant, regionid: regionId };
  const person = async (account: string) => (await post<{ id: string }>('/upm/userOrg/createUser', { realName: account.replace('.', ' '), account, password: DEMO_PASSWORD }, auth)).id;
  const [from, to] = [await person('killed.from'), await person('killed.to')];
  await post(callOf('bizmeta.describe.create').path, { describe: { apiName: 'killed', label: '拜访', fields: [f('name', '名称', 'text'), f('owner', '负责人', 'user')] } }, auth);
  for (let made = 0; made < RECORDS; made += ONE_CALL) await post(callOf('bizmeta.record.bulkCreate').path.replace('{object}', 'killed'), { records: Array.from({ length: ONE_CALL }, () => ({ name: '记', owner: from })) }, auth);
  const job = async () => (await post<Job[]>('/upm/job/list', {}, auth))[0];

  const leaving = post('/upm/userOrg/removeByUserId', { userId: from, toUserId: to }, auth).catch(() => undefined);
  await vi.waitFor(async () => expect((await job())?.done).toBeGreaterThan(0), { timeout: 20_000, interval: 20 });
  const gone = new Promise((done) => { child!.once('exit', done); });
  child!.kill('SIGKILL');
  await Promise.all([gone, leaving]);
  url = await start();

  await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'done', done: RECORDS, total: RECORDS }), { timeout: 60_000, interval: 200 });
  const [{ no }] = await test.db.withOwner((tx) => tx.query<{ no: number }>(`select no from bizmeta.object where api_name = 'killed'`), tenant) as [{ no: number }];
  const [counted] = await test.db.withOwner((tx) => tx.query<object>(`select count(*) filter (where version = 2) as once, (select count(*) from t_1.o_${no}_log) as told from t_1.o_${no}`), tenant);
  expect(counted).toEqual({ once: RECORDS, told: RECORDS });
}, 120_000);
