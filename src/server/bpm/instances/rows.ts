import type { FlowStatus, MessageRule, RecordValues } from '../../../contract/index.ts';
import type { FlowState, Item } from '../../../flow/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../templates/rows.ts';

/** An instance as it is stored. */
export interface InstanceRow {
  readonly id: string;
  readonly template_id: string;
  readonly template_name: string;
  /** How the template sends its messages. */
  readonly messages: readonly MessageRule[];
  version_no: number;
  /** How often the template's documents have followed new names of fields. */
  followed: number;
  readonly object_id: string;
  /** '' for an object that is deleted for good. */
  readonly object_name: string;
  /** The object is deleted: in the bin, or for good. */
  readonly is_past: boolean;
  record_id: string | null;
  /** Starting the instance made the record; not so of one that was there before. */
  made_record: boolean;
  status: FlowStatus;
  state: FlowState;
  seq: number;
  starter_id: string;
  starter_dept: string | null;
  title: string;
  code: string;
  summary: readonly { label: string; text: string }[];
  waiting: readonly string[];
  form: RecordValues | null;
  snapshot: RecordValues | null;
  picks: Record<string, string[]>;
  readonly parent_id: string | null;
  readonly created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  deleted_at: Date | null;
}

export const INSTANCE_COLUMNS = `i.id, i.template_id, t.name as template_name, t.messages, t.names as followed,
  i.version_no, i.object_id, coalesce(o.api_name, '') as object_name,
  (o.id is null or o.deleted_at is not null) as is_past, i.record_id, i.made_record, i.status,
  i.state, i.seq, i.starter_id, i.starter_dept,
  i.title, i.code, i.summary, i.waiting, i.form, i.snapshot, i.picks, i.parent_id, i.created_at, i.started_at,
  i.ended_at, i.deleted_at`;
export const ONE_INSTANCE = `from bpm.flow_instance i
  join bpm.flow_template t on t.tenant_id = i.tenant_id and t.id = i.template_id
  left join bizmeta.object o on o.tenant_id = i.tenant_id and o.id = i.object_id
  where i.tenant_id = $1 and i.id = $2`;
const INSTANCE = `select ${INSTANCE_COLUMNS} ${ONE_INSTANCE}`;

/** An instance, no matter who asks; FLOW_UNKNOWN when there is none. */
export async function instanceRow(tx: TenantTx, id: string): Promise<InstanceRow> {
  const [row] = isUuid(id)
    ? await tx.query<InstanceRow>(INSTANCE, [tx.tenant.id, id], { name: 'bpm-instance' })
    : [];
  if (!row) throw new AppError('FLOW_UNKNOWN');
  return row;
}

/** The same, locked until the transaction ends: whatever is done to it is done one after the other. */
export async function lockInstance(tx: TenantTx, id: string): Promise<InstanceRow> {
  const [row] = isUuid(id)
    ? await tx.query<InstanceRow>(`${INSTANCE} for update of i`, [tx.tenant.id, id], {
        name: 'bpm-instance-locked',
      })
    : [];
  if (!row) throw new AppError('FLOW_UNKNOWN');
  return row;
}

/** An item's id on the wire: its instance's and its number. */
export const itemId = (instanceId: string, no: number): string => `${instanceId}.${no}`;
export function readItemId(id: string): { instanceId: string; no: number } {
  const [instanceId = '', no = ''] = id.split('.');
  if (!isUuid(instanceId) || !/^[1-9]\d{0,8}$/.test(no)) throw new AppError('FLOW_ITEM_GONE');
  return { instanceId, no: Number(no) };
}

/** The approval a person gave last, which they may take back. */
export const lastApproval = ({ items }: FlowState, userId: string): Item | undefined =>
  items.findLast(
    ({ user, state, role }) => user === userId && state === 'approved' && role === 'main',
  );

export const isOpen = (status: FlowStatus): boolean =>
  status === 'running' || status === 'returned' || status === 'suspended';
