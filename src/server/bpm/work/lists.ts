import {
  DEFAULT_PAGE_SIZE,
  TOTAL_CAP,
  type FlowRow,
  type FlowRows,
  type FlowStatus,
  type InputOf,
} from '../../../contract/index.ts';
import { likeText, SqlParameters, type Context, type TenantTx } from '../../kernel/index.ts';
import { PEOPLE_LABELS } from '../../upm/index.ts';
import { nodeName } from '../prepared.ts';
import { preparedOf } from '../templates/rows.ts';
import type { Parts } from '../parts.ts';

/** How a list is narrowed, as all of them are. */
type Narrowing = InputOf<'bpm.work.owner'> & {
  isUnread?: boolean;
  sort?: 'newest' | 'oldest' | 'due';
};
type Bind = (value: unknown) => string;

export interface StoredRow {
  id: string;
  instance_id: string;
  template_id: string;
  template_name: string;
  version_no: number;
  node_id: string | null;
  /** Steps the row is about: of an item or copy its own, of an instance those it is at. */
  steps: string[];
  item_no: number | null;
  title: string;
  code: string;
  summary: FlowRow['summary'];
  object_name: string;
  record_id: string | null;
  state: string;
  status: FlowStatus;
  op: string | null;
  starter_id: string;
  waiting: string[];
  is_read: boolean;
  is_urged: boolean;
  is_behind: boolean;
  at: Date;
  ended_at: Date | null;
  due_at: Date | null;
}

/** What is read of an instance beside the item or copy a list is of. */
const INSTANCE = `i.template_id, t.name as template_name, i.version_no,
  i.version_no < t.version as is_behind, i.title, i.code, i.summary,
  coalesce(o.api_name, '') as object_name, i.record_id, i.status, i.starter_id, i.waiting`;
const JOINS = `join bpm.flow_template t on t.tenant_id = i.tenant_id and t.id = i.template_id
  left join bizmeta.object o on o.tenant_id = i.tenant_id and o.id = i.object_id`;

interface Source {
  /** The rows of the list, newest first, before they are joined: `x`. */
  readonly from: string;
  readonly at: string;
  readonly columns: string;
  readonly where: readonly string[];
  readonly order: string;
}

const itemColumns = (
  op: string,
): string => `x.instance_id || '.' || x.no as id, x.instance_id, x.node_id,
  array[x.node_id] as steps, x.no as item_no, x.state, ${op} as op, x.read_at is not null as is_read,
  x.urged_at is not null as is_urged, x.created_at as at, x.ended_at, x.due_at`;
/** A step that branches is where its branches are. */
const INSTANCE_STEPS = `array(select v ->> 'step' from jsonb_array_elements(x.state -> 'visits') v
  where v ->> 'state' = 'active' and (v ->> 'open')::integer = 0)`;
const INSTANCE_COLUMNS = `x.id::text as id, x.id as instance_id, null as node_id, ${INSTANCE_STEPS} as steps,
  null::integer as item_no,
  x.status as state, null as op, true as is_read, false as is_urged, coalesce(x.started_at, x.created_at) as at,
  x.ended_at, null::timestamptz as due_at`;

const TODO_ORDER = {
  newest: 'x.created_at desc, x.instance_id desc, x.no desc',
  oldest: 'x.created_at, x.instance_id, x.no',
  due: 'x.due_at nulls last, x.created_at desc',
} as const;

export const instanceList = (where: readonly string[]): Source => ({
  from: 'bpm.flow_instance',
  at: 'x.created_at',
  columns: INSTANCE_COLUMNS,
  where,
  order: 'x.created_at desc, x.id desc',
});

/** The lists of the workflow centre, for the person `me`. */
const SOURCES = {
  todo: (me: string, { isUnread, sort = 'newest' }: Narrowing): Source => ({
    from: 'bpm.flow_item',
    at: 'x.created_at',
    columns: itemColumns('null'),
    where: [
      `x.user_id = ${me}`,
      `x.state = 'active'`,
      ...(isUnread === true ? ['x.read_at is null'] : []),
    ],
    order: TODO_ORDER[sort],
  }),
  finished: (me: string): Source => ({
    from: 'bpm.flow_item',
    at: 'x.ended_at',
    columns: itemColumns('x.state'),
    where: [
      `x.user_id = ${me}`,
      `x.state in ('approved', 'rejected', 'returned', 'transferred')`,
      `x.role <> 'start'`,
    ],
    order: 'x.ended_at desc, x.instance_id desc, x.no desc',
  }),
  cc: (me: string, { isUnread }: Narrowing): Source => ({
    from: 'bpm.flow_cc',
    at: 'x.at',
    columns: `x.instance_id::text as id, x.instance_id, x.node_id,
      array_remove(array[x.node_id], null) as steps, null::integer as item_no, 'cc' as state, null as op,
      x.read_at is not null as is_read, false as is_urged, x.at, null::timestamptz as ended_at,
      null::timestamptz as due_at`,
    where: [`x.user_id = ${me}`, ...(isUnread === true ? ['x.read_at is null'] : [])],
    order: 'x.at desc, x.instance_id desc',
  }),
  owner: (me: string): Source =>
    instanceList([`x.starter_id = ${me}`, `x.status <> 'draft'`, 'x.deleted_at is null']),
  draft: (me: string): Source =>
    instanceList([
      `x.starter_id = ${me}`,
      `x.status in ('draft', 'withdrawn')`,
      'x.deleted_at is null',
    ]),
  deleted: (me: string): Source =>
    instanceList([`x.starter_id = ${me}`, 'x.deleted_at is not null']),
} as const;
export type ListName = keyof typeof SOURCES;

/** Conditions on the list's own rows. */
const ownConditions = (
  source: Source,
  { templateId, from, to }: Narrowing,
  bind: Bind,
): string[] => [
  ...source.where,
  ...(templateId ? [`x.template_id = ${bind(templateId)}::uuid`] : []),
  ...(from ? [`${source.at} >= ${bind(from)}::timestamptz`] : []),
  ...(to ? [`${source.at} <= ${bind(to)}::timestamptz`] : []),
];

/** Conditions on the instance and its object. */
function instanceConditions(input: Narrowing, bind: Bind): string[] {
  const conditions: string[] = [];
  if (input.query) {
    const text = bind(`%${likeText(input.query)}%`);
    conditions.push(`(i.title ilike ${text} or i.code ilike ${text})`);
  }
  if (input.starterId) conditions.push(`i.starter_id = ${bind(input.starterId)}`);
  if (input.objectApiName) conditions.push(`o.api_name = ${bind(input.objectApiName)}`);
  if (input.states?.length) conditions.push(`i.status = any(${bind(input.states)}::text[])`);
  return conditions;
}

const UUID = /^[0-9a-f-]{36}$/i;
/** Ids and moments of a request that are none find nothing. */
export const isReadable = ({ templateId, from, to }: Narrowing): boolean =>
  (!templateId || UUID.test(templateId)) &&
  [from, to].every((at) => !at || !Number.isNaN(Date.parse(at)));

const join = (source: Source): string =>
  source.from === 'bpm.flow_instance'
    ? 'i.tenant_id = x.tenant_id and i.id = x.id'
    : 'i.tenant_id = x.tenant_id and i.id = x.instance_id';

/** The rows of a list that match, as what a statement reads. */
function matching(
  source: Source,
  input: Narrowing,
  { tenant, bind }: { tenant: string; bind: Bind },
): string {
  const own = ownConditions(source, input, bind);
  const others = instanceConditions(input, bind);
  const isInstance = source.from === 'bpm.flow_instance';
  const isJoined = !isInstance && others.length > 0;
  const instance = isJoined ? `join bpm.flow_instance i on ${join(source)}` : '';
  const object = input.objectApiName
    ? `join bizmeta.object o on o.tenant_id = x.tenant_id and o.id = ${isInstance ? 'x' : 'i'}.object_id`
    : '';
  const all = own.concat(isInstance ? others.map((each) => each.replaceAll('i.', 'x.')) : others);
  return `from ${source.from} x ${instance} ${object}
    where x.tenant_id = ${tenant} and ${all.join(' and ')}`;
}

/**
 * A page of a list: the rows are picked by the list's own index, in its order, and joined to what is
 * shown of their instances. Conditions on instances are tested on the way.
 */
export function pageSql(
  source: Source,
  input: Narrowing,
  parameters: { tenant: string; bind: Bind },
): { rows: string; total: string } {
  const from = matching(source, input, parameters);
  const size = input.size ?? DEFAULT_PAGE_SIZE;
  const skip = ((input.current ?? 1) - 1) * size;
  return {
    rows: `select ${source.columns}, ${INSTANCE} from (select x.* ${from}
      order by ${source.order} limit ${size} offset ${skip}) x
      join bpm.flow_instance i on ${join(source)} ${JOINS} order by ${source.order}`,
    total: `select count(*)::integer as total from (select ${from} limit ${TOTAL_CAP}) x`,
  };
}

/** A stored row as it arrives in JSON: moments are texts. */
type SentRow = Omit<StoredRow, 'at' | 'ended_at' | 'due_at'> &
  Record<'at', string> &
  Record<'ended_at' | 'due_at', string | null>;
const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
const storedOf = (row: SentRow): StoredRow => ({
  ...row,
  at: new Date(row.at),
  ended_at: momentOf(row.ended_at),
  due_at: momentOf(row.due_at),
});

interface Page {
  rows: SentRow[];
  total: number;
  names: Record<string, string> | null;
}

/** A page with its total and the names of its people, in one statement. */
const pageAtOnce = ({ rows, total }: ReturnType<typeof pageSql>): string => {
  const { table, tenant, id, label } = PEOPLE_LABELS;
  return `with r as materialized (${rows})
    select (select coalesce(json_agg(r), '[]') from r) as rows, (${total}) as total,
      (select json_object_agg(${id}, ${label}) from ${table} where ${tenant} = $1
        and ${id} in (select starter_id from r union select unnest(waiting) from r)) as names`;
};

/** A page of one of the lists. */
export async function listWork(
  parts: Parts,
  ctx: Context,
  list: ListName,
  input: Narrowing,
): Promise<FlowRows> {
  if (!isReadable(input)) return { records: [], total: 0, labels: {} };
  const { rows: sent, total, names } = await readPage(parts, ctx, list, input);
  const rows = sent.map(storedOf);
  const records = knownNames(parts, rows) ?? (await withNames(parts, ctx, rows));
  return { records, total, labels: names === null ? {} : { user: names } };
}

async function readPage(
  { db }: Parts,
  ctx: Context,
  list: ListName,
  input: Narrowing,
): Promise<Page> {
  const parameters = new SqlParameters(ctx.tenant.id);
  const source = SOURCES[list](parameters.bind(ctx.userId), input);
  const sql = pageAtOnce(pageSql(source, input, { tenant: '$1', bind: parameters.bind }));
  const [page] = await db.readTenant<Page>(ctx, sql, parameters.values);
  return page!;
}

/** The rows, where the versions they follow are known to this process. */
function knownNames({ models }: Parts, rows: readonly StoredRow[]): FlowRow[] | undefined {
  const records: FlowRow[] = [];
  for (const row of rows) {
    const { node_id: node } = row;
    const prepared = node === null ? undefined : models.get(row.template_id, row.version_no);
    if (node !== null && !prepared) return undefined;
    records.push(listRow(row, prepared ? nodeName(prepared, node!) : ''));
  }
  return records;
}
const withNames = (parts: Parts, ctx: Context, rows: readonly StoredRow[]): Promise<FlowRow[]> =>
  parts.db.withTenant(ctx, (tx) => answered(parts, tx, rows));

/** Rows as they are answered: nodes by their names in the version the instance follows. */
export async function answered(
  parts: Parts,
  tx: TenantTx,
  rows: readonly StoredRow[],
): Promise<FlowRow[]> {
  const records: FlowRow[] = [];
  for (const row of rows) {
    const prepared =
      row.steps.length > 0 &&
      (await preparedOf(parts, tx, row.template_id, row.version_no, 'whichever'));
    const names = prepared ? row.steps.map((step) => nodeName(prepared, step)) : [];
    records.push(listRow(row, names.join('、')));
  }
  return records;
}

const listRow = (row: StoredRow, node: string): FlowRow => ({
  id: row.id,
  instanceId: row.instance_id,
  templateId: row.template_id,
  templateName: row.template_name,
  nodeId: row.node_id,
  nodeName: node,
  itemId: row.item_no === null ? null : row.id,
  title: row.title,
  code: row.code,
  summary: row.summary,
  objectApiName: row.object_name,
  recordId: row.record_id,
  state: row.state,
  instanceState: row.status,
  op: row.op,
  starterId: row.starter_id,
  waitingFor: row.waiting,
  isRead: row.is_read,
  isUrged: row.is_urged,
  isBehind: row.is_behind,
  createdAt: row.at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  dueAt: row.due_at?.toISOString() ?? null,
});

/** One item as a list shows it. */
export async function todoRow(
  parts: Parts,
  tx: TenantTx,
  userId: string,
  instanceId: string,
  no: number,
): Promise<FlowRow | undefined> {
  const rows = await tx.query<StoredRow>(
    `select ${itemColumns('x.state')}, ${INSTANCE} from bpm.flow_item x
      join bpm.flow_instance i on i.tenant_id = x.tenant_id and i.id = x.instance_id ${JOINS}
      where x.tenant_id = $1 and x.instance_id = $2 and x.no = $3 and x.user_id = $4`,
    [tx.tenant.id, instanceId, no, userId],
  );
  return (await answered(parts, tx, rows))[0];
}
