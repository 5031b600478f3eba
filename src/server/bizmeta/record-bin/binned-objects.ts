import { schemaOf, type TenantTx } from '../../kernel/index.ts';

/** Tables that one statement looks into: its text stays a small one. */
const AT_ONCE = 200;

/** An object in use with records in its bin, counted up to a limit. */
export interface BinnedObject {
  readonly id: string;
  readonly no: number;
  readonly api_name: string;
  readonly label: string;
  readonly icon: string;
  readonly app_name: string;
  readonly count: number;
}

const OBJECTS = `SELECT o.id, o.no, o.api_name, o.label, o.icon, coalesce(a.name, '') AS app_name
  FROM bizmeta.object o LEFT JOIN bizmeta.app a ON a.tenant_id = o.tenant_id AND a.id = o.app_id
    AND a.deleted_at IS NULL
  WHERE o.tenant_id = $1 AND o.deleted_at IS NULL AND o.parent_field IS NULL
  ORDER BY a.ord NULLS LAST, o.no`;

/** Objects with records that were deleted before a moment; each is counted up to `most`. */
export async function binnedObjects(
  tx: TenantTx,
  before: Date,
  most: number,
): Promise<BinnedObject[]> {
  const objects = await tx.query<Omit<BinnedObject, 'count'>>(OBJECTS, [tx.tenant.id]);
  const counts = new Map<number, number>();
  for (let at = 0; at < objects.length; at += AT_ONCE)
    for (const { no, count } of await countsOf(tx, objects.slice(at, at + AT_ONCE), before, most))
      counts.set(no, count);
  return objects.flatMap((object) => {
    const count = counts.get(object.no) ?? 0;
    return count > 0 ? [{ ...object, count }] : [];
  });
}

function countsOf(
  tx: TenantTx,
  objects: readonly { readonly no: number }[],
  before: Date,
  most: number,
): Promise<{ no: number; count: number }[]> {
  const parts = objects.map(
    ({ no }) => `(SELECT ${no} AS no, count(*)::integer AS count FROM (SELECT
        FROM "${schemaOf(tx.tenant)}"."o_${no}" WHERE deleted_at IS NOT NULL
          AND deleted_at < $1::timestamptz LIMIT ${most}) x)`,
  );
  return tx.query(parts.join(' UNION ALL '), [before.toISOString()]);
}
