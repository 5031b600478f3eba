import { v7 as uuidv7 } from 'uuid';
import {
  MAX_VIEWS,
  problem,
  VIEW_SETTINGS,
  type CustomView,
  type InputOf,
  type Problem,
  type ViewKind,
  type ViewPatch,
} from '../../../contract/index.ts';
import { AppError, problemsError } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import type { ObjectTable } from '../meta/table.ts';
import { EMPTY_BODY, type ViewBody } from './body.ts';
import { checkBody, checkName } from './check.ts';
import { idsOf, viewNamesOf } from './names.ts';
import { canEdit, isRestricted, viewOf, type ViewRow } from './row.ts';
import { answerView, lockView, type ViewContext } from './store.ts';

const PARTS = [
  'showFields',
  'dataFilter',
  'sort',
  'groupBy',
  'kindConfig',
  'rowHeight',
  'pageSize',
] as const satisfies readonly (keyof ViewBody)[];

/** The body with the given parts replaced. */
function patched(body: ViewBody, patch: ViewPatch): ViewBody {
  const given = Object.fromEntries(
    PARTS.flatMap((key) => (patch[key] === undefined ? [] : [[key, patch[key]]])),
  );
  return { ...body, ...given };
}

/**
 * The body as it is stored: parts that are not given stay as they were, with what they name of
 * removed and hidden fields. Without such a condition a view would show more.
 */
function storing(
  was: { readonly kind: ViewKind; readonly body: ViewBody },
  { head, body, table }: RequestedView,
  patch: ViewPatch,
): ViewBody {
  const named = idsOf(body, head.kind, table);
  const given = PARTS.filter(
    (key) => patch[key] !== undefined || (key === 'kindConfig' && head.kind !== was.kind),
  );
  return { ...was.body, ...Object.fromEntries(given.map((key) => [key, named[key]])) };
}

type Head = Pick<
  ViewRow,
  'name' | 'kind' | 'scope' | 'group_id' | 'user_ids' | 'role_ids' | 'dept_ids' | 'is_default'
>;
function headOf(was: Head, patch: ViewPatch): Head {
  const { auth } = patch;
  return {
    name: patch.name?.trim() ?? was.name,
    kind: patch.kind ?? was.kind,
    scope: patch.scope ?? was.scope,
    group_id: patch.groupId === undefined ? was.group_id : patch.groupId,
    is_default: patch.isDefault ?? was.is_default,
    user_ids: auth ? (auth.userIds ?? []) : was.user_ids,
    role_ids: auth ? (auth.roleIds ?? []) : was.role_ids,
    dept_ids: auth ? (auth.deptIds ?? []) : was.dept_ids,
  };
}
const NEW: Head = {
  name: '',
  kind: 'grid',
  scope: 'personal',
  group_id: null,
  user_ids: [],
  role_ids: [],
  dept_ids: [],
  is_default: false,
};

interface RequestedView {
  readonly head: Head;
  readonly body: ViewBody;
  readonly table: ObjectTable;
  readonly at: string;
}

async function check(
  viewing: ViewContext,
  { head, body, table, at }: RequestedView,
): Promise<void> {
  const problems: Problem[] = [];
  const { viewer, tx } = viewing;
  checkName(head.name, '视图名称', `${at}/name`, problems);
  checkBody(
    body,
    head.kind,
    head.scope,
    table,
    { now: new Date(), userId: viewer.userId },
    problems,
    at,
  );
  if (head.scope !== 'personal' && !viewer.isBuilder) throw new AppError('FORBIDDEN');
  if (head.scope === 'personal' && head.is_default)
    problems.push(problem(`${at}/isDefault`, 'VIEW_SETTING', { why: '个人视图不能作为默认视图' }));
  if (head.group_id !== null) {
    const found = isUuid(head.group_id)
      ? await tx.query(
          `SELECT FROM bizmeta.view_group WHERE tenant_id = $1 AND object_id = $2::uuid
            AND id = $3::uuid`,
          [tx.tenant.id, table.describe.id, head.group_id],
        )
      : [];
    if (found.length === 0)
      problems.push(problem(`${at}/groupId`, 'VIEW_SETTING', { why: '视图分组不存在' }));
  }
  if (problems.length === 0) await checkForm(viewing, { head, body, table, at }, problems);
  if (problems.length > 0) throw problemsError(problems);
}

/** A view may fill in a form for members of its own object. */
async function checkForm(
  { tx }: ViewContext,
  { head, body, table, at }: RequestedView,
  problems: Problem[],
): Promise<void> {
  for (const [key, setting] of Object.entries(VIEW_SETTINGS[head.kind])) {
    const id = body.kindConfig[key];
    if (setting.as !== 'form' || id === undefined) continue;
    const found = await tx.query(
      `SELECT FROM bizmeta.smart_form WHERE tenant_id = $1 AND object_id = $2::uuid
        AND id = $3::uuid AND deleted_at IS NULL AND published->'publish'->>'mode' = 'member'`,
      [tx.tenant.id, table.describe.id, id],
    );
    if (found.length === 0)
      problems.push(
        problem(`${at}/kindConfig/${key}`, 'VIEW_SETTING', {
          why: '请选择已发布的、由成员填写的智能表单',
        }),
      );
  }
}

/** There is at most one default view: the previous one is reset. */
async function clearDefault({ tx }: ViewContext, objectId: string, head: Head): Promise<void> {
  if (head.is_default)
    await tx.run(
      `UPDATE bizmeta.custom_view SET is_default = false WHERE tenant_id = $1
        AND object_id = $2::uuid AND is_default AND deleted_at IS NULL`,
      [tx.tenant.id, objectId],
    );
}

/**
 * Initial content of a copy: that of its original, visible to its creator; a restricted view can
 * only be copied by users who may change it.
 */
async function origin(
  viewing: ViewContext,
  id: string | undefined,
  table: ObjectTable,
): Promise<{ head: Head; body: ViewBody; stored: ViewBody }> {
  if (id === undefined) return { head: NEW, body: EMPTY_BODY, stored: EMPTY_BODY };
  const row = await lockView(viewing, id);
  if (row.object !== table.describe.apiName) throw new AppError('VIEW_UNKNOWN');
  if (isRestricted(row, viewing.viewer)) throw new AppError('FORBIDDEN');
  const { body } = viewNamesOf(row.body, row.kind, table);
  return {
    head: {
      ...row,
      is_default: false,
      scope: viewing.viewer.isBuilder && row.scope !== 'locked' ? row.scope : 'personal',
    },
    body,
    stored: row.body,
  };
}

/** Creates a view; personal by default, other scopes are for builders. */
export async function createView(
  viewing: ViewContext,
  { object, appId, view, copyOf }: InputOf<'bizmeta.customView.create'>,
): Promise<CustomView> {
  const { tx, catalog, viewer } = viewing;
  const { table } = await catalog.enterObject(tx, object);
  const from = await origin(viewing, copyOf, table);
  const [head, body] = [headOf(from.head, view), patched(from.body, view)];
  const requested = { head, body, table, at: '/view' };
  await check(viewing, requested);
  await tx.query('SELECT pg_advisory_xact_lock(7303, hashtext($1))', [table.describe.id]);
  const [many] = await tx.query<{ n: number; ord: number }>(
    `SELECT count(*) FILTER (WHERE CASE WHEN $3 THEN scope = 'personal' AND owner = $4
    ELSE scope <> 'personal' END) AS n, coalesce(max(ord), 0) + 1 AS ord
    FROM bizmeta.custom_view WHERE tenant_id = $1 AND object_id = $2::uuid AND deleted_at IS NULL`,
    [tx.tenant.id, table.describe.id, head.scope === 'personal', viewer.userId],
  );
  if (many!.n >= MAX_VIEWS)
    throw problemsError([problem('/view', 'TOO_MANY', { max: MAX_VIEWS, count: many!.n + 1 })]);
  await clearDefault(viewing, table.describe.id, head);
  const id = uuidv7();
  await tx.run(
    `INSERT INTO bizmeta.custom_view (tenant_id, id, object_id, app_id, group_id, name, kind, scope,
    owner, body, user_ids, role_ids, dept_ids, is_default, ord, updated_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $9)`,
    [
      tx.tenant.id,
      id,
      table.describe.id,
      isUuid(appId) ? appId : null,
      head.group_id,
      head.name,
      head.kind,
      head.scope,
      viewer.userId,
      JSON.stringify(storing({ kind: from.head.kind, body: from.stored }, requested, view)),
      head.user_ids,
      head.role_ids,
      head.dept_ids,
      head.is_default,
      many!.ord,
    ],
  );
  return answerView(viewing, id);
}

/**
 * Refuses users who may not change the view, a locked view, and a version that is not the newest
 * (409 with the current view).
 */
async function guard(
  viewing: ViewContext,
  row: ViewRow,
  table: ObjectTable,
  version: number | undefined,
  unlocks: boolean,
): Promise<void> {
  if (!canEdit(row, viewing.viewer)) throw new AppError('FORBIDDEN');
  if (version !== undefined && version !== row.version)
    throw new AppError(
      'STALE_VERSION',
      {},
      {
        errors: [problem('/version', 'STALE_VERSION')],
        current: viewOf(row, table, viewing.viewer),
      },
    );
  if (row.scope === 'locked' && !unlocks) throw new AppError('VIEW_LOCKED', { name: row.name });
}

/** Changes the given parts; the others are unchanged. */
export async function patchView(
  viewing: ViewContext,
  { id, version, ...patch }: ViewPatch & { id: string; version: number },
): Promise<CustomView> {
  const { tx, catalog, viewer } = viewing;
  const row = await lockView(viewing, id);
  const { table } = await catalog.enterObject(tx, row.object);
  await guard(viewing, row, table, version, patch.scope !== undefined && patch.scope !== 'locked');
  const head = headOf(row, patch);
  // Settings of another kind do not apply to this one.
  const was = viewNamesOf(row.body, row.kind, table).body;
  const body = patched(head.kind === row.kind ? was : { ...was, kindConfig: {} }, patch);
  const requested = { head, body, table, at: '' };
  await check(viewing, requested);
  if (head.scope === 'personal' && row.scope !== 'personal')
    await requireNotGranted(viewing, row, '改为个人视图');
  if (!row.is_default) await clearDefault(viewing, row.object_id, head);
  // The user who makes a shared view personal becomes its owner.
  const owner = head.scope === 'personal' && row.scope !== 'personal' ? viewer.userId : row.owner;
  await tx.run(
    `UPDATE bizmeta.custom_view
    SET group_id = $3, name = $4, kind = $5, scope = $6, owner = $7, body = $8, user_ids = $9,
    role_ids = $10, dept_ids = $11, is_default = $12, version = version + 1, updated_at = now(),
    updated_by = $13
    WHERE tenant_id = $1 AND id = $2::uuid`,
    [
      tx.tenant.id,
      row.id,
      head.group_id,
      head.name,
      head.kind,
      head.scope,
      owner,
      JSON.stringify(storing(row, requested, patch)),
      head.user_ids,
      head.role_ids,
      head.dept_ids,
      head.is_default,
      viewer.userId,
    ],
  );
  return answerView(viewing, row.id);
}

/** Groups whose people have this view as a way to the records: without it they might have none. */
const GRANTING = `SELECT name FROM bizmeta.authority_group WHERE tenant_id = $1
  AND strpos(grants::text, $2) > 0 ORDER BY ord, id LIMIT 5`;

/** Refuses to take a view from everyone while groups grant it. */
async function requireNotGranted({ tx }: ViewContext, { id, name }: ViewRow, deed: string) {
  const groups = await tx.query<{ name: string }>(GRANTING, [tx.tenant.id, id]);
  if (groups.length === 0) return;
  const users = groups.map((group) => `授权组“${group.name}”`).join('、');
  const why = `“${name}”是${users}打开记录的视图，不能${deed}，请先从授权组里去掉`;
  throw problemsError([problem('', 'VIEW_SETTING', { why })]);
}

export async function deleteView(
  viewing: ViewContext,
  { id, version }: InputOf<'bizmeta.customView.delete'>,
): Promise<null> {
  const { tx, catalog, viewer } = viewing;
  const row = await lockView(viewing, id);
  await guard(viewing, row, (await catalog.enterObject(tx, row.object)).table, version, false);
  await requireNotGranted(viewing, row, '删除');
  await tx.run(
    `UPDATE bizmeta.custom_view SET deleted_at = now(), updated_by = $3 WHERE tenant_id = $1
      AND id = $2::uuid`,
    [tx.tenant.id, row.id, viewer.userId],
  );
  return null;
}
