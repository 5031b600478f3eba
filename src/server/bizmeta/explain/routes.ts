import type { Routes } from '../../kernel/index.ts';
import type { Readers } from '../records/read.ts';
import { findView, queryScopeOf, viewerOf } from '../views/find.ts';
import { explainRecord } from './explain.ts';

/** Values that explain themselves. */
export function explainRoutes(routes: Routes, parts: Readers): void {
  routes.route('bizmeta.record.explain', async (input, ctx) => {
    const row = input.viewId === undefined ? undefined : await findView(parts, ctx, input.viewId);
    const { db, catalog, services } = parts;
    return db.withTenant(ctx, (tx) =>
      explainRecord(
        { tx, catalog, services, userId: ctx.userId, isSuper: ctx.session.isSuper },
        input,
        (table) => {
          if (row === undefined) return () => true;
          const seen = queryScopeOf(row, table, viewerOf(ctx)).table ?? table;
          return (name) => row.object === input.object && seen.columns.has(name);
        },
      ),
    );
  });
}
