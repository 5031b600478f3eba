import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import {
  AppError,
  startJob,
  JobRunner,
  type Job,
  type JobKind,
  type Checkpoint,
} from '../index.ts';

let server: TestServer;
let admin: Auth;
let stranger: Auth;
const runners: JobRunner[] = [];
beforeAll(async () => {
  server = await testServer();
  [admin, stranger] = [await server.signIn('admin'), (await server.newTenant('jobs-other')).auth];
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});
afterAll(() => server?.close());

/** A runner of its own beside the server's, for kinds the server does not know. */
function runner(kinds: Readonly<Record<string, JobKind<never>['runBatch']>>): JobRunner {
  const made = new JobRunner(server.db, () => undefined);
  for (const [name, step] of Object.entries(kinds))
    made.define(name, { access: 'admin', runBatch: step });
  made.start();
  runners.push(made);
  return made;
}
const begin = (kind: string, total: number, by = admin.userid) =>
  server.db.withTenant(server.demo, (tx) =>
    startJob(tx, { kind, title: `做“${kind}”`, payload: { kind }, total, by }),
  );
const seen = (id: string, as = admin) => server.call('upm.job.detail', { id }, as);
const ended = async (id: string) =>
  vi.waitFor(
    async () => {
      const { data } = await seen(id);
      expect(data.state).not.toBe('waiting');
      return data;
    },
    { timeout: 8_000, interval: 30 },
  );
const at = (place: Checkpoint | null): number => Number(place?.['at'] ?? 0);
/** Writes a line a piece, in the piece's transaction; `n` pieces. */
const lines =
  (n: number, before: (job: Job<never>) => void = () => undefined): JobKind<never>['runBatch'] =>
  async (tx, job) => {
    before(job);
    await tx.run(
      `insert into kernel.request (tenant_id, user_id, call_id, request_id, input_hash)
        values ($1, $2, 'line', $3, '')`,
      [tx.tenant.id, job.id, String(at(job.place))],
    );
    return { did: 1, place: at(job.place) + 1 < n ? { at: at(job.place) + 1 } : null };
  };
const written = async (id: string) =>
  (
    await server.db.withTenant(server.demo, (tx) =>
      tx.query<{ n: number }>(
        `select count(*) as n from kernel.request where call_id = 'line' and user_id = $1`,
        [id],
      ),
    )
  )[0]!.n;

it('work goes on behind the answer, piece by piece, and says how far it is', async () => {
  const made = runner({ steps: lines(5) });
  const id = await begin('steps', 5);
  await made.settled(id, 5_000);
  expect((await seen(id)).data).toMatchObject({
    title: '做“steps”',
    state: 'done',
    done: 5,
    total: 5,
    error: '',
    createdBy: '顾望舒',
    endedAt: expect.stringMatching(/^20/),
  });
  expect(await written(id)).toBe(5);
});

it('nothing begins when the transaction it belongs to fails', async () => {
  runner({ never: lines(1) });
  let id = '';
  await expect(
    server.db.withTenant(server.demo, async (tx) => {
      id = await startJob(tx, {
        kind: 'never',
        title: '无',
        payload: {},
        total: 1,
        by: admin.userid,
      });
      throw new AppError('FORBIDDEN');
    }),
  ).rejects.toThrow();
  expect((await seen(id)).error.reason).toBe('JOB_UNKNOWN');
});

it('a piece that fails is undone and tried again, and the job goes on from there', async () => {
  let failures = 0;
  runner({
    stumbles: lines(3, ({ place }) => {
      if (at(place) === 1 && failures++ < 1) throw new Error('once');
    }),
  });
  const id = await begin('stumbles', 3);
  expect(await ended(id)).toMatchObject({ state: 'done', done: 3, error: '' });
  expect(await written(id)).toBe(3);
});

it('what fails again and again is given up with its reason, and goes on when a user restarts it', async () => {
  let broken = true;
  const made = runner({
    fails: lines(2, ({ place }) => {
      if (broken && at(place) === 1) throw new AppError('DEPT_UNKNOWN');
    }),
  });
  const id = await begin('fails', 2);
  // The waits between the tries are cut short.
  await vi.waitFor(
    async () => {
      await server.db.asAnonymous('update kernel.job set next_at = now() where id = $1', [id]);
      made.wake();
      expect((await seen(id)).data).toMatchObject({
        state: 'failed',
        done: 1,
        error: '部门不存在或已被删除',
      });
    },
    { timeout: 8_000, interval: 50 },
  );
  broken = false;
  expect((await server.call('upm.job.again', { id }, admin)).code).toBe(200);
  expect(await ended(id)).toMatchObject({ state: 'done', done: 2 });
  expect(await written(id)).toBe(2);
  expect((await server.call('upm.job.again', { id }, admin)).error.reason).toBe('JOB_STATE');
});

it('two processes do it once: who took it keeps it, and its piece is passed over', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  const slow: JobKind<never>['runBatch'] = async (tx, job) => {
    begun += 1;
    await held;
    return lines(1)(tx, job);
  };
  const [one, two] = [runner({ slow }), runner({ slow })];
  const id = await begin('slow', 1);
  await vi.waitFor(() => expect(begun).toBe(1));
  for (const each of [one, two]) each.wake();
  await new Promise((resolve) => {
    setTimeout(resolve, 200);
  });
  release();
  expect(await ended(id)).toMatchObject({ state: 'done', done: 1 });
  expect([begun, await written(id)]).toEqual([1, 1]);
});

it('is seen by its creator and by those with the right, and by no other user', async () => {
  const user = await server.signIn('user');
  const made = runner({ mine: lines(1) });
  const [theirs, mine] = [await begin('mine', 1), await begin('mine', 1, user.userid)];
  await Promise.all([made.settled(theirs, 5_000), made.settled(mine, 5_000)]);
  expect((await server.call('upm.job.list', {}, user)).data.map(({ id }) => id)).toEqual([mine]);
  for (const [id, as] of [
    [theirs, user],
    [theirs, stranger],
    ['never-was', admin],
  ] as const) {
    expect([
      (await seen(id, as)).error.reason,
      (await server.call('upm.job.again', { id }, as)).error.reason,
    ]).toEqual(['JOB_UNKNOWN', 'JOB_UNKNOWN']);
  }
  expect((await server.call('upm.job.list', {}, stranger)).data).toEqual([]);
  expect((await server.call('upm.job.list', { open: true }, user)).data).toEqual([]);
});
