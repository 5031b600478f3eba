import type { FlowModel, FlowState } from '../../../flow/index.ts';
import { startJob, type TenantTx } from '../../kernel/index.ts';
import type { InstanceRow } from './rows.ts';

export const TIMER_JOB = 'bpm.timers';

/** A company that has timers has one job that fires them; it never ends. */
export async function ensureTimerJob(tx: TenantTx, by: string): Promise<void> {
  const [job] = await tx.query(
    `select 1 as found from kernel.job where tenant_id = $1 and kind = $2 and state = 'waiting'`,
    [tx.tenant.id, TIMER_JOB],
    { name: 'bpm-timer-job' },
  );
  // Two operations may both begin one: what the one has fired the other does not find.
  if (!job)
    await startJob(tx, { kind: TIMER_JOB, title: '审批的定时处理', payload: null, total: 0, by });
}

const isActive = (visit: { state: string } | undefined): boolean => visit?.state === 'active';

/**
 * What waits for a condition is looked at from time to time: it has a timer whose number is the visit's,
 * negative.
 */
export async function storeWaits(
  tx: TenantTx,
  row: InstanceRow,
  before: FlowState,
  model: FlowModel,
): Promise<void> {
  const waits = row.state.visits.filter(({ step }) => model.steps.get(step)?.kind === 'wait');
  const wasActive = ({ id }: { id: number }): boolean => isActive(before.visits[id - 1]);
  const begun = waits.filter((visit) => isActive(visit) && !wasActive(visit));
  const over = waits.filter((visit) => !isActive(visit) && wasActive(visit));
  if (over.length > 0)
    await tx.run(
      'delete from bpm.flow_timer where tenant_id = $1 and instance_id = $2 and no = any($3)',
      [tx.tenant.id, row.id, over.map(({ id }) => -id)],
    );
  if (begun.length > 0) await insertWaits(tx, row, begun);
}

async function insertWaits(
  tx: TenantTx,
  row: InstanceRow,
  begun: FlowState['visits'],
): Promise<void> {
  await tx.run(
    `insert into bpm.flow_timer (tenant_id, instance_id, no, visit, due_at)
      select $1, $2, -visit, visit, now() + interval '5 seconds' from unnest($3::integer[]) visit`,
    [tx.tenant.id, row.id, begun.map(({ id }) => id)],
  );
  await ensureTimerJob(tx, row.starter_id);
}
