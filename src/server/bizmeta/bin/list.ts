import { BIN_DAYS, type BinRow } from '../../../contract/index.ts';
import type { Context, Database } from '../../kernel/index.ts';

/** Applications, and objects that were deleted by themselves; the latest first. */
const LIST = `SELECT b.*, coalesce(m.real_name, '') AS "deletedBy",
    b.at + interval '${BIN_DAYS} days' AS "purgeAt" FROM (
  SELECT 'app' AS kind, a.id, a.name, '' AS icon, a.style, '' AS "appName", a.deleted_at AS at,
    a.deleted_by AS by, ARRAY(SELECT o.label FROM bizmeta.object o
      WHERE o.tenant_id = a.tenant_id AND o.deleted_with = a.id AND o.parent_field IS NULL
        AND o.deleted_at IS NOT NULL ORDER BY o.no) AS objects
  FROM bizmeta.app a WHERE a.tenant_id = $1 AND a.deleted_at IS NOT NULL
  UNION ALL
  SELECT 'object', o.id, o.label, o.icon, '', coalesce(a.name, ''), o.deleted_at, o.deleted_by,
    '{}'::text[] FROM bizmeta.object o
    LEFT JOIN bizmeta.app a ON a.tenant_id = o.tenant_id AND a.id = o.app_id
  WHERE o.tenant_id = $1 AND o.deleted_at IS NOT NULL AND o.parent_field IS NULL
    AND o.deleted_with IS NULL) b
  LEFT JOIN upm.member m ON m.tenant_id = $1 AND m.user_id = b.by
  ORDER BY b.at DESC, b.id LIMIT 500`;

type Row = Omit<BinRow, 'deletedAt' | 'purgeAt'> & {
  at: Date | string;
  by: string | null;
  purgeAt: Date | string;
};
const timeOf = (at: Date | string): string => new Date(at).toISOString();

export async function listBin(db: Database, ctx: Context): Promise<BinRow[]> {
  const rows = await db.readTenant<Row>(ctx, LIST, [ctx.tenant.id]);
  return rows.map(({ at, by: _by, purgeAt, ...row }) => ({
    ...row,
    deletedAt: timeOf(at),
    purgeAt: timeOf(purgeAt),
  }));
}
