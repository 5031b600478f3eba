import type { ObjectGrant } from '../../../contract/index.ts';
import type { TenantRef } from '../../kernel/index.ts';

/** One reading statement, in a transaction or by itself. */
type Query = <R extends object>(text: string, values: readonly unknown[]) => Promise<R[]>;

/** What a group grants a person, by the objects' names of today. */
export interface GroupGrants {
  readonly groupId: string;
  readonly groupName: string;
  readonly objects: Readonly<Record<string, ObjectGrant>>;
}

/** All that decides what a person may do with records, as of one moment. */
export interface LoadedAccess {
  /** The company's number of changes at that moment (upm.rights). */
  readonly rights: number;
  /** Of the enabled groups the person is in; none for who is no active member. */
  readonly grants: readonly GroupGrants[];
  /** Names of the objects that are closed to those without a grant. */
  readonly closed: readonly string[];
  /** Departments the person works in, and the same with all below them. */
  readonly depts: readonly string[];
  readonly deptsBelow: readonly string[];
  /** Who reports to the person, through any number of others. */
  readonly subordinates: readonly string[];
}

/** The parts of the company around a person ($2) that groups and scopes speak of. */
export const AROUND = `
  works(id) AS (SELECT u.dept_id FROM upm.user_dept u WHERE u.tenant_id = $1 AND u.user_id = $2),
  above(id) AS (SELECT id FROM works UNION
    SELECT d.parent_id FROM above a JOIN upm.dept d ON d.tenant_id = $1 AND d.id = a.id
      WHERE d.parent_id IS NOT NULL),
  below(id) AS (SELECT id FROM works UNION
    SELECT d.id FROM below b JOIN upm.dept d ON d.tenant_id = $1 AND d.parent_id = b.id),
  reports(id) AS (SELECT m.user_id FROM upm.member m WHERE m.tenant_id = $1 AND m.superior_id = $2
    UNION SELECT m.user_id FROM reports r JOIN upm.member m ON m.tenant_id = $1
      AND m.superior_id = r.id),
  roles(id) AS (SELECT r.role_id FROM upm.user_role r WHERE r.tenant_id = $1 AND r.user_id = $2),
  teams(id) AS (SELECT w.group_id FROM upm.work_group_member w WHERE w.tenant_id = $1
    AND (w.user_id = $2 OR w.dept_id IN (SELECT id FROM above)
      OR w.role_id IN (SELECT id FROM roles)))`;

/** The enabled groups the person is in. */
const MINE = `mine AS (SELECT g.* FROM bizmeta.authority_group g
  WHERE g.tenant_id = $1 AND g.enabled
    AND EXISTS (SELECT FROM upm.member m WHERE m.tenant_id = $1 AND m.user_id = $2
      AND m.state = 'active')
    AND (g.type = 'default' OR g.id IN (SELECT a.group_id FROM bizmeta.authority_group_member a
      WHERE a.tenant_id = $1 AND (a.user_id = $2 OR a.dept_id IN (SELECT id FROM above)
        OR a.role_id IN (SELECT id FROM roles) OR a.work_group_id IN (SELECT id FROM teams)))))`;

/** Rights on fields (`grant` -> 'fields') by the names of those that are there. */
const NAMED_FIELDS = `(SELECT jsonb_build_object('fields',
    jsonb_object_agg(coalesce(f.api_name, r.key), r.value))
  FROM jsonb_each(e.value -> 'fields') r LEFT JOIN bizmeta.field f ON f.tenant_id = $1
    AND f.object_id = o.id AND f.id::text = r.key AND f.removed_at IS NULL
  WHERE f.id IS NOT NULL OR r.key = '*' HAVING count(*) > 0)`;
const OBJECTS = 'o.tenant_id = $1 AND o.deleted_at IS NULL AND o.parent_field IS NULL';
/** A group of an application or an object counts there only. */
const GRANTED = `granted AS (SELECT g.id, g.name, g.ord, jsonb_object_agg(o.api_name,
    e.value - 'fields' || coalesce(${NAMED_FIELDS}, '{}')) AS objects
  FROM mine g CROSS JOIN jsonb_each(g.grants) e
  JOIN bizmeta.object o ON o.id = e.key::uuid AND ${OBJECTS}
    AND (g.scope_type = 'project' OR o.id = g.object_id OR o.app_id = g.app_id)
  GROUP BY g.id, g.name, g.ord)`;

const LOAD = `WITH RECURSIVE ${AROUND}, ${MINE}, ${GRANTED}
  SELECT coalesce((SELECT v.version FROM upm.rights v WHERE v.tenant_id = $1), 0)::float8 AS rights,
    coalesce((SELECT jsonb_agg(jsonb_build_object('groupId', g.id, 'groupName', g.name,
      'objects', g.objects) ORDER BY g.ord, g.id) FROM granted g), '[]') AS grants,
    ARRAY(SELECT o.api_name FROM bizmeta.object o WHERE ${OBJECTS}
      AND o.default_access = 'none') AS closed,
    ARRAY(SELECT id FROM works) AS depts, ARRAY(SELECT id FROM below) AS "deptsBelow",
    ARRAY(SELECT id FROM reports WHERE id <> $2) AS subordinates`;

/** What decides what a person may do with records, in one statement. */
export async function loadAccess(
  query: Query,
  tenant: Pick<TenantRef, 'id'>,
  userId: string,
): Promise<LoadedAccess> {
  const [loaded] = await query<LoadedAccess>(LOAD, [tenant.id, userId]);
  return loaded!;
}

const LOAD_SEVERAL = `SELECT p.id AS "userId", x.* FROM unnest($2::text[]) p(id)
  CROSS JOIN LATERAL (${LOAD.replaceAll('$2', 'p.id')}) x`;

/** The same of several people, in one statement. */
export const loadAccessOf = (
  query: Query,
  tenant: Pick<TenantRef, 'id'>,
  userIds: readonly string[],
): Promise<(LoadedAccess & { readonly userId: string })[]> =>
  query(LOAD_SEVERAL, [tenant.id, userIds]);
