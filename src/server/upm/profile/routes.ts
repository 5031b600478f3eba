import { signInsOf } from '../../log/index.ts';
import { AppError, type Kernel } from '../../kernel/index.ts';
import { beginBinding } from '../identity/wechat.ts';
import { signInDataOf } from '../identity/signed-in-session.ts';
import { renewToken } from '../session/renew.ts';
import { endOtherSessions } from '../session/sessions.ts';
import { beginViewing, endViewing } from '../session/viewing.ts';
import { profileOf } from '../tenants/profile.ts';
import { confirmOwnPassword } from './confirm.ts';
import { currentPerson, renameSelf } from './own-profile.ts';
import {
  changeEmail,
  changeMobile,
  checkPhone,
  emailBehind,
  sendOwnCode,
  unbind,
} from './contacts.ts';
import { changePassword, setWithCode } from './passwords.ts';
import { changePortrait, servePicture } from './pictures.ts';
import { endSession, openSessions } from './sessions.ts';

/** Lines of one's own sign-ins a page has unless it asks for another number. */
const PAGE = 20;

/** Calls for a person's own account. */
export function servePerson(kernel: Kernel): void {
  serveSelf(kernel);
  serveWays(kernel);
  serveDevices(kernel);
}

function serveSelf({ db, routes, config }: Kernel): void {
  routes.route('upm.sysUser.current', (_input, ctx) => currentPerson(db, config, ctx));
  routes.route('upm.sysUser.update', ({ realName }, ctx) => renameSelf(db, ctx, realName));
  routes.route('upm.person.portrait', ({ picture }, ctx) => changePortrait(db, ctx, picture));
  routes.openRoute('upm.public.picture', ({ key }) => servePicture(db, key));
  routes.route('upm.sysUser.checkPassword', async ({ password }, ctx) => {
    const self = await confirmOwnPassword(db, ctx, password);
    if (self.passwordHash === null) throw new AppError('PASSWORD_NONE');
    return null;
  });
  routes.route('upm.sysUser.updatePassword', (input, ctx) => changePassword(db, ctx, input));
}

/** Ways of coming in: password, number, address. */
function serveWays({ db, routes, config }: Kernel): void {
  routes.route('upm.sysUser.checkPhonePwd', ({ mobile, password }, ctx) =>
    checkPhone(db, ctx, mobile, password),
  );
  routes.route('upm.sysUser.checkEmailByMobile', ({ mobile }, ctx) => emailBehind(db, ctx, mobile));
  for (const id of ['upm.sysUser.updatePhone', 'upm.person.updateMobile'] as const)
    routes.route(id, (input, ctx) => changeMobile(db, ctx, input));
  routes.route('upm.person.updateEmail', (input, ctx) => changeEmail(db, config, ctx, input));
  for (const id of ['upm.sysUser.unBind', 'upm.person.unbind'] as const)
    routes.route(id, ({ kind, password }, ctx) => unbind(db, ctx, kind, password));
  routes.route('upm.person.bind', async ({ password }, ctx) => {
    await confirmOwnPassword(db, ctx, password);
    return beginBinding(db, config, ctx);
  });
  routes.route('upm.person.sendCode', ({ to }, ctx) => sendOwnCode(db, ctx, to));
  routes.route('upm.person.smsSetPwd', (input, ctx) => setWithCode(db, ctx, 'mobile', input));
  routes.route('upm.person.emailSetPwd', (input, ctx) => setWithCode(db, ctx, 'email', input));
}

function serveDevices({ db, routes }: Kernel): void {
  routes.route('upm.person.sessions', (_input, ctx) => openSessions(db, ctx));
  routes.route('upm.person.endSession', ({ id }, ctx) => endSession(db, ctx, id));
  routes.route('upm.person.endOtherSessions', async (_input, { userId, session }) => ({
    count: await db.withAnonymousTx((tx) => endOtherSessions(tx, userId, { keep: session.id })),
  }));
  routes.route('upm.person.renewSession', async (_input, { session, request }) => {
    const given = String(request.headers['token']);
    return {
      token: await db.withAnonymousTx((tx) => renewToken(tx, session, given)),
      userid: session.userId,
      tenant: session.tenant.id,
      regionId: session.tenant.region,
      ...(await profileOf(db, session)),
    };
  });
  routes.route('upm.viewing.begin', async ({ userId }, ctx) =>
    signInDataOf(db, await beginViewing(db, ctx, userId)),
  );
  routes.route('upm.viewing.end', async ({ userId }, ctx) =>
    signInDataOf(db, await endViewing(db, ctx, userId)),
  );
  routes.route('upm.person.signIns', async ({ current = 1, size = PAGE }, { userId }) => ({
    ...(await signInsOf(db, userId, { current, size })),
    current,
    size,
  }));
}
