import type { InputOf } from '../../../contract/index.ts';
import { AppError, schemaOf, type TenantTx } from '../../kernel/index.ts';
import { dropRecordUsages } from '../../storage/index.ts';
import { bumpVersion, recordChange } from '../meta/changes.ts';
import { lockShapes } from '../meta/delete.ts';
import { ObjectApprovals } from '../meta/object-approvals.ts';
import { endAllChanges } from '../meta/type-changes.ts';
import { lockBinned, type Binned } from './binned.ts';

/** What else is stored of an object or a form, by its id, in the order in which it can be deleted. */
export const TABLES_OF = {
  object: [
    'bizmeta.filter_view',
    'bizmeta.custom_view',
    'bizmeta.view_group',
    'bizmeta.comment',
    'bizmeta.record_share',
    'bizmeta.record_share_grant',
    'bizmeta.smart_form',
    'bizmeta.object_index',
    'bizmeta.authority_group',
    'bizmeta.deletion_effect',
    'bizmeta.bulk_change',
    'bizmeta.list_use',
    'bizmeta.type_change',
    'bizmeta.record_export',
    'bizmeta.record_import',
  ],
  form: ['bizmeta.form_file', 'bizmeta.form_submission', 'bizmeta.form_link'],
} as const;
const PAGE_TABLES = ['page_draft', 'page_overlay', 'page_base', 'page'] as const;

/** Objects that stay in the bin and refer to these: they could not be restored any more. */
const REFERRING = `SELECT DISTINCT coalesce(p.label, o.label) AS label FROM bizmeta.field f
  JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  LEFT JOIN bizmeta.field pf ON pf.tenant_id = o.tenant_id AND pf.id = o.parent_field
  LEFT JOIN bizmeta.object p ON p.tenant_id = o.tenant_id AND p.id = pf.object_id
  WHERE f.tenant_id = $1 AND f.ref_object = ANY($2::uuid[]) AND f.removed_at IS NULL
    AND o.id <> ALL($2::uuid[]) LIMIT 5`;

interface Physical {
  readonly id: string;
  readonly no: number;
}

/** Deletes metadata and tables of objects for good. Sub-tables' rows are among them. */
async function purgeObjects(tx: TenantTx, objects: Binned['objects']): Promise<void> {
  const own = [tx.tenant.id, objects.map(({ id }) => id)];
  const all = await tx.query<Physical>(
    `SELECT id, no FROM bizmeta.object WHERE tenant_id = $1 AND (id = ANY($2::uuid[])
      OR parent_field IN (SELECT id FROM bizmeta.field WHERE tenant_id = $1
        AND object_id = ANY($2::uuid[])))`,
    own,
  );
  const ids = [tx.tenant.id, all.map(({ id }) => id)];
  const users = await tx.query<{ label: string }>(REFERRING, ids);
  if (users.length > 0)
    throw new AppError('BIN_NEEDED', {
      label: objects
        .map(({ label }) => label)
        .join('、')
        .slice(0, 60),
      users: users.map(({ label }) => label).join('、'),
    });
  await tx.state.of(ObjectApprovals).work.leave(
    tx,
    objects.map(({ id }) => id),
  );
  await lockShapes(tx, all);
  // What was noted for undoing changes of types goes too.
  await endAllChanges(tx, all);
  for (const table of TABLES_OF.form)
    await tx.run(
      `DELETE FROM ${table} WHERE tenant_id = $1 AND form_id IN (SELECT id FROM bizmeta.smart_form
        WHERE tenant_id = $1 AND object_id = ANY($2::uuid[]))`,
      ids,
    );
  for (const table of TABLES_OF.object)
    await tx.run(`DELETE FROM ${table} WHERE tenant_id = $1 AND object_id = ANY($2::uuid[])`, ids);
  await tx.run(
    'DELETE FROM bizmeta.deletion_effect WHERE tenant_id = $1 AND cause_object = ANY($2::uuid[])',
    ids,
  );
  const starts = objects.map(({ api_name }) => `object.${api_name}.`);
  for (const table of PAGE_TABLES)
    await tx.run(
      `DELETE FROM bizmeta.${table} WHERE tenant_id = $1
        AND EXISTS (SELECT FROM unnest($2::text[]) start WHERE starts_with(key, start))`,
      [tx.tenant.id, starts],
    );
  await dropTables(tx, all, ids);
  await recordChange(
    tx,
    objects.flatMap(({ id, api_name }) => [id, api_name]),
  );
}

async function dropTables(
  tx: TenantTx,
  all: readonly Physical[],
  ids: readonly unknown[],
): Promise<void> {
  const schema = schemaOf(tx.tenant);
  // Removed fields of other objects that pointed here go too: they could not be taken back.
  const joins = await tx.query<{ no: number }>(
    `SELECT no FROM bizmeta.field WHERE tenant_id = $1 AND type = 'lookups'
      AND (object_id = ANY($2::uuid[]) OR ref_object = ANY($2::uuid[]))`,
    ids,
  );
  await tx.run(
    `DELETE FROM bizmeta.field WHERE tenant_id = $1
      AND (object_id = ANY($2::uuid[]) OR ref_object = ANY($2::uuid[]))`,
    ids,
  );
  await tx.run(`DELETE FROM bizmeta.object WHERE tenant_id = $1 AND id = ANY($2::uuid[])`, ids);
  await dropRecordUsages(
    tx,
    all.map(({ no }) => no),
  );
  const tables = [
    ...joins.map(({ no }) => `"${schema}"."l_${no}"`),
    ...all.flatMap(({ no }) => [`"${schema}"."o_${no}_log"`, `"${schema}"."o_${no}"`]),
  ];
  // CASCADE takes foreign keys of removed columns elsewhere along, nothing else.
  if (tables.length > 0) await tx.ddl(`DROP TABLE IF EXISTS ${tables.join(', ')} CASCADE`);
}

/** Deletes what lies in the bin for good. */
export async function purge(tx: TenantTx, input: InputOf<'bizmeta.bin.purge'>): Promise<null> {
  await bumpVersion(tx);
  const { app, objects } = await lockBinned(tx, input);
  await purgeObjects(tx, objects);
  if (app) {
    const own = [tx.tenant.id, app.id];
    // Objects that were deleted before their application stay in the bin, and belong to none.
    await tx.run(
      'UPDATE bizmeta.object SET app_id = NULL WHERE tenant_id = $1 AND app_id = $2::uuid',
      own,
    );
    await tx.run('DELETE FROM bizmeta.app WHERE tenant_id = $1 AND id = $2::uuid', own);
  }
  return null;
}

/** The oldest first: what refers to others was deleted before them. */
const ALL = `SELECT kind, id FROM (
  SELECT 'app' AS kind, id, deleted_at FROM bizmeta.app WHERE tenant_id = $1
  UNION ALL SELECT 'object', id, deleted_at FROM bizmeta.object WHERE tenant_id = $1
    AND parent_field IS NULL AND deleted_with IS NULL) b
  WHERE deleted_at < now() - make_interval(days => $2) ORDER BY deleted_at LIMIT $3::integer`;

/** What has lain in the bin for so many days, at most `most` of it. */
export const binnedFor = (
  tx: TenantTx,
  days: number,
  most: number,
): Promise<InputOf<'bizmeta.bin.purge'>[]> => tx.query(ALL, [tx.tenant.id, days, most]);

/** More wait for the next time: each takes a moment. */
const MOST_AT_ONCE = 50;

/** Deletes everything in the bin for good; answers how much it was. */
export async function emptyBin(tx: TenantTx): Promise<{ count: number }> {
  const things = await binnedFor(tx, 0, MOST_AT_ONCE);
  for (const thing of things) await purge(tx, thing);
  return { count: things.length };
}
