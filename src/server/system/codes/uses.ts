import type { CodeSegment } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

/** What takes codes by rules of the company. */
export interface CodeRuleUse {
  /** Who takes codes by the rule of this code, as people read it: 合同的“合同编号”. */
  users(tx: TenantTx, code: string): Promise<readonly string[]>;
  /** Why one of them could not go on with these segments, in words; null when all can. */
  misfit(tx: TenantTx, code: string, segments: readonly CodeSegment[]): Promise<string | null>;
}

/**
 * Services that take codes by rules add themselves: a rule in use is not removed, not switched off,
 * and keeps fitting them.
 */
export class CodeRuleUses {
  readonly #uses: CodeRuleUse[] = [];

  add(use: CodeRuleUse): void {
    this.#uses.push(use);
  }

  async users(tx: TenantTx, code: string): Promise<string[]> {
    const found: string[] = [];
    for (const use of this.#uses) found.push(...(await use.users(tx, code)));
    return found;
  }

  async misfit(
    tx: TenantTx,
    code: string,
    segments: readonly CodeSegment[],
  ): Promise<string | null> {
    for (const use of this.#uses) {
      const why = await use.misfit(tx, code, segments);
      if (why !== null) return why;
    }
    return null;
  }
}
