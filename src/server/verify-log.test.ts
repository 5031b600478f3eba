import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './kernel/testing.ts';

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'huozi-verify-'));
});
afterAll(async () => {
  await test?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command an operator runs, on the database of this test. */
function command(...args: string[]): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, DATABASE_URL: test.url, DATA_DIR: folder };
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/verify-log.ts', ...args], {
    env,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, said }));
  });
}

const LINE = `jsonb_build_object('tenant_id', 'acme', 'user_id', 'u', 'real_name', '甲', 'call_id', 'x', 'summary', '操作', 'about', '', 'change', '', 'subjects', '[]'::jsonb,
  'code', 200, 'reason', '', 'detail', '{}'::jsonb, 'request_id', 'r', 'ip', '', 'ms', 1)`;
const run = (sql: string) => test.db.withOwner((tx) => tx.run(sql));

it('an operator verifies all companies, saves the heads, and finds a chain that was rewritten', async () => {
  await run(`select log.append(${LINE}) from generate_series(1, 5)`);
  const heads = join(folder, 'heads.json');
  expect(await command('--save', heads)).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /完整 {2}（acme）：第 1 行到第 5 行，共 5 行[\s\S]*所有企业的操作日志都完整/,
    ) as string,
  });
  await run('delete from log.operation; delete from log.chain');
  await run(`select log.append(${LINE}) from generate_series(1, 5)`);
  expect(await command('--against', heads)).toMatchObject({
    code: 1,
    said: expect.stringContaining('第 5 行与留存的链尾不同') as string,
  });
  await run('delete from log.operation where seq = 2');
  expect(await command()).toMatchObject({
    code: 1,
    said: expect.stringContaining('第 2 行到第 2 行不见了') as string,
  });
});
