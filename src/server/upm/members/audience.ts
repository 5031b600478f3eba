/** SQL that selects the departments a person works in, with all below them if asked; read likewise. */
export function deptsOfSql(user: string, below: boolean): string {
  const tenant = `current_setting('huozi.tenant')`;
  const own = `SELECT ud.dept_id AS id FROM upm.user_dept ud WHERE ud.tenant_id = ${tenant}
    AND ud.user_id = ${user}`;
  return below
    ? `WITH RECURSIVE mine AS (${own} UNION SELECT d.id FROM upm.dept d
      JOIN mine ON d.parent_id = mine.id WHERE d.tenant_id = ${tenant}) SELECT id FROM mine`
    : own;
}

/**
 * SQL that holds when a person is among an audience of people, roles and departments (with those
 * below them). Arguments are SQL expressions: the person's id, and text arrays. Read under the
 * tenant's role, as labels are.
 */
export function isAmongSql(
  user: string,
  { userIds, roleIds, deptIds }: { userIds: string; roleIds: string; deptIds: string },
): string {
  const tenant = `current_setting('huozi.tenant')`;
  return `(${user} = ANY(${userIds})
    OR EXISTS (SELECT FROM upm.user_role ur WHERE ur.tenant_id = ${tenant} AND ur.user_id = ${user}
      AND ur.role_id = ANY(${roleIds}))
    OR (cardinality(${deptIds}) > 0 AND EXISTS (WITH RECURSIVE above AS (SELECT ud.dept_id AS id
      FROM upm.user_dept ud WHERE ud.tenant_id = ${tenant} AND ud.user_id = ${user}
      UNION SELECT d.parent_id FROM upm.dept d JOIN above ON d.id = above.id
        WHERE d.tenant_id = ${tenant} AND d.parent_id IS NOT NULL) SELECT FROM above
        WHERE above.id = ANY(${deptIds}))))`;
}
