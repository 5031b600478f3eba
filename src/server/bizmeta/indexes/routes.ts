import type { Database, Routes } from '../../kernel/index.ts';
import type { Catalog } from '../meta/catalog.ts';
import { buildIndex, dropIndex, performanceOf } from './performance.ts';

/** How an object's lists are served, and the indexes a builder chooses. */
export function performanceRoutes(
  routes: Routes,
  { db, catalog }: { db: Database; catalog: Catalog },
): void {
  routes.route('bizmeta.performance.detail', ({ object }, ctx) =>
    db.withTenant(ctx, (tx) => performanceOf(tx, catalog, object)),
  );
  routes.route('bizmeta.performance.build', (input, ctx) =>
    db.withTenant(ctx, (tx) => buildIndex(tx, catalog, input, ctx.userId)),
  );
  routes.route('bizmeta.performance.drop', (input, ctx) =>
    db.withTenant(ctx, (tx) => dropIndex(tx, catalog, input, ctx.userId)),
  );
}
