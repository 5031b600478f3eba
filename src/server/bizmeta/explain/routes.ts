import type { Context, Routes } from '../../kernel/index.ts';
import { readContextIn, type ActivityParts } from '../activity/read-context.ts';
import { findView, queryScopeOf, viewerOf } from '../views/find.ts';
import { explainAccess, type AccessAsker } from './access.ts';
import { explainRecord } from './explain.ts';
import { accessOfPerson } from './of-person.ts';
import { whoSees } from './who-sees.ts';

/** Values and rights that explain themselves. */
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
  const asking = <T>(ctx: Context, work: (asker: AccessAsker) => Promise<T>): Promise<T> =>
    parts.db.withTenant(ctx, (tx) =>
      work({ tx, catalog: parts.catalog, people: parts.people, session: ctx.session }),
    );
  routes.route('bizmeta.authgroup.explain', (input, ctx) =>
    asking(ctx, (asker) => explainAccess(asker, input)),
  );
  routes.route('bizmeta.authgroup.ofPerson', (input, ctx) =>
    asking(ctx, (asker) => accessOfPerson(asker, input)),
  );
  routes.route('bizmeta.authgroup.whoSees', (input, ctx) =>
    asking(ctx, (asker) => whoSees(asker, input)),
  );
}
