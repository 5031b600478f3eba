import { CODE_BLOCK, type CodeSegment } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { advance, type Numbering } from './counters.ts';
import { codeMaker, firstOf, missingValues, periodOf, type Reset, type Values } from './text.ts';

export interface Rule extends Numbering {
  code: string;
  name: string;
  segments: CodeSegment[];
  reset: Reset;
  enabled: boolean;
  open: boolean;
}
const RULE = `select id, code, name, segments, reset, mode, enabled, open, version from system.code_rule
    where tenant_id = $1 and code = $2 and enabled`;

/**
 * An enabled rule by its code; undefined when there is none. With `keep` it stays until the
 * transaction ends.
 */
export async function findRule(
  tx: TenantTx,
  code: string,
  keep = false,
): Promise<Rule | undefined> {
  const [rule] = await tx.query<Rule>(keep ? `${RULE} for key share` : RULE, [tx.tenant.id, code], {
    name: keep ? 'system-code-rule-kept' : 'system-code-rule',
  });
  return rule;
}

/** An enabled rule by its code; throws CODE_RULE_UNKNOWN. */
export async function ruleOf(tx: TenantTx, code: string): Promise<Rule> {
  const rule = await findRule(tx, code);
  if (!rule) throw new AppError('CODE_RULE_UNKNOWN');
  return rule;
}

interface Block {
  next: number;
  left: number;
}
/** Blocks one server holds; the one held first goes first, and leaves a hole. */
const MAX_BLOCKS = 5_000;
/**
 * Numbers taken beforehand, by company, rule, version and period. A server that ends leaves the
 * rest of its blocks unused.
 */
class NumberBlocks {
  readonly held = new Map<string, Promise<Block>>();
}

/**
 * Numbers taken outside the transaction, as the owner: no other transaction waits for it, and they
 * stay taken.
 */
async function fetchBlock(
  { database, tenant }: TenantTx,
  rule: Numbering,
  period: string,
  count: number,
): Promise<Block> {
  const last = await database.withOwner(
    (tx) => advance(tx, tenant.id, rule, period, count),
    tenant.id,
  );
  return { next: last - firstOf(rule.segments).step * (count - 1), left: count };
}

function takeNext(block: Block, { segments }: Numbering): number {
  const number = block.next;
  block.next += firstOf(segments).step;
  block.left -= 1;
  return number;
}

/**
 * One number of the block, or of a new one when it is used up; concurrent callers wait for the same
 * new one.
 */
async function takeFromBlock(tx: TenantTx, rule: Numbering, period: string): Promise<number> {
  const { held } = tx.state.of(NumberBlocks);
  const key = [tx.tenant.id, rule.id, rule.version, period].join('|');
  for (;;) {
    const coming = held.get(key) ?? fetchBlock(tx, rule, period, CODE_BLOCK);
    held.set(key, coming);
    if (held.size > MAX_BLOCKS) held.delete(held.keys().next().value!);
    const block = await coming.catch((error: unknown) => {
      held.delete(key);
      throw error;
    });
    if (block.left > 0) return takeNext(block, rule);
    if (held.get(key) === coming) held.delete(key);
  }
}

/**
 * The first of so many numbers that follow each other. Many at once are a range of their own, in
 * either mode.
 */
async function firstNumber(
  tx: TenantTx,
  rule: Numbering,
  period: string,
  count: number,
): Promise<number> {
  if (rule.mode === 'gapless')
    return (
      (await advance(tx, tx.tenant.id, rule, period, count)) -
      firstOf(rule.segments).step * (count - 1)
    );
  return count === 1
    ? takeFromBlock(tx, rule, period)
    : (await fetchBlock(tx, rule, period, count)).next;
}

/** Neighbours of one period: their first and how many there are. */
function consecutiveRuns(
  rule: Numbering,
  moments: readonly Date[],
): { at: number; count: number; period: string }[] {
  const found: { at: number; count: number; period: string }[] = [];
  for (const [at, moment] of moments.entries()) {
    const last = found.at(-1);
    const period = moment === moments[at - 1] ? last!.period : periodOf(rule.reset, moment);
    if (last?.period === period) last.count += 1;
    else found.push({ at, count: 1, period });
  }
  return found;
}

/**
 * Takes codes of a rule, one for each of `rows`, in their order; `now` is when they are taken, or
 * when each was. A gapless rule's numbers belong to the transaction: they are given back when it
 * fails, and others wait for it to end. A block rule makes no one wait, and leaves holes.
 */
export async function takeCodes(
  tx: TenantTx,
  rule: Numbering,
  rows: readonly Values[],
  now: Date | readonly Date[] = new Date(),
): Promise<string[]> {
  const momentOf = (i: number): Date => (now instanceof Date ? now : now[i]!);
  // Missing values are reported before a number is taken.
  const short = rows.find((values) => missingValues(rule.segments, values).length > 0);
  if (short) codeMaker(rule.segments, momentOf(0))(0, short);
  const codes: string[] = [];
  for (const { at, count, period } of consecutiveRuns(
    rule,
    rows.map((_, i) => momentOf(i)),
  )) {
    const [first, { step }] = [await firstNumber(tx, rule, period, count), firstOf(rule.segments)];
    let make = codeMaker(rule.segments, momentOf(at));
    for (let i = at; i < at + count; i++) {
      if (i > at && momentOf(i) !== momentOf(i - 1)) make = codeMaker(rule.segments, momentOf(i));
      codes.push(make(first + step * (i - at), rows[i]!));
    }
  }
  return codes;
}
