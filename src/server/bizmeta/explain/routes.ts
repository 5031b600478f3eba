import type { Routes } from '../../kernel/index.ts';
import { readContextIn, type ActivityParts } from '../activity/read-context.ts';
import { findView, queryScopeOf, viewerOf } from '../views/find.ts';
import { explainRecord } from './explain.ts';

/** Values that explain themselves. */
export function explainRoutes(routes: Routes, parts: ActivityParts): void {
  routes.route('bizmeta.record.explain', async (input, ctx) => {
    const row = input.viewId === undefined ? undefined : await findView(parts, ctx, input.viewId);
    return parts.db.withTenant(ctx, async (tx) =>
      explainRecord(await readContextIn(tx, parts, ctx), input, (table) => {
        if (row === undefined) return () => true;
        const seen = queryScopeOf(row, table, viewerOf(ctx)).table ?? table;
        return (name) => row.object === input.object && seen.columns.has(name);
      }),
    );
  });
}
