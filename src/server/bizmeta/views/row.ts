import type { CustomView, ViewKind, ViewScope } from '../../../contract/index.ts';
import type { PersonAccess } from '../access/person-access.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { ViewBody } from './body.ts';
import { hasHiddenFilter, viewNamesOf } from './names.ts';

export interface ViewRow {
  id: string;
  object: string;
  object_id: string;
  app_id: string | null;
  group_id: string | null;
  name: string;
  kind: ViewKind;
  scope: ViewScope;
  owner: string;
  body: ViewBody;
  user_ids: string[];
  role_ids: string[];
  dept_ids: string[];
  is_default: boolean;
  ord: number;
  version: number;
}
/** The user who requests views. */
export interface Viewer {
  readonly userId: string;
  readonly isBuilder: boolean;
}

/** A personal view is changed by its owner, every other one by builders. */
export const canEdit = (row: Pick<ViewRow, 'scope' | 'owner'>, viewer: Viewer): boolean =>
  row.scope === 'personal' ? row.owner === viewer.userId : viewer.isBuilder;
/**
 * The view reveals to the user only what it shows. The records are readable for every member, by
 * the list itself or another call.
 */
export const isRestricted = (row: Pick<ViewRow, 'scope' | 'owner'>, viewer: Viewer): boolean =>
  row.scope === 'restricted' && !canEdit(row, viewer);

/**
 * Whether a view the user may see is offered to them: a shared one unless their groups name others.
 */
export const isOffered = (
  { id, object, scope }: Pick<ViewRow, 'id' | 'object' | 'scope'>,
  access: PersonAccess | null,
): boolean => scope === 'personal' || (access?.viewsOf(object)?.has(id) ?? true);

const COLUMNS = `v.id, v.object_id, v.app_id, v.group_id, v.name, v.kind, v.scope, v.owner, v.body,
  v.user_ids, v.role_ids, v.dept_ids, v.is_default, v.ord, v.version, o.api_name AS object`;

/**
 * SQL of views the user ($1, a builder: $2) may see; `among` holds when $1 is among the view's
 * audience.
 */
export const visibleSql = (among: string): string => `SELECT ${COLUMNS} FROM bizmeta.custom_view v
  JOIN bizmeta.object o ON o.tenant_id = v.tenant_id AND o.id = v.object_id
  WHERE v.tenant_id = current_setting('huozi.tenant') AND v.deleted_at IS NULL
    AND o.deleted_at IS NULL
    AND CASE WHEN v.scope = 'personal' THEN v.owner = $1 ELSE $2::boolean OR v.owner = $1
      OR cardinality(v.user_ids) + cardinality(v.role_ids) + cardinality(v.dept_ids) = 0
      OR ${among} END`;
export const AUDIENCE = {
  userIds: 'v.user_ids',
  roleIds: 'v.role_ids',
  deptIds: 'v.dept_ids',
} as const;

/** The view as it is returned: only what it shows, to users who see it restricted. */
export function viewOf(row: ViewRow, table: ObjectTable, viewer: Viewer): CustomView {
  const restricted = isRestricted(row, viewer);
  const { body, broken } = viewNamesOf(row.body, row.kind, table);
  const isHidden = hasHiddenFilter(row.body, table);
  const shown =
    restricted && body.showFields ? new Set(body.showFields.map(({ field }) => field)) : undefined;
  const seen = (name: string) => !shown || shown.has(name);
  return {
    id: row.id,
    object: row.object,
    appId: row.app_id,
    groupId: row.group_id,
    name: row.name,
    kind: row.kind,
    scope: row.scope,
    ownerId: row.owner,
    isDefault: row.is_default,
    order: row.ord,
    version: row.version,
    showFields: body.showFields && [...body.showFields],
    dataFilter: restricted || isHidden ? null : body.dataFilter,
    sort: body.sort.filter(({ field }) => seen(field)),
    groupBy: body.groupBy.filter(seen),
    kindConfig: { ...body.kindConfig },
    rowHeight: body.rowHeight,
    pageSize: body.pageSize,
    auth: restricted ? {} : { userIds: row.user_ids, roleIds: row.role_ids, deptIds: row.dept_ids },
    canEdit: canEdit(row, viewer),
    restricted,
    broken: broken && !isHidden,
    ...(isHidden && { hiddenFilter: true }),
  };
}
