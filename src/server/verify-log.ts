import { readFileSync, writeFileSync } from 'node:fs';
import { ConfigError, joinDatabase, type Config, type Database } from './kernel/index.ts';
import { verifyChain, type ChainReport } from './log/index.ts';

type Heads = Readonly<Record<string, { seq: number; hash: string }>>;

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(`--${name}`);
  if (at < 0) return undefined;
  const value = args[at + 1];
  if (value === undefined) throw new ConfigError(`--${name} 后面要写文件名`);
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

function described(name: string, { report: { lines, from, to, hash }, problem }: Verified): string {
  const range = lines > 0 ? `第 ${from} 行到第 ${to} 行，共 ${lines} 行` : '没有记录';
  return problem
    ? `损坏  ${name}：${problem}`
    : `完整  ${name}：${range}，链尾 ${hash || '（空）'}`;
}

/**
 * `npm run verify:log -- [--save FILE] [--against FILE]`: follows the operation log of every
 * company, beside a running server or without one. `--save` stores the heads of the chains;
 * `--against` finds chains that were rewritten since then. Answers whether all chains are whole.
 */
export async function verifyLogCommand({
  config,
  args,
  say,
}: {
  readonly config: Config;
  readonly args: readonly string[];
  readonly say: (text: string) => void;
}): Promise<boolean> {
  const [save, against] = [option(args, 'save'), option(args, 'against')];
  const kept = against === undefined ? {} : (JSON.parse(readFileSync(against, 'utf8')) as Heads);
  const open = await joinDatabase(config, { say });
  const heads: Record<string, Heads[string]> = {};
  let broken = 0;
  try {
    for (const { id, name } of await companies(open.db)) {
      const verified = await verifyCompany(open.db, id, kept[id]);
      say(described(`${name}（${id}）`, verified));
      if (verified.problem) broken += 1;
      else heads[id] = { seq: verified.report.to, hash: verified.report.hash };
    }
  } finally {
    await open.close();
  }
  if (save !== undefined) writeFileSync(save, `${JSON.stringify(heads, null, 2)}\n`);
  say(broken > 0 ? `${broken} 家企业的操作日志不完整` : '所有企业的操作日志都完整');
  return broken === 0;
}
