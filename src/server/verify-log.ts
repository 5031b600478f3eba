import { readFileSync, writeFileSync } from 'node:fs';
import { joinDatabase, readConfig, type Database } from './kernel/index.ts';
import { verifyChain, type ChainReport } from './log/index.ts';

/**
 * `npm run verify:log -- [--save FILE] [--against FILE]`: follows the operation log of every
 * company, beside a running server or without one. `--save` stores the heads of the chains;
 * `--against` finds chains that were rewritten since then. Exits with 1 when a chain is broken.
 */

type Heads = Readonly<Record<string, { seq: number; hash: string }>>;

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return undefined;
  const value = process.argv[at + 1];
  if (value === undefined) throw new Error(`--${name} 后面要写文件名`);
  return value;
}

/** Every company that has a chain, or lines without one. */
async function companies(db: Database): Promise<{ id: string; name: string }[]> {
  return db.withOwner((tx) =>
    tx.query(`
    select ids.id, coalesce(t.name, '') as name
      from (select tenant_id as id from log.chain union select tenant_id from log.operation union
      select id from upm.tenant) ids
    left join upm.tenant t on t.id = ids.id order by t.created_at, ids.id`),
  );
}

/**
 * What is wrong when the line of a saved head differs now; '' when it is the same, or was deleted
 * after its retention.
 */
async function againstHead(
  db: Database,
  tenantId: string,
  head: Heads[string] | undefined,
  report: ChainReport,
): Promise<string> {
  if (!head || head.seq < report.from) return '';
  const [line] = await db.withOwner((tx) =>
    tx.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from log.operation where tenant_id = $1 and seq = $2`,
      [tenantId, head.seq],
    ),
  );
  if (!line) return `链在第 ${report.to} 行结束，留存的链尾是第 ${head.seq} 行`;
  return line.hash === head.hash ? '' : `第 ${head.seq} 行与留存的链尾不同，整条链被重写过`;
}

interface Verified {
  readonly report: ChainReport;
  readonly problem: string;
}

async function verifyCompany(
  db: Database,
  tenantId: string,
  head: Heads[string] | undefined,
): Promise<Verified> {
  const report = await db.withOwner((tx) => verifyChain(tx, tenantId));
  return { report, problem: report.problem || (await againstHead(db, tenantId, head, report)) };
}

function report(name: string, { report: { lines, from, to, hash }, problem }: Verified): void {
  const range = lines > 0 ? `第 ${from} 行到第 ${to} 行，共 ${lines} 行` : '没有记录';
  print(
    problem ? `损坏  ${name}：${problem}` : `完整  ${name}：${range}，链尾 ${hash || '（空）'}`,
  );
}

async function runVerifyLog(): Promise<void> {
  const [save, against] = [option('save'), option('against')];
  const kept = against === undefined ? {} : (JSON.parse(readFileSync(against, 'utf8')) as Heads);
  const open = await joinDatabase(readConfig());
  const heads: Record<string, Heads[string]> = {};
  let broken = 0;
  try {
    for (const { id, name } of await companies(open.db)) {
      const verified = await verifyCompany(open.db, id, kept[id]);
      report(`${name}（${id}）`, verified);
      if (verified.problem) broken += 1;
      else heads[id] = { seq: verified.report.to, hash: verified.report.hash };
    }
  } finally {
    await open.close();
  }
  if (save !== undefined) writeFileSync(save, `${JSON.stringify(heads, null, 2)}\n`);
  print(broken > 0 ? `${broken} 家企业的操作日志不完整` : '所有企业的操作日志都完整');
  if (broken > 0) process.exitCode = 1;
}

runVerifyLog().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
