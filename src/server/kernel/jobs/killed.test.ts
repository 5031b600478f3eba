import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { bundled, type Bundle } from '../../bundled.testing.ts';
import { createTenant } from '../../upm/index.ts';
import { startJob, type TenantRef } from '../index.ts';
import { openTestDatabase, type TestDatabase } from '../testing.ts';

const SCRIPT = fileURLToPath(new URL('./run-jobs.testing.ts', import.meta.url));
let script: Bundle;
let test: TestDatabase;
let tenants: TenantRef[];
let child: ChildProcess | undefined;
beforeAll(async () => {
  script = await bundled(SCRIPT);
  test = await openTestDatabase();
  tenants = [];
  for (const name of ['甲公司', '乙公司'])
    tenants.push(await createTenant(test.db, { name }, async (_tx, tenant) => tenant));
});
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) await killed();
  await test.db.asAnonymous('delete from kernel.job');
});
afterAll(async () => {
  await test?.drop();
  script?.remove();
});

const begin = (tenant: TenantRef, kind: string): Promise<string> =>
  test.db.withTenant({ tenant }, (tx) =>
    startJob(tx, { kind, title: kind, payload: {}, total: 1, by: 'somebody' }),
  );
interface Row {
  state: string;
  error: string;
  starts: number;
  done: number;
}
async function read(id: string): Promise<Row> {
  const rows = await test.db.asAnonymous<Row>(
    'select state, error, starts, done from kernel.job where id = $1',
    [id],
  );
  return rows[0]!;
}
function start(): ChildProcess {
  child = spawn(process.execPath, [script.path, test.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return child;
}
const ended = (process: ChildProcess): Promise<string> =>
  new Promise((done) => {
    process.once('exit', (_code, signal) => done(String(signal)));
  });
async function killed(): Promise<void> {
  const end = ended(child!);
  child!.kill('SIGKILL');
  await end;
}
/** The lease of a job whose process ended runs out. */
const leaseEnds = (): Promise<unknown> =>
  test.db.asAnonymous(`update kernel.job set next_at = now() where state = 'waiting'`);

it('a job that ends its process each time is given up with a reason, and takes no other job with it', async () => {
  const deadly = await begin(tenants[0]!, 'deadly');
  const other = await begin(tenants[1]!, 'slow');
  expect(await ended(start())).toBe('SIGKILL');
  expect(await read(deadly)).toMatchObject({ state: 'waiting', starts: 1 });
  // As if three more had ended like the first.
  await test.db.asAnonymous(
    `update kernel.job set next_at = now(), starts = starts + 3 where state = 'waiting'`,
  );
  expect(await ended(start())).toBe('SIGKILL');
  expect(await read(deadly)).toMatchObject({ state: 'waiting', starts: 5 });
  await leaseEnds();
  start();
  await expect
    .poll(() => read(deadly), { timeout: 20_000 })
    .toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^服务在执行这个任务时连续 5 次意外中断，任务已停止/),
    });
  await expect
    .poll(() => read(other), { timeout: 20_000 })
    .toMatchObject({ state: 'done', error: '' });
  expect(child!.exitCode).toBeNull();
}, 90_000);

it('a job that finishes a batch before its process is killed starts counting from zero', async () => {
  const id = await begin(tenants[0]!, 'slow');
  await test.db.asAnonymous('update kernel.job set starts = 4 where id = $1', [id]);
  start();
  await expect
    .poll(async () => (await read(id)).done, { timeout: 20_000, interval: 5 })
    .toBeGreaterThan(0);
  await killed();
  expect(await read(id)).toMatchObject({ state: 'waiting', starts: 0 });
}, 60_000);
