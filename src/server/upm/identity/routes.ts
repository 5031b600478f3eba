import type { SignInData } from '../../../contract/index.ts';
import { AppError, type Kernel, type OpenContext } from '../../kernel/index.ts';
import { logLogin } from '../../log/index.ts';
import { companyNameOf } from '../names.ts';
import { closeSession, forgetSessions } from '../session/sessions.ts';
import { purgeAttempts } from './attempts.ts';
import { challengeAtDoor, checkAtDoor } from './captcha.ts';
import { forgetCodes, sendCode } from './codes.ts';
import { emailOf, mobileOf } from './contacts.ts';
import { purgeDevices, rememberDevice } from './devices.ts';
import { takeNewAddress } from './email.ts';
import { visitorOf } from './enter.ts';
import { takeHandover } from './handover.ts';
import { inviteAgain } from './invitations.ts';
import {
  acceptInvited,
  activateBySms,
  activateInvited,
  describeInvite,
  joinCompany,
  listInvitations,
  registerByLink,
} from './join.ts';
import { warmUp } from './password.ts';
import { purgePlaces } from './persons.ts';
import { prove } from './proofs.ts';
import { activate, activationAgain, register, whyCode } from './register.ts';
import { mailResetLink, resetPassword } from './reset.ts';
import { setup } from './setup.ts';
import { signIn } from './sign-in.ts';
import { forgetThrottles, throttle } from './throttle.ts';
import { forgetTickets } from './tickets.ts';
import { beginLogin, bindAndEnter, bindCallback, loginCallback } from './wechat.ts';

/** Signing in and out, registering, codes, passwords, what a person is bound to. */
export function serveIdentity(kernel: Kernel): void {
  warmUp();
  serveDoor(kernel);
  serveCodes(kernel);
  serveRegistering(kernel);
  serveInvites(kernel);
  serveWechat(kernel);
}

/** Remembers the device of whoever has just come in. */
const remembering =
  ({ db, config }: Kernel) =>
  async (entered: Promise<SignInData>, ctx: OpenContext): Promise<SignInData> => {
    const data = await entered;
    await rememberDevice(db, ctx, config, data.userid);
    return data;
  };

function serveDoor(kernel: Kernel): void {
  const { db, routes, config } = kernel;
  const remember = remembering(kernel);
  routes.openRoute('upm.anno.signIn', (input, ctx) =>
    remember(signIn(db, input, visitorOf(ctx, config)), ctx),
  );
  routes.openRoute('upm.anno.captcha', ({ account }, { ip }) => challengeAtDoor(db, ip, account));
  routes.openRoute('upm.anno.captchaCheck', async (input) => ({
    right: await checkAtDoor(db, input),
  }));
  routes.openRoute('upm.anno.setup', (input) => setup(db, input));
  routes.openRoute('upm.public.getToken', ({ code }, ctx) =>
    remember(takeHandover(db, code, visitorOf(ctx, config), ctx), ctx),
  );
  routes.route('upm.tenant.logout', async (_input, ctx) => {
    const { session, userId, tenant } = ctx;
    await closeSession(db, session.tokenHash);
    await db.withAnonymousTx((tx) =>
      logLogin(tx, {
        tenantId: tenant.id,
        userId,
        account: '',
        realName: session.realName,
        kind: 'logout',
        ok: true,
        ...visitorOf(ctx, config),
      }),
    );
    return null;
  });
}

function serveCodes({ db, routes, config: { publicUrl } }: Kernel): void {
  routes.openRoute('upm.public.sendSMS', ({ mobile, ...asked }, { ip }) =>
    sendCode(db, { ...asked, to: { mobile: mobileOf(mobile) }, ip }),
  );
  routes.openRoute('upm.public.emailCode', ({ email, ...asked }, { ip }) =>
    sendCode(db, { ...asked, to: { email: emailOf(email) }, ip }),
  );
  routes.openRoute('upm.public.smsCode', ({ mobile, purpose, code }) =>
    prove(db, purpose, { mobile: mobileOf(mobile) }, code),
  );
  routes.openRoute('upm.public.checkByMail', ({ email, purpose, code }) =>
    prove(db, purpose, { email: emailOf(email) }, code),
  );
  routes.openRoute('upm.public.forgetPwd', ({ email, captcha }, { ip }) =>
    mailResetLink(db, publicUrl, { email: emailOf(email), ip, captcha }),
  );
  routes.openRoute('upm.public.registerUpdatePwd', async ({ ticket, password }) => {
    await resetPassword(db, ticket, password);
    return null;
  });
  routes.route('upm.public.sendUpdatePhoneSMS', ({ mobile, captcha }, { ip, userId }) =>
    sendCode(db, { purpose: `bind:${userId}`, to: { mobile: mobileOf(mobile) }, ip, captcha }),
  );
  routes.route('upm.public.verifyUpdatePhoneSMS', ({ mobile, code }, { userId }) =>
    prove(db, `bind:${userId}`, { mobile: mobileOf(mobile) }, code, userId),
  );
  routes.openRoute('upm.public.updateEmailActive', ({ ticket }) => takeNewAddress(db, ticket));
}

function serveRegistering(kernel: Kernel): void {
  const { db, routes, config } = kernel;
  const remember = remembering(kernel);
  routes.openRoute('upm.tenant.checkCodeAndName', async ({ code, name }, { ip, session }) => {
    await throttle(db, 'names', ip);
    return {
      codeWhy: code ? await whyCode(db, code, session?.tenant.id) : '',
      nameWhy: whyNotName(name),
    };
  });
  routes.openRoute('upm.public.register', (input, ctx) =>
    register(db, config, input, visitorOf(ctx, config)),
  );
  routes.openRoute('upm.public.active', (input, ctx) =>
    remember(activate(db, input, visitorOf(ctx, config)), ctx),
  );
  routes.openRoute('upm.tenant.reSendTenantMail', ({ email, captcha }, { ip }) =>
    activationAgain(db, config.publicUrl, emailOf(email), ip, captcha),
  );
}

/** Two companies may have one name: to say that it is taken would tell strangers who is here. */
function whyNotName(name: string | undefined): string {
  if (name === undefined) return '';
  if (!name.trim()) return '请填写企业名称';
  try {
    companyNameOf(name);
    return '';
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

function serveInvites(kernel: Kernel): void {
  const { db, routes, config } = kernel;
  const remember = remembering(kernel);
  routes.openRoute('upm.public.inviteValid', ({ link }, { ip }) => describeInvite(db, link, ip));
  routes.route('upm.public.join', ({ link }, ctx) =>
    joinCompany(db, link, ctx, visitorOf(ctx, config)),
  );
  routes.openRoute('upm.public.linkRegisterUser', (input, ctx) =>
    remember(registerByLink(db, input, visitorOf(ctx, config)), ctx),
  );
  routes.openRoute('upm.public.activeNewUser', (input, ctx) =>
    remember(activateInvited(db, input, visitorOf(ctx, config)), ctx),
  );
  routes.openRoute('upm.public.userActive', ({ link }) => acceptInvited(db, link));
  routes.openRoute('upm.public.userActiveBySms', (input, ctx) =>
    remember(activateBySms(db, input, visitorOf(ctx, config)), ctx),
  );
  routes.openRoute('upm.public.listInvitations', ({ ticket }) => listInvitations(db, ticket));
  routes.route('upm.tenant.activeAgain', async ({ id }, ctx) => {
    const sent = await db.withTenant(ctx, (tx) =>
      inviteAgain(tx, config.publicUrl, id, ctx.userId),
    );
    if (!sent) throw new AppError('INVITATION_UNKNOWN');
    return null;
  });
}

function serveWechat(kernel: Kernel): void {
  const { db, routes, config } = kernel;
  routes.openRoute('upm.anno.wxLogin', ({ returnTo }) => beginLogin(db, config, returnTo));
  routes.openRoute('upm.anno.wxCallBackLogin', (input, ctx) =>
    loginCallback(db, config, input, ctx),
  );
  routes.openRoute('upm.anno.wxCallBackBind', (input, ctx) => bindCallback(db, config, input, ctx));
  routes.openRoute('upm.anno.wxBind', (input, ctx) =>
    remembering(kernel)(bindAndEnter(db, config, input, ctx), ctx),
  );
}

/** Forgets what is over. Run now and then by the server. */
export async function sweepIdentity({ db }: Pick<Kernel, 'db'>): Promise<void> {
  await Promise.all([
    forgetSessions(db),
    purgeAttempts(db),
    purgeDevices(db),
    purgePlaces(db),
    forgetCodes(db),
    forgetTickets(db),
    forgetThrottles(db),
  ]);
}
