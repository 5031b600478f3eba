import { createHash } from 'node:crypto';
import type { Tx } from '../kernel/index.ts';

/**
 * The values of a line its hash is made of, in their order, as text. The same as log.hash_of of the
 * migration.
 */
const VALUES = [
  'seq',
  'tenant_id',
  'user_id',
  'real_name',
  'call_id',
  'summary',
  'about',
  'change',
  'subjects',
  'code',
  'reason',
  'detail',
  'request_id',
  'ip',
  'ms',
] as const;
const AT = 'trunc(extract(epoch from at) * 1000000)::bigint::text';
/** Lines read at once. */
const BATCH = 1_000;
/** The call of the line that a sweep writes; its detail is the anchor. */
export const SWEEP = 'log.sweep';

interface LinkRow {
  readonly id: string;
  readonly seq: string;
  readonly hash: Buffer;
  readonly values: readonly (string | null)[];
  readonly call: string;
  readonly detail: unknown;
}
interface HeadRow {
  readonly seq: string;
  readonly hash: Buffer;
  readonly anchor_seq: string;
  readonly anchor_hash: Buffer;
  readonly total: number;
}

/**
 * What a company's chain is like. `from` and `to` are the first and last line there is; `problem`
 * '' when all is in order.
 */
export interface ChainReport {
  readonly lines: number;
  readonly from: number;
  readonly to: number;
  readonly hash: string;
  readonly problem: string;
}

/** The hash of a line after the one before it. */
function hashOf(before: Buffer, values: readonly (string | null)[]): Buffer {
  const hash = createHash('sha256').update(before);
  // No column is null unless the table was changed by hand: then it is no value of ours.
  for (const value of values)
    hash.update(value === null ? '-' : `${Buffer.byteLength(value)}:${value}`);
  return hash.digest();
}

const LINES = `select id::text as id, seq::text as seq, hash,
  array[${VALUES.map((name) => `${name}::text`).join(', ')}, ${AT}] as
  values, call_id as call, detail
  from log.operation o where tenant_id = $1 and (o.seq, o.id) > ($2::bigint, $3::bigint)
    order by o.seq, o.id limit ${BATCH}`;

/** Follows a chain from its anchor, line by line. */
class ChainReader {
  readonly #anchor: { readonly seq: number; readonly hash: string };
  seq: number;
  hash: Buffer;
  lines = 0;
  from = 0;
  #anchored: boolean;

  constructor({ anchor_seq, anchor_hash }: HeadRow) {
    this.seq = Number(anchor_seq);
    this.hash = anchor_hash;
    this.#anchor = { seq: this.seq, hash: anchor_hash.toString('hex') };
    this.#anchored = this.seq === 0;
  }

  /** What is wrong with the next line; '' when it fits. */
  next({ seq: text, hash, values, call, detail }: LinkRow): string {
    const seq = Number(text);
    if (seq <= this.seq) return `第 ${seq} 行是多出来的`;
    if (seq > this.seq + 1) return `第 ${this.seq + 1} 行到第 ${seq - 1} 行不见了`;
    if (!hashOf(this.hash, values).equals(hash))
      return `第 ${seq} 行与校验值不符：它被改动、插入或调换过，或接的不是原来的上一行`;
    this.#note(call, detail);
    this.seq = seq;
    this.hash = hash;
    this.lines += 1;
    this.from ||= seq;
    return '';
  }

  /** What is wrong with the end of the chain, once all lines were seen. */
  end({ seq, hash, total }: HeadRow): string {
    if (this.seq < Number(seq)) return `末尾的第 ${this.seq + 1} 行到第 ${seq} 行不见了`;
    if (this.seq > Number(seq)) return `第 ${Number(seq) + 1} 行起不在链上`;
    if (total !== this.lines) return `有 ${total - this.lines} 行不在链上`;
    if (!hash.equals(this.hash)) return '链尾的校验值被改动过';
    return this.#anchored
      ? ''
      : `链从第 ${this.#anchor.seq + 1} 行开始，但没有过期清理的记录说明之前的行去了哪里`;
  }

  #note(call: string, detail: unknown): void {
    if (call !== SWEEP) return;
    const { seq, hash } = detail as { seq?: unknown; hash?: unknown };
    this.#anchored = Number(seq) === this.#anchor.seq && hash === this.#anchor.hash;
  }
}

async function readChain(tx: Tx, tenantId: string, head: HeadRow): Promise<ChainReport> {
  const follower = new ChainReader(head);
  let problem = '';
  let [seq, id] = ['-1', '0'];
  for (let full = true; full && problem === '';) {
    const rows = await tx.query<LinkRow>(LINES, [tenantId, seq, id]);
    for (const row of rows) problem ||= follower.next(row);
    full = rows.length === BATCH;
    ({ seq, id } = rows.at(-1) ?? { seq, id });
  }
  problem ||= follower.end(head);
  return {
    lines: follower.lines,
    from: follower.from,
    to: follower.seq,
    hash: follower.hash.toString('hex'),
    problem,
  };
}

const HEAD = `select seq::text as seq, hash, anchor_seq::text as anchor_seq, anchor_hash,
  (select count(*) from log.operation o where o.tenant_id = c.tenant_id) as total from log.chain c
    where tenant_id = $1`;
const NO_HEAD: HeadRow = {
  seq: '0',
  hash: Buffer.alloc(0),
  anchor_seq: '0',
  anchor_hash: Buffer.alloc(0),
  total: 0,
};

/**
 * Verifies the chain of a company: every line by the values that are there, none trusted. One
 * snapshot: `repeatable read`.
 */
export async function verifyChain(tx: Tx, tenantId: string): Promise<ChainReport> {
  await tx.run('set transaction isolation level repeatable read');
  const [head] = await tx.query<HeadRow>(HEAD, [tenantId]);
  if (head) return readChain(tx, tenantId, head);
  const report = await readChain(tx, tenantId, NO_HEAD);
  return report.problem === '' ? report : { ...report, problem: '链尾的记录不见了' };
}
