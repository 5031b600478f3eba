import type { Database, TenantTx, Tx } from '../../kernel/index.ts';
import { kindOf } from '../fields/index.ts';
import { buildOutside, Busy, requireNoBackup } from '../indexes/index.ts';
import { tableName } from '../meta/ddl.ts';
import { buildBeside, dropIndexBeside, type OwnIndex } from '../meta/swap-ddl.ts';
import type { ChangeWork } from './work.ts';

const TWICE = '有记录的值重复，不能设为不允许重复：改好它们再继续，或取消';
const STATE = `SELECT i.indisvalid AS valid FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
  JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2`;

/**
 * Builds the indexes the column beside has to have, and its statistics, without blocking reads and
 * writes. Answers why they cannot be built, or that they have to wait.
 */
export async function buildIndexes(
  db: Database,
  tx: TenantTx,
  { table, beside, to }: ChangeWork,
): Promise<string | Busy | undefined> {
  const wanted: OwnIndex[] = [
    ...(to.unique ? (['unique'] as const) : []),
    ...(kindOf(to).index === 'gin' ? (['gin'] as const) : []),
    ...(to.refObject ? (['ref'] as const) : []),
  ];
  const make = async (owner: Tx, index: OwnIndex): Promise<void> => {
    const [found] = await owner.query<{ valid: boolean }>(STATE, [
      table.schema.replaceAll('"', ''),
      `f_${beside}_${index}`,
    ]);
    if (found?.valid) return;
    await requireNoBackup(owner);
    // One that was not finished.
    if (found) await owner.run(dropIndexBeside(table, beside, index));
    try {
      await owner.run(buildBeside(table, beside, index));
    } catch (error) {
      // It would go on refusing values.
      await owner.run(dropIndexBeside(table, beside, index));
      throw error;
    }
  };
  const failed = await buildOutside(
    db,
    tx,
    async (owner) => {
      for (const index of wanted) await make(owner, index);
      await owner.run(`ANALYZE ${tableName(table)} (f_${beside})`);
    },
    () => undefined,
  );
  if (failed === undefined || failed instanceof Busy) return failed;
  return (failed as { code?: unknown }).code === '23505' ? TWICE : failed.message;
}
