import type { Context, Routes } from '../../kernel/index.ts';
import { requireEvery, requireOp, requireRecords } from '../records/permitted.ts';
import type { WriteContext } from '../records/write-context.ts';
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
  const { db, catalog, people, services } = parts;
  /** Work with deleted records, for those who may delete some. */
  const within = <T>(
    ctx: Context,
    object: string,
    work: (writing: WriteContext) => Promise<T>,
  ): Promise<T> =>
    db.withTenant(
      ctx,
      async (tx) => {
        const view = await catalog.enterWhole(tx, object);
        const access = await people.accessIn(tx);
        const writing = { tx, view, access, services, userId: ctx.userId };
        requireOp(writing, 'delete');
        return work(writing);
      },
      { object },
    );
  routes.route('bizmeta.record.deletion', ({ object, ids }, ctx) =>
    within(ctx, object, (writing) => deletionOf(writing, ids)),
  );
  routes.route('bizmeta.recordBin.list', ({ object, ...input }, ctx) =>
    within(ctx, object, (writing) => listBinned(writing, input)),
  );
  routes.route('bizmeta.recordBin.check', (input, ctx) => checkRestore(parts, ctx, input));
  routes.route('bizmeta.recordBin.contents', ({ object, ids }, ctx) =>
    within(ctx, object, async (writing) => {
      if (ids) await requireRecords(writing, 'delete', ids, (i) => `/ids/${i}`);
      else requireEvery(writing, 'delete');
      return binContents(writing.tx, writing.view.table, ids);
    }),
  );
  routes.route('bizmeta.recordBin.purge', ({ object, ids }, ctx) =>
    within(ctx, object, async (writing) => {
      const { tx, view } = writing;
      await requireRecords(writing, 'delete', ids, (i) => `/ids/${i}`);
      return {
        count: await purgeRecords(tx, view.table, await lockIds({ tx }, view.table, ids, true)),
      };
    }),
  );
  routes.route('bizmeta.recordBin.empty', ({ object }, ctx) =>
    within(ctx, object, (writing) => {
      requireEvery(writing, 'delete');
      return emptyRecordBin(writing.tx, writing.view, ctx.userId);
    }),
  );
  routes.route('bizmeta.recordBin.objects', (_input, ctx) =>
    db.withTenant(ctx, async (tx) => {
      const access = await people.accessIn(tx);
      const binned = await binnedObjects(tx, new Date(Date.now() + 1_000), COUNTED + 1);
      // Where some records are out of reach, their number is left out.
      return binned
        .filter(({ api_name }) => access?.has(api_name, 'delete') ?? true)
        .map(({ api_name: apiName, label, icon, app_name: appName, count }) => {
          const isTold = access?.isOpen(apiName) ?? true;
          const records = isTold ? Math.min(count, COUNTED) : 0;
          return { apiName, label, icon, appName, records, more: !isTold || count > COUNTED };
        });
    }),
  );
}
