import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Published, SavedDraft } from '../../../contract/index.ts';
import type { PageDocument } from '../../../page/index.ts';
import { ServerProcess } from '../../killable.testing.ts';
import { openTestDatabase, type TestDatabase } from '../../kernel/testing.ts';
import type { DemoSeed } from '../../kernel/index.ts';
import { seedDemoTenant } from '../../upm/index.ts';
import { services } from '../service-ports.ts';
import { PageEditContext } from './edit-context.ts';
import { getDraft, saveDraft } from './drafts.ts';
import { pageHistory } from './history.ts';
import { loadLibrary } from '../library/library.ts';

const KEY = 'mine.killed';
/** Answers received before the server is killed, with the next request in flight. */
const ANSWERS = 12;
let test: TestDatabase;
let demo: DemoSeed;
let server: ServerProcess;
const dataDir = mkdtempSync(join(tmpdir(), 'huozi-kill-'));

beforeAll(async () => {
  test = await openTestDatabase();
  demo = (await seedDemoTenant(test.db, () => undefined))!;
  server = await ServerProcess.start({ databaseUrl: test.url, dataDir });
});
afterAll(async () => {
  await server?.kill();
  await test?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('what was answered as saved or published is there after kill -9, and requests in flight are complete or absent', async () => {
  const auth = await server.signIn('builder');
  const page = `/bizmeta/v1/page/${KEY}`;
  await server.post('/bizmeta/v1/page/create', { key: KEY, title: '第 0 次' }, auth);
  let { draftVersion } = await server.post<SavedDraft>(`${page}/draft/get`, {}, auth);
  const answered = { times: 0, version: draftVersion, rev: 0 };
  const again = async (n: number): Promise<void> => {
    ({ draftVersion } = await server.post<SavedDraft>(
      `${page}/draft/save`,
      { draftVersion, operations: [{ op: 'set', path: ['title'], value: `第 ${n} 次` }] },
      auth,
    ));
    Object.assign(answered, { times: n, version: draftVersion });
    if (n % 3 !== 0) return;
    answered.rev = (await server.post<Published>(`${page}/publish`, { draftVersion }, auth)).rev;
    draftVersion++;
  };
  for (let n = 1; n <= ANSWERS; n++) await again(n);
  const underWay = again(ANSWERS + 1).then(
    () => undefined,
    () => undefined,
  );
  await Promise.all([server.kill(), underWay]);

  await test.db.withTenant(demo, async (tx) => {
    const context = new PageEditContext(tx, { library: loadLibrary(), services }, demo.adminId);
    const draft = await getDraft(context, KEY);
    const title = (draft.document as PageDocument).title;
    expect(title).toMatch(new RegExp(`^第 (${answered.times}|${ANSWERS + 1}) 次$`));
    expect(draft.draftVersion).toBeGreaterThanOrEqual(answered.version);
    const history = await pageHistory(context, { pageKey: KEY });
    expect(history.total).toBe(answered.rev);
    // Changes made from the very first version are still merged: all reverse operations are
    // stored.
    const saved = await saveDraft(context, {
      pageKey: KEY,
      draftVersion: 1,
      operations: [{ op: 'set', id: 'page', path: ['note'], value: '早先打开的' }],
    });
    expect(saved).toMatchObject({
      merged: true,
      document: { title, nodes: { page: { note: '早先打开的' } } },
    });
  });
});
