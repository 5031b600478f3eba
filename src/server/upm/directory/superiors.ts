import { MAX_SUPERIORS, problem, type MemberState } from '../../../contract/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';

/** A superior of a person, near or far. */
export interface Superior {
  id: string;
  realName: string;
  state: MemberState;
}

/**
 * The superiors of a person, the direct one first, at most `levels` of them. Those who are switched
 * off or have not joined are among them, with their state.
 */
export const superiorsOf = (
  tx: TenantTx,
  userId: string,
  levels: number = MAX_SUPERIORS,
): Promise<Superior[]> =>
  tx.query<Superior>(
    `with recursive above(id, level) as (
      select superior_id, 1 from upm.member where tenant_id = $1 and user_id = $2
      union all select m.superior_id, a.level + 1 from above a
        join upm.member m on m.tenant_id = $1 and m.user_id = a.id where a.level < $3)
    select m.user_id as id, m.real_name as "realName", m.state from above a
      join upm.member m on m.tenant_id = $1 and m.user_id = a.id order by a.level`,
    [tx.tenant.id, userId, Math.min(levels, MAX_SUPERIORS)],
  );

/** The member $3 and all above them. */
const ABOVE = `with recursive above(id) as (
    select $3::text union select m.superior_id from above a
      join upm.member m on m.tenant_id = $1 and m.user_id = a.id where m.superior_id is not null)`;
/** Holds when $3 is $2, or reports to $2 through any number of others. */
const IS_BELOW = `${ABOVE} select from above where id = $2`;

/**
 * A member may have this superior: someone who works here and does not report to them. Call
 * lockRoles before. Throws SUPERIOR_UNKNOWN, SUPERIOR_CIRCLE.
 */
export async function checkSuperior(
  tx: TenantTx,
  member: { id: string; realName: string } | null,
  superiorId: string,
): Promise<void> {
  const [superior] = await tx.query<{ name: string }>(
    `select real_name as name from upm.member where tenant_id = $1 and user_id = $2
      and state <> 'left'`,
    [tx.tenant.id, superiorId],
  );
  if (!superior) throw problemsError([problem('/superiorId', 'SUPERIOR_UNKNOWN')]);
  if (!member) return;
  if ((await tx.query(IS_BELOW, [tx.tenant.id, member.id, superiorId])).length > 0)
    throw problemsError([
      problem('/superiorId', 'SUPERIOR_CIRCLE', { name: superior.name, member: member.realName }),
    ]);
}

/** What became of the people who reported to a leaver. */
export interface MovedSubordinates {
  count: number;
  /** Whom they report to now; empty for no one. */
  superiorName: string;
}

/** Whom the leaver reports to; from now on to no one. */
async function takeSuperior(tx: TenantTx, leaverId: string): Promise<string | null> {
  const key = [tx.tenant.id, leaverId];
  const [leaver] = await tx.query<{ above: string | null }>(
    'select superior_id as above from upm.member where tenant_id = $1 and user_id = $2',
    key,
  );
  await tx.run(
    `update upm.member set superior_id = null, version = version + 1 where tenant_id = $1
      and user_id = $2 and superior_id is not null`,
    key,
  );
  return leaver?.above ?? null;
}

/**
 * Gives the subordinates of a leaver to another superior: to the given one, to no one (null), or, when
 * it is left out, to the leaver's own. A subordinate who follows the leaver takes the leaver's place.
 * Call lockRoles before. Throws SUPERIOR_UNKNOWN, SUPERIOR_CIRCLE.
 */
export async function moveSubordinates(
  tx: TenantTx,
  leaverId: string,
  to?: string | null,
): Promise<MovedSubordinates> {
  const above = await takeSuperior(tx, leaverId);
  const superior = to === undefined ? above : to;
  if (superior === leaverId) throw new AppError('MEMBER_SELF', { deed: '把下属交给' });
  if (superior !== null) await prepareFollower(tx, leaverId, superior, above);
  const count = await tx.run(
    `update upm.member set superior_id = $3, version = version + 1 where tenant_id = $1
      and superior_id = $2`,
    [tx.tenant.id, leaverId, superior],
  );
  return { count, superiorName: superior === null ? '' : await nameOf(tx, superior) };
}

async function nameOf(tx: TenantTx, userId: string): Promise<string> {
  const [member] = await tx.query<{ name: string }>(
    'select real_name as name from upm.member where tenant_id = $1 and user_id = $2',
    [tx.tenant.id, userId],
  );
  return member?.name ?? '';
}

/** Who follows the leaver takes their place, and must not be below one of the others. */
async function prepareFollower(
  tx: TenantTx,
  leaverId: string,
  superiorId: string,
  above: string | null,
): Promise<void> {
  await checkSuperior(tx, null, superiorId);
  await tx.run(
    `update upm.member set superior_id = $4, version = version + 1 where tenant_id = $1
      and superior_id = $2 and user_id = $3`,
    [tx.tenant.id, leaverId, superiorId, above],
  );
  const [below] = await tx.query<{ id: string; realName: string }>(
    `${ABOVE} select m.user_id as id, m.real_name as "realName" from above a
      join upm.member m on m.tenant_id = $1 and m.user_id = a.id and m.superior_id = $2 limit 1`,
    [tx.tenant.id, leaverId, superiorId],
  );
  if (below) await checkSuperior(tx, below, superiorId);
}
