import type { HasServerState, TenantTx } from '../../kernel/index.ts';
import { DeptUsages, RoleUsages, WorkGroupUsages, type Usage } from '../../upm/index.ts';

/** An id is long and random enough to be searched as text: in scopes and in conditions. */
const usesOf =
  (column: string) =>
  async (tx: TenantTx, id: string): Promise<Usage[]> => {
    const groups = await tx.query<{ name: string }>(
      `SELECT g.name FROM bizmeta.authority_group g WHERE g.tenant_id = $1
        AND (strpos(g.grants::text, $2) > 0 OR EXISTS (SELECT
          FROM bizmeta.authority_group_member m WHERE m.tenant_id = $1 AND m.group_id = g.id
            AND m.${column} = $2)) ORDER BY g.ord, g.id`,
      [tx.tenant.id, id],
    );
    return groups.map(({ name }) => ({ title: `授权组“${name}”` }));
  };

/** Authority groups that would lose members, or what a scope means, keep what they name. */
export function addAuthorityUses({ state }: HasServerState): void {
  state.of(DeptUsages).add(usesOf('dept_id'));
  state.of(RoleUsages).add(usesOf('role_id'));
  state.of(WorkGroupUsages).add(usesOf('work_group_id'));
}
