import type { Context, Routes, TenantTx } from '../../kernel/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { lockIds } from '../records/remove.ts';
import type { Parts } from '../parts.ts';
import { binnedObjects } from './binned-objects.ts';
import { checkRestore } from './check.ts';
import { binContents } from './contents.ts';
import { deletionOf } from './deletion.ts';
import { emptyRecordBin } from './empty.ts';
import { listBinned } from './list.ts';
import { purgeRecords } from './purge.ts';

/** Records of each object are counted up to this. */
const COUNTED = 1_000;

/** The bin of the records of each object. */
export function recordBinRoutes(routes: Routes, parts: Parts): void {
  const { db, catalog } = parts;
  const within = <T>(
    ctx: Context,
    object: string,
    work: (tx: TenantTx, view: ObjectCatalogEntry) => Promise<T>,
  ): Promise<T> =>
    db.withTenant(ctx, async (tx) => work(tx, await catalog.enterObject(tx, object)), { object });
  routes.route('bizmeta.record.deletion', ({ object, ids }, ctx) =>
    within(ctx, object, (tx, { table }) => deletionOf(tx, table, ids)),
  );
  routes.route('bizmeta.recordBin.list', ({ object, ...input }, ctx) =>
    within(ctx, object, (tx, { table }) => listBinned(tx, table, input)),
  );
  routes.route('bizmeta.recordBin.check', (input, ctx) => checkRestore(parts, ctx, input));
  routes.route('bizmeta.recordBin.contents', ({ object, ids }, ctx) =>
    within(ctx, object, (tx, { table }) => binContents(tx, table, ids)),
  );
  routes.route('bizmeta.recordBin.purge', ({ object, ids }, ctx) =>
    within(ctx, object, async (tx, { table }) => ({
      count: await purgeRecords(tx, table, await lockIds(tx, table, ids, true)),
    })),
  );
  routes.route('bizmeta.recordBin.empty', ({ object }, ctx) =>
    within(ctx, object, (tx, view) => emptyRecordBin(tx, view, ctx.userId)),
  );
  routes.route('bizmeta.recordBin.objects', (_input, ctx) =>
    db.withTenant(ctx, async (tx) =>
      (await binnedObjects(tx, new Date(Date.now() + 1_000), COUNTED + 1)).map(
        ({ api_name: apiName, label, icon, app_name: appName, count }) => ({
          apiName,
          label,
          icon,
          appName,
          records: Math.min(count, COUNTED),
          more: count > COUNTED,
        }),
      ),
    ),
  );
}
