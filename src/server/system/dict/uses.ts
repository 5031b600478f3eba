import type { TenantTx } from '../../kernel/index.ts';

/** Answers which of a dictionary's codes are in use in a company; all of `codes` belong to it. */
export type DictUse = (
  tx: TenantTx,
  dict: string,
  codes: readonly string[],
) => Promise<readonly string[]>;

/**
 * Services that store codes of dictionaries add how to find them: what is in use is switched off
 * instead of removed.
 */
export class DictUses {
  readonly #finders: DictUse[] = [];

  add(find: DictUse): void {
    this.#finders.push(find);
  }

  async usedCodes(
    tx: TenantTx,
    dict: string,
    codes: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const find of this.#finders)
      for (const code of await find(tx, dict, codes)) found.add(code);
    return found;
  }
}
