import type { DataOf, InputOf, RecordShare } from '../../../contract/index.ts';
import { AppError } from '../../kernel/index.ts';
import { canShare, givableRecords, levelsOf } from './givable.ts';
import { enterShared, requireClosed, type SharingContext } from './object.ts';
import { IN_FORCE, SHARE_COLUMNS, SHARES } from './rows.ts';

/** Without a list of fields it gives all of them; `subjects` is what saves it again. */
const OF_RECORD = `SELECT ${SHARE_COLUMNS}, NOT g.granted ? 'fields' AS "allFields",
    json_strip_nulls(json_build_object(
      'userIds', CASE WHEN s.user_id IS NOT NULL THEN json_build_array(s.user_id) END,
      'deptIds', CASE WHEN s.dept_id IS NOT NULL THEN json_build_array(s.dept_id) END,
      'roleIds', CASE WHEN s.role_id IS NOT NULL THEN json_build_array(s.role_id) END,
      'workGroupIds', CASE WHEN s.work_group_id IS NOT NULL
        THEN json_build_array(s.work_group_id) END)) AS subjects
  FROM ${SHARES}
  JOIN bizmeta.record_share_grant g ON g.tenant_id = s.tenant_id AND g.object_id = s.object_id
    AND g.key = s.grant_key
  WHERE s.tenant_id = $1 AND s.object_id = $2::uuid AND s.record_id = $3::uuid AND ${IN_FORCE}
  ORDER BY s.created_at, s.id`;

/**
 * The shares of a record, for who may share it and its owner. Throws RECORD_UNKNOWN,
 * RECORD_FORBIDDEN and SHARE_SETTING.
 */
export async function listShares(
  sharing: SharingContext,
  { objectApiName, recordId }: InputOf<'bizmeta.share.list'>,
): Promise<DataOf<'bizmeta.share.list'>> {
  const { tx, access } = sharing;
  const table = await enterShared(sharing, objectApiName);
  const { apiName, label, id } = table.describe;
  if (access && !access.has(apiName, 'view')) throw new AppError('NO_ACCESS', { label });
  const records = await givableRecords(sharing, table, [recordId], '');
  const record = records.get(recordId.toLowerCase());
  if (!record) throw new AppError('RECORD_UNKNOWN');
  await requireClosed(tx, table);
  if (!canShare(record.now) && !record.isOwner) throw new AppError('RECORD_FORBIDDEN');
  const shares = await tx.query<RecordShare>(OF_RECORD, [tx.tenant.id, id, record.id]);
  const until = canShare(record.lasting) ? null : record.until;
  return { shares, levels: levelsOf(record), until: until?.toISOString() ?? null };
}
