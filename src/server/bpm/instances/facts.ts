import type { RecordValues } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import type { Facts } from '../people/expressions.ts';
import type { InstanceRow } from './rows.ts';

type Subject = Pick<InstanceRow, 'object_name' | 'record_id' | 'starter_id' | 'starter_dept'>;

/** What expressions of an instance's template read now; `record` in the place of what is stored. */
export async function factsOf(
  tx: TenantTx,
  { records }: Pick<Parts, 'records'>,
  subject: Subject,
  now: Date,
  record?: RecordValues,
): Promise<Facts> {
  const { object_name: object, record_id: id, starter_id, starter_dept } = subject;
  const describe = await records.describe(tx, object);
  const values = record ?? (id === null ? undefined : await records.read(tx, object, id)) ?? {};
  const [row] = await tx.query<{ name: string; title: string; dept: string | null }>(
    `select m.real_name as name, m.job_title as title,
      (select d.title from upm.dept d where d.tenant_id = m.tenant_id and d.id = $3) as dept
      from upm.member m where m.tenant_id = $1 and m.user_id = $2`,
    [tx.tenant.id, starter_id, starter_dept],
    { name: 'bpm-starter' },
  );
  return {
    describe,
    record: values,
    starter: { id: starter_id, name: row?.name ?? '', jobTitle: row?.title ?? '' },
    dept: { id: starter_dept, name: row?.dept ?? '', title: row?.dept ?? '' },
    now,
  };
}
