import { signInsOf } from '../../log/index.ts';
import { AppError, type Kernel } from '../../kernel/index.ts';
import { endOtherSessions } from '../session/sessions.ts';
import { confirmSelf } from './confirm.ts';
import { currentPerson, renameSelf } from './current.ts';
import { changePassword } from './passwords.ts';
import { changePortrait, servePicture } from './pictures.ts';
import { endSession, openSessions } from './sessions.ts';

/** Lines of one's own sign-ins a page has unless it asks for another number. */
const PAGE = 20;

/** What somebody does with their own account. */
export function servePerson({ db, routes }: Kernel): void {
  routes.route('upm.sysUser.current', (_input, ctx) => currentPerson(db, ctx));
  routes.route('upm.sysUser.update', ({ realName }, ctx) => renameSelf(db, ctx, realName));
  routes.route('upm.person.portrait', ({ picture }, ctx) => changePortrait(db, ctx, picture));
  routes.openRoute('upm.public.picture', ({ key }) => servePicture(db, key));
  routes.route('upm.sysUser.checkPassword', async ({ password }, ctx) => {
    const self = await confirmSelf(db, ctx, password);
    if (self.passwordHash === null) throw new AppError('PASSWORD_NONE');
    return null;
  });
  routes.route('upm.sysUser.updatePassword', (input, ctx) => changePassword(db, ctx, input));
  routes.route('upm.person.sessions', (_input, ctx) => openSessions(db, ctx));
  routes.route('upm.person.endSession', ({ id }, ctx) => endSession(db, ctx, id));
  routes.route('upm.person.endOtherSessions', async (_input, { userId, session }) => ({ count: await db.withGate((tx) => endOtherSessions(tx, userId, { keep: session.id })) }));
  routes.route('upm.person.signIns', async ({ current = 1, size = PAGE }, { userId }) => ({ ...await signInsOf(db, userId, { current, size }), current, size }));
}
