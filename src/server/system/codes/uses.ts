import type { CodeSegment } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

/** What takes codes by rules of the company. */
export interface CodeRuleUse {
  /** Who takes codes by the rule of this code, as people read it: 合同的“合同编号”. */
  users(tx: TenantTx, code: string): Promise<readonly string[]>;
  /** Why one of them could not go on with these segments, in words; null when all can. */
  misfit(tx: TenantTx, code: string, segments: readonly CodeSegment[]): Promise<string | null>;
}

/** By service, so that a service that starts again says it once. */
const uses = new Map<string, CodeRuleUse>();

/**
 * Services that take codes by rules say so here: a rule in use is not removed, not switched off,
 * and keeps fitting them.
 */
export function onCodeRuleUse(service: string, use: CodeRuleUse): void {
  uses.set(service, use);
}

export async function usersOfRule(tx: TenantTx, code: string): Promise<string[]> {
  const found: string[] = [];
  for (const use of uses.values()) found.push(...(await use.users(tx, code)));
  return found;
}

export async function misfitOfRule(
  tx: TenantTx,
  code: string,
  segments: readonly CodeSegment[],
): Promise<string | null> {
  for (const use of uses.values()) {
    const why = await use.misfit(tx, code, segments);
    if (why !== null) return why;
  }
  return null;
}
