import type { InputOf } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { realNameOf } from '../names.ts';
import { findDept } from '../org/changes.ts';
import { checkLeaders } from '../org/owners.ts';
import { lockRoles } from '../roles/roles.ts';
import {
  requireAdminLeft,
  checkMayChange,
  requireSeats,
  findMembers,
  type Member,
} from '../directory/member.ts';
import { requireManagedDepts, requireSeen, type Viewer as Actor } from '../directory/scope.ts';
import { withoutOwnGain } from '../directory/own-gain.ts';
import { setWork } from '../directory/work.ts';
import { announceRights } from '../session/renew.ts';
import { joinDept, leaveDept, setDepts, setRoles } from './departments.ts';
import { searchKeyOf } from '../search-key.ts';
import { namesText, notifyAdmins } from './notify.ts';

/** Ends every session of these people in the company. */
export const endSessions = (tx: TenantTx, userIds: readonly string[]): Promise<unknown> =>
  tx.query('select upm.end_sessions($1, u.id, null) from unnest($2::text[]) as u(id)', [
    tx.tenant.id,
    userIds,
  ]);

/**
 * Changes what is given of a member. Throws STALE_VERSION, MEMBER_UNKNOWN, MEMBER_ADMIN,
 * DEPT_UNKNOWN, OWN_RIGHTS, what setWork throws and what roles refuse.
 */
export async function updateMember(
  tx: TenantTx,
  actor: Actor,
  input: InputOf<'upm.userOrg.updateUser'>,
): Promise<{ id: string; version: number }> {
  await lockRoles(tx);
  const [member] = (await findMembers(tx, actor, [input.userId], '修改')) as [Member];
  await checkMayChange(tx, actor, [member], '修改');
  if (member.version !== input.version)
    throw new AppError(
      'STALE_VERSION',
      {},
      { current: { version: member.version, realName: member.realName } },
    );
  const realName =
    input.realName === undefined ? member.realName : realNameOf(input.realName, member.realName);
  await tx.run(
    `update upm.member set real_name = $3, search_key = $4, version = version + 1
      where tenant_id = $1 and user_id = $2`,
    [tx.tenant.id, member.id, realName, searchKeyOf(realName)],
  );
  await setWork(tx, actor.session, { id: member.id, realName }, input);
  await withoutOwnGain(tx, actor.session, async () => {
    const { deptIds, roleIds } = input;
    if (deptIds !== undefined) await setDepts(tx, actor, member.id, deptIds ?? []);
    const isChanged =
      roleIds !== undefined && (await setRoles(tx, actor.session, member, roleIds ?? []));
    if (isChanged) await announceRights(tx, [member.id]);
  });
  await notifyAdmins(tx, actor, 'user_mod', `成员“${realName}”的资料已修改`, {
    userIds: [member.id],
    also: [member.id],
  });
  return { id: member.id, version: member.version + 1 };
}

/**
 * Switches members on or off. Off ends their sessions at once; a member cannot switch off
 * themselves, nor the last administrator.
 */
export async function activate(
  tx: TenantTx,
  actor: Actor,
  { userIds, active }: InputOf<'upm.region.active'>,
): Promise<{ count: number }> {
  await lockRoles(tx);
  const deed = active ? '启用' : '停用';
  const members = await findMembers(tx, actor, userIds, deed);
  await checkMayChange(tx, actor, members, deed);
  if (!active && members.some(({ id }) => id === actor.userId))
    throw new AppError('MEMBER_SELF', { deed });
  const invited = members.find(({ state }) => state === 'invited');
  if (invited)
    throw new AppError('MEMBER_STATE', { name: invited.realName, state: '尚未接受邀请', deed });
  const changed = members.filter(({ state }) => state !== (active ? 'active' : 'off'));
  if (active) await requireSeats(tx, tx.tenant.id, changed.length);
  const ids = changed.map(({ id }) => id);
  await tx.run(
    `update upm.member set state = $3, version = version + 1 where tenant_id = $1
      and user_id = any($2)`,
    [tx.tenant.id, ids, active ? 'active' : 'off'],
  );
  await endSessions(tx, ids);
  await requireAdminLeft(tx);
  if (ids.length > 0)
    await notifyAdmins(tx, actor, 'user_mod', `成员“${namesOf(changed)}”已${deed}`, {
      userIds: ids,
      also: active ? ids : [],
    });
  return { count: ids.length };
}

const advanceVersions = (tx: TenantTx, ids: readonly string[]): Promise<number> =>
  tx.run('update upm.member set version = version + 1 where tenant_id = $1 and user_id = any($2)', [
    tx.tenant.id,
    ids,
  ]);

const namesOf = (members: readonly Member[]): string =>
  namesText(members.map(({ realName }) => realName));

/** Puts members into a department, or takes them out of one. Throws MEMBER_ADMIN. */
export async function moveMembers(
  tx: TenantTx,
  actor: Actor,
  orgId: string,
  userIds: readonly string[],
  how: 'join' | 'main' | 'leave',
): Promise<{ count: number }> {
  const isLeaving = how === 'leave';
  const deed = isLeaving ? '移出' : '调动';
  const members = await findMembers(tx, actor, userIds, deed);
  await checkMayChange(tx, actor, members, deed);
  const ids = members.map(({ id }) => id);
  const count = isLeaving
    ? await leaveDept(tx, actor, ids, orgId)
    : await withoutOwnGain(tx, actor.session, () =>
        joinDept(tx, actor, ids, orgId, how === 'main'),
      );
  await advanceVersions(tx, ids);
  const { title } = await findDept(tx, orgId);
  const said = `成员“${namesOf(members)}”已${isLeaving ? '移出' : '加入'}“${title}”`;
  if (count > 0) await notifyAdmins(tx, actor, 'user_mod', said, { userIds: ids, also: ids });
  return { count };
}

/** People lead a department as well, or no more; answers how many that changed for. */
export async function changeOwners(
  tx: TenantTx,
  actor: Actor,
  orgId: string,
  userIds: readonly string[],
  lead: boolean,
): Promise<{ count: number }> {
  await findDept(tx, orgId);
  await requireManagedDepts(tx, actor, 'org', [orgId]);
  const ids = [...new Set(userIds)];
  if (lead) {
    await checkLeaders(tx, ids);
    await requireSeen(tx, actor, 'org', ids);
  }
  const count = lead
    ? await withoutOwnGain(tx, actor.session, () =>
        tx.run(
          `insert into upm.dept_owner (tenant_id, dept_id, user_id, sort)
            select $1, $2, id, 1000 + place from unnest($3::text[]) with ordinality as u(id, place)
            on conflict do nothing`,
          [tx.tenant.id, orgId, ids],
        ),
      )
    : await tx.run(
        'delete from upm.dept_owner where tenant_id = $1 and dept_id = $2 and user_id = any($3)',
        [tx.tenant.id, orgId, ids],
      );
  if (count > 0)
    await tx.run('update upm.dept set version = version + 1 where tenant_id = $1 and id = $2', [
      tx.tenant.id,
      orgId,
    ]);
  return { count };
}
