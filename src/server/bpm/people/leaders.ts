import type { TenantTx } from '../../kernel/index.ts';

/** Members of roles, departments, work groups, and those with a title; in the order of names. */
export async function membersAmong(
  tx: TenantTx,
  of: {
    roles?: readonly string[];
    depts?: readonly string[];
    titles?: readonly string[];
    workGroups?: readonly string[];
  },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select m.user_id as id from upm.member m where m.tenant_id = $1 and m.state = 'active' and (
      m.user_id in (select user_id from upm.user_role where tenant_id = $1 and role_id = any($2))
      or m.user_id in (select user_id from upm.user_dept where tenant_id = $1 and dept_id = any($3))
      or (m.job_title <> '' and m.job_title = any($4))
      or exists (select from upm.work_group_member g where g.tenant_id = $1 and g.group_id = any($5)
        and (g.user_id = m.user_id
          or g.dept_id in (select dept_id from upm.user_dept where tenant_id = $1 and user_id = m.user_id)
          or g.role_id in (select role_id from upm.user_role where tenant_id = $1 and user_id = m.user_id))))
      order by m.real_name, m.user_id limit 200`,
    [tx.tenant.id, of.roles ?? [], of.depts ?? [], of.titles ?? [], of.workGroups ?? []],
  );
  return rows.map(({ id }) => id);
}

/** Leaders of departments, in the order of the departments. */
export async function deptLeaders(tx: TenantTx, depts: readonly string[]): Promise<string[]> {
  if (depts.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `select user_id as id from upm.dept_owner where tenant_id = $1 and dept_id = any($2)
      order by array_position($2, dept_id), sort, user_id`,
    [tx.tenant.id, depts],
  );
  return rows.map(({ id }) => id);
}

/** Levels of departments that are followed upwards: deeper trees are a mistake. */
const MAX_LEVELS = 20;

/** Leaders of a department and of those above it, level by level; levels without one are skipped. */
export async function leaderChain(
  tx: TenantTx,
  dept: string | null,
  most: number,
): Promise<string[][]> {
  if (dept === null) return [];
  const rows = await tx.query<{ level: number; leaders: string[] }>(
    `with recursive above as (
      select id, parent_id, 1 as level from upm.dept where tenant_id = $1 and id = $2
      union all select d.id, d.parent_id, above.level + 1 from upm.dept d
        join above on d.id = above.parent_id where d.tenant_id = $1 and above.level < $3)
    select above.level, array_agg(o.user_id order by o.sort, o.user_id) as leaders from above
      join upm.dept_owner o on o.tenant_id = $1 and o.dept_id = above.id
      group by above.level order by above.level`,
    [tx.tenant.id, dept, MAX_LEVELS],
  );
  return rows.slice(0, most).map(({ leaders }) => leaders);
}

interface Reporting {
  superior: string | null;
  dept: string | null;
}
async function reportingOf(tx: TenantTx, userId: string): Promise<Reporting> {
  const [row] = await tx.query<Reporting>(
    `select m.superior_id as superior, (select ud.dept_id from upm.user_dept ud
      where ud.tenant_id = m.tenant_id and ud.user_id = m.user_id order by ud.is_main desc limit 1) as dept
      from upm.member m where m.tenant_id = $1 and m.user_id = $2`,
    [tx.tenant.id, userId],
  );
  return row ?? { superior: null, dept: null };
}

/** Whom a person reports to: the superior, else the next leader of a department who is another. */
export async function leadersOfPerson(tx: TenantTx, userId: string): Promise<string[]> {
  const { superior, dept } = await reportingOf(tx, userId);
  if (superior !== null) return [superior];
  const chain = await leaderChain(tx, dept, MAX_LEVELS);
  return chain.find((leaders) => !leaders.includes(userId)) ?? [];
}

/** The superior, the superior's superior and so on. */
export async function superiorChain(tx: TenantTx, userId: string, most: number): Promise<string[]> {
  const found: string[] = [];
  for (let at = userId; found.length < Math.min(most, MAX_LEVELS);) {
    const [next] = await leadersOfPerson(tx, at);
    if (next === undefined || next === userId || found.includes(next)) break;
    found.push(next);
    at = next;
  }
  return found;
}
