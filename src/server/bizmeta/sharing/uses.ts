import type { HasServerState } from '../../kernel/index.ts';
import { DeptUsages, RoleUsages, WorkGroupUsages, type FindUsages } from '../../upm/index.ts';
import { IN_FORCE } from './rows.ts';

/** Records shared with it, of each object, as long as the shares last. */
const sharedWith =
  (column: string): FindUsages =>
  async (tx, id) => {
    const found = await tx.query<{ label: string; records: number }>(
      `SELECT o.label, count(*)::integer AS records FROM bizmeta.record_share s
        JOIN bizmeta.object o ON o.tenant_id = s.tenant_id AND o.id = s.object_id
        WHERE s.tenant_id = $1 AND s.${column} = $2 AND o.deleted_at IS NULL
          AND ${IN_FORCE}
        GROUP BY o.id, o.label, o.api_name ORDER BY o.api_name`,
      [tx.tenant.id, id],
    );
    return found.map(({ label, records }) => ({ title: `分享给它的${label}`, records }));
  };

/** Who reads records by a share keeps them: what the share is with is not deleted. */
export function addShareUses({ state }: HasServerState): void {
  state.of(DeptUsages).add(sharedWith('dept_id'));
  state.of(RoleUsages).add(sharedWith('role_id'));
  state.of(WorkGroupUsages).add(sharedWith('work_group_id'));
}
