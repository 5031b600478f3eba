import type { Kernel } from '../../kernel/index.ts';
import { appoint, update, withdraw } from './edit.ts';
import { delegations, ownScope } from './list.ts';

/** Delegated administrators. */
export function serveDelegations({ db, routes }: Kernel): void {
  routes.route('upm.delegation.mine', (_input, ctx) => ownScope(db, ctx));
  routes.route('upm.delegation.list', (_input, ctx) => delegations(db, ctx));
  routes.route('upm.delegation.appoint', (input, ctx) =>
    db.withTenant(ctx, (tx) => appoint(tx, ctx, input)),
  );
  routes.route('upm.delegation.update', (input, ctx) =>
    db.withTenant(ctx, (tx) => update(tx, ctx, input)),
  );
  routes.route('upm.delegation.withdraw', ({ id }, ctx) =>
    db.withTenant(ctx, (tx) => withdraw(tx, ctx, id)),
  );
}
