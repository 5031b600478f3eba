import type { DeptOwner } from '../../../contract/index.ts';
import { AppError, type Database, type Scope, type TenantTx } from '../../kernel/index.ts';
import { withoutOwnGain } from '../directory/own-gain.ts';
import { requireSeen, type Viewer as Actor } from '../directory/scope.ts';

const OWNERS = `select o.dept_id as dept, m.user_id as id, m.real_name as "realName",
  m.head_img_url as "headImgUrl"
  from upm.dept_owner o join upm.member m on m.tenant_id = o.tenant_id and m.user_id = o.user_id
  where o.tenant_id = $1 and o.dept_id = any($2) order by o.sort, m.user_id`;

/** Who leads these departments, in the order asked for; unknown ids are left out. */
export async function ownersOf(
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<{ id: string; owners: DeptOwner[] }[]> {
  const [known, rows] = await Promise.all([
    db.readTenant<{ id: string }>(
      scope,
      'select id from upm.dept where tenant_id = $1 and id = any($2)',
      [scope.tenant.id, ids],
    ),
    db.readTenant<DeptOwner & { dept: string }>(scope, OWNERS, [scope.tenant.id, ids]),
  ]);
  const there = new Set(known.map(({ id }) => id));
  return [...new Set(ids)]
    .filter((id) => there.has(id))
    .map((id) => ({
      id,
      owners: rows.filter(({ dept }) => dept === id).map(({ dept: _, ...owner }) => owner),
    }));
}

/** People who can lead: members who are active or invited. */
export async function checkLeaders(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  const [row] = await tx.query<{ n: number }>(
    `select count(*) as n from upm.member where tenant_id = $1 and user_id = any($2)
      and state in ('active', 'invited')`,
    [tx.tenant.id, userIds],
  );
  if ((row?.n ?? 0) < new Set(userIds).size) throw new AppError('MEMBER_UNKNOWN');
}

const NOT_YET = `select id from unnest($3::text[]) as u(id) where not exists (
  select from upm.dept_owner o where o.tenant_id = $1 and o.dept_id = $2 and o.user_id = id)`;

/**
 * Sets the leaders of the department, in this order; those a delegated administrator adds are members
 * they manage. Throws MEMBER_UNKNOWN, OWN_RIGHTS.
 */
export async function setOwners(
  tx: TenantTx,
  actor: Actor,
  deptId: string,
  userIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(userIds)];
  await checkLeaders(tx, wanted);
  const added = await tx.query<{ id: string }>(NOT_YET, [tx.tenant.id, deptId, wanted]);
  await requireSeen(
    tx,
    actor,
    'org',
    added.map(({ id }) => id),
  );
  await tx.run(
    'delete from upm.dept_owner where tenant_id = $1 and dept_id = $2 and user_id <> all($3)',
    [tx.tenant.id, deptId, wanted],
  );
  await withoutOwnGain(tx, actor.session, () =>
    tx.run(
      `insert into upm.dept_owner (tenant_id, dept_id, user_id, sort) select $1, $2, id, place
      from unnest($3::text[]) with ordinality as u(id, place)
      on conflict (tenant_id, dept_id, user_id) do update set sort = excluded.sort`,
      [tx.tenant.id, deptId, wanted],
    ),
  );
}
