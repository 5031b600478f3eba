import type { AuthorityGroup, InputOf } from '../../../contract/index.ts';
import type { Context, Database, Routes } from '../../kernel/index.ts';
import type { Catalog } from '../meta/catalog.ts';
import type { GrantContext } from './check.ts';
import { configureAccess } from './config.ts';
import { listGroups } from './list.ts';
import { overview } from './overview.ts';
import { PRESETS } from './presets.ts';
import { createGroup, removeGroup, sortGroups, updateGroup } from './save.ts';

/** Authority groups, and whether objects are open. */
export function authorityRoutes(
  routes: Routes,
  { db, catalog }: { db: Database; catalog: Catalog },
): void {
  const changing = <T>(ctx: Context, work: (context: GrantContext) => Promise<T>): Promise<T> =>
    db.withTenant(ctx, (tx) => work({ tx, catalog, userId: ctx.userId }));
  const update = (input: InputOf<'bizmeta.authgroup.update'>, ctx: Context) =>
    changing<AuthorityGroup>(ctx, (context) => updateGroup(context, input));
  routes.route('bizmeta.authgroup.create', (input, ctx) =>
    changing(ctx, (context) => createGroup(context, input)),
  );
  routes.route('bizmeta.authgroup.update', update);
  routes.route('bizmeta.authgroup.memberUpdate', update);
  routes.route('bizmeta.authgroup.remove', (input, ctx) =>
    changing(ctx, (context) => removeGroup(context, input)),
  );
  routes.route('bizmeta.authgroup.list', (input, ctx) =>
    db.withTenant(ctx, (tx) => listGroups(tx, input)),
  );
  routes.route('bizmeta.authgroup.config', (input, ctx) =>
    db.withTenant(ctx, (tx) => configureAccess(tx, input)),
  );
  routes.route('bizmeta.authgroup.sort', (input, ctx) =>
    db.withTenant(ctx, (tx) => sortGroups(tx, input)),
  );
  routes.route('bizmeta.authgroup.overview', (_input, ctx) => db.withTenant(ctx, overview));
  routes.route('bizmeta.authgroup.defaultType', () => Promise.resolve({ types: PRESETS }));
}
