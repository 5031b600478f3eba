import type { SignInData } from '../../../contract/index.ts';
import { AppError, type Kernel, type OpenContext } from '../../kernel/index.ts';
import { logLogin } from '../../log/index.ts';
import { companyNameOf } from '../names.ts';
import { closeSession } from '../session/ended-viewings.ts';
import { purgeExpiredSessions } from '../session/sessions.ts';
import { requireManaged } from '../directory/scope.ts';
import { knownAs } from './known-as.ts';
import { purgeExpiredAttempts } from './attempts.ts';
import { issueSignInCaptcha, checkSignInCaptcha } from './captcha.ts';
import { purgeExpiredCodes, sendCode } from './codes.ts';
import { emailOf, mobileOf } from './contacts.ts';
import { purgeExpiredDevices, rememberDevice } from './devices.ts';
import { confirmNewContact } from './confirm-email.ts';
import { linkState } from './link-state.ts';
import { clientInfoOf } from './signed-in-session.ts';
import { redeemSessionTransfer } from './session-transfer.ts';
import { purgeEndedInvitations, resendInvitation } from './invitations.ts';
import {
  acceptAsKnownPerson,
  acceptByContact,
  acceptAsNewPerson,
  describeInvite,
  joinCompany,
  listInvitations,
  registerByLink,
} from './accept-invite.ts';
import { purgeJoinRequests } from './join-requests.ts';
import { prepareDummyHash } from './password.ts';
import { purgeUnclaimedAccounts } from './accounts.ts';
import { verifyContact } from './contact-proofs.ts';
import { activate, resendActivation, register, companyCodeProblem } from './register.ts';
import { sendResetLink, resetPassword } from './reset.ts';
import { setup } from './setup.ts';
import { signIn } from './sign-in.ts';
import { purgeExpiredThrottles, throttle } from './throttle.ts';
import { purgeExpiredTokens } from './one-time-tokens.ts';
import { beginLogin, bindAndSignIn, bindCallback, loginCallback } from './wechat.ts';

/** Signing in and out, registering, codes, passwords, what a person is bound to. */
export function serveIdentity(kernel: Kernel): void {
  void prepareDummyHash();
  serveSignIn(kernel);
  serveCodes(kernel);
  serveRegistering(kernel);
  serveInvites(kernel);
  serveWechat(kernel);
}

/** Remembers the device after a sign-in. */
const rememberingDevice =
  ({ db, config }: Kernel) =>
  async (entered: Promise<SignInData>, ctx: OpenContext): Promise<SignInData> => {
    const data = await entered;
    await rememberDevice(db, ctx, config, data.userid);
    return data;
  };

function serveSignIn(kernel: Kernel): void {
  const { db, routes, config } = kernel;
  const remember = rememberingDevice(kernel);
  routes.openRoute('upm.anno.signIn', (input, ctx) =>
    remember(signIn(db, input, { ...clientInfoOf(ctx, config), tenant: input.tenant }), ctx),
  );
  routes.openRoute('upm.anno.captcha', ({ account }, { ip }) =>
    issueSignInCaptcha(db, ip, account),
  );
  routes.openRoute('upm.anno.captchaCheck', async (input) => ({
    right: await checkSignInCaptcha(db, input),
  }));
  routes.openRoute('upm.anno.setup', (input) => setup(db, input));
  routes.openRoute('upm.public.linkState', (input, { ip }) => linkState(db, input, ip));
  routes.openRoute('upm.public.getToken', ({ code }, ctx) =>
    remember(redeemSessionTransfer(db, code, clientInfoOf(ctx, config), ctx), ctx),
  );
  routes.route('upm.tenant.logout', async (_input, ctx) => {
    const { session, userId, tenant } = ctx;
    await closeSession(db, session.tokenHash);
    await db.withAnonymousTx(async (tx) =>
      logLogin(tx, {
        tenantId: tenant.id,
        userId,
        account: await knownAs(tx, userId),
        realName: session.realName,
        kind: 'logout',
        ok: true,
        ...clientInfoOf(ctx, config),
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
    verifyContact(db, purpose, { mobile: mobileOf(mobile) }, code),
  );
  routes.openRoute('upm.public.checkByMail', ({ email, purpose, code }) =>
    verifyContact(db, purpose, { email: emailOf(email) }, code),
  );
  routes.openRoute('upm.public.forgetPwd', ({ email, captcha }, { ip }) =>
    sendResetLink(db, publicUrl, { email: emailOf(email), ip, captcha }),
  );
  routes.openRoute('upm.public.registerUpdatePwd', async ({ ticket, password }) => {
    await resetPassword(db, ticket, password);
    return null;
  });
  routes.route('upm.public.sendUpdatePhoneSMS', ({ mobile, captcha }, { ip, userId }) =>
    sendCode(db, { purpose: `bind:${userId}`, to: { mobile: mobileOf(mobile) }, ip, captcha }),
  );
  routes.route('upm.public.verifyUpdatePhoneSMS', ({ mobile, code }, { userId }) =>
    verifyContact(db, `bind:${userId}`, { mobile: mobileOf(mobile) }, code, userId),
  );
  routes.openRoute('upm.public.updateEmailActive', ({ ticket }) => confirmNewContact(db, ticket));
}

function serveRegistering(kernel: Kernel): void {
  const { db, routes, config } = kernel;
  const remember = rememberingDevice(kernel);
  routes.openRoute('upm.tenant.checkCodeAndName', async ({ code, name }, { ip, session }) => {
    await throttle(db, 'names', ip);
    return {
      codeWhy: code ? await companyCodeProblem(db, code, session?.tenant.id) : '',
      nameWhy: whyNotName(name),
    };
  });
  routes.openRoute('upm.public.register', (input, ctx) =>
    register(db, config, input, clientInfoOf(ctx, config)),
  );
  routes.openRoute('upm.public.active', (input, ctx) =>
    remember(activate(db, input, clientInfoOf(ctx, config)), ctx),
  );
  routes.openRoute('upm.tenant.reSendTenantMail', ({ email, captcha }, { ip }) =>
    resendActivation(db, config.publicUrl, emailOf(email), ip, captcha),
  );
}

/**
 * Two companies may have one name: reporting it as taken would reveal to strangers which companies
 * exist.
 */
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
  const remember = rememberingDevice(kernel);
  routes.openRoute('upm.public.inviteValid', ({ link }, { ip }) => describeInvite(db, link, ip));
  routes.route('upm.public.join', ({ link }, ctx) =>
    joinCompany(db, link, ctx, clientInfoOf(ctx, config)),
  );
  routes.openRoute('upm.public.linkRegisterUser', async (input, ctx) => {
    const joined = await registerByLink(db, input, clientInfoOf(ctx, config));
    if (joined.signIn) await rememberDevice(db, ctx, config, joined.signIn.userid);
    return joined;
  });
  routes.openRoute('upm.public.activeNewUser', (input, ctx) =>
    remember(acceptAsNewPerson(db, input, clientInfoOf(ctx, config)), ctx),
  );
  routes.openRoute('upm.public.userActive', ({ link }) => acceptAsKnownPerson(db, link));
  routes.openRoute('upm.public.userActiveBySms', (input, ctx) =>
    remember(acceptByContact(db, input, clientInfoOf(ctx, config)), ctx),
  );
  routes.openRoute('upm.public.listInvitations', ({ ticket }) => listInvitations(db, ticket));
  routes.route('upm.tenant.activeAgain', async ({ id }, ctx) => {
    const sent = await db.withTenant(ctx, async (tx) => {
      await requireManaged(tx, ctx, [{ id, realName: '' }], '再次邀请');
      return resendInvitation(tx, config.publicUrl, id, ctx.userId);
    });
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
    rememberingDevice(kernel)(bindAndSignIn(db, config, input, ctx), ctx),
  );
}

/** Deletes what has expired. Run periodically by the server. */
export async function purgeExpiredIdentity({ db }: Pick<Kernel, 'db'>): Promise<void> {
  await Promise.all([
    purgeExpiredSessions(db),
    purgeExpiredAttempts(db),
    purgeExpiredDevices(db),
    purgeUnclaimedAccounts(db),
    purgeEndedInvitations(db),
    purgeJoinRequests(db),
    purgeExpiredCodes(db),
    purgeExpiredTokens(db),
    purgeExpiredThrottles(db),
  ]);
}
