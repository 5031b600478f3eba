import type { TenantTx } from '../../kernel/index.ts';

/**
 * Reorders rows of a table: those of the ids that `mine` selects exchange their places, the others
 * stay where they are. `table` and `mine` are ours; $1 tenant, $2 object, $3 ids, $4 the user.
 */
export async function reorder(
  tx: TenantTx,
  table: 'bizmeta.custom_view' | 'bizmeta.view_group' | 'bizmeta.filter_view',
  mine: string,
  objectId: string,
  ids: readonly string[],
  userId: string,
): Promise<null> {
  await tx.run(
    `WITH given AS (SELECT id, min(at) AS at FROM unnest($3::text[]) WITH ORDINALITY x(id, at)
    GROUP BY id),
    own AS (SELECT v.id, g.at, v.ord FROM ${table} v JOIN given g ON g.id = v.id::text
      WHERE v.tenant_id = $1 AND v.object_id = $2::uuid AND ($4::text IS NOT NULL) AND ${mine}
      FOR UPDATE OF v),
    places AS (SELECT ord, row_number() OVER (ORDER BY ord) AS n
      FROM own), wanted AS (SELECT id, row_number() OVER (ORDER BY at) AS n FROM own)
    UPDATE ${table} v SET ord = p.ord FROM wanted w JOIN places p USING (n) WHERE v.tenant_id = $1
      AND v.id = w.id`,
    [tx.tenant.id, objectId, ids, userId],
  );
  return null;
}
