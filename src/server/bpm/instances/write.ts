import type { RecordValues } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { differences, type Difference } from './deed.ts';
import type { FlowRun } from './flow-run.ts';

export interface Written {
  readonly diff: readonly Difference[];
  readonly recordVersion: number;
}

/** Who writes, and whether by their own rights (src/server/bizmeta/ports/record-work.ts). */
interface Writer {
  readonly userId: string;
  readonly ownRights?: boolean;
  readonly chooses?: boolean;
}

/** Writes to an instance's record; `before` is the record where the caller has read it already. */
export async function writeRecord(
  run: FlowRun,
  writer: Writer,
  values: RecordValues,
  before?: RecordValues,
): Promise<Written> {
  const { tx, parts, row } = run;
  const { object_name: object, record_id: id } = row;
  if (id === null) throw new AppError('RECORD_UNKNOWN');
  const flow = await lockHolder(run, object, id);
  const was = before ?? (await parts.records.read(tx, object, id)) ?? {};
  const recordVersion = await parts.records.edit(tx, object, id, values, { ...writer, flow });
  run.forgetFacts();
  const is = (await parts.records.read(tx, object, id)) ?? {};
  const diff = differences(await parts.records.describe(tx, object), was, is);
  takeIntoCopy(run, diff);
  return { diff, recordVersion };
}

/** A copy that is decided on takes what its own approval writes, and nothing else. */
function takeIntoCopy({ row }: FlowRun, diff: readonly Difference[]): void {
  if (!row.snapshot) return;
  const written = diff.map((each) => [each.field, each.new]);
  row.snapshot = { ...row.snapshot, ...(Object.fromEntries(written) as RecordValues) };
}

/** Who writes for the lock: a lock keeps out everybody but the instances that belong together. */
async function lockHolder({ tx, parts, row }: FlowRun, object: string, id: string) {
  const lock = await parts.records.lockOf(tx, object, id);
  const isOwn = lock === null || lock === row.id;
  return !isOwn && (await haveOneRoot(tx, lock, row.id)) ? lock : row.id;
}

/** Whether one has started the other, or a third both, at any distance. */
async function haveOneRoot(tx: TenantTx, one: string, other: string): Promise<boolean> {
  const roots = await tx.query(
    `with recursive above as (
      select id as origin, id, parent_id from bpm.flow_instance
        where tenant_id = $1 and id = any($2::uuid[])
      union all select above.origin, i.id, i.parent_id from above
        join bpm.flow_instance i on i.tenant_id = $1 and i.id = above.parent_id)
    select distinct id from above where parent_id is null`,
    [tx.tenant.id, [one, other]],
  );
  return roots.length === 1;
}
