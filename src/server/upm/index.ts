import { migrationsOf, type Service } from '../kernel/index.ts';
import { Wordings } from '../log/index.ts';
import { listArea } from './areas.ts';
import { serveDelegations } from './delegations/routes.ts';
import { serveGroups } from './groups/routes.ts';
import { serveIdentity, purgeExpiredIdentity } from './identity/routes.ts';
import { serveIndustry } from './industry/routes.ts';
import { serveJobs } from './jobs/routes.ts';
import { upmWordings } from './operations/index.ts';
import { serveOrg } from './org/routes.ts';
import { servePicker } from './members/picker-routes.ts';
import { purgeExpiredImports } from './members/import/run.ts';
import { noteEndedViewings } from './session/ended-viewings.ts';
import { servePeople } from './members/routes.ts';
import { servePerson } from './profile/routes.ts';
import { serveRoles } from './roles/routes.ts';
import { serveRegions } from './company/region-routes.ts';
import { serveTenants } from './company/routes.ts';

export { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemoTenant } from './demo.ts';
export { areaBelow, isArea, isDeepEnough } from './areas.ts';
export { deptsOfSql, isAmongSql } from './members/audience.ts';
export { DeptUsages } from './org/uses.ts';
export { requireHandover } from './members/offboarding.ts';
export { AssetKinds, type ReassignParties, type AssetKind } from './members/reassignment.ts';
export { RoleUsages, WorkGroupUsages, type FindUsages, type Usage } from './usages.ts';
export { ModelFinder, type FindModels } from './groups/models.ts';
export { ROLE_LABELS } from './roles/roles.ts';
export {
  DEPT_LABELS,
  mainDeptOf,
  mainDeptsOf,
  mainDeptTitles,
  PEOPLE_LABELS,
} from './members/find.ts';
export { activeSessions } from './session/active.ts';
export { RIGHTS_CHANNEL } from './session/renew.ts';
export { ACCESS_CHANNEL, rightsSql } from './session/rights.ts';
export { sessionFinder, sessionStatement } from './session/sessions.ts';
export { CODE_MINUTES } from './identity/codes.ts';
export { setupPath } from './identity/setup.ts';
export { TextMessages } from './identity/text-messages.ts';
export { countRows, UsageLines } from './company/usage.ts';
export { AROUND } from './directory/around.ts';
export { adminIds, builderIds } from './directory/admins.ts';
export { idsByName } from './directory/ids-by-name.ts';
export { forEachCompany, type Sweeping } from './tenants/each.ts';
export { addMember, createTenant, operatingTenant } from './tenants/tenants.ts';
export { hashPassword, verifyPassword } from './identity/password.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Users, tenants, departments, roles and sessions. */
export const upm: Service = {
  name: 'upm',
  migrations: migrationsOf('upm', import.meta.url),

  start(kernel) {
    const parts = [
      serveIdentity,
      serveTenants,
      serveRegions,
      servePerson,
      servePeople,
      serveJobs,
      servePicker,
      serveOrg,
      serveRoles,
      serveDelegations,
      serveGroups,
      serveIndustry,
    ];
    kernel.db.state.of(Wordings).add(upmWordings);
    for (const serve of parts) serve(kernel);
    kernel.routes.openRoute('upm.public.listArea', (_input, ctx) => listArea(ctx));
    const sweeping = setInterval(() => {
      Promise.all([
        purgeExpiredIdentity({ ...kernel, db: kernel.db.background }),
        purgeExpiredImports(kernel.db.background),
      ]).catch((error: unknown) => kernel.log.warn({ err: error }, 'sweep'));
    }, HOUR_MS).unref();
    const noting = setInterval(() => {
      noteEndedViewings(kernel.db.background).catch((error: unknown) =>
        kernel.log.warn({ err: error }, 'ended viewings'),
      );
    }, MINUTE_MS).unref();
    return {
      stop: async () => {
        clearInterval(sweeping);
        clearInterval(noting);
      },
    };
  },
};
