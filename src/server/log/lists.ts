import {
  DEFAULT_PAGE_SIZE,
  LOGIN_KIND_LABELS,
  TIME_ZONE,
  type DataOf,
  type InputOf,
  type LogResult,
} from '../../contract/index.ts';
import type { Context, Database } from '../kernel/index.ts';
import { deviceOf } from './device.ts';
import { sentenceOf } from './history.ts';
import {
  Conditions,
  pageFrom,
  pageSql,
  parseCursor,
  type CursorRow,
  type PageCursor,
} from './keyset.ts';

export type LoginFilter = InputOf<'log.loginLog.export'>;
export type OperationFilter = InputOf<'log.operationLog.export'>;
export type LoginLine = DataOf<'log.loginLog.list'>['records'][number];
export type OperationLine = DataOf<'log.operationLog.search'>['records'][number];

interface LoginRow {
  id: number;
  at: Date;
  mark: string;
  account: string;
  real_name: string;
  kind: string;
  ok: boolean;
  reason: string;
  ip: string;
  user_agent: string;
}
interface OperationRow {
  id: number;
  at: Date;
  mark: string;
  user_id: string;
  real_name: string;
  call_id: string;
  summary: string;
  code: number;
  reason: string;
  about: string;
  change: string;
  detail: unknown;
  seq: number;
  hash: Buffer;
  request_id: string;
  ip: string;
  ms: number;
}

const LOGIN_SQL = `select id, at, at::text as mark, account, real_name, kind, ok, reason, ip, user_agent
    from log.login`;
const OPERATION_SQL = `select id, at, at::text as mark, user_id, real_name, call_id, summary, about, change, code,
    reason, detail, request_id, ip, ms, seq, hash from log.operation`;
/** The first moment of a day where the platform is. */
const START_OF_DAY_SQL = `(?::date)::timestamp at time zone '${TIME_ZONE}'`;

interface Common {
  from?: string | null;
  to?: string | null;
  search?: string | null;
}
function periodConditions(
  tenantId: string,
  { from, to, search }: Common,
  searched: readonly string[],
): Conditions {
  const conditions = new Conditions().add('tenant_id = ?', tenantId);
  if (from) conditions.add(`at >= ${START_OF_DAY_SQL}`, from);
  if (to) conditions.add(`at < ${START_OF_DAY_SQL} + interval '1 day'`, to);
  const text = (search ?? '').trim().toLowerCase();
  if (text)
    conditions.add(
      `(${searched.map((column) => `position(? in lower(${column})) > 0`).join(' or ')})`,
      ...searched.map(() => text),
    );
  return conditions;
}

function loginsWhere(tenantId: string, filter: LoginFilter): Conditions {
  const conditions = periodConditions(tenantId, filter, ['account', 'real_name', 'ip']);
  if (filter.result) conditions.add('ok = ?', filter.result === ('ok' satisfies LogResult));
  if (filter.kind) conditions.add('kind = ?', filter.kind);
  return conditions;
}

function operationsWhere(tenantId: string, filter: OperationFilter): Conditions {
  const conditions = periodConditions(tenantId, filter, [
    'real_name',
    'summary',
    'about',
    'call_id',
    'ip',
  ]);
  if (filter.result) conditions.add(`code ${filter.result === 'ok' ? '<' : '>='} ?`, FAILED_FROM);
  if (filter.userId) conditions.add('user_id = ?', filter.userId);
  if (filter.callId) conditions.add('call_id = ?', filter.callId);
  return conditions;
}
const FAILED_FROM = 400;

const loginLine = ({
  id,
  at,
  account,
  real_name,
  kind,
  ok,
  reason,
  ip,
  user_agent,
}: LoginRow): LoginLine => ({
  id: String(id),
  at: at.toISOString(),
  account,
  realName: real_name,
  kind,
  kindLabel: Object.hasOwn(LOGIN_KIND_LABELS, kind)
    ? LOGIN_KIND_LABELS[kind as keyof typeof LOGIN_KIND_LABELS]
    : kind,
  result: ok ? 'ok' : 'failed',
  reason: ok ? '' : sentenceOf(reason),
  ip,
  device: deviceOf(user_agent),
  userAgent: user_agent,
});

type SentenceParts = Pick<
  OperationRow,
  'real_name' | 'summary' | 'about' | 'change' | 'code' | 'reason'
>;
/** The whole line as a person would say it. */
function sentenceOfLine({
  real_name,
  summary,
  about,
  change,
  code,
  reason,
}: SentenceParts): string {
  const deed = `${real_name} ${summary}${about && `：${about}`}`;
  if (code >= FAILED_FROM) return `${deed}。没有做成：${reason}`;
  return change ? `${deed}。${change}` : deed;
}

const operationLine = ({
  id,
  at,
  user_id,
  real_name,
  call_id,
  summary,
  about,
  change,
  code,
  reason,
  detail,
  request_id,
  ip,
  ms,
  seq,
  hash,
}: OperationRow): OperationLine => ({
  id: String(id),
  at: at.toISOString(),
  userId: user_id,
  realName: real_name,
  callId: call_id,
  summary,
  service: call_id.split('.')[0] ?? '',
  result: code < FAILED_FROM ? 'ok' : 'failed',
  code,
  reason,
  about,
  change,
  sentence: sentenceOfLine({ real_name, summary, about, change, code, reason }),
  detail,
  requestId: request_id,
  ip,
  ms,
  seq,
  hash: hash.toString('hex'),
});

/** One page of sign-ins of the company, the newest first. */
export async function listLogins(
  db: Database,
  ctx: Context,
  input: InputOf<'log.loginLog.list'>,
): Promise<DataOf<'log.loginLog.list'>> {
  const [place, size] = [parseCursor(input.cursor), input.size ?? DEFAULT_PAGE_SIZE];
  const conditions = loginsWhere(ctx.tenant.id, input);
  const { rows, ...turns } = pageFrom(
    await db.readTenant<LoginRow>(
      ctx,
      `${LOGIN_SQL} ${pageSql(conditions, place, size)}`,
      conditions.values,
      { replica: true },
    ),
    place,
    size,
  );
  return { records: rows.map(loginLine), ...turns };
}

/** One page of what was done in the company's administration, the newest first. */
export async function searchOperations(
  db: Database,
  ctx: Context,
  input: InputOf<'log.operationLog.search'>,
): Promise<DataOf<'log.operationLog.search'>> {
  const [place, size] = [parseCursor(input.cursor), input.size ?? DEFAULT_PAGE_SIZE];
  const conditions = operationsWhere(ctx.tenant.id, input);
  const { rows, ...turns } = pageFrom(
    await db.readTenant<OperationRow>(
      ctx,
      `${OPERATION_SQL} ${pageSql(conditions, place, size)}`,
      conditions.values,
      { replica: true },
    ),
    place,
    size,
  );
  return { records: rows.map(operationLine), ...turns };
}

/**
 * Rows of an export that are read at a time: 2 to 4 ms of the process, for which others wait.
 */
const EXPORT_PAGE = 200;

/** The newest rows that `conditions` let through, page by page, at most so many. */
async function* pagesOf<R extends CursorRow>(
  conditions: () => Conditions,
  read: (end: string, values: readonly unknown[]) => Promise<R[]>,
  atMost: number,
): AsyncGenerator<R[]> {
  let place: PageCursor | null = null;
  for (let left = atMost; left > 0; left -= EXPORT_PAGE) {
    const filter = conditions();
    const end = pageSql(filter, place, Math.min(left, EXPORT_PAGE));
    const { rows, next }: ReturnType<typeof pageFrom<R>> = pageFrom(
      await read(end, filter.values),
      place,
      Math.min(left, EXPORT_PAGE),
    );
    yield rows;
    if (next === null) return;
    place = parseCursor(next);
  }
}

/** Months of lines: who exports them waits, and a replica may answer. */
const EXPORTED = { isReport: true, replica: true } as const;

/** The newest lines of a filter, page by page, at most so many. */
export async function* exportedLogins(
  db: Database,
  ctx: Context,
  filter: LoginFilter,
  atMost: number,
): AsyncGenerator<LoginLine[]> {
  const read = (end: string, values: readonly unknown[]): Promise<LoginRow[]> =>
    db.readTenant<LoginRow>(ctx, `${LOGIN_SQL} ${end}`, values, EXPORTED);
  for await (const rows of pagesOf(() => loginsWhere(ctx.tenant.id, filter), read, atMost))
    yield rows.map(loginLine);
}

/** The newest lines of a filter, page by page, at most so many. */
export async function* exportedOperations(
  db: Database,
  ctx: Context,
  filter: OperationFilter,
  atMost: number,
): AsyncGenerator<OperationLine[]> {
  const read = (end: string, values: readonly unknown[]): Promise<OperationRow[]> =>
    db.readTenant<OperationRow>(ctx, `${OPERATION_SQL} ${end}`, values, EXPORTED);
  for await (const rows of pagesOf(() => operationsWhere(ctx.tenant.id, filter), read, atMost))
    yield rows.map(operationLine);
}
