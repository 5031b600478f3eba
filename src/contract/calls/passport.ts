import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { CaptchaAnswer, CaptchaChallenge } from './captcha.ts';
import { Id } from '../metadata/meta.ts';
import { captcha, Email, Mailed, Password, remember, Secret, Sent } from './passport-shapes.ts';
import { AreaTree, SignInData } from './people-shapes.ts';
import { closed } from '../base/closed.ts';
import { oneOf } from '../base/one-of.ts';

const Account = Type.String({ minLength: 1, maxLength: 100 });
const Code = Type.String({ minLength: 1, maxLength: 12 });
const Mobile = Type.String({ minLength: 1, maxLength: 30 });

/** Purpose of a code. activate: a user who was invited by text message or mail. */
const Purpose = Type.Union([
  Type.Literal('signIn'),
  Type.Literal('register'),
  Type.Literal('reset'),
  Type.Literal('join'),
  Type.Literal('activate'),
]);
/**
 * `ticket` goes with what is filled in next: upm.public.register, linkRegisterUser,
 * registerUpdatePwd, userActiveBySms. `registered`: an account has this contact.
 */
const Proven = Type.Object({ ticket: Type.String(), registered: Type.Boolean() });

const codeCalls = [
  defineCall({
    id: 'upm.public.sendSMS',
    method: 'POST',
    path: '/upm/public/sendSMS',
    access: 'anonymous',
    summary: '发送短信验证码',
    body: Type.Object({ mobile: Mobile, purpose: Purpose, captcha }, closed),
    data: Sent,
  }),
  defineCall({
    id: 'upm.public.emailCode',
    method: 'POST',
    path: '/upm/public/email/code',
    access: 'anonymous',
    summary: '发送邮箱验证码',
    body: Type.Object({ email: Email, purpose: Purpose, captcha }, closed),
    data: Sent,
  }),
  defineCall({
    id: 'upm.public.smsCode',
    method: 'POST',
    path: '/upm/public/sms/code',
    access: 'anonymous',
    summary: '核对短信验证码，换取一次性凭证',
    body: Type.Object({ mobile: Mobile, purpose: Purpose, code: Code }, closed),
    data: Proven,
  }),
  defineCall({
    id: 'upm.public.checkByMail',
    method: 'POST',
    path: '/upm/public/checkByMail',
    access: 'anonymous',
    summary: '核对邮箱验证码，换取一次性凭证',
    body: Type.Object({ email: Email, purpose: Purpose, code: Code }, closed),
    data: Proven,
  }),
  defineCall({
    id: 'upm.public.forgetPwd',
    method: 'POST',
    path: '/upm/public/forgetPwd',
    access: 'anonymous',
    summary: '把重设密码的链接发到邮箱',
    body: Mailed,
    data: Sent,
  }),
  defineCall({
    id: 'upm.public.registerUpdatePwd',
    method: 'POST',
    path: '/upm/public/registerUpdatePwd',
    access: 'anonymous',
    summary: '用一次性凭证设置密码，其他设备随之退出',
    line: true,
    body: Type.Object({ ticket: Secret, password: Password }, closed),
    data: Type.Null(),
  }),
  defineCall({
    id: 'upm.public.sendUpdatePhoneSMS',
    method: 'POST',
    path: '/upm/public/sendUpdatePhoneSMS',
    access: 'member',
    summary: '向新手机号发送验证码',
    body: Type.Object({ mobile: Mobile, captcha }, closed),
    data: Sent,
  }),
  defineCall({
    id: 'upm.public.verifyUpdatePhoneSMS',
    method: 'POST',
    path: '/upm/public/verifyUpdatePhoneSMS',
    access: 'member',
    summary: '核对新手机号的验证码，换取一次性凭证',
    body: Type.Object({ mobile: Mobile, code: Code }, closed),
    data: Proven,
  }),
  defineCall({
    id: 'upm.public.updateEmailActive',
    method: 'POST',
    path: '/upm/public/updateEmailActive',
    access: 'anonymous',
    summary: '用邮件或短信中的链接启用新邮箱或手机号',
    body: Type.Object({ ticket: Secret }, closed),
    data: Type.Object({ contact: Type.String({ description: 'masked' }) }),
  }),
] as const;

/** Where WeChat redirects the browser to; both are missing when the user cancelled there. */
const Back = Type.Object({
  code: Type.Optional(Type.String({ maxLength: 512 })),
  state: Type.Optional(Type.String({ maxLength: 512 })),
});
const wechatCalls = [
  // A browser is sent there, not a request: answers redirects. With an account bound it ends at
  // /jump of the passport, with none at /wechat/bind, else at /wechat/failed?reason=.
  defineCall({
    id: 'upm.anno.wxLogin',
    method: 'GET',
    path: '/upm/anno/wxLogin',
    access: 'anonymous',
    summary: '去微信登录',
    answer: 'raw',
    query: Type.Object({ returnTo: Type.Optional(Type.String({ maxLength: 500 })) }),
    data: Type.Null(),
  }),
  defineCall({
    id: 'upm.anno.wxCallBackLogin',
    method: 'GET',
    path: '/upm/anno/wxCallBackLogin',
    access: 'anonymous',
    summary: '从微信回来登录',
    answer: 'raw',
    query: Back,
    data: Type.Null(),
  }),
  defineCall({
    id: 'upm.anno.wxCallBackBind',
    method: 'GET',
    path: '/upm/anno/wxCallBackBind',
    access: 'anonymous',
    summary: '从微信回来绑定',
    answer: 'raw',
    query: Back,
    data: Type.Null(),
  }),
  defineCall({
    id: 'upm.anno.wxBind',
    method: 'POST',
    path: '/upm/anno/wxBind',
    access: 'anonymous',
    summary: '把微信绑定到已有账号并登录',
    line: true,
    body: Type.Object(
      { ticket: Secret, account: Account, password: Password, captcha, remember },
      closed,
    ),
    data: SignInData,
  }),
] as const;

export const passportCalls = [
  ...codeCalls,
  ...wechatCalls,
  defineCall({
    id: 'upm.anno.signIn',
    method: 'POST',
    path: '/upm/anno/signIn',
    access: 'anonymous',
    summary: '登录：password 与 code 至少给一个',
    line: true,
    // With a password, or with a code sent to the mobile number or e-mail address that `account`
    // then is (purpose signIn). `tenant`: the company to come back to, where the person still is in
    // it; else, and without it, the last one.
    body: Type.Object(
      {
        account: Account,
        password: Type.Optional(Password),
        code: Type.Optional(Code),
        tenant: Type.Optional(Id),
        remember,
        captcha,
      },
      closed,
    ),
    data: SignInData,
  }),
  defineCall({
    id: 'upm.anno.captcha',
    method: 'GET',
    path: '/upm/anno/captcha',
    access: 'anonymous',
    summary: '安全验证的计算题，由浏览器计算，十分钟内有效一次',
    query: Type.Object({
      nth: Type.Optional(
        Type.Integer({ description: 'a page asks for another challenge by another number' }),
      ),
      account: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'who wants to sign in: an account under attack needs a harder challenge',
        }),
      ),
    }),
    data: CaptchaChallenge,
  }),
  defineCall({
    id: 'upm.anno.captchaCheck',
    method: 'POST',
    path: '/upm/anno/captcha/check',
    access: 'anonymous',
    summary: '安全验证的结果对不对；错的作废，对的仍可用一次',
    body: CaptchaAnswer,
    data: Type.Object({ right: Type.Boolean() }),
  }),
  defineCall({
    id: 'upm.public.linkState',
    method: 'POST',
    path: '/upm/public/link/state',
    access: 'anonymous',
    summary: '一次性链接还能不能用；用过、过期和不存在的一样',
    body: Type.Object(
      {
        purpose: oneOf(['setup', 'activate', 'password', 'email'] as const),
        link: Type.String({ maxLength: 200 }),
      },
      closed,
    ),
    data: Type.Object({ valid: Type.Boolean() }),
  }),
  defineCall({
    id: 'upm.anno.setup',
    method: 'POST',
    path: '/upm/anno/setup',
    access: 'anonymous',
    summary: '用一次性链接创建首位管理员',
    line: true,
    body: Type.Object(
      {
        link: Type.String({ maxLength: 200 }),
        company: Type.String({ minLength: 1, maxLength: 50 }),
        account: Type.String({ minLength: 2, maxLength: 50 }),
        realName: Type.String({ minLength: 1, maxLength: 50 }),
        password: Password,
      },
      closed,
    ),
    data: Type.Object({ tenant: Id }),
  }),
  defineCall({
    id: 'upm.tenant.logout',
    method: 'POST',
    path: '/upm/tenant/logout',
    access: 'member',
    summary: '退出登录',
    bodyKind: 'form',
    body: Type.Object({ token: Type.Optional(Type.String({ maxLength: 100 })) }),
    data: Type.Null(),
  }),
  defineCall({
    id: 'upm.public.listArea',
    method: 'GET',
    path: '/upm/public/listArea',
    access: 'anonymous',
    summary: '省市区（GB/T 2260），带 ETag',
    data: AreaTree,
  }),
  defineCall({
    id: 'upm.public.getToken',
    method: 'POST',
    path: '/upm/public/getToken',
    access: 'anonymous',
    summary: '用一次性的交接码换取登录',
    body: Type.Object({ code: Secret }, closed),
    data: SignInData,
  }),
] as const;
