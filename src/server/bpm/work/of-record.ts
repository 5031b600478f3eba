import {
  DEFAULT_PAGE_SIZE,
  type DataOf,
  type FlowStatus,
  type InputOf,
} from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { seenInstance } from '../instances/access.ts';
import type { Doing } from '../instances/start.ts';
import { peopleLabels } from '../people/labels.ts';
import { startableTemplates } from '../templates/manage.ts';
import { isUuid } from '../templates/rows.ts';
import { stays } from './removal.ts';

interface Row {
  id: string;
  template_id: string;
  template_name: string;
  title: string;
  status: FlowStatus;
  starter_id: string;
  started_at: Date | null;
  ended_at: Date | null;
  total: number;
}

type Rows = DataOf<'bizmeta.object.flowDetail'>['records'];

const rowOf = async (doing: Doing, row: Row): Promise<Rows[number]> => ({
  instanceId: row.id,
  templateId: row.template_id,
  templateName: row.template_name,
  title: row.title,
  state: row.status,
  starterId: row.starter_id,
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  canOpen: await seenInstance(doing, row.id).then(
    () => true,
    () => false,
  ),
});

type Asked = InputOf<'bizmeta.object.flowDetail'>;

const approvalsOf = (
  tx: TenantTx,
  { id, current = 1, size = DEFAULT_PAGE_SIZE }: Asked,
): Promise<Row[]> =>
  tx.query<Row>(
    `select i.id, i.template_id, t.name as template_name, i.title, i.status, i.starter_id, i.started_at, i.ended_at,
      count(*) over ()::integer as total from bpm.flow_instance i
      join bpm.flow_template t on t.tenant_id = i.tenant_id and t.id = i.template_id
      where i.tenant_id = $1 and i.record_id = $2 and i.status <> 'draft' and ${stays('i')}
      order by i.created_at desc, i.id desc limit $3 offset $4`,
    [tx.tenant.id, id, size, (current - 1) * size],
  );

async function requireSeen({ tx, parts }: Doing, { object, id }: Asked): Promise<void> {
  if (!isUuid(id) || !(await parts.records.sees(tx, object, id)))
    throw new AppError('RECORD_UNKNOWN');
}

async function flowRows(doing: Doing, rows: readonly Row[]): Promise<Rows> {
  const records: Rows = [];
  for (const row of rows) records.push(await rowOf(doing, row));
  return records;
}

const lockedBy = (rows: readonly Row[], lock: string | null) =>
  lock === null
    ? null
    : { instanceId: lock, title: rows.find(({ id }) => id === lock)?.title ?? '' };

/** The approvals of a record the person sees, and those they may start for it. */
export async function recordFlows(
  doing: Doing,
  input: Asked,
): Promise<DataOf<'bizmeta.object.flowDetail'>> {
  const { tx, parts, ctx } = doing;
  const { object, id } = input;
  await requireSeen(doing, input);
  const rows = await approvalsOf(tx, input);
  const record = await parts.records.read(tx, object, id);
  const lock = await parts.records.lockShown(tx, object, id);
  const starters = rows.map(({ starter_id }) => starter_id);
  return {
    flowStatus: (record?.['flowStatus'] ?? null) as FlowStatus | null,
    lockedBy: lockedBy(rows, lock),
    records: await flowRows(doing, rows),
    total: rows[0]?.total ?? 0,
    startable: lock === null ? await startableTemplates(tx, ctx.userId, object) : [],
    labels: await peopleLabels(tx, starters),
  };
}
