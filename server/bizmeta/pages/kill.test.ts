import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope, Published, SavedDraft, SignInData } from '../../../contract/index.ts';
import type { PageDocument } from '../../../page/index.ts';
import { openTestDatabase, type TestDatabase } from '../../kernel/testing.ts';
import type { DemoSeed } from '../../kernel/index.ts';
import { DEMO_PASSWORD, seedDemoTenant } from '../../upm/index.ts';
import { neighbours } from '../neighbours.ts';
import { Desk } from './desk.ts';
import { getDraft, saveDraft } from './drafts.ts';
import { pageHistory } from './history.ts';
import { loadLibrary } from './library.ts';

const KEY = 'mine.killed';
/** Answers before the server is killed, with the next request on its way. */
const ANSWERS = 12;
let test: TestDatabase;
let demo: DemoSeed;
let child: ChildProcess;
let url: string;
const dataDir = mkdtempSync(join(tmpdir(), 'huozi-kill-'));

/** The server as an operator starts it, on the test's database. */
function start(): Promise<string> {
  child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('../../main.ts', import.meta.url))], { env: { ...process.env, DATABASE_URL: test.url, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, HUOZI_MODE: 'production', PUBLIC_URL: 'http://127.0.0.1' }, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((ready, failed) => {
    let said = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => { said += chunk.toString(); const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said); if (found) ready(found[0]); });
    child.once('exit', () => failed(new Error(said)));
  });
}
beforeAll(async () => {
  test = await openTestDatabase();
  demo = (await seedDemoTenant(test.db, () => undefined))!;
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

it('what was answered as saved or published is there after kill -9, and what was under way is whole or not there', async () => {
  const { token, userid, tenant, regionId } = await post<SignInData>('/upm/anno/signIn', { account: 'builder', password: DEMO_PASSWORD });
  const auth = { token, userid, tenant, regionid: regionId };
  const page = `/bizmeta/v1/page/${KEY}`;
  await post('/bizmeta/v1/page/create', { key: KEY, title: '第 0 次' }, auth);
  let { draftVersion } = await post<SavedDraft>(`${page}/draft/get`, {}, auth);
  const answered = { times: 0, version: draftVersion, rev: 0 };
  const again = async (n: number): Promise<void> => {
    ({ draftVersion } = await post<SavedDraft>(`${page}/draft/save`, { draftVersion, operations: [{ op: 'set', path: ['title'], value: `第 ${n} 次` }] }, auth));
    Object.assign(answered, { times: n, version: draftVersion });
    if (n % 3 !== 0) return;
    answered.rev = (await post<Published>(`${page}/publish`, { draftVersion }, auth)).rev;
    draftVersion++;
  };
  for (let n = 1; n <= ANSWERS; n++) await again(n);
  const gone = new Promise((done) => child.once('exit', done));
  const underWay = again(ANSWERS + 1).then(() => undefined, () => undefined);
  child.kill('SIGKILL');
  await Promise.all([gone, underWay]);

  await test.db.withTenant(demo, async (tx) => {
    const desk = new Desk(tx, { library: loadLibrary(), neighbours }, demo.adminId);
    const draft = await getDraft(desk, KEY);
    const title = (draft.document as PageDocument).title;
    expect(title).toMatch(new RegExp(`^第 (${answered.times}|${ANSWERS + 1}) 次$`));
    expect(draft.draftVersion).toBeGreaterThanOrEqual(answered.version);
    const history = await pageHistory(desk, { pageKey: KEY });
    expect(history.total).toBe(answered.rev);
    // Changes made from the very first version are still merged: the way back is whole.
    const saved = await saveDraft(desk, { pageKey: KEY, draftVersion: 1, operations: [{ op: 'set', id: 'page', path: ['note'], value: '早先打开的' }] });
    expect(saved).toMatchObject({ merged: true, document: { title, nodes: { page: { note: '早先打开的' } } } });
  });
});
