import { AppError, ROLE_ADMIN, type TenantTx } from '../../kernel/index.ts';
import { AROUND, rightsSql } from '../../upm/index.ts';
import type { People } from '../access/people.ts';
import type { HeldGrant } from '../access/rights.ts';
import type { PersonAccess } from '../access/person-access.ts';

/** A person whose access is explained. */
export interface ExplainedPerson {
  readonly id: string;
  readonly realName: string;
  readonly isSuper: boolean;
  readonly isBuilder: boolean;
  /** Null for administrators and builders. */
  readonly access: PersonAccess | null;
}

/** SQL of the members of the company ($1) who are active, with what their roles are; $2: ROLE_ADMIN. */
export const MEMBERS = `SELECT m.user_id AS id, m.real_name AS "realName",
    EXISTS (SELECT FROM upm.user_role u JOIN upm.role r ON r.tenant_id = u.tenant_id
      AND r.id = u.role_id WHERE u.tenant_id = $1 AND u.user_id = m.user_id
      AND r.code = $2) AS "isSuper",
    EXISTS (SELECT FROM upm.user_role u JOIN upm.role_function f ON f.tenant_id = u.tenant_id
      AND f.role_id = u.role_id WHERE u.tenant_id = $1 AND u.user_id = m.user_id
      AND f.function = 'build.use') AS "isBuilder"
  FROM upm.member m WHERE m.tenant_id = $1 AND m.state = 'active'`;

/** An active member of the company; throws MEMBER_UNKNOWN. */
export async function explainedPerson(
  tx: TenantTx,
  people: People,
  userId: string,
): Promise<ExplainedPerson> {
  const [found] = await tx.query<Omit<ExplainedPerson, 'access'>>(`${MEMBERS} AND m.user_id = $3`, [
    tx.tenant.id,
    ROLE_ADMIN,
    userId,
  ]);
  if (!found) throw new AppError('MEMBER_UNKNOWN');
  const [row] = await tx.query<{ rightsVersion: number }>(
    `SELECT ${rightsSql('$1', '$2')}::float8 AS "rightsVersion"`,
    [tx.tenant.id, userId],
  );
  const { rightsVersion } = row!;
  const isBuilder = found.isSuper || found.isBuilder;
  const access = await people.accessOf(
    { tenant: tx.tenant, session: { userId, isBuilder, rightsVersion } },
    (text, values) => tx.query(text, values),
  );
  return { ...found, access };
}

const VIA = `WITH RECURSIVE ${AROUND}
  SELECT g.id AS "groupId", CASE WHEN g.type = 'default' THEN '所有成员'
      WHEN a.user_id IS NOT NULL THEN '本人' WHEN a.dept_id IS NOT NULL THEN '部门「' || d.title || '」'
      WHEN a.role_id IS NOT NULL THEN '角色「' || r.name || '」'
      ELSE '工作组「' || w.name || '」' END AS via
  FROM bizmeta.authority_group g
  LEFT JOIN bizmeta.authority_group_member a ON a.tenant_id = $1 AND a.group_id = g.id
    AND g.type <> 'default' AND (a.user_id = $2 OR a.dept_id IN (SELECT id FROM above)
      OR a.role_id IN (SELECT id FROM roles) OR a.work_group_id IN (SELECT id FROM teams))
  LEFT JOIN upm.dept d ON d.tenant_id = $1 AND d.id = a.dept_id
  LEFT JOIN upm.role r ON r.tenant_id = $1 AND r.id = a.role_id
  LEFT JOIN upm.work_group w ON w.tenant_id = $1 AND w.id = a.work_group_id
  WHERE g.tenant_id = $1 AND g.id = ANY($3::uuid[]) AND (a.group_id IS NOT NULL OR g.type = 'default')
  UNION ALL SELECT g.id, CASE each WHEN 'deptOwners' THEN '部门负责人' ELSE '有下属的人' END
    FROM bizmeta.authority_group g CROSS JOIN unnest(g.dynamic) each
    WHERE g.tenant_id = $1 AND g.id = ANY($3::uuid[])
      AND CASE each WHEN 'deptOwners' THEN EXISTS (SELECT FROM led)
        ELSE EXISTS (SELECT FROM upm.member m WHERE m.tenant_id = $1 AND m.superior_id = $2
          AND m.state = 'active') END
  ORDER BY 1, 2`;

/** Groups that grants come from; shares have none. */
export const groupIdsOf = (held: readonly HeldGrant[]): string[] => [
  ...new Set(held.flatMap(({ groupId }) => groupId || [])),
];

/** How the person belongs to each of the groups they are in. */
export async function viaOf(
  tx: TenantTx,
  userId: string,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (groupIds.length === 0) return new Map();
  const rows = await tx.query<{ groupId: string; via: string }>(VIA, [
    tx.tenant.id,
    userId,
    groupIds,
  ]);
  const via = new Map<string, string[]>();
  for (const row of rows) via.set(row.groupId, [...(via.get(row.groupId) ?? []), row.via]);
  return via;
}
