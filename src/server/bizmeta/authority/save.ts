import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import {
  MAX_AUTHORITY_GROUPS,
  MAX_GRANTED_OBJECTS,
  problem,
  type AuthorityGroup,
  type Grants,
  type GroupMembers,
  type InputOf,
  type Problem,
} from '../../../contract/index.ts';
import { AppError, problemsError, uniqueViolation, type TenantTx } from '../../kernel/index.ts';
import { labelProblem } from '../meta/names.ts';
import { grantProblems, setting, type GrantContext } from './check.ts';
import { noteLookups } from './lookups.ts';
import { entryProblems, grantedPages, viewProblems } from './entry.ts';
import { setMembers } from './members.ts';
import { grantedObjects, objectChoices } from './objects.ts';
import { PRESETS } from './presets.ts';
import { answered, isWithin, lockGroup, type Entry, type GroupRow, type Place } from './rows.ts';
import { inIds, type StoredGrants } from './stored-grants.ts';

type CreateInput = InputOf<'bizmeta.authgroup.create'>;
type UpdateInput = InputOf<'bizmeta.authgroup.update'>;

/** Creations follow each other, so that the limit holds. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('authority groups of ' || $1, 0))`;

function refuse(problems: Problem[]): void {
  if (problems.length > 0) throw problemsError(problems);
}

/** Throws APP_UNKNOWN, OBJECT_UNKNOWN. */
async function placeOf(
  tx: TenantTx,
  { scopeType, scopeId = '' }: Pick<CreateInput, 'scopeType' | 'scopeId'>,
): Promise<Place> {
  if (scopeType === 'project') return { scopeType, appId: null, objectId: null };
  if (scopeType === 'object') {
    const [object] = await grantedObjects(tx, { names: [scopeId] });
    if (!object)
      throw problemsError([problem('/scopeId', 'OBJECT_UNKNOWN', { name: scopeId.slice(0, 60) })]);
    return { scopeType, appId: null, objectId: object.id };
  }
  const [app] = await tx.query<{ id: string }>(
    `SELECT id FROM bizmeta.app WHERE tenant_id = $1 AND id::text = $2 AND deleted_at IS NULL
      FOR KEY SHARE`,
    [tx.tenant.id, scopeId],
  );
  if (!app) throw problemsError([problem('/scopeId', 'APP_UNKNOWN')]);
  return { scopeType, appId: app.id, objectId: null };
}

/** Grants as they are stored. */
interface Stored extends Entry {
  readonly grants: StoredGrants;
}
const NOTHING: Stored = { grants: {}, pages: [], apps: [] };

/** Grants as they are stored, checked. */
async function storedOf(
  context: GrantContext,
  grants: Grants,
  place: Place,
  was: Stored = NOTHING,
): Promise<Stored> {
  const { tx } = context;
  const names = Object.keys(grants.objects);
  const objects = await grantedObjects(tx, { ids: Object.keys(was.grants), names });
  refuse([
    ...(await grantProblems(context, grants, objects, place)),
    ...(await viewProblems(tx, grants, objects, viewsOf(was.grants))),
    ...(await entryProblems(tx, grants, place, was)),
  ]);
  const inPlace = objects.filter((object) => isWithin(place, object));
  return {
    grants: inIds(grants, inPlace, was.grants),
    pages: grantedPages(grants),
    apps: grants.apps ?? [],
  };
}

const viewsOf = (grants: StoredGrants): Map<string, readonly string[]> =>
  new Map(Object.entries(grants).map(([id, { views = [] }]) => [id, views]));

/** The preset asked for, on every object of the place. Throws AUTH_GROUP_SETTING. */
async function presetOf(
  tx: TenantTx,
  { preset, scopeType, scopeId }: CreateInput,
): Promise<Grants> {
  if (preset === undefined) return { objects: {} };
  const found = PRESETS.find(({ key }) => key === preset);
  if (!found) throw problemsError([setting('/preset', '没有这种预设')]);
  const objects = await objectChoices(tx, {
    ...(scopeType === 'app' && { appId: scopeId ?? '' }),
    ...(scopeType === 'object' && { apiName: scopeId ?? '' }),
  });
  return {
    objects: Object.fromEntries(
      objects.slice(0, MAX_GRANTED_OBJECTS).map(({ apiName }) => [apiName, found.grant]),
    ),
  };
}

/** The unique index decides between two who take the same name at the same time. */
async function withNameConflict<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (uniqueViolation(error) !== 'authority_group_name') throw error;
    throw problemsError([problem('/name', 'NAME_TAKEN', { what: '授权组名称', name })]);
  }
}
function checkName(name: string): void {
  const wrong = labelProblem('/name', '授权组名称', name);
  if (wrong) refuse([wrong]);
}

const isAnybody = (members: GroupMembers): boolean =>
  Object.values(members).some((ids) => ids.length > 0);
function checkType(type: AuthorityGroup['type'], members: GroupMembers | undefined): void {
  if (type === 'default' && members && isAnybody(members))
    refuse([setting('/members', '默认授权组包含企业的全部成员，不能另选成员')]);
}

/**
 * Makes a group. Throws APP_UNKNOWN, OBJECT_UNKNOWN (its place), NAME_EMPTY, NAME_TAKEN,
 * AUTH_GROUP_SETTING, EXPRESSION_INVALID.
 */
export async function createGroup(
  context: GrantContext,
  input: CreateInput,
): Promise<{ id: string }> {
  const { tx, userId } = context;
  const { type = 'custom', members } = input;
  const name = input.name.trim();
  checkName(name);
  checkType(type, members);
  await tx.query(LOCK, [tx.tenant.id]);
  const [row] = await tx.query<{ n: number; last: number }>(
    `SELECT count(*)::integer AS n, coalesce(max(ord), 0) AS last FROM bizmeta.authority_group
      WHERE tenant_id = $1`,
    [tx.tenant.id],
  );
  if (row!.n >= MAX_AUTHORITY_GROUPS)
    refuse([setting('', `一个企业最多 ${MAX_AUTHORITY_GROUPS} 个授权组`)]);
  const place = await placeOf(tx, input);
  const stored = await storedOf(context, input.grants ?? (await presetOf(tx, input)), place);
  const id = uuidv7();
  await withNameConflict(name, () =>
    tx.run(
      `INSERT INTO bizmeta.authority_group (tenant_id, id, scope_type, app_id, object_id, name,
        type, grants, ord, created_by, updated_by, pages, apps)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12)`,
      [
        tx.tenant.id,
        id,
        place.scopeType,
        place.appId,
        place.objectId,
        name,
        type,
        JSON.stringify(stored.grants),
        row!.last + 1,
        userId,
        stored.pages,
        stored.apps,
      ],
    ),
  );
  if (members) refuse(await setMembers(tx, id, members));
  await noteLookups(tx, stored.grants);
  return { id };
}

/** Throws AUTH_GROUP_UNKNOWN, STALE_VERSION. */
async function lockAt(
  tx: TenantTx,
  { id, version }: { id: string; version?: number | undefined },
): Promise<GroupRow> {
  const row = await lockGroup(tx, id);
  if (version !== undefined && version !== row.version)
    throw new AppError('STALE_VERSION', {}, { current: (await answered(tx, [row]))[0] });
  return row;
}
const answerOf = async (tx: TenantTx, id: string): Promise<AuthorityGroup> =>
  (await answered(tx, [await lockGroup(tx, id)]))[0]!;

/**
 * Changes what is given. Throws AUTH_GROUP_UNKNOWN, STALE_VERSION and what createGroup throws but
 * of the place, which stays.
 */
export async function updateGroup(
  context: GrantContext,
  input: UpdateInput,
): Promise<AuthorityGroup> {
  const { tx, userId } = context;
  const row = await lockAt(tx, input);
  const name = input.name?.trim() ?? row.name;
  const { type = row.type, enabled = row.enabled, order = row.order, members, grants } = input;
  checkName(name);
  checkType(type, members);
  const stored = grants ? await storedOf(context, grants, row, row) : row;
  await withNameConflict(name, () =>
    tx.run(
      `UPDATE bizmeta.authority_group SET name = $3, type = $4, enabled = $5, ord = $6,
        grants = $7, pages = $9, apps = $10, version = version + 1, updated_at = now(),
        updated_by = $8 WHERE tenant_id = $1 AND id = $2::uuid`,
      [
        ...[
          tx.tenant.id,
          row.id,
          name,
          type,
          enabled,
          order,
          JSON.stringify(stored.grants),
          userId,
        ],
        ...[stored.pages, stored.apps],
      ],
    ),
  );
  const next = type === 'default' ? {} : members;
  if (next && !isDeepStrictEqual(next, row.members)) refuse(await setMembers(tx, row.id, next));
  if (grants) await noteLookups(tx, stored.grants);
  return answerOf(tx, row.id);
}

/** Throws AUTH_GROUP_UNKNOWN, STALE_VERSION. */
export async function removeGroup(
  { tx }: GrantContext,
  input: InputOf<'bizmeta.authgroup.remove'>,
): Promise<null> {
  const { id } = await lockAt(tx, input);
  await tx.run('DELETE FROM bizmeta.authority_group WHERE tenant_id = $1 AND id = $2::uuid', [
    tx.tenant.id,
    id,
  ]);
  return null;
}

/** The groups in this order; those that are not given come after, in theirs. */
export async function sortGroups(
  tx: TenantTx,
  { ids }: InputOf<'bizmeta.authgroup.sort'>,
): Promise<null> {
  await tx.query(LOCK, [tx.tenant.id]);
  await tx.run(
    `UPDATE bizmeta.authority_group g SET ord = n.ord FROM (SELECT id, row_number() OVER (
        ORDER BY array_position($2::text[], id::text) NULLS LAST, ord, id)::integer AS ord
      FROM bizmeta.authority_group WHERE tenant_id = $1) n
    WHERE g.tenant_id = $1 AND g.id = n.id AND g.ord <> n.ord`,
    [tx.tenant.id, ids],
  );
  return null;
}
