import type { Kernel } from '../../kernel/index.ts';
import { profileOf, regionsOf } from './profile.ts';

/** Companies, their regions, domains and invitations. */
export function serveTenants({ db, routes }: Kernel): void {
  routes.route('upm.region.profileSummary', (_input, { session }) => profileOf(db, session));
  routes.route('upm.region.configInfo', () => ({ versionPackage: { versionType: 'std', name: '标准版' } }));
  routes.route('upm.region.getUserRegions', (_input, { session }) => regionsOf(db, session));
}
