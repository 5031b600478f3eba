import { isDeepStrictEqual } from 'node:util';
import {
  namesRecord,
  type DescribeInput,
  type ObjectGrant,
  type Problem,
} from '../../../contract/index.ts';
import { fieldMapping, mapExpression, type FieldNames } from '../../../page/index.ts';
import { problemsError, type TenantTx } from '../../kernel/index.ts';
import { renamedFields, shapeOf, type Shape } from '../meta/shape.ts';
import type { ObjectTable } from '../meta/table.ts';
import { conditionProblems, conditionsOf, lookupsOf, setting, type GrantContext } from './check.ts';
import type { StoredGrants } from './stored-grants.ts';

interface Named {
  readonly id: string;
  readonly name: string;
  /** It lies in the bin, where it has no table to ask. */
  readonly binned: boolean;
  /** Its lookups of the object that changes. */
  readonly leading: readonly string[] | null;
}
interface Row {
  readonly id: string;
  readonly name: string;
  readonly grants: StoredGrants;
  /** The object itself, and those with a lookup to it, of which the group grants something. */
  readonly objects: readonly Named[];
}
/**
 * Groups with a condition over the object or over one that looks it up, or a scope through a lookup
 * of it; locked before the object, as their own changes do.
 */
const GROUPS = `WITH reading AS (SELECT o.id, o.api_name AS name, o.deleted_at IS NOT NULL AS binned,
      (SELECT json_agg(x.api_name) FROM bizmeta.field x WHERE x.tenant_id = o.tenant_id
        AND x.object_id = o.id AND x.ref_object = $2::uuid AND x.removed_at IS NULL) AS leading
    FROM bizmeta.object o WHERE o.tenant_id = $1 AND (o.id = $2::uuid OR EXISTS (
      SELECT FROM bizmeta.field x WHERE x.tenant_id = o.tenant_id AND x.object_id = o.id
        AND x.ref_object = $2::uuid AND x.removed_at IS NULL)))
  SELECT g.id, g.name, g.grants, (SELECT json_agg(r ORDER BY r.id) FROM reading r
    WHERE jsonb_exists(g.grants, r.id::text)) AS objects FROM bizmeta.authority_group g
  WHERE g.tenant_id = $1 AND EXISTS (SELECT FROM reading r WHERE jsonb_path_exists(
    g.grants -> r.id::text, '$.scope.* ? (exists(@.condition) || exists(@.through))'))
  ORDER BY g.id FOR UPDATE OF g`;

type Rename = (condition: string) => string;
const same: Rename = (condition) => condition;

/** A condition over the object itself in the names its fields have after a change. */
function renamingOwn(before: Shape, names: FieldNames): Rename {
  const lookups = new Set(
    before.object.fields.flatMap(({ ref_object: leads, api_name: name }) =>
      leads === before.object.id ? [name] : [],
    ),
  );
  const { map, objectOf } = fieldMapping(names);
  const own = (path: readonly string[], rowOf?: string): readonly string[] =>
    path.join('.') === 'user.id' ? path : map(path, rowOf);
  return (condition) =>
    mapExpression(condition, {
      map: (path, rowOf) => own(through(path, lookups, names), rowOf),
      objectOf,
    });
}

/** The same of one over an object with lookups to it. */
const renamingThrough =
  (leading: ReadonlySet<string>, names: FieldNames): Rename =>
  (condition) =>
    mapExpression(condition, { map: (path) => through(path, leading, names) });

/** A path with the field that it reads through a lookup in its new name. */
function through(
  path: readonly string[],
  leading: ReadonlySet<string>,
  { fields }: FieldNames,
): readonly string[] {
  const [lookup = '', field, ...rest] = path;
  return field === undefined || !leading.has(lookup)
    ? path
    : [lookup, fields.get(field) ?? field, ...rest];
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

/** Conditions over one object of a group, while it is followed. */
interface Followed {
  readonly group: Row;
  readonly object: Named;
}

/** Those of other objects that can be read before the change: what is broken already stays so. */
async function readable(
  { tx, catalog }: GrantContext,
  groups: readonly Row[],
  changed: string,
): Promise<Followed[]> {
  const found: Followed[] = [];
  for (const group of groups)
    for (const object of group.objects) {
      const grant = group.grants[object.id]!;
      const isOther = object.id !== changed;
      if (isOther && conditionsOf(grant).length === 0) continue;
      const table =
        isOther && !object.binned
          ? (await catalog.enterAnyObject(tx, object.name)).table
          : undefined;
      if (!table || brokenBy(group.name, grant, table).length === 0) found.push({ group, object });
    }
  return found;
}

/** An object in the bin: names follow, and a field its conditions read through a lookup stays. */
function followedInBin(
  { group, object }: Followed,
  [before, after]: readonly [Shape, Shape],
): { grant: ObjectGrant; problems: Problem[] } {
  const leading = new Set(object.leading);
  const left = new Set(after.object.fields.map(({ id }) => id));
  const gone = new Set(
    before.object.fields.flatMap(({ id, api_name: name }) => (left.has(id) ? [] : [name])),
  );
  let reads = false;
  const rename = renamingThrough(leading, renamedFields(before, after));
  const grant = renamed(group.grants[object.id]!, (condition) => {
    mapExpression(condition, {
      map: (path) => {
        reads ||= leading.has(path[0] ?? '') && gone.has(path[1] ?? '');
        return path;
      },
    });
    return rename(condition);
  });
  const why = `授权组“${group.name}”对回收站里的对象“${object.name}”的条件用到了这里的字段`;
  return { grant, problems: reads ? [setting('/describe/fields', why)] : [] };
}

/** The grants of today; a condition that has lost its meaning is a problem. */
async function followed(
  { tx, catalog }: GrantContext,
  each: Followed,
  [before, after]: readonly [Shape, Shape],
): Promise<{ grant: ObjectGrant; problems: Problem[] }> {
  const { group, object } = each;
  if (object.binned) return followedInBin(each, [before, after]);
  const isOwn = object.id === after.object.id;
  const { table } = await catalog.enterAnyObject(tx, isOwn ? after.object.api_name : object.name);
  const names = renamedFields(before, after);
  const lookups = table.describe.fields
    .filter(({ refObject }) => refObject === after.object.api_name)
    .map(({ apiName }) => apiName);
  const isSame = names.fields.size + names.columns.size === 0;
  const rename = isOwn ? renamingOwn(before, names) : renamingThrough(new Set(lookups), names);
  const grant = renamed(group.grants[object.id]!, isSame ? same : rename);
  return { grant, problems: brokenBy(group.name, grant, table) };
}

/**
 * Changes an object; conditions of groups over it, and over objects that look it up, go by the new
 * names of its fields in the same transaction. A change that leaves a condition without meaning is
 * refused.
 */
export async function followedByAuthority<T>(
  context: GrantContext,
  describe: Pick<DescribeInput, 'id' | 'apiName'>,
  change: () => Promise<T>,
): Promise<T> {
  const { tx, userId } = context;
  const before = await shapeOf(tx, describe);
  const groups = before ? await tx.query<Row>(GROUPS, [tx.tenant.id, before.object.id]) : [];
  const following = before ? await readable(context, groups, before.object.id) : [];
  const answer = await change();
  const after =
    following.length === 0 || !before ? undefined : await shapeOf(tx, { id: before.object.id });
  if (!before || !after) return answer;
  const next = new Map(groups.map((group) => [group, group.grants]));
  const problems: Problem[] = [];
  for (const each of following) {
    const { group, object } = each;
    const now = await followed(context, each, [before, after]);
    problems.push(...now.problems);
    next.set(group, { ...next.get(group), [object.id]: now.grant });
  }
  if (problems.length > 0) throw problemsError(problems);
  for (const [group, grants] of next)
    if (!isDeepStrictEqual(grants, group.grants)) await store(tx, userId, group.id, grants);
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
