import type { Kernel } from '../../kernel/index.ts';
import { dashboardOf } from './dashboard.ts';
import { configOf, regionsOf } from '../tenants/regions.ts';
import { activeUserToken, switchRegion } from './switch.ts';

/**
 * Where a person may work: their companies, each in its region, and the way from one to another.
 */
export function serveRegions({ db, config, routes }: Kernel): void {
  routes.route('upm.region.configInfo', (_input, { session }) =>
    configOf(db, session, config.rootHost),
  );
  routes.route('upm.region.getUserRegions', async (_input, { userId, session }) => {
    const regions = await regionsOf(db, userId);
    // Which other companies a person belongs to is theirs alone.
    return session.viewedBy
      ? regions.filter(({ tenantId }) => tenantId === session.tenant.id)
      : regions;
  });
  routes.route('upm.region.switch', (input, ctx) => switchRegion(db, input, ctx, config));
  routes.route('upm.region.getActiveUserToken', (input, ctx) =>
    activeUserToken(db, input, ctx, config),
  );
  routes.openRoute('upm.anno.dashboard', ({ domain }, ctx) =>
    dashboardOf(db, config, { domain, host: ctx.request.headers.host }),
  );
}
