import { CODE_BLOCK, MAX_CODES_AT_ONCE, type CodeSegment } from '../../../contract/index.ts';
import { AppError, type Database, type TenantTx, type Tx } from '../../kernel/index.ts';
import { codeText, firstOf, periodOf, type Reset, type Values } from './text.ts';

export interface Rule { id: string; code: string; segments: CodeSegment[]; reset: Reset; mode: 'gapless' | 'block'; enabled: boolean; open: boolean; version: number }
const RULE = 'select id, code, segments, reset, mode, enabled, open, version from system.code_rule where tenant_id = $1 and code = $2 and enabled';

/** An enabled rule by its code. */
export async function ruleOf(tx: TenantTx, code: string): Promise<Rule> {
  const [rule] = await tx.query<Rule>(RULE, [tx.tenant.id, code]);
  if (!rule) throw new AppError('CODE_RULE_UNKNOWN');
  return rule;
}

/** Moves a period's counter on by so many numbers and answers the last of them; its row is locked until the transaction ends. */
async function advance(tx: Tx, tenantId: string, rule: Rule, period: string, count: number): Promise<number> {
  const { start, step } = firstOf(rule.segments);
  const [row] = await tx.query<{ value: number }>(`insert into system.code_counter as c (tenant_id, rule_id, period, value) values ($1, $2, $3, $4::bigint + $5::bigint * ($6 - 1))
    on conflict (tenant_id, rule_id, period) do update set value = greatest(c.value + $5::bigint, $4::bigint) + $5::bigint * ($6 - 1) returning value`,
  [tenantId, rule.id, period, start, step, count]);
  return row!.value;
}

interface Block { next: number; left: number }
/** Numbers taken beforehand, by database and by company, rule, version and period. A process that ends leaves the rest of its blocks unused. */
const blocks = new WeakMap<Database, Map<string, Promise<Block>>>();
/** Blocks one process holds; the one held first goes first, and leaves a hole. */
const MAX_BLOCKS = 5_000;

async function fetchBlock(db: Database, tenantId: string, rule: Rule, period: string, count: number): Promise<Block> {
  const last = await db.withOwner((tx) => advance(tx, tenantId, rule, period, count), tenantId);
  return { next: last - firstOf(rule.segments).step * (count - 1), left: count };
}

/** One number of the block, or of a new one when it is used up; those who ask side by side wait for the same new one. */
async function fromBlock(db: Database, tenantId: string, rule: Rule, period: string): Promise<number> {
  const held = blocks.get(db) ?? new Map<string, Promise<Block>>();
  blocks.set(db, held);
  const key = [tenantId, rule.id, rule.version, period].join('|');
  for (;;) {
    const coming = held.get(key) ?? fetchBlock(db, tenantId, rule, period, CODE_BLOCK);
    held.set(key, coming);
    if (held.size > MAX_BLOCKS) held.delete(held.keys().next().value!);
    const block = await coming.catch((error: unknown) => { held.delete(key); throw error; });
    if (block.left > 0) {
      const number = block.next;
      block.next += firstOf(rule.segments).step;
      block.left -= 1;
      return number;
    }
    if (held.get(key) === coming) held.delete(key);
  }
}

async function numbersOf(db: Database, tx: TenantTx, rule: Rule, period: string, count: number): Promise<number[]> {
  const tenantId = tx.tenant.id;
  if (rule.mode === 'block') {
    const numbers: number[] = [];
    while (numbers.length < count) numbers.push(await fromBlock(db, tenantId, rule, period));
    return numbers;
  }
  const last = await advance(tx, tenantId, rule, period, count);
  const { step } = firstOf(rule.segments);
  return Array.from({ length: count }, (_, i) => last - step * (count - 1 - i));
}

/** Takes codes of a rule that was read already: one for each of `rows`, whose values fill its parts. */
export async function takeOf(db: Database, tx: TenantTx, rule: Rule, rows: readonly Values[], now = new Date()): Promise<string[]> {
  if (rows.length === 0) return [];
  if (rows.length > MAX_CODES_AT_ONCE) throw new AppError('TOO_MANY', { max: MAX_CODES_AT_ONCE, count: rows.length });
  // Values that are missing are told before a number is taken.
  for (const values of rows) codeText(rule.segments, now, 0, values);
  const numbers = await numbersOf(db, tx, rule, periodOf(rule.reset, now), rows.length);
  return rows.map((values, i) => codeText(rule.segments, now, numbers[i]!, values));
}

/**
 * Takes codes of the rule named `ruleCode`, in the order of `rows`. A gapless rule's numbers belong to the transaction: they
 * are given back when it fails, and others wait for it to end. Of a block rule nobody waits, and holes stay.
 */
export async function takeCodes(db: Database, tx: TenantTx, ruleCode: string, rows: readonly Values[]): Promise<string[]> {
  return takeOf(db, tx, await ruleOf(tx, ruleCode), rows);
}
