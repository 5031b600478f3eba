import type { ObjectGrant } from '../../../contract/index.ts';
import type { TenantRef } from '../../kernel/index.ts';
import { AROUND, rightsSql } from '../../upm/index.ts';
import type { ShareSubjects } from './scope-sql.ts';

/** One reading statement, in a transaction or by itself. */
type Query = <R extends object>(text: string, values: readonly unknown[]) => Promise<R[]>;

/** What a group grants a person, by the objects' names of today. */
interface GroupGrants {
  readonly groupId: string;
  readonly groupName: string;
  readonly objects: Readonly<Record<string, ObjectGrant>>;
}

/** What shares of records of one object with the person give, the scope left out. */
interface SharedGrant {
  readonly object: string;
  readonly key: string;
  readonly records: number;
  readonly grant: Pick<ObjectGrant, 'ops' | 'fields'>;
}

/** All that decides what a person may do with records, as of one moment. */
export interface LoadedAccess {
  /** The number of changes at that moment, the company's and the person's (upm.rights). */
  readonly rights: number;
  /** Of the enabled groups the person is in; none for who is no active member. */
  readonly grants: readonly GroupGrants[];
  /** Of the shares with the person that have not ended. */
  readonly shared: readonly SharedGrant[];
  readonly subjects: ShareSubjects;
  /** Milliseconds until the next of these shares ends; null when all last. */
  readonly lasts: number | null;
  /** Names of the objects that are closed to those without a grant. */
  readonly closed: readonly string[];
  /** Ids of applications that the person may not enter, and keys of pages they may not open. */
  readonly shutApps: readonly string[];
  readonly shutPages: readonly string[];
  /** Departments the person works in, and the same with all below them. */
  readonly depts: readonly string[];
  readonly deptsBelow: readonly string[];
  /** Departments the person is in charge of, with all below them. */
  readonly ledBelow: readonly string[];
  /** Who reports to the person, through any number of others. */
  readonly subordinates: readonly string[];
}

/** The person ($2) is among the dynamic members of the group `g`. */
const IS_DYNAMIC = `('deptOwners' = ANY(g.dynamic) AND EXISTS (SELECT FROM led))
      OR ('superiors' = ANY(g.dynamic) AND EXISTS (SELECT FROM upm.member m
        WHERE m.tenant_id = $1 AND m.superior_id = $2 AND m.state = 'active'))`;
/** The enabled groups the person is in. */
const MINE = `mine AS (SELECT g.* FROM bizmeta.authority_group g
  WHERE g.tenant_id = $1 AND g.enabled
    AND EXISTS (SELECT FROM upm.member m WHERE m.tenant_id = $1 AND m.user_id = $2
      AND m.state = 'active')
    AND (g.type = 'default' OR ${IS_DYNAMIC} OR g.id IN (SELECT a.group_id FROM bizmeta.authority_group_member a
      WHERE a.tenant_id = $1 AND (a.user_id = $2 OR a.dept_id IN (SELECT id FROM above)
        OR a.role_id IN (SELECT id FROM roles) OR a.work_group_id IN (SELECT id FROM teams)))))`;

/** Rights on fields (`grant` -> 'fields') by the names of those that are there. */
const namedFields = (grant: string): string => `(SELECT jsonb_build_object('fields',
    jsonb_object_agg(coalesce(f.api_name, r.key), r.value))
  FROM jsonb_each(${grant} -> 'fields') r LEFT JOIN bizmeta.field f ON f.tenant_id = $1
    AND f.object_id = o.id AND f.id::text = r.key AND f.removed_at IS NULL
  WHERE f.id IS NOT NULL OR r.key = '*' HAVING count(*) > 0)`;
/** Scopes, in the names of today; a lookup that is gone keeps its id, which names no field. */
const NAMED_SCOPES = `(SELECT jsonb_build_object('scope', jsonb_object_agg(s.key,
    CASE WHEN f.id IS NULL THEN s.value ELSE jsonb_build_object('through', f.api_name) END))
  FROM jsonb_each(e.value -> 'scope') s LEFT JOIN bizmeta.field f ON f.tenant_id = $1
    AND f.object_id = o.id AND f.id::text = s.value ->> 'through' AND f.removed_at IS NULL
  HAVING count(*) > 0)`;
const OBJECTS = 'o.tenant_id = $1 AND o.deleted_at IS NULL AND o.parent_field IS NULL';
/** A group of an application or an object counts there only. */
const GRANTED = `granted AS (SELECT g.id, g.name, g.ord, jsonb_object_agg(o.api_name,
    e.value - 'fields' || coalesce(${namedFields('e.value')}, '{}')
      || coalesce(${NAMED_SCOPES}, '{}')) AS objects
  FROM mine g CROSS JOIN jsonb_each(g.grants) e
  JOIN bizmeta.object o ON o.id = e.key::uuid AND ${OBJECTS}
    AND (g.scope_type = 'project' OR o.id = g.object_id OR o.app_id = g.app_id)
  GROUP BY g.id, g.name, g.ord)`;

/** What is shared with the person, by what it gives. */
const SHARED = `shares AS (SELECT s.object_id, s.grant_key, min(s.expires_at) AS ends, count(*) AS n
    FROM bizmeta.record_share s WHERE s.tenant_id = $1
      AND (s.expires_at IS NULL OR s.expires_at > now())
      AND (s.user_id = $2 OR s.dept_id = ANY(ARRAY(SELECT id FROM above))
        OR s.role_id = ANY(ARRAY(SELECT id FROM roles))
        OR s.work_group_id = ANY(ARRAY(SELECT id FROM teams)))
    GROUP BY s.object_id, s.grant_key),
  shared AS (SELECT o.api_name AS object, s.grant_key AS key, s.n AS records,
    g.granted - 'fields' || coalesce(${namedFields('g.granted')}, '{}') AS grant
  FROM shares s JOIN bizmeta.object o ON o.id = s.object_id AND ${OBJECTS}
  JOIN bizmeta.record_share_grant g ON g.tenant_id = $1 AND g.object_id = s.object_id
    AND g.key = s.grant_key)`;

/**
 * Closed applications that none of the groups lets the person into: as a group of the application,
 * by its name, or by what it grants on one of its objects.
 */
const SHUT = `entered(id) AS (SELECT g.app_id FROM mine g WHERE g.app_id IS NOT NULL
    UNION SELECT unnest(g.apps) FROM mine g WHERE g.scope_type = 'project'
    UNION SELECT o.app_id FROM mine g CROSS JOIN jsonb_each(g.grants) e
      JOIN bizmeta.object o ON o.id = e.key::uuid AND ${OBJECTS} AND o.app_id IS NOT NULL
        AND (g.scope_type = 'project' OR o.id = g.object_id)
      WHERE e.value -> 'ops' <> '[]'),
  shut AS (SELECT a.id FROM bizmeta.app a WHERE a.tenant_id = $1 AND a.deleted_at IS NULL
    AND a.default_access = 'none' AND a.id NOT IN (SELECT e.id FROM entered e))`;

const LOAD = `WITH RECURSIVE ${AROUND}, ${MINE}, ${GRANTED}, ${SHARED}, ${SHUT}
  SELECT ${rightsSql('$1', '$2')}::float8 AS rights,
    coalesce((SELECT jsonb_agg(to_jsonb(s) ORDER BY s.object, s.key) FROM shared s), '[]') AS shared,
    (SELECT extract(epoch FROM min(ends) - now()) * 1000 FROM shares)::float8 AS lasts,
    jsonb_build_object('depts', ARRAY(SELECT id FROM above), 'roles', ARRAY(SELECT id FROM roles),
      'workGroups', ARRAY(SELECT id FROM teams)) AS subjects,
    coalesce((SELECT jsonb_agg(jsonb_build_object('groupId', g.id, 'groupName', g.name,
      'objects', g.objects) ORDER BY g.ord, g.id) FROM granted g), '[]') AS grants,
    ARRAY(SELECT o.api_name FROM bizmeta.object o WHERE ${OBJECTS}
      AND (o.default_access = 'none' OR o.app_id IN (SELECT s.id FROM shut s))) AS closed,
    ARRAY(SELECT s.id::text FROM shut s) AS "shutApps",
    ARRAY(SELECT c.key FROM bizmeta.closed_page c WHERE c.tenant_id = $1
      AND c.key NOT IN (SELECT unnest(g.pages) FROM mine g)) AS "shutPages",
    ARRAY(SELECT id FROM works) AS depts, ARRAY(SELECT id FROM below) AS "deptsBelow",
    ARRAY(SELECT id FROM led) AS "ledBelow",
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

const LOAD_SEVERAL = `SELECT asked.id AS "userId", x.* FROM unnest($2::text[]) asked(id)
  CROSS JOIN LATERAL (${LOAD.replaceAll('$2', 'asked.id')}) x`;

/** The same of several people, in one statement. */
export const loadAccessOf = (
  query: Query,
  tenant: Pick<TenantRef, 'id'>,
  userIds: readonly string[],
): Promise<(LoadedAccess & { readonly userId: string })[]> =>
  query(LOAD_SEVERAL, [tenant.id, userIds]);
