import type { DataOf, InputOf } from '../../../contract/index.ts';
import {
  AppError,
  postMessage,
  startJob,
  type Job,
  type JobKind,
  type BatchResult,
  type Database,
  type Kernel,
  type Scope,
  type TenantTx,
} from '../../kernel/index.ts';
import { TAKE_PLACE_JOB, type TakePlacePayload } from '../identity/places.ts';
import { checkLeaders } from '../org/owners.ts';
import { lockRoles } from '../roles/roles.ts';
import { endSessions } from './changes.ts';
import { requireOtherHeir, withoutOwnGain } from '../directory/own-gain.ts';
import { requireSeen, type Viewer as Actor } from '../directory/scope.ts';
import { requireAdminLeft, checkMayChange, findMembers, type Member } from '../directory/member.ts';
import { moveSubordinates, type MovedSubordinates } from '../directory/superiors.ts';
import { notifyAdmins } from './notify.ts';
import { ledDepts, ownedGroups } from './own-assets.ts';
import { AssetKinds, type OwnedAssets, type AssetKind } from './reassignment.ts';

/** The job that gives what a leaving member had to another. */
const REASSIGN_JOB = 'upm.handOver';
interface ReassignPayload {
  readonly from: string;
  readonly fromName: string;
  readonly to: string;
}
type RemovalResult = Omit<DataOf<'upm.userOrg.removeByUserId'>, 'done'>;
/** Beyond this the actor no longer waits: they are notified of the end as well. */
const NOTICED_MS = 3_000;
/**
 * How many rounds look for new references to the leaver (a form that was open); what comes later is
 * a deliberate change.
 */
const MAX_ROUNDS = 3;

/** What a member owns; throws MEMBER_UNKNOWN, MEMBER_ADMIN. */
export async function assetsOf(tx: TenantTx, actor: Actor, userId: string): Promise<OwnedAssets[]> {
  const members = await findMembers(tx, actor, [userId], '移除');
  await checkMayChange(tx, actor, members, '移除');
  return tx.state.of(AssetKinds).owned(tx, userId);
}

/**
 * The caller may hand over what this member has elsewhere, to that one. Throws MEMBER_UNKNOWN,
 * MEMBER_OUTSIDE, MEMBER_ADMIN, OWN_RIGHTS.
 */
export async function requireHandover(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  toUserId?: string,
): Promise<void> {
  const members = await findMembers(tx, actor, [userId], '交接');
  await checkMayChange(tx, actor, members, '交接');
  if (toUserId === undefined) return;
  requireOtherHeir(actor.session, toUserId);
  await requireSeen(tx, actor, 'user', [toUserId]);
}

async function checkSuccessor(
  tx: TenantTx,
  actor: Actor,
  member: Member,
  toUserId: string | null,
  left: readonly OwnedAssets[],
): Promise<string> {
  if (toUserId === null)
    throw new AppError('HANDOVER_NEEDED', {
      name: member.realName,
      what: left.map(({ title, count }) => `${count} 个${title}`).join('、'),
    });
  if (toUserId === member.id) throw new AppError('MEMBER_SELF', { deed: '交接给' });
  requireOtherHeir(actor.session, toUserId);
  await checkLeaders(tx, [toUserId]);
  await requireSeen(tx, actor, 'user', [toUserId]);
  return toUserId;
}

/**
 * Deactivates a leaving member: no session, no rights, no new assignments, no subordinates. The row
 * stays: records still name them. `superior` is as in moveSubordinates.
 */
export async function deactivateMember(
  tx: TenantTx,
  userId: string,
  { heir = null, superior }: { heir?: string | null; superior?: string | null | undefined } = {},
): Promise<MovedSubordinates> {
  const subordinates = await moveSubordinates(tx, userId, superior);
  await tx.run(
    `update upm.member m set heir_id = $3, left_account = p.account, left_mobile = p.mobile,
      left_email = p.email, left_dept_ids = array(select u.dept_id from upm.user_dept u
        where u.tenant_id = $1 and u.user_id = $2)
      from upm.member_person p where m.tenant_id = $1 and m.user_id = $2
      and p.tenant_id = $1 and p.user_id = $2`,
    [tx.tenant.id, userId, heir],
  );
  await endMembership(tx, userId);
  return subordinates;
}

/** A former member who was asked back and does not come is as they were: known, gone, succeeded. */
export async function leaveAgain(tx: TenantTx, userId: string): Promise<void> {
  await moveSubordinates(tx, userId);
  await endMembership(tx, userId);
}

async function endMembership(tx: TenantTx, userId: string): Promise<void> {
  for (const table of ['user_role', 'user_dept', 'invitation', 'work_group_member', 'delegation'])
    await tx.run(`delete from upm.${table} where tenant_id = $1 and user_id = $2`, [
      tx.tenant.id,
      userId,
    ]);
  await tx.run(
    `update upm.member set state = 'left', left_at = coalesce(left_at, now()),
      version = version + 1 where tenant_id = $1 and user_id = $2`,
    [tx.tenant.id, userId],
  );
  await endSessions(tx, [userId]);
  await requireAdminLeft(tx);
}

/**
 * Removes a member from the company. One transaction deactivates them and starts the reassignment
 * of what they own, as a job. Throws HANDOVER_NEEDED when they own something and no successor is
 * given.
 */
export async function removeMember(
  tx: TenantTx,
  actor: Actor,
  { userId, toUserId = null, superiorId }: InputOf<'upm.userOrg.removeByUserId'>,
): Promise<RemovalResult> {
  await lockRoles(tx);
  const [member] = (await findMembers(tx, actor, [userId], '移除')) as [Member];
  await checkMayChange(tx, actor, [member], '移除');
  if (member.id === actor.userId) throw new AppError('MEMBER_SELF', { deed: '移除' });
  if (member.state === 'invited')
    throw new AppError('MEMBER_STATE', {
      name: member.realName,
      state: '尚未加入',
      deed: '办理离职，请撤回邀请',
    });
  const moved = await tx.state.of(AssetKinds).owned(tx, userId);
  const heir = moved.length === 0 ? null : await checkSuccessor(tx, actor, member, toUserId, moved);
  const { count, superiorName } = await withoutOwnGain(tx, actor.session, () =>
    deactivateMember(tx, userId, { heir, superior: superiorId }),
  );
  const reporting = { subordinates: count, superiorName };
  if (heir === null) {
    await notifyAdmins(tx, actor, 'user_del', `成员“${member.realName}”已离开企业`, {
      userIds: [userId],
    });
    return { moved, ...reporting, jobId: null };
  }
  const payload: ReassignPayload = { from: userId, fromName: member.realName, to: heir };
  return {
    moved,
    ...reporting,
    jobId: await startJob(tx, {
      kind: REASSIGN_JOB,
      title: `交接“${member.realName}”的工作`,
      payload,
      total: moved.reduce((sum, { count }) => sum + count, 0),
      by: actor.userId,
    }),
  };
}

async function notifyCompletion(
  tx: TenantTx,
  { payload: { from, fromName, to }, createdBy, createdAt }: Job<ReassignPayload>,
): Promise<void> {
  const [heir] = await tx.query<{ name: string }>(
    'select real_name as name from upm.member where tenant_id = $1 and user_id = $2',
    [tx.tenant.id, to],
  );
  const noticed = Date.now() - new Date(createdAt).getTime() > NOTICED_MS;
  await notifyAdmins(
    tx,
    { userId: createdBy },
    'user_del',
    `成员“${fromName}”已离开企业，名下的内容已交接给“${heir?.name ?? ''}”`,
    { userIds: [from], self: noticed },
  );
  await postMessage(tx, tx.tenant.id, 'message', {
    userIds: [to],
    typeCode: 'pro_node_trans',
    content: `“${fromName}”已离开企业，名下的内容已交接给你`,
    fromUserId: createdBy,
  });
}

async function runReassignBatch(
  tx: TenantTx,
  { payload, place: at, createdBy }: Job<ReassignPayload>,
  isSame: boolean,
): Promise<BatchResult> {
  const { from, to } = payload;
  const { did, place } = await tx.state
    .of(AssetKinds)
    .reassignBatch(tx, { from, to, by: createdBy, isSame }, at);
  const round = Number(at?.['round'] ?? 1);
  if (place) return { did, place: { ...place, round } };
  if (round < MAX_ROUNDS && (await tx.state.of(AssetKinds).owned(tx, from)).length > 0)
    return { did, place: { round: round + 1 } };
  return { did, place: null };
}

const reassignJob: JobKind<ReassignPayload> = {
  access: 'can:user.manage',
  async runBatch(tx, job) {
    const result = await runReassignBatch(tx, job, false);
    if (result.place === null) await notifyCompletion(tx, job);
    return result;
  },
};

/** Every member who joins with an account of their own begins one: it is listed when it failed. */
const takePlaceJob: JobKind<TakePlacePayload> = {
  access: 'can:user.manage',
  isEndless: true,
  runBatch: (tx, job) => runReassignBatch(tx, job, true),
};

const REASSIGNING_SQL = `tenant_id = $1 and kind in ('${REASSIGN_JOB}', '${TAKE_PLACE_JOB}')
  and state <> 'done'`;
const RUNNING_REASSIGNMENTS_SQL = `from kernel.job where ${REASSIGNING_SQL}
  and payload ->> 'to' = $2`;
/**
 * Running reassignments to a leaving member go to their successor instead: first of all, so that
 * nothing more reaches them.
 */
const pendingReassignments: AssetKind = {
  key: 'upm.handOver',
  title: '正在接手的工作',
  find: (tx, userId) =>
    tx.query<{ title: string }>(`select title ${RUNNING_REASSIGNMENTS_SQL} order by created_at`, [
      tx.tenant.id,
      userId,
    ]),
  transfer: async (tx, { from, to }) => ({
    did: await tx.run(
      `update kernel.job set payload = jsonb_set(payload, '{to}', to_jsonb($3::text))
        where id in (select id ${RUNNING_REASSIGNMENTS_SQL}) and tenant_id = $1`,
      [tx.tenant.id, from, to],
    ),
    place: null,
  }),
};

/**
 * A member cannot come back while the reassignment of what they owned is running: it would take
 * their new work as well. Throws MEMBER_STATE.
 */
export async function checkNotLeaving(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  const [leaver] = await tx.query<{ name: string }>(
    `select payload ->> 'fromName' as name from kernel.job where ${REASSIGNING_SQL}
      and payload ->> 'from' = any($2) limit 1`,
    [tx.tenant.id, userIds],
  );
  if (leaver)
    throw new AppError('MEMBER_STATE', {
      name: leaver.name,
      state: '的工作还在交接',
      deed: '再次邀请',
    });
}

/**
 * Says how handing over is done, and what there is here; before other services say what they have.
 */
export function defineReassignment({ db, jobs }: Pick<Kernel, 'db' | 'jobs'>): void {
  for (const kind of [pendingReassignments, ledDepts, ownedGroups])
    db.state.of(AssetKinds).add(kind);
  jobs.define(REASSIGN_JOB, reassignJob);
  jobs.define(TAKE_PLACE_JOB, takePlaceJob);
}

/** Is everything handed over? */
export async function isReassignmentDone(
  db: Database,
  scope: Scope,
  jobId: string,
): Promise<boolean> {
  return (
    (
      await db.readTenant(
        scope,
        `select from kernel.job where tenant_id = $1 and id = $2 and state = 'done'`,
        [scope.tenant.id, jobId],
        { name: 'upm-hand-over-done' },
      )
    ).length > 0
  );
}
