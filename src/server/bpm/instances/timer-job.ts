import type { FlowModel, FlowState } from '../../../flow/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { InstanceRow } from './rows.ts';

/** Fires a company's timers. Who writes a timer begins or wakes it: sql/0621_wake-timers.sql. */
export const TIMER_JOB = 'bpm.timers';

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
}
