import { AppError, type Context, type TenantTx } from '../../kernel/index.ts';
import type { UsedAt } from '../../storage/index.ts';
import type { Parts } from '../parts.ts';
import { isUuid } from '../templates/rows.ts';
import { seenInstance } from './access.ts';
import type { Doing } from './start.ts';

/** Whether the person may look at one of the instances whose opinions have a file. */
export async function readsOpinionFile(
  parts: Parts,
  asker: Context | TenantTx,
  uses: readonly UsedAt[],
): Promise<boolean> {
  if (!('query' in asker))
    return parts.db.withTenant(asker, (tx) => seesOne({ tx, parts, ctx: asker }, uses));
  const { session, tenant } = asker;
  // What is done by no one's rights, a trigger of a builder, may use any file, as with records.
  if (!session) return true;
  const ctx = { session, tenant, userId: session.userId } as Context;
  return seesOne({ tx: asker, parts, ctx }, uses);
}

async function seesOne(doing: Doing, uses: readonly UsedAt[]): Promise<boolean> {
  for (const { item } of uses) if (isUuid(item) && (await sees(doing, item))) return true;
  return false;
}

async function sees(doing: Doing, instanceId: string): Promise<boolean> {
  try {
    await seenInstance(doing, instanceId);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
