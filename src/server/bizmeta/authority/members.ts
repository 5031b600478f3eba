import type { AuthorityGroup, GroupMembers, Problem } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { setting } from './check.ts';

/**
 * The four kinds of members: the column of the link, what they are called, and where the ids live.
 * Only who works here is taken in; who was switched off since stays.
 */
const PARTS = [
  [
    'userIds',
    'user_id',
    '名成员',
    `upm.member x WHERE x.tenant_id = $1 AND x.user_id = ANY($2) AND (x.state = 'active'
      OR x.user_id IN (SELECT m.user_id FROM bizmeta.authority_group_member m
        WHERE m.tenant_id = $1 AND m.group_id = $3::uuid))`,
  ],
  ['deptIds', 'dept_id', '个部门', 'upm.dept x WHERE x.tenant_id = $1 AND x.id = ANY($2)'],
  ['roleIds', 'role_id', '个角色', 'upm.role x WHERE x.tenant_id = $1 AND x.id = ANY($2)'],
  [
    'workGroupIds',
    'work_group_id',
    '个工作组',
    'upm.work_group x WHERE x.tenant_id = $1 AND x.id = ANY($2)',
  ],
] as const;

/**
 * Gives a group exactly these members; answers what is wrong with them, and then the transaction
 * must not be committed.
 */
export async function setMembers(
  tx: TenantTx,
  groupId: string,
  members: GroupMembers,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  await tx.run(
    `UPDATE bizmeta.authority_group SET dynamic = $3 WHERE tenant_id = $1 AND id = $2::uuid
      AND dynamic <> $3`,
    [tx.tenant.id, groupId, [...new Set(members.dynamic ?? [])].toSorted()],
  );
  for (const part of PARTS) {
    const [key, , what] = part;
    const ids = [...new Set(members[key] ?? [])];
    const missing = await setPart(tx, groupId, part, ids);
    if (missing > 0)
      problems.push(setting(`/members/${key}`, `有 ${missing} ${what}不存在或已停用，请重新选择`));
  }
  return problems;
}

/** Answers how many of them are not there. */
async function setPart(
  tx: TenantTx,
  groupId: string,
  [, column, , source]: (typeof PARTS)[number],
  ids: readonly string[],
): Promise<number> {
  const id = column === 'user_id' ? 'user_id' : 'id';
  const values = [tx.tenant.id, ids, groupId];
  const added = await tx.query<{ there: boolean }>(
    `WITH known AS (SELECT x.${id} AS id FROM ${source}),
        added AS (INSERT INTO bizmeta.authority_group_member (tenant_id, group_id, ${column})
          SELECT $1, $3::uuid, id FROM known ON CONFLICT DO NOTHING)
        SELECT FROM known`,
    values,
  );
  await tx.run(
    `DELETE FROM bizmeta.authority_group_member WHERE tenant_id = $1 AND group_id = $3::uuid
        AND ${column} IS NOT NULL AND ${column} <> ALL($2)`,
    values,
  );
  return ids.length - added.length;
}

const NAMES = `SELECT m.user_id AS id, m.real_name AS name FROM upm.member m
    WHERE m.tenant_id = $1 AND m.user_id = ANY($2)
  UNION ALL SELECT d.id, d.title FROM upm.dept d WHERE d.tenant_id = $1 AND d.id = ANY($3)
  UNION ALL SELECT r.id, r.name FROM upm.role r WHERE r.tenant_id = $1 AND r.id = ANY($4)
  UNION ALL SELECT w.id, w.name FROM upm.work_group w WHERE w.tenant_id = $1 AND w.id = ANY($5)`;
/** What the members of groups are called. */
export function memberNames(
  tx: TenantTx,
  groups: readonly Pick<AuthorityGroup, 'members'>[],
): Promise<{ id: string; name: string }[]> {
  const ids = PARTS.map(([key]) => groups.flatMap(({ members }) => members[key] ?? []));
  return tx.query(NAMES, [tx.tenant.id, ...ids]);
}
