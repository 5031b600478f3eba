import type { Problem, ShareSubjects } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { setting } from './object.ts';

/** Whom records are shared with, by the columns of a share. */
export interface Subject {
  readonly user: string | null;
  readonly dept: string | null;
  readonly role: string | null;
  readonly workGroup: string | null;
}
const NONE: Subject = { user: null, dept: null, role: null, workGroup: null };

/** The kinds of subjects: what they are called, and where their ids live. */
const KINDS = [
  ['userIds', 'user', '名成员', `SELECT user_id AS id FROM upm.member WHERE state = 'active'`],
  ['deptIds', 'dept', '个部门', 'SELECT id FROM upm.dept WHERE true'],
  ['roleIds', 'role', '个角色', 'SELECT id FROM upm.role WHERE true'],
  ['workGroupIds', 'workGroup', '个工作组', 'SELECT id FROM upm.work_group WHERE true'],
] as const;

/**
 * The subjects given, each once, and what is wrong with them. They stay as they are until the end of
 * the transaction: who leaves meanwhile takes the share along.
 */
export async function subjectsOf(
  tx: TenantTx,
  given: ShareSubjects,
  userId: string,
): Promise<{ subjects: Subject[]; problems: Problem[] }> {
  const subjects: Subject[] = [];
  const problems: Problem[] = [];
  for (const [key, kind, what, source] of KINDS) {
    const ids = [...new Set(given[key] ?? [])];
    subjects.push(...ids.map((id): Subject => ({ ...NONE, [kind]: id })));
    if (ids.length === 0) continue;
    const idColumn = kind === 'user' ? 'user_id' : 'id';
    const found = await tx.query(
      `${source} AND tenant_id = $1 AND ${idColumn} = ANY($2) ORDER BY 1 FOR SHARE`,
      [tx.tenant.id, ids],
    );
    const missing = ids.length - found.length;
    if (missing > 0)
      problems.push(setting(`/subjects/${key}`, `有 ${missing} ${what}不存在或已停用，请重新选择`));
  }
  if (given.userIds?.includes(userId))
    problems.push(setting('/subjects/userIds', '不用分享给自己'));
  if (subjects.length === 0) problems.push(setting('/subjects', '请选择分享给谁'));
  return { subjects, problems };
}
