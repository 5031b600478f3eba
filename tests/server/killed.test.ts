import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLE_ADMIN, type DemoSeed, type Logger } from '../../src/server/kernel/index.ts';
import { openTestDatabase, type TestDatabase } from '../../src/server/kernel/testing.ts';
import { ServerProcess } from '../../src/server/killable.testing.ts';
import { verifyChain } from '../../src/server/log/index.ts';
import { sweepOrphans } from '../../src/server/storage/sweep.ts';
import type { Auth } from '../../src/server/testing.ts';
import {
  addMember,
  DEMO_PASSWORD,
  hashPassword,
  seedDemoTenant,
} from '../../src/server/upm/index.ts';
import { addDept, Deeds, sha256, upload, uploadHalf } from './killed.testing.ts';

/** Answered uploads, and as many changes, before the server is killed during the next ones. */
const ANSWERED = 15;
const COLLEAGUES = ['second.admin', 'third.admin'];
const quiet = { info: () => undefined } as unknown as Logger;
const dataDir = mkdtempSync(join(tmpdir(), 'huozi-killed-'));
const files = join(dataDir, 'files');

let test: TestDatabase;
let demo: DemoSeed;
let server: ServerProcess;
let people: Auth[];

const start = (): Promise<ServerProcess> => ServerProcess.start({ databaseUrl: test.url, dataDir });
const ofCompany = <R extends object>(text: string) =>
  test.db.withOwner((tx) => tx.query<R>(text, [demo.tenant.id]), demo.tenant.id);
const onDisk = () =>
  readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

beforeAll(async () => {
  test = await openTestDatabase();
  demo = (await seedDemoTenant(test.db, () => undefined))!;
  const passwordHash = await hashPassword(test.db, DEMO_PASSWORD);
  await test.db.withOwner(async (tx) => {
    for (const account of COLLEAGUES)
      await addMember(tx, demo.tenant, {
        account,
        realName: account,
        passwordHash,
        roles: [ROLE_ADMIN],
      });
  }, demo.tenant.id);
  server = await start();
  people = await Promise.all(['admin', ...COLLEAGUES].map((account) => server.signIn(account)));
});
afterAll(async () => {
  await server?.kill();
  await test?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface FileRow {
  readonly id: string;
  readonly path: string;
  readonly hash: string;
}
const fileRows = () =>
  ofCompany<FileRow>(
    `select id, path, encode(sha256, 'hex') as hash from storage.file where tenant_id = $1`,
  );

/** Kills the server while three people work. */
async function killUnderLoad(deeds: Deeds): Promise<void> {
  const working = deeds.untilGone(server, people);
  await expect
    .poll(() => Math.min(deeds.files.size, deeds.depts.length), { interval: 5 })
    .toBeGreaterThan(ANSWERED);
  await server.kill();
  await working;
}

/**
 * Kills the server between the two halves of three writes: a file of which half has come, a file on
 * disk whose row waits to be counted, a department whose line waits for its place in the log.
 */
async function killBetween(): Promise<void> {
  const as = people[0]!;
  // Ends with its connection: what waits for it then finds the server gone.
  await test.db.onOwnConnection(async (tx) => {
    await tx.run('begin');
    await tx.run('select from storage.space for update');
    await tx.run('select from log.chain for update');
    const known = new Set(onDisk());
    const half = uploadHalf(server, as);
    const unanswered = Promise.allSettled([
      upload(server, randomBytes(1_000), as),
      addDept(server, randomUUID(), as),
    ]);
    const waiting = () =>
      ofCompany<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and $1 <> ''`,
      );
    await expect.poll(waiting, { interval: 5 }).toEqual([{ n: 2 }]);
    const fresh = () =>
      onDisk()
        .filter((path) => !known.has(path))
        .map((path) => path.endsWith('.part'));
    await expect.poll(() => fresh().sort(), { interval: 5 }).toEqual([false, true]);
    await server.kill();
    expect((await unanswered).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    half.destroy();
  });
}

async function expectFilesWhole(deeds: Deeds): Promise<void> {
  const rows = await fileRows();
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
  for (const { path, hash } of rows)
    expect(sha256(readFileSync(join(files, demo.tenant.id, path)))).toBe(hash);
  expect(
    onDisk()
      .map((path) => basename(path))
      .sort(),
  ).toEqual([...hashes.keys()].sort());
  for (const [fileId, { hash, as }] of deeds.files) {
    const response = await fetch(`${server.url}/storage/attachment/att?fileId=${fileId}`, {
      headers: { ...as },
    });
    expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(hash);
  }
}

async function expectLogWhole(deeds: Deeds): Promise<void> {
  const made = await ofCompany<{ title: string }>(
    `select title from upm.dept where tenant_id = $1 and title ~ '^[0-9a-f-]{36}$' order by title`,
  );
  const lines = await ofCompany<{
    title: string;
  }>(`select detail->>'title' as title from log.operation
    where tenant_id = $1 and call_id = 'upm.org.addOrgGroup' and code = 200 order by title`);
  expect(lines).toEqual(made);
  const titles = new Set(made.map(({ title }) => title));
  expect(deeds.depts.filter((title) => !titles.has(title))).toEqual([]);
  const { problem, lines: count } = await test.db.withOwner((tx) =>
    verifyChain(tx, demo.tenant.id),
  );
  expect(problem).toBe('');
  expect(count).toBeGreaterThanOrEqual(deeds.depts.length);
}

it('after kill -9, under load and in the middle of a write, every answered file and change is there with its line, and no half of one', async () => {
  const deeds = new Deeds();
  await killUnderLoad(deeds);
  server = await start();
  await killBetween();
  server = await start();
  // The start leaves files this fresh alone, since they may be another process's uploads; later
  // they count as abandoned.
  await sweepOrphans({ db: test.db, dataDir, log: quiet }, { deadMs: 0 });
  await expectFilesWhole(deeds);
  await expectLogWhole(deeds);
});
