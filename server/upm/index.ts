import { migrationsOf, type Service } from '../kernel/index.ts';
import { listArea } from './areas.ts';
import { forgetAttempts } from './attempts.ts';
import { deptTree } from './depts.ts';
import { peopleByIds, searchPeople } from './people.ts';
import { warmUp } from './password.ts';
import { profileOf, regionsOf } from './profile.ts';
import { closeSession, forgetSessions } from './sessions.ts';
import { listRoles } from './roles.ts';
import { setup } from './setup.ts';
import { signIn } from './sign-in.ts';

export { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemoTenant } from './demo.ts';
export { areaBelow, areaName, isArea, isDeepEnough } from './areas.ts';
export { isAmongSql } from './audience.ts';
export { ROLE_LABELS } from './roles.ts';
export { DEPT_LABELS, PEOPLE_LABELS } from './people.ts';
export { sessionFinder, sessionStatement } from './sessions.ts';
export { setupPath } from './setup.ts';
export { addMember, createTenant, hasTenant } from './tenants.ts';
export { hashPassword, passwordFits } from './password.ts';

const HOUR_MS = 3_600_000;
let sweeping: NodeJS.Timeout | undefined;

/** Users, tenants, departments, roles and sessions. */
export const upm: Service = {
  name: 'upm',
  migrations: migrationsOf('upm', import.meta.url),

  start({ db, routes, log }) {
    warmUp();
    routes.openRoute('upm.anno.signIn', (input, ctx) => signIn(db, input, ctx.ip));
    routes.openRoute('upm.anno.setup', (input) => setup(db, input));
    routes.route('upm.tenant.logout', async (_input, { session }) => {
      await closeSession(db, session.tokenHash);
      return null;
    });
    routes.route('upm.region.profileSummary', (_input, { session }) => profileOf(db, session));
    routes.route('upm.region.configInfo', () => ({ versionPackage: { versionType: 'std', name: '标准版' } }));
    routes.route('upm.region.getUserRegions', (_input, { session }) => regionsOf(db, session));
    routes.route('upm.sysUser.listUserByDefault', (input, ctx) => searchPeople(db, ctx, input));
    routes.route('upm.sysUser.listUserByIds', ({ ids }, ctx) => peopleByIds(db, ctx, ids));
    routes.route('upm.org.assignedTree', ({ ids }, ctx) => deptTree(db, ctx, ids));
    routes.route('upm.role.listRoleByType', (_input, ctx) => listRoles(db, ctx));
    routes.openRoute('upm.public.listArea', (_input, ctx) => listArea(ctx));
    sweeping = setInterval(() => {
      Promise.all([forgetSessions(db), forgetAttempts(db)]).catch((error: unknown) => log.warn({ err: error }, 'sweep'));
    }, HOUR_MS).unref();
  },

  async stop() {
    clearInterval(sweeping);
  },
};
