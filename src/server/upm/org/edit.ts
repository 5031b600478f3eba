import { v7 as uuid } from 'uuid';
import { isAuthorized, type DataOf, type InputOf } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import {
  checkPlace,
  checkRoom,
  checkTitle,
  findDept,
  lockOrg,
  parentOf,
  putBefore,
  departmentTitleOf,
  type Dept,
} from './changes.ts';
import { loseDept } from '../delegations/edit.ts';
import { withoutOwnGain } from '../directory/own-gain.ts';
import { requireManagedDepts, type Viewer as Actor } from '../directory/scope.ts';
import { requireInner, requireManagedPlace } from './managed.ts';
import { setOwners } from './owners.ts';
import { summarizeUsages, type Usage } from '../usages.ts';
import { DeptUsages } from './uses.ts';

interface Changed {
  id: string;
  version: number;
}

/**
 * Makes a department. Throws NAME_EMPTY, NAME_TOO_LONG, NAME_TAKEN, DEPT_UNKNOWN, DEPT_TOO_DEEP,
 * DEPT_FULL, MEMBER_UNKNOWN.
 */
export async function addDept(
  tx: TenantTx,
  actor: Actor,
  { title: given, parentId = null, beforeId = null, ownerIds }: InputOf<'upm.org.addOrgGroup'>,
): Promise<Changed> {
  await lockOrg(tx);
  const title = departmentTitleOf(given);
  const parent = parentOf(parentId);
  await checkRoom(tx);
  await requireManagedPlace(tx, actor, parent);
  await checkPlace(tx, parent);
  await checkTitle(tx, parent, title);
  const id = uuid();
  await tx.run('insert into upm.dept (tenant_id, id, parent_id, title) values ($1, $2, $3, $4)', [
    tx.tenant.id,
    id,
    parent,
    title,
  ]);
  await putBefore(tx, id, parent, beforeId);
  await setOwners(tx, actor, id, ownerIds ?? []);
  return { id, version: 1 };
}

async function move(
  tx: TenantTx,
  dept: Dept,
  parent: string | null,
  beforeId: string | null | undefined,
): Promise<void> {
  // A form that names the parent it has already leaves its place among the siblings.
  if (parent === dept.parentId && beforeId === undefined) return;
  if (parent !== dept.parentId) {
    await checkPlace(tx, parent, dept);
    await tx.run('update upm.dept set parent_id = $3 where tenant_id = $1 and id = $2', [
      tx.tenant.id,
      dept.id,
      parent,
    ]);
  }
  await putBefore(tx, dept.id, parent, beforeId ?? null);
}

type Update = InputOf<'upm.org.updateOrgGroup'>;
type Moved = DataOf<'upm.org.updateOrgGroup'>['moved'];

/** Where a department is now, before it moves: with the sibling behind it. */
async function placeOf(tx: TenantTx, dept: Dept): Promise<{ beforeId: string | null }> {
  const siblings = await tx.query<{ id: string }>(
    `select id from upm.dept where tenant_id = $1 and parent_id is not distinct from $2
      order by sort, id`,
    [tx.tenant.id, dept.parentId],
  );
  const at = siblings.findIndex(({ id }) => id === dept.id);
  return { beforeId: siblings[at + 1]?.id ?? null };
}

async function moveAndRemember(
  tx: TenantTx,
  dept: Dept,
  parent: string | null,
  beforeId: string | null | undefined,
): Promise<Moved> {
  const { beforeId: before } = await placeOf(tx, dept);
  await move(tx, dept, parent, beforeId);
  const into = parent === null ? '' : (await findDept(tx, parent)).title;
  return {
    title: dept.title,
    into,
    back: { id: dept.id, parentId: dept.parentId, beforeId: before },
  };
}

/**
 * A delegated administrator needs the part of the function, and moves a department only from and to
 * below one they manage. Throws FORBIDDEN, SCOPE_DEPT, DEPT_UNKNOWN.
 */
async function checkMayEdit(
  tx: TenantTx,
  actor: Actor,
  dept: Dept,
  { input, parent, moves }: { input: Update; parent: string | null; moves: boolean },
): Promise<void> {
  const edits = input.title !== undefined || input.ownerIds !== undefined;
  if (edits && !isAuthorized('can:org.edit', actor.session)) throw new AppError('FORBIDDEN');
  if (!moves) return;
  if (!isAuthorized('can:org.move', actor.session)) throw new AppError('FORBIDDEN');
  await requireInner(tx, actor, dept, '移动');
  await requireManagedPlace(tx, actor, parent);
}

/**
 * Changes the given properties of a department. Throws also DEPT_CIRCLE, and STALE_VERSION after a
 * concurrent change.
 */
export async function updateDept(
  tx: TenantTx,
  actor: Actor,
  input: Update,
): Promise<DataOf<'upm.org.updateOrgGroup'>> {
  await lockOrg(tx);
  const dept = await findDept(tx, input.id);
  await requireManagedDepts(tx, actor, 'org', [dept.id]);
  if (input.version !== undefined && dept.version !== input.version)
    throw new AppError('STALE_VERSION', {}, { current: dept });
  const title = input.title === undefined ? dept.title : departmentTitleOf(input.title);
  const parent = input.parentId === undefined ? dept.parentId : parentOf(input.parentId);
  if (title !== dept.title || parent !== dept.parentId)
    await checkTitle(tx, parent, title, dept.id);
  const moves = parent !== dept.parentId || input.beforeId !== undefined;
  await checkMayEdit(tx, actor, dept, { input, parent, moves });
  // What a department is below decides whose data its people, and those above it, have.
  const moved = moves
    ? await withoutOwnGain(tx, actor.session, () =>
        moveAndRemember(tx, dept, parent, input.beforeId),
      )
    : null;
  if (input.ownerIds !== undefined) await setOwners(tx, actor, dept.id, input.ownerIds ?? []);
  await tx.run(
    'update upm.dept set title = $3, version = version + 1 where tenant_id = $1 and id = $2',
    [tx.tenant.id, dept.id, title],
  );
  return { id: dept.id, version: dept.version + 1, moved };
}

/**
 * What keeps a department from being deleted: how many are below it and in it, and what names it.
 */
export async function blockersOf(
  tx: TenantTx,
  id: string,
): Promise<{ below: number; people: number; uses: Usage[] }> {
  const [there] = await tx.query<{ below: number; people: number }>(
    `select
    (select count(*) from upm.dept where tenant_id = $1 and parent_id = $2) as below,
    (select count(*) from upm.user_dept where tenant_id = $1 and dept_id = $2) as people`,
    [tx.tenant.id, id],
  );
  return {
    below: there?.below ?? 0,
    people: there?.people ?? 0,
    uses: await tx.state.of(DeptUsages).of(tx, id),
  };
}

function blockedReason({ below, people, uses }: Awaited<ReturnType<typeof blockersOf>>): string {
  const there = [
    ...(below ? [`${below} 个下级部门`] : []),
    ...(people ? [`${people} 名成员`] : []),
  ];
  return [
    ...(there.length > 0 ? [`还有 ${there.join('、')}`] : []),
    ...(uses.length > 0 ? [`正被使用：${summarizeUsages(uses)}`] : []),
  ].join('，并');
}

/**
 * Deletes an empty department nothing names; delegated administrators who manage it lose it. Throws
 * DEPT_IN_USE, DEPT_UNKNOWN, SCOPE_DEPT.
 */
export async function deleteDept(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  await lockOrg(tx);
  const dept = await findDept(tx, id);
  await requireManagedDepts(tx, actor, 'org', [id]);
  await requireInner(tx, actor, dept, '删除');
  const why = blockedReason(await blockersOf(tx, id));
  if (why) throw new AppError('DEPT_IN_USE', { title: dept.title, why });
  await loseDept(tx, actor, dept);
  await tx.run('delete from upm.dept where tenant_id = $1 and id = $2', [tx.tenant.id, id]);
  return { id };
}
