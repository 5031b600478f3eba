import type { FindModels } from '../../upm/index.ts';

/** Applications and objects by their ids, as work groups name them. */
export const findModels: FindModels = (tx, ids) =>
  tx.query(
    `
  SELECT 'app' AS kind, a.id::text AS "modelId", a.name FROM bizmeta.app a WHERE a.tenant_id = $1
    AND a.deleted_at IS NULL AND a.id::text = ANY($2)
  UNION ALL SELECT 'object', o.id::text, o.label FROM bizmeta.object o WHERE o.tenant_id = $1
    AND o.id::text = ANY($2) AND o.deleted_at IS NULL`,
    [tx.tenant.id, ids],
  );
