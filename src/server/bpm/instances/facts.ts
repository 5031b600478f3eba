import type { Labels, RecordValues } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import type { Facts } from '../people/expressions.ts';
import type { Prepared } from '../prepared.ts';
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
  return { describe, record: values, starter: await starterOf(tx, starter_id, starter_dept), now };
}

/** The same of a stored instance, over its snapshot where the template goes by that. */
export const instanceFacts = (
  tx: TenantTx,
  parts: Pick<Parts, 'records'>,
  row: InstanceRow,
  { settings }: Prepared,
  now: Date,
): Promise<Facts> => {
  const snapshot = settings.dataMode === 'snapshot' ? row.snapshot : null;
  return factsOf(tx, parts, row, now, snapshot ?? undefined);
};

/** Names of what some fields of the record refer to. */
export const labelsOf = (
  tx: TenantTx,
  { records }: Pick<Parts, 'records'>,
  { describe, record }: Facts,
  fields: readonly string[],
): Promise<Labels> =>
  records.labels(
    tx,
    describe.apiName,
    Object.fromEntries(fields.map((name) => [name, record[name] ?? null])),
  );

/** The starter as expressions read him (src/flow/document/expressions). */
async function starterOf(
  tx: TenantTx,
  id: string,
  dept: string | null,
): Promise<Readonly<Record<string, unknown>>> {
  const [row] = await tx.query<Readonly<Record<string, unknown>>>(
    `select m.real_name as name, m.job_title as title,
      coalesce((select d.title from upm.dept d where d.tenant_id = $1 and d.id = $3), '') as "deptName",
      array(select ud.dept_id from upm.user_dept ud where ud.tenant_id = $1 and ud.user_id = $2) as depts,
      array(select ur.role_id from upm.user_role ur where ur.tenant_id = $1 and ur.user_id = $2) as roles
      from upm.member m where m.tenant_id = $1 and m.user_id = $2`,
    [tx.tenant.id, id, dept],
    { name: 'bpm-starter' },
  );
  return { id, dept, ...row };
}
