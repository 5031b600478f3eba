import type { TenantTx } from '../../kernel/index.ts';
import { bumpVersion, recordChange } from '../meta/changes.ts';
import { lookupsOf } from './check.ts';
import type { StoredGrants } from './stored-grants.ts';

const NEW = `SELECT o.id, array_agg(DISTINCT p.field) AS fields
  FROM unnest($2::uuid[], $3::uuid[]) p(object, field)
  JOIN bizmeta.object o ON o.tenant_id = $1 AND o.id = p.object AND p.field <> ALL(o.through)
  GROUP BY o.id ORDER BY o.id`;
const ADD = `UPDATE bizmeta.object o SET through = o.through || $3::uuid[]
  WHERE o.tenant_id = $1 AND o.id = $2::uuid`;

interface Added {
  readonly id: string;
  readonly fields: readonly string[];
}

const lookupsIn = (stored: StoredGrants): { object: string; field: string }[] =>
  Object.entries(stored).flatMap(([object, grant]) =>
    lookupsOf(grant).map((field) => ({ object, field })),
  );

/**
 * Remembers the lookups that scopes go through, so that their objects are loaded with those they
 * lead to. The catalogue is locked before an object, as in changes of metadata.
 */
export async function noteLookups(tx: TenantTx, stored: StoredGrants): Promise<void> {
  const pairs = lookupsIn(stored);
  if (pairs.length === 0) return;
  const objects = pairs.map(({ object }) => object);
  const fields = pairs.map(({ field }) => field);
  const added = await tx.query<Added>(NEW, [tx.tenant.id, objects, fields]);
  if (added.length === 0) return;
  await bumpVersion(tx);
  for (const { id, fields } of added) await tx.run(ADD, [tx.tenant.id, id, fields]);
  await recordChange(
    tx,
    added.map(({ id }) => id),
  );
}
