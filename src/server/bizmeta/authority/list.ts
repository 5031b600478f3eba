import type { DataOf, DefaultAccess, InputOf } from '../../../contract/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import { bumpVersion, recordChange } from '../meta/changes.ts';
import { setting } from './check.ts';
import { memberNames } from './members.ts';
import { grantedObjects, NEW_OBJECTS, objectChoices } from './objects.ts';
import { answered, groupRows, isWithin } from './rows.ts';

type Listed = DataOf<'bizmeta.authgroup.list'>;
type Found = Omit<Listed, 'names'>;

/** Groups of every place that are about one object: of its own, or with a grant on it. */
async function groupsAbout(tx: TenantTx, apiName: string): Promise<Listed['groups']> {
  const [object] = await grantedObjects(tx, { names: [apiName] });
  if (!object) throw new AppError('OBJECT_UNKNOWN', { name: apiName.slice(0, 60) });
  const rows = await groupRows(tx, '(g.object_id = $2::uuid OR g.grants ? $2::text)', [object.id]);
  return answered(
    tx,
    rows.filter((row) => isWithin(row, object)),
  );
}

/** One group, with the objects it may be about; none when it is not there. */
async function oneGroup(tx: TenantTx, id: string): Promise<Found> {
  const rows = await groupRows(tx, 'g.id::text = $2', [id]);
  const [group] = await answered(tx, rows);
  if (!group) return { groups: [], objects: [] };
  const objects = await objectChoices(tx, {
    ...(group.scopeType === 'app' && { appId: group.scopeId }),
    ...(group.scopeType === 'object' && { apiName: group.scopeId }),
  });
  return { groups: [group], objects };
}

/** Groups of a place, or of all; or those about one object. Throws OBJECT_UNKNOWN. */
export async function listGroups(
  tx: TenantTx,
  input: InputOf<'bizmeta.authgroup.list'>,
): Promise<Listed> {
  const found = input.id === undefined ? await groupsIn(tx, input) : await oneGroup(tx, input.id);
  const groups = found.groups.filter(({ type }) => type === (input.type ?? type));
  return { ...found, groups, names: await memberNames(tx, groups) };
}

async function groupsIn(
  tx: TenantTx,
  { scopeType, scopeId, objectApiName }: InputOf<'bizmeta.authgroup.list'>,
): Promise<Found> {
  const isOf = (type: typeof scopeType) => scopeType === type && scopeId !== undefined;
  const choice = {
    ...(isOf('app') && { appId: scopeId }),
    ...(isOf('object') && { apiName: scopeId }),
    ...(objectApiName !== undefined && { apiName: objectApiName }),
  };
  const objects = await objectChoices(tx, choice);
  if (objectApiName !== undefined) {
    const about = await groupsAbout(tx, objectApiName);
    return {
      objects,
      groups: about.filter(
        (group) =>
          (scopeType === undefined || group.scopeType === scopeType) &&
          (scopeId === undefined || group.scopeId === scopeId),
      ),
    };
  }
  const rows = await groupRows(
    tx,
    `($2::text IS NULL OR g.scope_type = $2)
      AND ($3::text IS NULL OR coalesce(g.app_id::text, o.api_name, '') = $3)`,
    [scopeType ?? null, scopeId ?? null],
  );
  return { objects, groups: await answered(tx, rows) };
}

type Config = InputOf<'bizmeta.authgroup.config'>;
/**
 * Opens or closes an object or, without one, those that will be made; or says which they are. Throws
 * OBJECT_UNKNOWN, AUTH_GROUP_SETTING.
 */
export async function configure(
  tx: TenantTx,
  { objectApiName, defaultAccess, newObjects }: Config,
): Promise<DataOf<'bizmeta.authgroup.config'>> {
  if (objectApiName !== undefined && newObjects !== undefined)
    throw problemsError([
      setting('/newObjects', '新建对象的默认权限属于企业，不能同时指定一个对象'),
    ]);
  if (objectApiName === undefined && defaultAccess !== undefined)
    throw problemsError([setting('/objectApiName', '请指定是哪个对象')]);
  if (objectApiName !== undefined) return configureObject(tx, objectApiName, defaultAccess);
  if (newObjects !== undefined)
    await tx.run(
      `INSERT INTO bizmeta.access_setting (tenant_id, new_objects) VALUES ($1, $2)
        ON CONFLICT (tenant_id) DO UPDATE SET new_objects = excluded.new_objects`,
      [tx.tenant.id, newObjects],
    );
  const [company] = await tx.query<{ newObjects: DefaultAccess }>(
    `SELECT ${NEW_OBJECTS} AS "newObjects"`,
    [tx.tenant.id],
  );
  return company!;
}

async function configureObject(
  tx: TenantTx,
  objectApiName: string,
  defaultAccess: DefaultAccess | undefined,
) {
  const [object] = await objectChoices(tx, { apiName: objectApiName });
  if (!object) throw new AppError('OBJECT_UNKNOWN', { name: objectApiName.slice(0, 60) });
  if (defaultAccess !== undefined && defaultAccess !== object.defaultAccess) {
    await bumpVersion(tx);
    await tx.run(
      `UPDATE bizmeta.object SET default_access = $3 WHERE tenant_id = $1 AND api_name = $2
        AND deleted_at IS NULL AND parent_field IS NULL`,
      [tx.tenant.id, objectApiName, defaultAccess],
    );
    await recordChange(tx, [objectApiName]);
  }
  return { objectApiName, defaultAccess: defaultAccess ?? object.defaultAccess };
}
