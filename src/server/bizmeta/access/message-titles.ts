import type { TenantTx } from '../../kernel/index.ts';
import type { ObjectTable } from '../meta/table.ts';

const SHOWN = `SELECT NOT EXISTS (SELECT FROM bizmeta.object o
  JOIN bizmeta.authority_group g ON g.tenant_id = o.tenant_id AND g.enabled AND g.grants ? $2
  WHERE o.tenant_id = $1 AND o.id = $2::uuid AND o.default_access = 'none'
    AND coalesce(g.grants -> $2 -> 'fields' ->> $3, g.grants -> $2 -> 'fields' ->> '*', 'write')
      IN ('none', 'masked')) AS shown`;

/**
 * Whether messages and smart forms give titles of records: not where a group hides or masks them
 * from its members.
 */
export async function showsTitles(tx: TenantTx, table: ObjectTable): Promise<boolean> {
  const { describe, title } = table.reader?.whole ?? table;
  if (title.system) return true;
  const [row] = await tx.query<{ shown: boolean }>(
    SHOWN,
    [tx.tenant.id, describe.id, title.field.id],
    { name: 'bizmeta-shows-titles' },
  );
  return row?.shown === true;
}
