import { problem } from '../../../contract/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import { delegateOf, requireManagedDepts, type Viewer as Actor } from '../directory/scope.ts';
import type { Dept } from './changes.ts';

/** A delegated administrator puts departments below ones they manage, not at the top. */
export async function requireManagedPlace(
  tx: TenantTx,
  actor: Actor,
  parentId: string | null,
): Promise<void> {
  if (parentId !== null) return requireManagedDepts(tx, actor, 'org', [parentId]);
  if (delegateOf(actor, 'org') !== null)
    throw problemsError([problem('/parentId', 'SCOPE_DEPT_NEEDED')]);
}

const NAMED = `select from upm.delegation_dept where tenant_id = $1 and dept_id = $2 limit 1`;
/**
 * Departments delegations are given stay in their place: a delegated administrator would change their
 * own scope, or another's. Throws SCOPE_DEPT.
 */
export async function requireInner(
  tx: TenantTx,
  actor: Actor,
  { id, parentId, title }: Dept,
  deed: string,
): Promise<void> {
  const delegate = delegateOf(actor, 'org');
  if (delegate === null) return;
  if ((await tx.query(NAMED, [tx.tenant.id, id])).length > 0)
    throw new AppError('SCOPE_DEPT', { title, why: '是子管理员管理范围的最上级', deed });
  await requireManagedPlace(tx, actor, parentId);
}
