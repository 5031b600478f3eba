import type { FlowCall } from '../../../contract/index.ts';
import { nodeName } from '../prepared.ts';
import type { Seen } from './access.ts';
import { isoTime, isoTimeOrNull, type Opened } from './opened.ts';
import type { InstanceRow } from './rows.ts';

/** An instance's requests; what the other side said is for those who manage it. */
export const callsOf = ({ row, calls }: Opened, { prepared, isManager }: Seen): FlowCall[] =>
  calls.map((call) => ({
    visit: call.visit,
    nodeId: call.node_id,
    nodeName: nodeName(prepared, call.node_id),
    state: call.state,
    tries: call.tries,
    status: isManager ? call.status : null,
    error: isManager ? call.error : '',
    createdAt: isoTime(call.created_at),
    sentAt: isoTimeOrNull(call.sent_at),
    answeredAt: isoTimeOrNull(call.answered_at),
    waitsUntil: waitsUntil(row, call.visit),
  }));

function waitsUntil({ state }: InstanceRow, visit: number): string | null {
  const timer = state.timers.find((each) => each.visit === visit && each.state === 'live');
  return timer ? new Date(timer.at).toISOString() : null;
}
