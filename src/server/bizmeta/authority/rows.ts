import type { AuthorityGroup, GroupScope } from '../../../contract/index.ts';
import { AppError, isoSql, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import { grantedObjects, type GrantedObject } from './objects.ts';
import { inNames, type StoredGrants } from './stored-grants.ts';

/** Where a group's grants hold. */
export interface Place {
  readonly scopeType: GroupScope;
  readonly appId: string | null;
  readonly objectId: string | null;
}
/** Closed pages and applications that a group lets in to. */
export interface Entry {
  readonly pages: readonly string[];
  readonly apps: readonly string[];
}
export interface GroupRow extends Omit<AuthorityGroup, 'grants' | 'scopeType'>, Place, Entry {
  readonly grants: StoredGrants;
}

const part = (column: string): string => `ARRAY(SELECT m.${column}
  FROM bizmeta.authority_group_member m WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id
    AND m.${column} IS NOT NULL ORDER BY 1)`;
/** Groups of applications and objects that are there; those in the bin come back with them. */
const GROUPS = `SELECT g.id, g.scope_type AS "scopeType", g.app_id AS "appId",
    g.object_id AS "objectId", coalesce(g.app_id::text, o.api_name, '') AS "scopeId", g.name,
    g.type, g.enabled, g.grants, g.pages, g.apps::text[] AS apps, g.ord AS order, g.version,
    json_build_object('userIds', ${part('user_id')}, 'deptIds', ${part('dept_id')},
      'roleIds', ${part('role_id')}, 'workGroupIds', ${part('work_group_id')},
      'dynamic', g.dynamic) AS members,
    ${isoSql('g.updated_at')} AS "updatedAt", coalesce((SELECT m.real_name FROM upm.member m
      WHERE m.tenant_id = g.tenant_id AND m.user_id = g.updated_by), '') AS "updatedBy"
  FROM bizmeta.authority_group g
  LEFT JOIN bizmeta.app a ON a.tenant_id = g.tenant_id AND a.id = g.app_id
  LEFT JOIN bizmeta.object o ON o.tenant_id = g.tenant_id AND o.id = g.object_id
  WHERE g.tenant_id = $1 AND a.deleted_at IS NULL AND o.deleted_at IS NULL`;

export const groupRows = (
  tx: TenantTx,
  where = 'true',
  values: readonly unknown[] = [],
): Promise<GroupRow[]> =>
  tx.query(`${GROUPS} AND ${where} ORDER BY g.ord, g.id`, [tx.tenant.id, ...values]);

/** The group, locked until the end of the transaction. Throws AUTH_GROUP_UNKNOWN. */
export async function lockGroup(tx: TenantTx, id: string): Promise<GroupRow> {
  const [row] = isUuid(id)
    ? await tx.query<GroupRow>(`${GROUPS} AND g.id = $2::uuid FOR UPDATE OF g`, [tx.tenant.id, id])
    : [];
  if (!row) throw new AppError('AUTH_GROUP_UNKNOWN');
  return row;
}

/** Whether a group there may grant something on the object. */
export const isWithin = (
  { scopeType, appId, objectId }: Place,
  object: Pick<GrantedObject, 'id' | 'appId'>,
): boolean =>
  scopeType === 'project' ||
  (scopeType === 'app' ? object.appId === appId : object.id === objectId);

/** The groups as they are answered: their grants in the names of today. */
export async function answered(tx: TenantTx, rows: readonly GroupRow[]): Promise<AuthorityGroup[]> {
  const ids = [...new Set(rows.flatMap(({ grants }) => Object.keys(grants)))];
  const objects = await grantedObjects(tx, { ids });
  return rows.map(({ appId, objectId, grants, pages, apps, ...row }) => ({
    ...row,
    grants: {
      ...inNames(
        grants,
        objects.filter((object) => isWithin({ scopeType: row.scopeType, appId, objectId }, object)),
      ),
      ...(pages.length > 0 && { pages: [...pages] }),
      ...(apps.length > 0 && { apps: [...apps] }),
    },
  }));
}
