import { v7 as uuid } from 'uuid';
import {
  bytesText,
  MAX_EXPORT_ROWS,
  type DataOf,
  type InputOf,
  type Problem,
} from '../../../contract/index.ts';
import { dateText } from '../../../values/index.ts';
import {
  AppError,
  startJob,
  TIME_LIMITS,
  type Context,
  type TenantTx,
} from '../../kernel/index.ts';
import type { PersonAccess } from '../access/person-access.ts';
import { seenBy } from '../access/people.ts';
import { shownColumn, type ObjectTable } from '../meta/table.ts';
import type { Condition } from '../query/conditions.ts';
import type { ListRequest } from '../query/list-request.ts';
import { planList, type ListPlan } from '../query/plan.ts';
import type { QueryScope } from '../query/query-scope.ts';
import { pagesSql } from '../query/sql.ts';
import { requireOp } from '../records/permitted.ts';
import { stopOnProblems } from '../records/write-context.ts';
import type { Parts } from '../parts.ts';
import { findView, queryScopeOf, viewerOf } from '../views/find.ts';
import type { ViewRow } from '../views/row.ts';
import { EXPORT_JOB, type Exporting } from './job.ts';
import { exportsOf, openExports } from './rows.ts';

type Input = InputOf<'bizmeta.export.start'>;

/** Records of a page that a job reads at once. */
const PAGE = 500;
/** Exports of one person that are made at a time. */
const MOST_OPEN = 3;
const MOST_LISTED = 20;
/** System fields that say something to a reader, after the builder's. */
const SYSTEM = ['owner', 'ownerDept', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt'];

/**
 * Begins an export: which records there are is decided now, what they hold when they are read. Throws
 * NO_ACCESS, EXPORT_FILE, TOO_FREQUENT and what a list throws.
 */
export async function startExport(
  parts: Parts,
  ctx: Context,
  input: Input,
): Promise<DataOf<'bizmeta.export.start'>> {
  const row = input.viewId ? await findView(parts, ctx, input.viewId) : undefined;
  if (row && row.object !== input.object) throw new AppError('VIEW_UNKNOWN');
  return parts.db.withTenant(
    ctx,
    async (tx) => {
      await tx.patience(TIME_LIMITS.report);
      const plan = await permittedPlan(tx, parts, { input, row, ctx });
      return begin(tx, ctx.userId, plan, input);
    },
    { object: input.object },
  );
}

interface Asked {
  readonly input: Input;
  readonly row: ViewRow | undefined;
  readonly access: PersonAccess | null;
  readonly ctx: Context;
}

/** The records and fields the person may export, where another export may begin. */
async function permittedPlan(
  tx: TenantTx,
  { catalog, people }: Parts,
  asked: Omit<Asked, 'access'>,
): Promise<ListPlan> {
  const whole = await catalog.enterWhole(tx, asked.input.object);
  const access = await people.accessIn(tx);
  requireOp({ access, view: whole }, 'export');
  if ((await openExports(tx, asked.ctx.userId)) >= MOST_OPEN) throw new AppError('TOO_FREQUENT');
  const { table } = access ? seenBy(access, whole) : whole;
  return planOf({ ...asked, access }, table);
}

function planOf({ input, row, access, ctx }: Asked, table: ObjectTable): ListPlan {
  const scope = row && queryScopeOf(row, table, viewerOf(ctx));
  const problems: Problem[] = [];
  const plan = planList(
    { ...requestOf(input, scope?.table ?? table), size: MAX_EXPORT_ROWS, current: 1 },
    table,
    { now: new Date(), userId: ctx.userId },
    problems,
    narrowedTo(scope, [...exportable(access, table), ...chosen(input.ids)]),
  );
  stopOnProblems(problems);
  return plan;
}

function requestOf(
  { filter, where, sort, search, fields }: Input,
  table: ObjectTable,
): ListRequest {
  const all = table.describe.fields.filter(({ apiName }) => shownColumn(table, apiName));
  const names = fields ?? [
    ...all.map(({ apiName }) => apiName),
    ...SYSTEM.filter((name) => table.columns.get(name)?.system),
  ];
  return {
    fields: [...names],
    ...(filter && { filter }),
    ...(where && { where }),
    ...(sort && { sort }),
    ...(search && { search }),
  };
}

/** A test of the record in the statement itself; exports are not tested in memory. */
const tested = (sql: Extract<Condition, { kind: 'expression' }>['where']['sql']): Condition => ({
  kind: 'expression',
  where: { columns: [], sql, test: () => false },
});

/** Records that the person sees and may not export are left out. */
function exportable(access: PersonAccess | null, { reader }: ObjectTable): Condition[] {
  if (!access || !reader) return [];
  const { whole } = reader;
  return [
    tested(
      (alias, bind) => `EXISTS (SELECT FROM ${whole.name} e WHERE e.id = ${alias}.id
        AND ${access.allowedSql('export', { whole, alias: 'e', bind })})`,
    ),
  ];
}
const chosen = (ids: Input['ids']): Condition[] =>
  ids ? [tested((alias, bind) => `${alias}.id = ANY(${bind(ids)}::uuid[])`)] : [];

function narrowedTo(
  scope: QueryScope | undefined,
  conditions: readonly Condition[],
): QueryScope | undefined {
  if (conditions.length === 0) return scope;
  const items = [...(scope?.where ? [scope.where] : []), ...conditions];
  return { name: 'export', ...scope, where: { kind: 'all', items } };
}

const KEYS = ['id', 'version'];

async function begin(
  tx: TenantTx,
  userId: string,
  plan: ListPlan,
  input: Input,
): Promise<DataOf<'bizmeta.export.start'>> {
  const id = uuid();
  const job = await startJob<Exporting>(tx, {
    kind: EXPORT_JOB,
    title: `导出${plan.table.describe.label}`,
    payload: { exportId: id },
    total: 0,
    by: userId,
  });
  await insertExport(tx, { id, job, userId }, plan, input);
  const total = await notePages(tx, id, plan);
  await tx.run(
    'UPDATE bizmeta.record_export SET total = $3 WHERE tenant_id = $1 AND id = $2::uuid',
    [tx.tenant.id, id, total],
  );
  await tx.run('UPDATE kernel.job SET total = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.tenant.id,
    job,
    total,
  ]);
  return { id, total };
}

async function insertExport(
  tx: TenantTx,
  { id, job, userId }: { id: string; job: string; userId: string },
  { table, columns }: ListPlan,
  { format, fields, object }: Input,
): Promise<void> {
  const names = columns.map(({ field }) => field.apiName);
  const written = names.filter((name) => !KEYS.includes(name) || fields?.includes(name));
  const fileName = `${table.describe.label} ${dateText(new Date())}.${format}`;
  await tx.run(
    `INSERT INTO bizmeta.record_export (tenant_id, id, object_id, format, columns, file_name, total,
        job, created_by)
      SELECT $1, $2, o.id, $4, $5, $6, 0, $7, $8 FROM bizmeta.object o
      WHERE o.tenant_id = $1 AND o.api_name = $3 AND o.deleted_at IS NULL`,
    [tx.tenant.id, id, object, format, written, fileName, job, userId],
  );
}

/** Stores the ids of all records that match, in their order. Answers how many. */
async function notePages(tx: TenantTx, id: string, plan: ListPlan): Promise<number> {
  const { text, values } = pagesSql(plan, {
    pageSize: PAGE,
    into: (n, ids, bind) => `INSERT INTO bizmeta.record_export_page (tenant_id, export_id, n, ids)
      SELECT ${bind(tx.tenant.id)}::text, ${bind(id)}::uuid, ${n}, ${ids}`,
  });
  const pages = await tx.query<{ count: number }>(text, values);
  const total = pages.reduce((sum, { count }) => sum + count, 0);
  if (total > MAX_EXPORT_ROWS)
    throw new AppError('EXPORT_FILE', {
      why: `一次最多导出 ${MAX_EXPORT_ROWS.toLocaleString('zh-CN')} 条，请先筛选`,
    });
  return total;
}

/** The person's files of an object, made and being made. */
export async function listExports(
  { db, catalog, people }: Parts,
  ctx: Context,
  { object }: InputOf<'bizmeta.export.list'>,
): Promise<DataOf<'bizmeta.export.list'>> {
  return db.withTenant(ctx, async (tx) => {
    const view = await catalog.enterWhole(tx, object);
    requireOp({ access: await people.accessIn(tx), view }, 'export');
    const rows = await exportsOf(tx, ctx.userId, view.table.describe.id, MOST_LISTED);
    return rows.map(({ bytes, ...each }) => ({
      ...each,
      size: bytes === null ? '' : bytesText(Number(bytes)),
    }));
  });
}
