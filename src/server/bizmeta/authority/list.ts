import type { DataOf, InputOf } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { appsOf, ownPages } from './entry.ts';
import { memberNames } from './members.ts';
import { grantedObjects, objectChoices } from './objects.ts';
import { answered, groupRows, isWithin } from './rows.ts';

type Listed = DataOf<'bizmeta.authgroup.list'>;
type Found = Pick<Listed, 'groups' | 'objects'>;

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
  return {
    ...found,
    groups,
    names: await memberNames(tx, groups),
    pages: await ownPages(tx, null),
    apps: await appsOf(tx, null),
  };
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
