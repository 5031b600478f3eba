import { problem, type DataOf, type InputOf } from '../../../contract/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import { lockApps, requireAppRoom } from '../apps/apps.ts';
import { freeAppNames } from '../apps/names.ts';
import { bumpVersion, recordChange } from '../meta/changes.ts';
import { requireObjectRoom } from '../meta/room.ts';
import { noteForBuilders, notedOf } from '../meta/tell.ts';
import { lockBinned, type Binned, type BinnedObject } from './binned.ts';

const OWN_ROWS = `SELECT x.id FROM bizmeta.field x WHERE x.tenant_id = $1
  AND x.object_id = ANY($2::uuid[])`;
const RESTORE = `UPDATE bizmeta.object SET deleted_at = NULL, deleted_by = NULL, deleted_with = NULL
  WHERE tenant_id = $1 AND (id = ANY($2::uuid[]) OR parent_field = ANY(ARRAY(${OWN_ROWS})))`;
/** An object that is in the bin and not among those to restore, but is referred to by one. */
const NEEDED = `SELECT o.label, r.label AS needs FROM bizmeta.field f
  JOIN bizmeta.object r ON r.tenant_id = f.tenant_id AND r.id = f.ref_object
    AND r.deleted_at IS NOT NULL
  JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  WHERE f.tenant_id = $1 AND f.removed_at IS NULL AND r.id <> ALL($2::uuid[])
    AND (o.id = ANY($2::uuid[]) OR o.parent_field = ANY(ARRAY(${OWN_ROWS}))) LIMIT 1`;

async function checkNeeds(tx: TenantTx, ids: readonly string[]): Promise<void> {
  const [missing] = await tx.query<{ label: string; needs: string }>(NEEDED, [tx.tenant.id, ids]);
  if (missing) throw new AppError('BIN_NEEDS', missing);
}

/** Names were free before they were reserved for the bin: another object may have taken one. */
async function checkNames(tx: TenantTx, objects: readonly BinnedObject[]): Promise<void> {
  const taken = await tx.query<{ api_name: string }>(
    `SELECT api_name FROM bizmeta.object WHERE tenant_id = $1 AND deleted_at IS NULL
      AND parent_field IS NULL AND lower(api_name) = ANY($2)`,
    [tx.tenant.id, objects.map(({ api_name }) => api_name.toLowerCase())],
  );
  if (taken[0])
    throw problemsError([problem('', 'NAME_TAKEN', { what: '对象标识', name: taken[0].api_name })]);
}

async function restoreApp(tx: TenantTx, { id, name, domain }: NonNullable<Binned['app']>) {
  await lockApps(tx);
  await requireAppRoom(tx);
  const free = (await freeAppNames(tx))(name);
  await tx.run(
    `UPDATE bizmeta.app a SET deleted_at = NULL, deleted_by = NULL, name = $3,
      domain = CASE WHEN EXISTS (SELECT FROM bizmeta.app b WHERE b.tenant_id = $1 AND b.domain = $4
        AND b.deleted_at IS NULL) THEN NULL ELSE domain END, version = version + 1
      WHERE tenant_id = $1 AND id = $2::uuid`,
    [tx.tenant.id, id, free, domain],
  );
  return free;
}

/**
 * Takes an application with its objects, or an object, out of the bin, whole. An object whose
 * application is gone belongs to none.
 */
export async function restore(
  tx: TenantTx,
  input: InputOf<'bizmeta.bin.restore'>,
): Promise<DataOf<'bizmeta.bin.restore'>> {
  await bumpVersion(tx);
  const { app, objects, name } = await lockBinned(tx, input);
  const ids = objects.map(({ id }) => id);
  await checkNeeds(tx, ids);
  await checkNames(tx, objects);
  await requireObjectRoom(tx, objects.length);
  const restored = app ? await restoreApp(tx, app) : name;
  await recordChange(
    tx,
    objects.flatMap(({ id, api_name }) => [id, api_name]),
  );
  await tx.run(RESTORE, [tx.tenant.id, ids]);
  noteForBuilders(tx, 'restored', objects.map(notedOf));
  await tx.run(
    `UPDATE bizmeta.object o SET app_id = NULL WHERE tenant_id = $1 AND id = ANY($2::uuid[])
      AND EXISTS (SELECT FROM bizmeta.app a WHERE a.tenant_id = o.tenant_id AND a.id = o.app_id
        AND a.deleted_at IS NOT NULL)`,
    [tx.tenant.id, ids],
  );
  return { name: restored };
}
