import type { Kernel } from '../../kernel/index.ts';
import { clientInfoOf } from '../identity/signed-in-session.ts';
import { joinCompany } from '../identity/accept-invite.ts';
import { secretIn } from '../tenants/links.ts';
import { changeLogo, companiesOf, companyOf, updateCompany } from './company.ts';
import { updateDomain, updateDomainStatus } from './domain.ts';
import { administrators, transferAdmin } from './transfer-admin.ts';
import { controlInvite } from './invite-link.ts';
import { profileOf } from '../tenants/profile.ts';
import { regionDetail } from './region-detail.ts';
import { usageOf } from './usage.ts';

/** Companies: their own data, their package, administrators, domains and invitations. */
export function serveTenants({ db, config, routes }: Kernel): void {
  routes.route('upm.region.profileSummary', (_input, { session }) => profileOf(db, session));
  routes.route('upm.tenant.getUserTenant', (_input, ctx) => companiesOf(db, ctx));
  routes.route('upm.tenant.detailTenant', (_input, ctx) => companyOf(db, ctx));
  routes.route('upm.tenant.updateTenant', (input, ctx) => updateCompany(db, ctx, input));
  routes.route('upm.tenant.updateLogo', ({ picture }, ctx) => changeLogo(db, ctx, picture));
  routes.route('upm.tenant.usage', (_input, ctx) => usageOf(db, ctx));
  routes.route('upm.tenant.admins', (_input, ctx) => administrators(db, ctx));
  routes.route('upm.tenant.changeAdmin', (input, ctx) => transferAdmin(db, ctx, input));
  routes.route('upm.region.detail', ({ id }, ctx) => regionDetail(db, config, ctx, id));
  routes.route('upm.region.inviteLinkControl', async (input, ctx) => {
    await controlInvite(db, ctx, input);
    return regionDetail(db, config, ctx, ctx.tenant.region);
  });
  routes.route('upm.region.join', ({ link }, ctx) =>
    joinCompany(db, secretIn(link), ctx, clientInfoOf(ctx, config)),
  );
  routes.route('upm.region.updateDomain', async ({ domain }, ctx) => {
    await updateDomain(db, ctx, domain);
    return regionDetail(db, config, ctx, ctx.tenant.region);
  });
  routes.route('upm.region.updateDomainStatus', async ({ status }, ctx) => {
    await updateDomainStatus(db, ctx, status, config.rootHost);
    return regionDetail(db, config, ctx, ctx.tenant.region);
  });
}
