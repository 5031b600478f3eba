import type { FlowFieldRight } from '../../../contract/index.ts';
import type { GuestAsk, RecordGuest } from '../../bizmeta/index.ts';
import { isUuid } from '../templates/rows.ts';

type Query = <R extends object>(text: string, values: readonly unknown[]) => Promise<R[]>;

/** The rights to fields at the nodes where the person has something to do with the record now. */
const OWN_NODES = `select coalesce(v.document->'nodes'->f.node_id->'settings'->'fieldPerms', '{}') as perms,
    i.snapshot is not null as is_copy
  from bpm.flow_instance i
  join bizmeta.object o on o.tenant_id = i.tenant_id and o.id = i.object_id and o.api_name = $4
  join bpm.flow_item f on f.tenant_id = i.tenant_id and f.instance_id = i.id and f.user_id = $2
    and f.state = 'active'
  join bpm.flow_version v on v.tenant_id = i.tenant_id and v.template_id = i.template_id and v.no = i.version_no
  where i.tenant_id = $1 and i.record_id = $3::uuid and i.deleted_at is null
    and i.status in ('running', 'returned')`;

interface Asked {
  readonly perms: Readonly<Record<string, FlowFieldRight>>;
  /** The template has people decide on the record as it was when it was submitted. */
  readonly is_copy: boolean;
}

const shownBy = (perms: Readonly<Record<string, FlowFieldRight>>, field: string): boolean =>
  (Object.hasOwn(perms, field) ? perms[field] : perms['*']) !== 'hidden';

/** What someone who is asked about a record sees of it, for as long as they are. */
export async function guestOf(
  query: Query,
  { tenantId, userId, object, recordId }: GuestAsk,
): Promise<RecordGuest | undefined> {
  if (!isUuid(recordId)) return undefined;
  const rows = await query<Asked>(OWN_NODES, [tenantId, userId, recordId, object]);
  if (rows.length === 0) return undefined;
  const shows = (asked: readonly Asked[]) => (field: string) =>
    asked.some(({ perms }) => shownBy(perms, field));
  const now = rows.filter(({ is_copy }) => !is_copy);
  return { shows: shows(rows), reads: now.length > 0 ? shows(now) : undefined };
}
