import type { Kernel } from '../../kernel/index.ts';
import { profileOf } from './profile.ts';

/** Companies, their regions, domains and invitations. */
export function serveTenants({ db, routes }: Kernel): void {
  routes.route('upm.region.profileSummary', (_input, { session }) => profileOf(db, session));
}
