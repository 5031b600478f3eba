import type { Kernel } from '../../kernel/index.ts';
import { logLogin } from '../../log/index.ts';
import { closeSession, forgetSessions } from '../session/sessions.ts';
import { forgetAttempts } from './attempts.ts';
import { askAtDoor, checkAtDoor } from './captcha.ts';
import { forgetCodes } from './codes.ts';
import { visitorOf } from './enter.ts';
import { warmUp } from './password.ts';
import { setup } from './setup.ts';
import { signIn } from './sign-in.ts';
import { forgetThrottles } from './throttle.ts';
import { forgetTickets } from './tickets.ts';

/** Signing in and out, registering, codes, passwords, what a person is bound to. */
export function serveIdentity(kernel: Kernel): void {
  const { db, routes, config } = kernel;
  warmUp();
  routes.openRoute('upm.anno.signIn', (input, ctx) => signIn(db, input, visitorOf(ctx, config)));
  routes.openRoute('upm.anno.captcha', (_input, { ip }) => askAtDoor(db, ip));
  routes.openRoute('upm.anno.captchaCheck', async (input) => ({ right: await checkAtDoor(db, input) }));
  routes.openRoute('upm.anno.setup', (input) => setup(db, input));
  routes.route('upm.tenant.logout', async (_input, ctx) => {
    const { session, userId, tenant } = ctx;
    await closeSession(db, session.tokenHash);
    await db.withGate((tx) => logLogin(tx, { tenantId: tenant.id, userId, account: '', realName: session.realName, kind: 'logout', ok: true, ...visitorOf(ctx, config) }));
    return null;
  });
}

/** Forgets what is over. Run now and then by the server. */
export async function sweepIdentity({ db }: Pick<Kernel, 'db'>): Promise<void> {
  await Promise.all([forgetSessions(db), forgetAttempts(db), forgetCodes(db), forgetTickets(db), forgetThrottles(db)]);
}
