import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from './kernel/index.ts';
import { openTestDatabase, type TestDatabase } from './kernel/testing.ts';
import { verifyLogCommand } from './verify-log.ts';

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

/** The command an operator runs, on the database of this test. */
async function command(...args: string[]): Promise<{ whole: boolean; said: string }> {
  const lines: string[] = [];
  const config = readConfig({ DATABASE_URL: test.url, DATA_DIR: folder });
  const whole = await verifyLogCommand({ config, args, say: (text) => lines.push(text) });
  return { whole, said: lines.join('\n') };
}

const LINE = `jsonb_build_object('tenant_id', 'acme', 'user_id', 'u', 'real_name', '甲', 'call_id', 'x', 'summary', '操作', 'about', '', 'change', '', 'subjects', '[]'::jsonb,
  'code', 200, 'reason', '', 'detail', '{}'::jsonb, 'request_id', 'r', 'ip', '', 'ms', 1)`;
const run = (sql: string) => test.db.withOwner((tx) => tx.run(sql));

it('an operator verifies all companies, saves the heads, and finds a chain that was rewritten', async () => {
  await run(`select log.append(${LINE}) from generate_series(1, 5)`);
  const heads = join(folder, 'heads.json');
  expect(await command('--save', heads)).toMatchObject({
    whole: true,
    said: expect.stringMatching(
      /完整 {2}（acme）：第 1 行到第 5 行，共 5 行[\s\S]*所有企业的操作日志都完整/,
    ) as string,
  });
  await run('delete from log.operation; delete from log.chain');
  await run(`select log.append(${LINE}) from generate_series(1, 5)`);
  expect(await command('--against', heads)).toMatchObject({
    whole: false,
    said: expect.stringContaining('第 5 行与留存的链尾不同') as string,
  });
  await run('delete from log.operation where seq = 2');
  expect(await command()).toMatchObject({
    whole: false,
    said: expect.stringContaining('第 2 行到第 2 行不见了') as string,
  });
});
