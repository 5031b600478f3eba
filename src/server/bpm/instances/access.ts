import type { FlowDetail } from '../../../contract/index.ts';
import type { Item } from '../../../flow/index.ts';
import { AppError } from '../../kernel/index.ts';
import type { Prepared } from '../prepared.ts';
import { manages, managesAll } from '../people/managers.ts';
import { preparedOf } from '../templates/rows.ts';
import type { Opened } from './opened.ts';
import { instanceRow, type InstanceRow } from './rows.ts';
import type { Doing } from './start.ts';

/** Why someone may look at an instance; the strongest reason there is. */
type Role = FlowDetail['role'];

export interface Seen {
  readonly row: InstanceRow;
  readonly prepared: Prepared;
  readonly role: Role;
  readonly isManager: boolean;
  /** The node whose field rights the reader has, if it is one's. */
  readonly node: string | null;
  /** Of a copy someone sent: the fields its sender was shown. */
  readonly copied?: readonly string[];
  /** The reader's own open item. */
  readonly item: number | null;
}

type Part = Pick<Seen, 'role' | 'node' | 'item' | 'copied'>;

/** The part of a person in the instance, as far as the instance itself says; undefined when he has none. */
function partIn(row: InstanceRow, userId: string, isManager: boolean): Part | undefined {
  const own = row.state.items.filter(({ user }) => user === userId);
  const active = own.find(({ state }) => state === 'active');
  if (active) return { role: 'assignee', node: nodeOf(row, active), item: active.id };
  if (row.starter_id === userId) return { role: 'starter', node: null, item: null };
  const last = own.findLast(({ state }) => state !== 'wait');
  if (last) return { role: 'handled', node: nodeOf(row, last), item: null };
  return isManager ? { role: 'manager', node: null, item: null } : undefined;
}

const nodeOf = ({ state }: InstanceRow, { visit }: Item): string => state.visits[visit - 1]!.step;

/** The same of a person who got a copy, or may read the record. */
async function partBeside({ tx, parts, ctx }: Doing, row: InstanceRow): Promise<Part | undefined> {
  const [copy] = await tx.query<{ node_id: string | null; fields: string[] | null }>(
    `select node_id, fields from bpm.flow_cc
      where tenant_id = $1 and instance_id = $2 and user_id = $3`,
    [tx.tenant.id, row.id, ctx.userId],
  );
  if (copy) return { role: 'cc', node: copy.node_id, item: null, copied: copy.fields ?? [] };
  const sees =
    row.record_id !== null &&
    !row.is_past &&
    row.status !== 'draft' &&
    (await parts.records.sees(tx, row.object_name, row.record_id));
  return sees ? { role: 'reader', node: null, item: null } : undefined;
}

/** An instance the person may look at; FLOW_UNKNOWN, as if it were not there, for others. */
export async function seenInstance(doing: Doing, id: string, given?: InstanceRow): Promise<Seen> {
  const { tx, parts, ctx } = doing;
  const row = given ?? (await instanceRow(tx, id));
  const prepared = await preparedOf(parts, tx, row.template_id, row.version_no, row.followed);
  const isManager = await manages(tx, ctx, prepared.settings.managers);
  const part =
    partIn(row, ctx.userId, isManager && row.status !== 'draft') ?? (await partBeside(doing, row));
  if (!part) throw new AppError('FLOW_UNKNOWN');
  return { row, prepared, isManager, ...part };
}

/** The same by what was read already; undefined when more has to be read to say so. */
export function seenAlready(
  { parts, ctx }: Pick<Doing, 'parts' | 'ctx'>,
  { row, cc }: Opened,
): Seen | undefined {
  const prepared = parts.models.get(row.template_id, row.version_no, row.followed);
  if (!prepared) return undefined;
  const { managers = [] } = prepared.settings;
  const isManager = managesAll(ctx) || managers.includes(ctx.userId);
  // They may be the successor of one who is named.
  if (!isManager && managers.length > 0) return undefined;
  const copy = cc.find(({ userId }) => userId === ctx.userId);
  const part =
    partIn(row, ctx.userId, isManager && row.status !== 'draft') ??
    (copy && { role: 'cc' as const, node: copy.nodeId, item: null });
  return part && { row, prepared, isManager, ...part };
}
