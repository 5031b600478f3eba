import type { FlowDetail } from '../../../contract/index.ts';
import { AppError } from '../../kernel/index.ts';
import type { Prepared } from '../prepared.ts';
import { manages, preparedOf } from '../templates/rows.ts';
import { instanceRow, type InstanceRow } from './rows.ts';
import type { Doing } from './start.ts';

/** Why someone may look at an instance; the strongest reason there is. */
type Role = FlowDetail['role'];

export interface Seen {
  readonly row: InstanceRow;
  readonly prepared: Prepared;
  readonly role: Role;
  readonly isManager: boolean;
  /** The node whose field rights the reader has; null for what every reader sees. */
  readonly node: string | null;
  /** The reader's own open item. */
  readonly item: number | null;
}

/** Why this person sees the instance; undefined when he does not. */
async function roleIn(
  { tx, parts, ctx }: Doing,
  row: InstanceRow,
  isManager: boolean,
): Promise<{ role: Role; node: string | null; item: number | null } | undefined> {
  const { userId } = ctx;
  const own = row.state.items.filter(({ user }) => user === userId);
  const active = own.find(({ state }) => state === 'active');
  const nodeOf = (visit: number): string => row.state.visits[visit - 1]!.step;
  if (active) return { role: 'assignee', node: nodeOf(active.visit), item: active.id };
  if (row.starter_id === userId) return { role: 'starter', node: null, item: null };
  const last = own.filter(({ state }) => state !== 'wait').at(-1);
  if (last) return { role: 'handled', node: nodeOf(last.visit), item: null };
  if (isManager) return { role: 'manager', node: null, item: null };
  const [copy] = await tx.query<{ node_id: string | null }>(
    'select node_id from bpm.flow_cc where tenant_id = $1 and instance_id = $2 and user_id = $3',
    [tx.tenant.id, row.id, userId],
  );
  if (copy) return { role: 'cc', node: copy.node_id, item: null };
  const sees =
    row.record_id !== null &&
    row.status !== 'draft' &&
    (await parts.records.sees(tx, row.object_name, row.record_id));
  return sees ? { role: 'reader', node: null, item: null } : undefined;
}

/** An instance the person may look at; FLOW_UNKNOWN, as if it were not there, for others. */
export async function seenInstance(doing: Doing, id: string, given?: InstanceRow): Promise<Seen> {
  const { tx, parts, ctx } = doing;
  const row = given ?? (await instanceRow(tx, id));
  const prepared = await preparedOf(parts, tx, row.template_id, row.version_no);
  const isManager = manages(ctx, prepared.settings.managers);
  const found = await roleIn(doing, row, isManager && row.status !== 'draft');
  if (!found) throw new AppError('FLOW_UNKNOWN');
  return { row, prepared, isManager, ...found };
}
