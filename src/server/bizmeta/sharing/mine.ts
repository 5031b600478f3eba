import {
  DEFAULT_PAGE_SIZE,
  type DataOf,
  type InputOf,
  type ReceivedShare,
} from '../../../contract/index.ts';
import type { Context, TenantTx } from '../../kernel/index.ts';
import { isOpenSql, usesClosed } from '../meta/open-object.ts';
import type { Catalog } from '../meta/catalog.ts';
import { IN_FORCE, SHARE_COLUMNS, SHARES } from './rows.ts';
import { titlesAcross } from './titles.ts';

/** What a person belongs to, as authority groups do (access/groups-of.ts). */
const AROUND = `above(id) AS (SELECT x.dept_id FROM upm.user_dept x WHERE x.tenant_id = $1
      AND x.user_id = $2
    UNION SELECT p.parent_id FROM above a JOIN upm.dept p ON p.tenant_id = $1 AND p.id = a.id
      WHERE p.parent_id IS NOT NULL),
  roles(id) AS (SELECT x.role_id FROM upm.user_role x WHERE x.tenant_id = $1 AND x.user_id = $2),
  teams(id) AS (SELECT x.group_id FROM upm.work_group_member x WHERE x.tenant_id = $1
    AND (x.user_id = $2 OR x.dept_id IN (SELECT id FROM above)
      OR x.role_id IN (SELECT id FROM roles)))`;
const WITH_ME = `s.tenant_id = $1 AND (s.user_id = $2 OR s.dept_id = ANY(ARRAY(SELECT id FROM above))
    OR s.role_id = ANY(ARRAY(SELECT id FROM roles))
    OR s.work_group_id = ANY(ARRAY(SELECT id FROM teams))) AND ${IN_FORCE}
  AND s.created_by <> $2 AND o.deleted_at IS NULL AND ($3 OR ${isOpenSql('o')})`;
const RECEIVED = `${SHARES}
  JOIN bizmeta.object o ON o.tenant_id = s.tenant_id AND o.id = s.object_id`;
const PAGE = `WITH RECURSIVE ${AROUND} SELECT ${SHARE_COLUMNS}, o.api_name AS object,
    o.label AS "objectLabel", o.icon, o.app_id AS "appId", s.record_id AS "recordId"
  FROM ${RECEIVED} WHERE ${WITH_ME} ORDER BY s.created_at DESC, s.id DESC LIMIT $4 OFFSET $5`;
const COUNT = `WITH RECURSIVE ${AROUND} SELECT count(*)::integer AS n FROM ${RECEIVED}
  WHERE ${WITH_ME}`;

type Row = Omit<ReceivedShare, 'title' | 'gone'>;

const withTitle = (row: Row, title: string | undefined): ReceivedShare => ({
  ...row,
  title: title ?? '',
  gone: title === undefined,
});

/** What is shared with the person, the newest first. */
export async function receivedShares(
  { tx, catalog }: { tx: TenantTx; catalog: Catalog },
  { current = 1, size = DEFAULT_PAGE_SIZE }: InputOf<'bizmeta.share.mine'>,
  ctx: Context,
): Promise<DataOf<'bizmeta.share.mine'>> {
  const asked = [tx.tenant.id, ctx.userId, usesClosed(ctx)];
  const rows = await tx.query<Row>(PAGE, [...asked, size, (current - 1) * size]);
  const [count] = await tx.query<{ n: number }>(COUNT, asked);
  const titles = await titlesAcross(
    { tx, catalog },
    rows.map(({ object, recordId }) => ({ object, record: recordId })),
  );
  const records = rows.map((row) => withTitle(row, titles.get(row.recordId)));
  return { records, total: count!.n, current, size };
}
