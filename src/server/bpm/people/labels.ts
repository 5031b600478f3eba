import type { Labels } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { PEOPLE_LABELS } from '../../upm/index.ts';

/** Names of people by id. */
export async function peopleLabels(tx: TenantTx, ids: readonly (string | null)[]): Promise<Labels> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return {};
  const { table, tenant, id, label } = PEOPLE_LABELS;
  const rows = await tx.query<{ id: string; name: string }>(
    `select ${id} as id, ${label} as name from ${table} where ${tenant} = $1 and ${id} = any($2)`,
    [tx.tenant.id, known],
    { name: 'bpm-people-labels' },
  );
  return { user: Object.fromEntries(rows.map((row) => [row.id, row.name])) };
}
