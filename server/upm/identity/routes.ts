import type { Kernel } from '../../kernel/index.ts';
import { closeSession, forgetSessions } from '../session/sessions.ts';
import { forgetAttempts } from './attempts.ts';
import { warmUp } from './password.ts';
import { setup } from './setup.ts';
import { signIn } from './sign-in.ts';

/** Signing in and out, registering, codes, passwords, what a person is bound to. */
export function serveIdentity({ db, routes }: Kernel): void {
  warmUp();
  routes.openRoute('upm.anno.signIn', (input, ctx) => signIn(db, input, { ip: ctx.ip, userAgent: ctx.request.headers['user-agent'] ?? '' }));
  routes.openRoute('upm.anno.setup', (input) => setup(db, input));
  routes.route('upm.tenant.logout', async (_input, { session }) => {
    await closeSession(db, session.tokenHash);
    return null;
  });
}

/** Forgets what is over. Run now and then by the server. */
export async function sweepIdentity({ db }: Pick<Kernel, 'db'>): Promise<void> {
  await Promise.all([forgetSessions(db), forgetAttempts(db)]);
}
