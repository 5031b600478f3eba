import type { Kernel } from '../../kernel/index.ts';
import { createGroup, isNameFree, renovateGroup } from './edit.ts';
import { groupDetail, instanceDetail, listGroups, listInstances } from './read.ts';

/** Work groups and what they work on. */
export function serveGroups({ db, routes }: Kernel): void {
  routes.route('busmodel.workGroup.checkName', ({ name, id }, ctx) =>
    db.withTenant(ctx, async (tx) => ({
      available: name.trim() !== '' && (await isNameFree(tx, name, id ?? null)),
    })),
  );
  routes.route('busmodel.workGroup.create', (input, ctx) =>
    db.withTenant(ctx, (tx) => createGroup(tx, ctx, input)),
  );
  routes.route('busmodel.workGroup.renovate', (input, ctx) =>
    db.withTenant(ctx, (tx) => renovateGroup(tx, ctx, input)),
  );
  routes.route('busmodel.workGroup.list', (input, ctx) =>
    db.withTenant(ctx, (tx) => listGroups(tx, ctx, input)),
  );
  routes.route('busmodel.workGroup.detail', ({ id }, ctx) =>
    db.withTenant(ctx, (tx) => groupDetail(tx, ctx, id)),
  );
  routes.route('busmodel.instance.list', (input, ctx) =>
    db.withTenant(ctx, (tx) => listInstances(tx, ctx, input)),
  );
  routes.route('busmodel.instance.detail', ({ id }, ctx) =>
    db.withTenant(ctx, (tx) => instanceDetail(tx, ctx, id)),
  );
}
