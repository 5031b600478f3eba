import type { TenantTx } from '../../kernel/index.ts';

/** Answers which of a dictionary's codes are in use in a company; all of `codes` belong to it. */
export type DictUse = (
  tx: TenantTx,
  dict: string,
  codes: readonly string[],
) => Promise<readonly string[]>;

/** By service, so that a service that starts again says it once. */
const uses = new Map<string, DictUse>();

/**
 * Services that keep codes of dictionaries say here how to find them: what is in use is switched
 * off instead of removed.
 */
export function onDictUse(service: string, find: DictUse): void {
  uses.set(service, find);
}

export async function usedCodes(
  tx: TenantTx,
  dict: string,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const find of uses.values()) for (const code of await find(tx, dict, codes)) found.add(code);
  return found;
}
