import type { FlowDetail, FlowItem } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { itemId } from './rows.ts';

/** What is stored beside an instance. */
export interface RelatedRows {
  readonly items: readonly FlowItem[];
  readonly cc: FlowDetail['cc'];
  readonly children: FlowDetail['children'];
  /** The version its template has now; null when there is none. */
  readonly latest: number | null;
}

/** Times are texts in JSON. */
interface StoredItem {
  no: number;
  visit: number;
  node_id: string;
  user_id: string;
  on_behalf_of: string | null;
  role: FlowItem['role'];
  state: FlowItem['state'];
  why: string;
  created_at: string;
  read_at: string | null;
  ended_at: string | null;
}
interface Stored {
  items: StoredItem[];
  copies: { user_id: string; at: string; read_at: string | null }[];
  children: FlowDetail['children'];
  latest: number | null;
}

/** One statement for all of it: a person who opens an instance waits for each. */
const RELATED = `select
  (select coalesce(json_agg(f order by f.no), '[]') from (select no, visit, node_id, user_id, on_behalf_of,
    role, state, why, created_at, read_at, ended_at from bpm.flow_item
    where tenant_id = $1 and instance_id = $2) f) as items,
  (select coalesce(json_agg(c order by c.at, c.user_id), '[]') from (select user_id, at, read_at
    from bpm.flow_cc where tenant_id = $1 and instance_id = $2) c) as copies,
  (select coalesce(json_agg(json_build_object('instanceId', k.id, 'title', k.title, 'state', k.status)
    order by k.created_at, k.id), '[]') from bpm.flow_instance k
    where k.tenant_id = $1 and k.parent_id = $2) as children,
  (select version from bpm.flow_template where tenant_id = $1 and id = $3) as latest`;

const time = (text: string): string => new Date(text).toISOString();
const timeOrNull = (text: string | null): string | null => (text === null ? null : time(text));

const itemOf = (instanceId: string, row: StoredItem): FlowItem => ({
  id: itemId(instanceId, row.no),
  nodeId: row.node_id,
  visit: row.visit,
  userId: row.user_id,
  onBehalfOf: row.on_behalf_of,
  role: row.role,
  state: row.state,
  why: row.why,
  createdAt: time(row.created_at),
  readAt: timeOrNull(row.read_at),
  endedAt: timeOrNull(row.ended_at),
});

export async function relatedRows(
  tx: TenantTx,
  { id, template_id }: { readonly id: string; readonly template_id: string },
): Promise<RelatedRows> {
  const [row] = await tx.query<Stored>(RELATED, [tx.tenant.id, id, template_id], {
    name: 'bpm-related',
  });
  const { items, copies, children, latest } = row!;
  return {
    items: items.map((item) => itemOf(id, item)),
    cc: copies.map(({ user_id: userId, at, read_at }) => ({
      userId,
      at: time(at),
      readAt: timeOrNull(read_at),
    })),
    children,
    latest,
  };
}
