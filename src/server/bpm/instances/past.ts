import type { ObjectDescribe } from '../../../contract/index.ts';
import type { RecordWork } from '../../bizmeta/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import type { InstanceRow } from './rows.ts';

/** Approvals of objects that are deleted: what was decided stays to be read, without the object. */

/** Before objects are deleted for good: drafts go, what has ended stays with the names of its fields. */
export async function leaveHistory(
  records: RecordWork,
  tx: TenantTx,
  objectIds: readonly string[],
): Promise<void> {
  const own = [tx.tenant.id, objectIds];
  await tx.run(
    `delete from bpm.flow_instance where tenant_id = $1 and object_id = any($2::uuid[])
      and status = 'draft'`,
    own,
  );
  await tx.run(
    `delete from bpm.flow_template t where t.tenant_id = $1 and t.object_id = any($2::uuid[])
      and not exists (select from bpm.flow_instance i where i.tenant_id = t.tenant_id
        and i.template_id = t.id)`,
    own,
  );
  const left = await tx.query<{ id: string }>(
    `select distinct object_id as id from bpm.flow_template where tenant_id = $1
      and object_id = any($2::uuid[])`,
    own,
  );
  for (const { id } of left) await keepObject(records, tx, id);
  await tx.run(
    `update bpm.flow_template set deleted_at = now() where tenant_id = $1
      and object_id = any($2::uuid[]) and deleted_at is null`,
    own,
  );
  await tx.run(
    `update bpm.flow_instance set record_id = null where tenant_id = $1
      and object_id = any($2::uuid[]) and record_id is not null`,
    own,
  );
}

async function keepObject(records: RecordWork, tx: TenantTx, id: string): Promise<void> {
  const describe = await records.describeDeleted(tx, id);
  if (!describe) return;
  await tx.run(
    `insert into bpm.past_object (tenant_id, id, label, describe) values ($1, $2, $3, $4)
      on conflict (tenant_id, id) do nothing`,
    [tx.tenant.id, id, describe.label, JSON.stringify(describe)],
  );
}

/** The object of an instance as it was when it was deleted. */
export async function pastDescribe(
  records: RecordWork,
  tx: TenantTx,
  { object_id: id }: Pick<InstanceRow, 'object_id'>,
): Promise<ObjectDescribe> {
  const [past] = await tx.query<{ describe: ObjectDescribe }>(
    'select describe from bpm.past_object where tenant_id = $1 and id = $2',
    [tx.tenant.id, id],
  );
  const describe = past?.describe ?? (await records.describeDeleted(tx, id));
  if (!describe) throw new AppError('FLOW_UNKNOWN');
  return describe;
}

/** Templates and ended instances of each object. */
export async function approvalsOfObjects(
  tx: TenantTx,
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly flows: number; readonly ended: number }>> {
  const rows = await tx.query<{ id: string; flows: number; ended: number }>(
    `select t.object_id as id, count(*) filter (where t.deleted_at is null)::integer as flows,
      coalesce(sum((select count(*) from bpm.flow_instance i where i.tenant_id = t.tenant_id
        and i.template_id = t.id and i.status <> 'draft')), 0)::integer as ended
      from bpm.flow_template t where t.tenant_id = $1 and t.object_id = any($2::uuid[]) group by 1`,
    [tx.tenant.id, objectIds],
  );
  return new Map(rows.map(({ id, ...each }) => [id, each]));
}
