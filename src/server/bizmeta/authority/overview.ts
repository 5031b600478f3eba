import type { DataOf } from '../../../contract/index.ts';
import { NEW_OBJECTS } from './objects.ts';
import { ROLE_ADMIN, type TenantTx } from '../../kernel/index.ts';
import { pageAccess } from './entry.ts';

/** Names answered of those who are in no group; of more the number says enough. */
const MAX_NAMED = 100;

/** Members whom grants are for: administrators and builders may do everything anyway. */
const PEOPLE = `people AS (SELECT m.user_id, m.real_name FROM upm.member m
  WHERE m.tenant_id = $1 AND m.state = 'active' AND NOT EXISTS (SELECT FROM upm.user_role u
    JOIN upm.role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
    WHERE u.tenant_id = $1 AND u.user_id = m.user_id AND (r.code = $2 OR EXISTS (
      SELECT FROM upm.role_function f WHERE f.tenant_id = $1 AND f.role_id = r.id
        AND f.function = 'build.use'))))`;
/** Departments with all they lie in, so that who works in one is in those above. */
const AROUND = `above(id, of_id) AS (SELECT d.id, d.id FROM upm.dept d WHERE d.tenant_id = $1
    UNION SELECT a.id, d.parent_id FROM above a JOIN upm.dept d ON d.tenant_id = $1
      AND d.id = a.of_id WHERE d.parent_id IS NOT NULL),
  works AS (SELECT DISTINCT u.user_id, a.of_id AS dept_id FROM upm.user_dept u
    JOIN above a ON a.id = u.dept_id WHERE u.tenant_id = $1),
  roles AS (SELECT u.user_id, u.role_id FROM upm.user_role u WHERE u.tenant_id = $1),
  listed AS (SELECT w.* FROM upm.work_group_member w WHERE w.tenant_id = $1),
  teams AS (SELECT w.user_id, w.group_id FROM listed w WHERE w.user_id IS NOT NULL
    UNION SELECT x.user_id, w.group_id FROM listed w JOIN works x USING (dept_id)
    UNION SELECT x.user_id, w.group_id FROM listed w JOIN roles x USING (role_id))`;
/** Who is in which enabled group. */
const BELONGS = `enabled AS (SELECT g.* FROM bizmeta.authority_group g
    WHERE g.tenant_id = $1 AND g.enabled),
  links AS (SELECT a.* FROM bizmeta.authority_group_member a
    JOIN enabled g ON g.id = a.group_id WHERE a.tenant_id = $1),
  belongs AS (SELECT b.group_id, b.user_id FROM (
      SELECT l.group_id, l.user_id FROM links l WHERE l.user_id IS NOT NULL
      UNION SELECT l.group_id, x.user_id FROM links l JOIN works x USING (dept_id)
      UNION SELECT l.group_id, x.user_id FROM links l JOIN roles x USING (role_id)
      UNION SELECT l.group_id, x.user_id FROM links l
        JOIN teams x ON x.group_id = l.work_group_id
      UNION SELECT g.id, o.user_id FROM enabled g CROSS JOIN upm.dept_owner o
        WHERE o.tenant_id = $1 AND 'deptOwners' = ANY(g.dynamic)
      UNION SELECT g.id, m.superior_id FROM enabled g CROSS JOIN upm.member m
        WHERE m.tenant_id = $1 AND m.state = 'active' AND m.superior_id IS NOT NULL
          AND 'superiors' = ANY(g.dynamic)
      UNION SELECT g.id, p.user_id FROM enabled g CROSS JOIN people p WHERE g.type = 'default'
    ) b JOIN people p ON p.user_id = b.user_id)`;
const OBJECTS = `objects AS (SELECT o.id, o.no, o.api_name, o.label, o.app_id, o.default_access,
    coalesce(a.name, '') AS app_name, a.ord
  FROM bizmeta.object o LEFT JOIN bizmeta.app a ON a.tenant_id = $1 AND a.id = o.app_id
  WHERE o.tenant_id = $1 AND o.deleted_at IS NULL AND o.parent_field IS NULL
    AND (a.id IS NULL OR a.deleted_at IS NULL))`;
/** What enabled groups grant where they may. */
const GRANTED = `granted AS (SELECT g.id AS group_id, o.id AS object_id,
    CASE WHEN e.value -> 'ops' ? 'view'
      THEN coalesce(e.value #> '{scope,view}', '"all"') ELSE '"none"' END AS viewed
  FROM enabled g CROSS JOIN jsonb_each(g.grants) e JOIN objects o ON o.id::text = e.key
    AND (g.scope_type = 'project' OR o.id = g.object_id OR o.app_id = g.app_id)),
  reached AS (SELECT r.object_id, count(DISTINCT b.user_id) AS readers,
    count(DISTINCT b.user_id) FILTER (WHERE r.viewed = '"all"') AS reads_all
  FROM granted r JOIN belongs b ON b.group_id = r.group_id WHERE r.viewed <> '"none"'
  GROUP BY r.object_id)`;

const OVERVIEW = `WITH RECURSIVE ${PEOPLE}, ${AROUND}, ${BELONGS}, ${OBJECTS}, ${GRANTED},
  idle AS (SELECT p.user_id, p.real_name FROM people p
    WHERE p.user_id NOT IN (SELECT b.user_id FROM belongs b))
  SELECT (SELECT count(*)::integer FROM people) AS members, ${NEW_OBJECTS} AS "newObjects",
    (SELECT coalesce(jsonb_agg(jsonb_build_object('apiName', o.api_name, 'label', o.label,
      'appId', o.app_id, 'appName', o.app_name, 'defaultAccess', o.default_access,
      'groups', (SELECT count(*) FROM granted r WHERE r.object_id = o.id),
      'readers', coalesce(x.readers, 0), 'readsAll', coalesce(x.reads_all, 0))
      ORDER BY o.ord NULLS LAST, o.no), '[]') FROM objects o
      LEFT JOIN reached x ON x.object_id = o.id) AS objects,
    jsonb_build_object('total', (SELECT count(*) FROM idle), 'people',
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', i.user_id, 'realName', i.real_name)
        ORDER BY i.real_name, i.user_id), '[]')
        FROM (SELECT * FROM idle ORDER BY real_name, user_id LIMIT ${MAX_NAMED}) i)) AS idle`;

/** Who reads what at all: objects with how many see them, and members of no group. */
export async function overview(tx: TenantTx): Promise<DataOf<'bizmeta.authgroup.overview'>> {
  const [found] = await tx.query<DataOf<'bizmeta.authgroup.overview'>>(OVERVIEW, [
    tx.tenant.id,
    ROLE_ADMIN,
  ]);
  return { ...found!, pages: await pageAccess(tx) };
}
