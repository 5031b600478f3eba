import type { Context, Routes } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import { listShares } from './list.ts';
import { receivedShares } from './mine.ts';
import type { SharingContext } from './object.ts';
import { removeShares } from './remove.ts';
import { saveShares } from './save.ts';

/** Sharing of single records. */
export function sharingRoutes(routes: Routes, parts: Parts): void {
  const { db, catalog, people, services } = parts;
  const sharing = <T>(ctx: Context, work: (context: SharingContext) => Promise<T>): Promise<T> =>
    db.withTenant(ctx, async (tx) =>
      work({ tx, catalog, services, userId: ctx.userId, access: await people.accessIn(tx) }),
    );
  routes.route('bizmeta.share.list', (input, ctx) => sharing(ctx, (s) => listShares(s, input)));
  routes.route('bizmeta.share.save', (input, ctx) => sharing(ctx, (s) => saveShares(s, input)));
  routes.route('bizmeta.share.remove', (input, ctx) => sharing(ctx, (s) => removeShares(s, input)));
  routes.route('bizmeta.share.mine', (input, ctx) =>
    db.withTenant(ctx, (tx) => receivedShares({ tx, catalog }, input, ctx)),
  );
}
