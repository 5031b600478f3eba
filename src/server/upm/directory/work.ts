import { problem, type Problem } from '../../../contract/index.ts';
import { AppError, problemsError, type Session, type TenantTx } from '../../kernel/index.ts';
import { withoutOwnGain } from './own-gain.ts';
import { checkSuperior } from './superiors.ts';

/** What a company knows of a member's work; null takes it away, what is left out stays. */
export interface Work {
  employeeNo?: string | null | undefined;
  jobTitle?: string | null | undefined;
  superiorId?: string | null | undefined;
}

/** Letters and digits of any script, and what numbers are put together with. */
const EMPLOYEE_NO = /^[\p{L}\p{N}](?:[\p{L}\p{N}._/-]*[\p{L}\p{N}])?$/u;
/** What hides or turns text. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
const EXPECTED = {
  employeeNo: '字母和数字，中间可以有点、横线、下划线和斜杠',
  jobTitle: '一行普通文字',
};

/** A number as it is stored, null for none; undefined when it is not one. */
export function employeeNoOf(given: string): string | null | undefined {
  const text = given.normalize('NFKC').trim();
  return text === '' ? null : EMPLOYEE_NO.test(text) ? text : undefined;
}

/** A title as it is stored; undefined when it is not one. */
export function jobTitleOf(given: string): string | undefined {
  const text = given.trim().replace(/[ \t\u3000\u00a0]+/g, ' ');
  return HIDDEN.test(text) ? undefined : text;
}

const badFormat = (name: keyof typeof EXPECTED, label: string): Problem =>
  problem(`/${name}`, 'VALUE_FORMAT', { label, expected: EXPECTED[name] });
/** Why a number or a title of a sheet cannot be taken. */
export const formatFault = (name: keyof typeof EXPECTED): string => `应为${EXPECTED[name]}`;

async function checkFree(tx: TenantTx, userId: string, employeeNo: string): Promise<Problem[]> {
  const taken = await tx.query(
    `select from upm.member where tenant_id = $1 and lower(employee_no) = lower($2)
      and user_id <> $3 and state <> 'left'`,
    [tx.tenant.id, employeeNo, userId],
  );
  return taken.length > 0
    ? [problem('/employeeNo', 'VALUE_TAKEN', { label: '工号', value: employeeNo })]
    : [];
}

/** What is wrong with a superior, at its place. */
async function superiorProblems(
  tx: TenantTx,
  member: WorkingMember,
  superiorId: string | null | undefined,
): Promise<readonly Problem[]> {
  if (!superiorId) return [];
  try {
    await checkSuperior(tx, member, superiorId);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.errors;
  }
}

interface WorkingMember {
  id: string;
  realName: string;
}
const SET_WORK = `update upm.member set
    employee_no = case when $3 then $4 else employee_no end,
    job_title = case when $5 then $6 else job_title end,
    superior_id = case when $7 then $8 else superior_id end
  where tenant_id = $1 and user_id = $2`;

/**
 * Stores what is given of a member's work. Call lockRoles before, so that numbers are given once and
 * no two changes make a circle of superiors. Throws VALUE_FORMAT, VALUE_TAKEN, SUPERIOR_UNKNOWN,
 * SUPERIOR_CIRCLE, OWN_RIGHTS.
 */
export async function setWork(
  tx: TenantTx,
  session: Session,
  member: WorkingMember,
  work: Work,
): Promise<void> {
  const employeeNo = employeeNoOf(work.employeeNo ?? '');
  const jobTitle = jobTitleOf(work.jobTitle ?? '');
  const problems = [
    ...(employeeNo === undefined ? [badFormat('employeeNo', '工号')] : []),
    ...(jobTitle === undefined ? [badFormat('jobTitle', '职务')] : []),
    ...(employeeNo ? await checkFree(tx, member.id, employeeNo) : []),
    ...(await superiorProblems(tx, member, work.superiorId)),
  ];
  if (problems.length > 0) throw problemsError(problems);
  await withoutOwnGain(tx, session, () =>
    tx.run(SET_WORK, [
      tx.tenant.id,
      member.id,
      work.employeeNo !== undefined,
      employeeNo,
      work.jobTitle !== undefined,
      jobTitle,
      work.superiorId !== undefined,
      work.superiorId ?? null,
    ]),
  );
}
