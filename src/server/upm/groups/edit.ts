import { v7 as uuid } from 'uuid';
import { problem, type InputOf } from '../../../contract/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import { withoutOwnGain } from '../directory/own-gain.ts';
import type { Viewer as Actor } from '../directory/scope.ts';
import { summarizeUsages, WorkGroupUsages } from '../usages.ts';
import { ModelFinder } from './models.ts';

type Saved = { id: string; version: number };
type Members = NonNullable<InputOf<'busmodel.workGroup.create'>['members']>;

/**
 * Of the locks of a tenant, the one of its work groups: one change at a time, so that names stay
 * unique.
 */
const GROUPS_LOCK = 7311;
const lockGroups = (tx: TenantTx) =>
  tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [GROUPS_LOCK, tx.tenant.id]);

/** Whether no other group has this name. */
export async function isNameFree(
  tx: TenantTx,
  name: string,
  self: string | null,
): Promise<boolean> {
  return (
    (
      await tx.query(
        `select from upm.work_group where tenant_id = $1 and lower(name) = lower($2)
          and ($3::text is null or id <> $3)`,
        [tx.tenant.id, name.trim(), self],
      )
    ).length === 0
  );
}

async function nameOf(tx: TenantTx, given: string, self: string | null): Promise<string> {
  const name = given.trim();
  if (!name) throw problemsError([problem('/name', 'NAME_EMPTY', { what: '工作组名称' })]);
  if (!(await isNameFree(tx, name, self)))
    throw problemsError([problem('/name', 'NAME_TAKEN', { what: '工作组名称', name })]);
  return name;
}

async function checkOwner(tx: TenantTx, ownerId: string): Promise<void> {
  const found = await tx.query(
    `select from upm.member where tenant_id = $1 and user_id = $2 and state = 'active'`,
    [tx.tenant.id, ownerId],
  );
  if (found.length === 0)
    throw problemsError([problem('/ownerId', 'REFERENCE_MISSING', { label: '负责人' })]);
}

/**
 * The three kinds of parts: the column of the link, and where the ids live. Members who left go out
 * with the next save.
 */
const PARTS = [
  ['userIds', 'user_id', `upm.member where tenant_id = $1 and user_id = any($2)`],
  ['deptIds', 'dept_id', 'upm.dept where tenant_id = $1 and id = any($2)'],
  ['roleIds', 'role_id', 'upm.role where tenant_id = $1 and id = any($2)'],
] as const;

const refuseMissing = (count: number): void => {
  if (count > 0) throw new AppError('WORK_GROUP_PARTS_UNKNOWN', { count });
};

async function setMembers(tx: TenantTx, groupId: string, members: Members): Promise<void> {
  await tx.run('delete from upm.work_group_member where tenant_id = $1 and group_id = $2', [
    tx.tenant.id,
    groupId,
  ]);
  for (const [key, column, source] of PARTS) {
    const ids = [...new Set(members[key] ?? [])];
    const id = column === 'user_id' ? 'user_id' : 'id';
    const linked = await tx.run(
      `insert into upm.work_group_member (tenant_id, group_id, ${column}) select $1, $3, ${id}
        from ${source}`,
      [tx.tenant.id, ids, groupId],
    );
    refuseMissing(ids.length - linked);
  }
}

/** What stays keeps its id; what is given twice is one. */
async function setInstances(
  tx: TenantTx,
  groupId: string,
  given: readonly string[],
): Promise<void> {
  const ids = [...new Set(given)];
  const models = await tx.state.of(ModelFinder).find(tx, ids);
  refuseMissing(ids.length - models.length);
  const [kinds, modelIds] = [models.map(({ kind }) => kind), models.map(({ modelId }) => modelId)];
  await tx.run(
    `delete from upm.work_group_instance where tenant_id = $1 and group_id = $2
      and (kind, model_id) not in (select * from unnest($3::text[], $4::text[]))`,
    [tx.tenant.id, groupId, kinds, modelIds],
  );
  await tx.run(
    `insert into upm.work_group_instance (tenant_id, group_id, kind, model_id, id)
      select $1, $2, k, m, i from unnest($3::text[], $4::text[], $5::text[]) as x(k, m, i)
      on conflict (tenant_id, group_id, kind, model_id) do nothing`,
    [tx.tenant.id, groupId, kinds, modelIds, models.map(() => uuid())],
  );
}

/**
 * Makes a work group; its owner is who makes it unless another is given. Throws NAME_EMPTY,
 * NAME_TAKEN, REFERENCE_MISSING (owner), WORK_GROUP_PARTS_UNKNOWN, OWN_RIGHTS.
 */
export async function createGroup(
  tx: TenantTx,
  { userId, session }: Actor,
  {
    name,
    about = '',
    ownerId = userId,
    members = {},
    modelIds = [],
  }: InputOf<'busmodel.workGroup.create'>,
): Promise<Saved> {
  await lockGroups(tx);
  const id = uuid();
  const free = await nameOf(tx, name, null);
  await checkOwner(tx, ownerId);
  await tx.run(
    `insert into upm.work_group (tenant_id, id, name, about, owner_id, created_by)
      values ($1, $2, $3, $4, $5, $6)`,
    [tx.tenant.id, id, free, about.trim(), ownerId, userId],
  );
  await withoutOwnGain(tx, session, () => setMembers(tx, id, members));
  await setInstances(tx, id, modelIds);
  return { id, version: 1 };
}

interface Row {
  id: string;
  name: string;
  about: string;
  owner_id: string;
  version: number;
}

/**
 * Changes what is given, or deletes the group. Throws WORK_GROUP_UNKNOWN, WORK_GROUP_IN_USE,
 * STALE_VERSION and what createGroup throws.
 */
export async function renovateGroup(
  tx: TenantTx,
  { session }: Actor,
  input: InputOf<'busmodel.workGroup.renovate'>,
): Promise<Saved> {
  await lockGroups(tx);
  const [row] = await tx.query<Row>(
    'select id, name, about, owner_id, version from upm.work_group where tenant_id = $1 and id = $2',
    [tx.tenant.id, input.id],
  );
  if (!row) throw new AppError('WORK_GROUP_UNKNOWN');
  if (row.version !== input.version) throw new AppError('STALE_VERSION', {}, { current: row });
  if (input.deleted) {
    const uses = await tx.state.of(WorkGroupUsages).of(tx, row.id);
    if (uses.length > 0)
      throw new AppError('WORK_GROUP_IN_USE', { name: row.name, why: summarizeUsages(uses) });
    await tx.run('delete from upm.work_group where tenant_id = $1 and id = $2', [
      tx.tenant.id,
      row.id,
    ]);
    return { id: row.id, version: row.version };
  }
  const name = input.name === undefined ? row.name : await nameOf(tx, input.name, row.id);
  if (input.ownerId !== undefined && input.ownerId !== row.owner_id)
    await checkOwner(tx, input.ownerId);
  await tx.run(
    `update upm.work_group
      set name = $3, about = $4, owner_id = $5, version = version + 1, updated_at = now()
      where tenant_id = $1 and id = $2`,
    [tx.tenant.id, row.id, name, input.about?.trim() ?? row.about, input.ownerId ?? row.owner_id],
  );
  const { members } = input;
  if (members) await withoutOwnGain(tx, session, () => setMembers(tx, row.id, members));
  if (input.modelIds) await setInstances(tx, row.id, input.modelIds);
  return { id: row.id, version: row.version + 1 };
}
