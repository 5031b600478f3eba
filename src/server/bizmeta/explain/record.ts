import type { TenantTx } from '../../kernel/index.ts';
import { recordOf } from '../activity/read-context.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { ScopedRecord } from './scope-reasons.ts';

/** A record as an explanation names it. */
export interface FoundRecord extends ScopedRecord {
  readonly id: string;
  readonly title: string;
}

const UNTITLED = '未命名';
const OWNERS = `SELECT r.owner_id AS "ownerId", coalesce(m.real_name, '已离开的成员') AS "ownerName",
    coalesce(d.title, '') AS "deptTitle"`;

/** A record that the asker sees (`seen`: the object as they see it); throws RECORD_UNKNOWN. */
export async function foundRecord(
  tx: TenantTx,
  whole: ObjectTable,
  seen: ObjectTable,
  id: string,
): Promise<FoundRecord> {
  const record = await recordOf(tx, seen, id);
  const [owners] = await tx.query<ScopedRecord>(
    `${OWNERS} FROM ${whole.name} r
      LEFT JOIN upm.member m ON m.tenant_id = $1 AND m.user_id = r.owner_id
      LEFT JOIN upm.dept d ON d.tenant_id = $1 AND d.id = r.owner_dept WHERE r.id = $2::uuid`,
    [tx.tenant.id, id],
  );
  const title = seen.title.system ? null : record[seen.title.field.apiName];
  const isText = typeof title === 'string' || typeof title === 'number';
  return { ...owners!, id: String(record['id']), title: isText ? String(title) : UNTITLED };
}
