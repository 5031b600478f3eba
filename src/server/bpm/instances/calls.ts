import type { FlowCall } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { InstanceRow } from './rows.ts';
import { nodeName, type Prepared } from '../prepared.ts';

interface Stored {
  visit: number;
  node_id: string;
  state: FlowCall['state'];
  tries: number;
  status: number | null;
  error: string;
  created_at: Date;
  sent_at: Date | null;
  answered_at: Date | null;
}

/** An instance's requests; what the other side said is for those who manage it. */
export async function callsOf(
  tx: TenantTx,
  row: InstanceRow,
  prepared: Prepared,
  isManager: boolean,
): Promise<FlowCall[]> {
  const isAsking = row.state.visits.some(
    ({ step }) => prepared.model.steps.get(step)?.kind === 'trigger',
  );
  if (!isAsking) return [];
  const rows = await tx.query<Stored>(
    `select visit, node_id, state, tries, status, error, created_at, sent_at, answered_at from bpm.flow_call
      where tenant_id = $1 and instance_id = $2 order by visit`,
    [tx.tenant.id, row.id],
  );
  return rows.map((call) => ({
    visit: call.visit,
    nodeId: call.node_id,
    nodeName: nodeName(prepared, call.node_id),
    state: call.state,
    tries: call.tries,
    status: isManager ? call.status : null,
    error: isManager ? call.error : '',
    createdAt: call.created_at.toISOString(),
    sentAt: call.sent_at?.toISOString() ?? null,
    answeredAt: call.answered_at?.toISOString() ?? null,
    waitsUntil: waitsUntil(row, call.visit),
  }));
}

function waitsUntil({ state }: InstanceRow, visit: number): string | null {
  const timer = state.timers.find((each) => each.visit === visit && each.state === 'live');
  return timer ? new Date(timer.at).toISOString() : null;
}
