import { MAX_OBJECTS, problem } from '../../../contract/index.ts';
import { problemsError, type TenantTx } from '../../kernel/index.ts';

/**
 * Throws TOO_MANY when the company would have more objects than it may; the tables of rows are
 * not counted.
 */
export async function requireObjectRoom(tx: TenantTx, more = 1): Promise<void> {
  const [row] = await tx.query<{ n: number }>(
    `SELECT count(*) AS n FROM bizmeta.object WHERE tenant_id = $1 AND deleted_at IS NULL
      AND parent_field IS NULL`,
    [tx.tenant.id],
  );
  if (row!.n + more > MAX_OBJECTS)
    throw problemsError([
      problem('/describe', 'TOO_MANY', { max: MAX_OBJECTS, count: row!.n + more }),
    ]);
}
