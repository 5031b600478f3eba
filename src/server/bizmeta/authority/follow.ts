import { isDeepStrictEqual } from 'node:util';
import {
  namesRecord,
  type DescribeInput,
  type ObjectGrant,
  type Problem,
} from '../../../contract/index.ts';
import { fieldMapping, mapExpression } from '../../../page/index.ts';
import { problemsError, type TenantTx } from '../../kernel/index.ts';
import { renamedFields, shapeOf, type Shape } from '../meta/shape.ts';
import type { ObjectTable } from '../meta/table.ts';
import { conditionProblems, conditionsOf, lookupsOf, setting, type GrantContext } from './check.ts';
import type { StoredGrants } from './stored-grants.ts';

interface Row {
  id: string;
  name: string;
  grants: StoredGrants;
}
/**
 * Groups with a condition over the object, or a scope through a lookup of it; locked before the
 * object, as their own changes do.
 */
const GROUPS = `SELECT g.id, g.name, g.grants FROM bizmeta.authority_group g
  WHERE g.tenant_id = $1 AND jsonb_path_exists(g.grants -> $2::text,
    '$.scope.* ? (exists(@.condition) || exists(@.through))')
  ORDER BY g.id FOR UPDATE`;

/** A condition in the names the object's fields have after a change. */
function renaming(before: Shape, after: Shape): (condition: string) => string {
  const names = renamedFields(before, after);
  if (names.fields.size + names.columns.size === 0) return (condition) => condition;
  const { map, objectOf } = fieldMapping(names);
  return (condition) =>
    mapExpression(condition, {
      map: (path, rowOf) => (path.join('.') === 'user.id' ? path : map(path, rowOf)),
      objectOf,
    });
}

/** The grant with its conditions in other names. */
function renamed(grant: ObjectGrant, name: (condition: string) => string): ObjectGrant {
  const conditions = conditionsOf(grant).map(([op, condition]) => [
    op,
    { condition: name(condition) },
  ]);
  return { ...grant, scope: { ...grant.scope, ...Object.fromEntries(conditions) } };
}

/** Conditions and lookups of a group that the changed object leaves without meaning. */
function brokenBy(group: string, grant: ObjectGrant, table: ObjectTable): Problem[] {
  const at = '/describe/fields';
  const lookups = new Set(
    table.describe.fields.flatMap(({ id, type }) => (namesRecord(type) ? [id] : [])),
  );
  const gone = lookupsOf(grant).filter((id) => !lookups.has(id));
  return [
    ...conditionsOf(grant)
      .flatMap(([, condition]) => conditionProblems(condition, table, '', at))
      .map(({ path, params }) =>
        setting(path, `授权组“${group}”的条件用到了这里的字段：${String(params?.['why'] ?? '')}`),
      ),
    ...gone.map(() => setting(at, `授权组“${group}”的范围用到了这里的关联字段`)),
  ];
}

/**
 * Changes an object; conditions of groups over it go by the new names of its fields in the same
 * transaction. A change that leaves a condition without meaning is refused.
 */
export async function followedByAuthority<T>(
  { tx, catalog, userId }: GrantContext,
  describe: Pick<DescribeInput, 'id' | 'apiName'>,
  change: () => Promise<T>,
): Promise<T> {
  const before = await shapeOf(tx, describe);
  const groups = before ? await tx.query<Row>(GROUPS, [tx.tenant.id, before.object.id]) : [];
  const answer = await change();
  const after =
    groups.length === 0 || !before ? undefined : await shapeOf(tx, { id: before.object.id });
  if (!before || !after) return answer;
  const { id, api_name: apiName } = after.object;
  const { table } = await catalog.enterAnyObject(tx, apiName);
  const name = renaming(before, after);
  const next = groups.map((group) => ({ ...group, grant: renamed(group.grants[id]!, name) }));
  const problems = next.flatMap((group) => brokenBy(group.name, group.grant, table));
  if (problems.length > 0) throw problemsError(problems);
  for (const { id: group, grants, grant } of next)
    if (!isDeepStrictEqual(grant, grants[id]))
      await store(tx, userId, group, { ...grants, [id]: grant });
  return answer;
}

const store = (
  tx: TenantTx,
  userId: string,
  group: string,
  grants: StoredGrants,
): Promise<number> =>
  tx.run(
    `UPDATE bizmeta.authority_group SET grants = $3, version = version + 1, updated_at = now(),
      updated_by = $4 WHERE tenant_id = $1 AND id = $2::uuid`,
    [tx.tenant.id, group, JSON.stringify(grants), userId],
  );
